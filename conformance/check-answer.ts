import { type Expanded, expandedField, locate } from '../src/service/client/wire/expanded.ts';
import { type Field, type Kind, type Members, typeText } from './field.ts';
import type { DeclaredEndpoint } from './interface.ts';

/** Where an answer is not what the interface says. */
export interface Mismatch {
  /** Name of the row, `Task.actions` or `6 answer list`. */
  readonly row: string;
  /** Place in the answer, `list[3].appEntitlement.alias`. */
  readonly at: string;
  readonly expected: string;
  /** In words; values are quoted only where their form is wrong. */
  readonly came: string;
}

export interface Findings {
  readonly mismatches: readonly Mismatch[];
  /** Places of fields that the interface does not have. */
  readonly undeclared: readonly string[];
  /** Rows whose field was there, and how often it held something: a text, an item, a message. */
  readonly held: ReadonlyMap<string, number>;
}

/**
 * `every` where each declared field has to be there; `any` where the interface's "not shown" is
 * left open.
 */
export type Presence = 'every' | 'any';

/** Checks an answer against the declared members, resources and messages within them included. */
export function checkAnswer(
  one: Pick<DeclaredEndpoint, 'number' | 'answer'>,
  body: unknown,
  presence: Presence,
): Findings {
  const check = new AnswerCheck(body, presence);
  if (isObject(body)) check.members(one.answer, body, `${one.number} answer `, '');
  else check.fail(`${one.number} answer`, 'body', 'a JSON object', came(body));
  return check;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a value is, without quoting it. */
function came(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/**
 * Unset messages are null, even where the document says otherwise; unset texts, numbers, booleans,
 * lists and enumerations are not.
 */
const messages: ReadonlySet<Kind['is']> = new Set<Kind['is']>([
  'message',
  'resource',
  'date-time',
  'duration',
  'object',
  'flags',
  'marker',
  'typed-object',
  'unshown',
  'anything',
]);

const forms: Partial<Record<Kind['is'], RegExp>> = {
  int64: /^-?\d{1,19}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i,
  duration: /^(?:-?\d+(?:\.\d{1,9})?s)?$/,
  base64: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  path: /^(?:$|\$)/,
  enum: /^[A-Z][A-Z0-9_]*$/,
};

function isOfKind({ is }: Kind, value: unknown): boolean {
  switch (is) {
    case 'list':
      return Array.isArray(value);
    case 'message':
    case 'resource':
    case 'object':
    case 'unshown':
    case 'marker':
      return isObject(value);
    case 'flags':
      return isObject(value) && Object.values(value).every((flag) => typeof flag === 'boolean');
    case 'typed-object':
      return isObject(value) && typeof value['@type'] === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'string':
    case 'int64':
    case 'date-time':
    case 'duration':
    case 'base64':
    case 'path':
    case 'enum':
      return typeof value === 'string';
    case 'anything':
      return true;
  }
}

class AnswerCheck implements Findings {
  readonly mismatches: Mismatch[] = [];
  readonly undeclared: string[] = [];
  readonly held = new Map<string, number>();
  readonly #presence: Presence;
  readonly #expanded: Expanded;

  constructor(body: unknown, presence: Presence) {
    this.#presence = presence;
    this.#expanded = expandedField.safeParse(isObject(body) ? body.expanded : null).data ?? [];
  }

  fail(row: string, at: string, expected: string, what: string): void {
    this.mismatches.push({ row, at, expected, came: what });
  }

  members(
    members: Members,
    value: Readonly<Record<string, unknown>>,
    rowsOf: string,
    at: string,
  ): void {
    for (const [name, one] of Object.entries(members)) {
      this.#field(one, value[name], `${rowsOf}${name}`, at === '' ? name : `${at}.${name}`);
    }
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(members, name)) this.undeclared.push(at === '' ? name : `${at}.${name}`);
    }
  }

  #field(one: Field, value: unknown, row: string, at: string): void {
    if (value === undefined) {
      if (this.#presence === 'every' && !one.mayBeAbsent)
        this.fail(row, at, typeText(one), 'nothing');
      return;
    }
    const isSet = value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
    this.held.set(row, (this.held.get(row) ?? 0) + (isSet ? 1 : 0));
    if (value !== null) this.#value(one, value, row, at);
    else if (!one.nullable && !messages.has(one.kind.is) && !this.#mayBeNullList(one))
      this.fail(row, at, typeText(one), 'null');
  }

  /** Deployments declare nearly every list as nullable (docs/spec/deployments.md#types). */
  #mayBeNullList(one: Field): boolean {
    return this.#presence === 'any' && one.kind.is === 'list';
  }

  #value(one: Field, value: unknown, row: string, at: string): void {
    const { kind } = one;
    if (!isOfKind(kind, value)) {
      this.fail(row, at, typeText(one), came(value));
    } else if (kind.is === 'list' && Array.isArray(value)) {
      for (const [index, item] of value.entries())
        this.#item(kind.of, item, row, `${at}[${index}]`);
    } else if (kind.is === 'message' && isObject(value)) {
      this.members(kind.members, value, `${row}.`, at);
    } else if (kind.is === 'resource' && isObject(value)) {
      this.members(kind.resource.members, value, `${kind.resource.name}.`, at);
    } else if (typeof value === 'string') {
      this.#text(one, value, row, at);
    }
  }

  #item(one: Field, item: unknown, row: string, at: string): void {
    if (item === null && one.kind.is !== 'anything') this.fail(row, at, typeText(one), 'null');
    else this.#value(one, item, row, at);
  }

  #text(one: Field, value: string, row: string, at: string): void {
    if (forms[one.kind.is]?.test(value) === false) {
      this.fail(row, at, typeText(one), `the string ${JSON.stringify(value.slice(0, 40))}`);
    } else if (one.kind.is === 'path' && value !== '' && !this.#locates(value)) {
      this.fail(
        row,
        at,
        'a JSONPath that locates something in expanded',
        JSON.stringify(value.slice(0, 40)),
      );
    }
  }

  #locates(path: string): boolean {
    // As the bot follows paths: an evaluator of the whole standard would run a tenant's regular
    // expressions.
    return locate(this.#expanded, path).length > 0;
  }
}
