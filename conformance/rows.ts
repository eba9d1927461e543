import { type Field, type Kind, type Members, placedFields, typeText } from './field.ts';
import {
  answeredResources,
  type DeclaredEndpoint,
  endpoints,
  pathParameters,
} from './interface.ts';
import { taskExpandEntries } from './resources/task-values.ts';

/** A field that answers carry. */
export interface AnswerRow {
  /** `Task.actions`, or `6 answer nextPageToken`; unique. */
  readonly name: string;
  readonly field: Field;
  /** The endpoints that answer it, in order. */
  readonly endpoints: readonly number[];
  readonly type: string;
}

/** A field that requests carry. */
export interface RequestRow {
  readonly endpoint: DeclaredEndpoint;
  readonly part: 'path' | 'query' | 'body';
  /** `source.requestId`; for an entry of an expand mask `expandMask.paths: app_id`. */
  readonly place: string;
  readonly type: string;
}

/** A value of an enumeration. */
export interface ValueRow {
  readonly enumeration: string;
  readonly value: string;
  /** The answer rows that hold the enumeration. */
  readonly rows: readonly AnswerRow[];
}

/** Names of the resources that members carry, at any depth. */
function resourcesIn(members: Members): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (kind: Kind): void => {
    if (kind.is === 'list') visit(kind.of.kind);
    if (kind.is === 'message') for (const one of Object.values(kind.members)) visit(one.kind);
    if (kind.is === 'resource') {
      found.add(kind.resource.name);
      for (const one of Object.values(kind.resource.members)) visit(one.kind);
    }
  };
  for (const one of Object.values(members)) visit(one.kind);
  return found;
}

/** The fields of one resource. */
function resourceRows(name: string, members: Members): readonly AnswerRow[] {
  const carriers = endpoints
    .filter((one) => resourcesIn(one.answer).has(name))
    .map((one) => one.number);
  return placedFields(members).map(({ place, field }) => ({
    name: `${name}.${place}`,
    field,
    endpoints: carriers,
    type: typeText(field),
  }));
}

/** The fields right in an endpoint's answer. */
function ownRows(one: DeclaredEndpoint): readonly AnswerRow[] {
  return placedFields(one.answer).map(({ place, field }) => ({
    name: `${one.number} answer ${place}`,
    field,
    endpoints: [one.number],
    type: typeText(field),
  }));
}

/** Every field of every answer: those of endpoints first, then those of resources. */
export const answerRows: readonly AnswerRow[] = [
  ...endpoints.flatMap(ownRows),
  ...answeredResources.flatMap((one) => resourceRows(one.name, one.members)),
];

function requestRowsOf(one: DeclaredEndpoint): readonly RequestRow[] {
  const row = (part: RequestRow['part'], place: string, type: string): RequestRow => ({
    endpoint: one,
    part,
    place,
    type,
  });
  const masks = one.number === 1 ? ['*', ...Object.keys(taskExpandEntries)] : [];
  return [
    ...pathParameters(one.path).map((name) => row('path', name, 'string')),
    ...placedFields(one.query).map(({ place, field }) => row('query', place, typeText(field))),
    ...placedFields(one.body).map(({ place, field }) => row('body', place, typeText(field))),
    ...masks.map((entry) => row('body', `expandMask.paths, ${entry}`, 'entry')),
  ];
}

/** Every field of every request. */
export const requestRows: readonly RequestRow[] = endpoints.flatMap(requestRowsOf);

function enumerationOf(kind: Kind): Extract<Kind, { is: 'enum' }> | null {
  if (kind.is === 'list') return enumerationOf(kind.of.kind);
  return kind.is === 'enum' ? kind : null;
}

function collectValues(): readonly ValueRow[] {
  const found = new Map<
    string,
    { readonly values: readonly string[]; readonly rows: AnswerRow[] }
  >();
  for (const row of answerRows) {
    const one = enumerationOf(row.field.kind);
    if (one === null) continue;
    const known = found.get(one.named) ?? { values: one.values, rows: [] };
    known.rows.push(row);
    found.set(one.named, known);
  }
  return [...found].flatMap(([enumeration, { values, rows }]) =>
    values.map((value) => ({ enumeration, value, rows })),
  );
}

/** Every value that the document lists. */
export const valueRows: readonly ValueRow[] = collectValues();
