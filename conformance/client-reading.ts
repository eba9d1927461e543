import { isDeepStrictEqual } from 'node:util';
import { decodeAnswer } from '../src/service/client/wire/endpoint.ts';
import { clientCalls, endpointOfCall } from './client-calls.ts';
import type { Field, Members } from './field.ts';
import type { DeclaredEndpoint } from './interface.ts';

/** A field that the client reads differently from the value that was sent. */
export interface Misreading {
  readonly row: string;
  readonly at: string;
  readonly what: string;
}

export interface Reading {
  readonly misread: readonly Misreading[];
  /** Rows that came with content and were read as it is. */
  readonly read: ReadonlySet<string>;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the client makes of the text of an answer. */
export function readByClient(number: number, text: string): unknown {
  const known = clientCalls.find((one) => one.endpoint === number);
  if (known === undefined) throw new Error(`the client has no endpoint ${number}`);
  return decodeAnswer(endpointOfCall(known.call), {
    status: 200,
    headers: { 'content-type': 'application/json' },
    text,
  });
}

/**
 * Compares what came with what the client reads, or has read, field by field of the declaration.
 */
export function compareReading(
  one: DeclaredEndpoint,
  body: unknown,
  read: unknown = readByClient(one.number, JSON.stringify(body)),
): Reading {
  const compared = new Comparison();
  compared.members(one.answer, body, underDeclaredName(one, read), `${one.number} answer `, '');
  return compared;
}

/** The one list with a name of its own is handed out as `list`. */
export function underDeclaredName({ number }: DeclaredEndpoint, read: unknown): unknown {
  if (number !== 14 || !isFields(read)) return read;
  return { automationExecutions: read.list, nextPageToken: read.nextPageToken };
}

/** How deployments spell a field that the client hands out under the interface's name. */
const deployedNames: Readonly<Record<string, string>> = {
  matchSyncerId: 'matchBatonId',
  providerAEnabled: 'googleEnabled',
  providerAHostedDomains: 'googleHostedDomains',
  providerBEnabled: 'microsoftEnabled',
  providerBTenantIds: 'microsoftTenantIds',
  cloudAccessKeyId: 'awsAccessKeyId',
  cloudSecretAccessKeyConfigured: 'awsSecretAccessKeyConfigured',
  cloudSessionTokenConfigured: 'awsSessionTokenConfigured',
  chatChannel: 'slackChannel',
};

function cameAs(name: string, raw: unknown): unknown {
  if (!isFields(raw)) return undefined;
  return raw[name] ?? raw[deployedNames[name] ?? name];
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false || value === 0;
}

/**
 * What the client may read where nothing came: the empty value of the type, or the unspecified one
 * of an enumeration.
 */
function isEmpty(one: Field, value: unknown): boolean {
  if (one.kind.is === 'enum' && value === one.kind.values[0]) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isUnset(value) || (isFields(value) && Object.keys(value).length === 0);
}

class Comparison implements Reading {
  readonly misread: Misreading[] = [];
  readonly read = new Set<string>();

  members(members: Members, raw: unknown, read: unknown, rowsOf: string, at: string): void {
    for (const [name, one] of Object.entries(members)) {
      const readMember = isFields(read) ? read[name] : undefined;
      this.#field(
        one,
        cameAs(name, raw),
        readMember,
        `${rowsOf}${name}`,
        at === '' ? name : `${at}.${name}`,
      );
    }
  }

  #field(one: Field, raw: unknown, read: unknown, row: string, at: string): void {
    if (raw === undefined || raw === null) {
      const isKept = !isEmpty(one, read);
      if (isKept) this.misread.push({ row, at, what: 'not empty, though nothing came' });
      return;
    }
    const { kind } = one;
    if (kind.is === 'message') {
      this.#inner(kind.members, raw, read, row, `${row}.`, at);
    } else if (kind.is === 'resource') {
      this.#inner(kind.resource.members, raw, read, row, `${kind.resource.name}.`, at);
    } else if (
      kind.is === 'list' &&
      Array.isArray(raw) &&
      Array.isArray(read) &&
      raw.length === read.length
    ) {
      if (raw.length > 0) this.read.add(row);
      for (const [index, item] of raw.entries())
        this.#field(kind.of, item, read[index], row, `${at}[${index}]`);
    } else if (isDeepStrictEqual(read, raw) || (kind.is === 'marker' && read === true)) {
      this.read.add(row);
    } else if (raw !== '' || !isEmpty(one, read)) {
      this.misread.push({ row, at, what: 'another value' });
    }
  }

  #inner(
    members: Members,
    raw: unknown,
    read: unknown,
    row: string,
    rowsOf: string,
    at: string,
  ): void {
    if (isFields(read)) this.read.add(row);
    else this.misread.push({ row, at, what: 'no object' });
    this.members(members, raw, read, rowsOf, at);
  }
}
