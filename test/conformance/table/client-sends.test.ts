import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { clientCalls, nastyId } from '../../../conformance/client-calls.ts';
import { endpointOf, endpoints, pathParameters } from '../../../conformance/interface.ts';
import { type RequestRow, requestRows } from '../../../conformance/rows.ts';
import { startTenant } from '../../support/governance-tenant.ts';

/** What reached the service of one call, as the interface names it. */
interface Sent {
  readonly endpoint: number;
  readonly method: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const sent: Sent[] = [];

/** The parameters of a path as it was sent, by the names of the template. */
function pathValues(template: string, path: string): Record<string, string> {
  const source = template.replaceAll(/\{\w+\}/g, '([^/]+)');
  const values = new RegExp(`^${source}$`).exec(path)?.slice(1) ?? [];
  return Object.fromEntries(
    pathParameters(template).map((name, index) => [name, decodeURIComponent(values[index] ?? '')]),
  );
}

beforeAll(async () => {
  const tenant = await startTenant([]);
  for (const { endpoint, call } of clientCalls) {
    const before = tenant.service.requests().length;
    await call(tenant.client);
    // After it the client may read the first page, to tell a cursor that was not understood.
    const last = tenant.service.requests().slice(before).find(isOfInterface);
    sent.push({
      endpoint,
      method: last?.method ?? '',
      path: pathValues(endpointOf(endpoint).path, last?.path ?? ''),
      // Without the other spelling, which is sent beside the interface's own.
      query: Object.fromEntries(
        [...new URLSearchParams(last?.query)].filter(([name]) => !name.includes('_')),
      ),
      body: last?.body,
    });
  }
  await tenant.close();
});

/** Tokens are asked for in between. */
function isOfInterface({ path }: { readonly path: string }): boolean {
  return path.startsWith('/api/');
}

/** The value at a place of a body; of a list, that of its first item. */
function valueAt(body: unknown, place: string): unknown {
  let here = body;
  for (const name of place.split('.')) {
    const object: unknown = Array.isArray(here) ? here[0] : here;
    here =
      typeof object === 'object' && object !== null
        ? Object.getOwnPropertyDescriptor(object, name)?.value
        : undefined;
  }
  return here;
}

/** What the call of a row put onto the wire, and what the interface wants there. */
function sentFor({
  endpoint,
  part,
  place,
}: RequestRow): readonly { readonly wire: unknown; readonly wanted: unknown }[] {
  const [name = ''] = place.split(', ');
  return clientCalls.flatMap((one, index) => {
    const here = sent[index];
    if (one.endpoint !== endpoint.number || here === undefined) return [];
    if (part === 'path') return [{ wire: here.path[place], wanted: nastyId(place) }];
    if (part === 'query') return [{ wire: here.query[place], wanted: one.query?.[place] }];
    return [{ wire: valueAt(here.body, name), wanted: valueAt(one.body, name) }];
  });
}

/** Fields of requests that the bot has no use for, and why. */
const unsent: Readonly<Record<string, string>> = {
  '1 body appUserId': 'it asks for people, and lets the service choose or make their account',
};

describe.each(endpoints)('to endpoint $number the client sends', (endpoint) => {
  test('every field of the request', () => {
    const missing = requestRows
      .filter((row) => row.endpoint === endpoint)
      .filter((row) => {
        const [, entry] = row.place.split(', ');
        if (`${row.endpoint.number} ${row.part} ${row.place}` in unsent) return false;
        const values = sentFor(row);
        const isThere = (value: unknown) =>
          entry === undefined
            ? value !== undefined
            : // `*` asks for all of them.
              Array.isArray(value) && (value.includes(entry) || value.includes('*'));
        return (
          !values.some(({ wire }) => isThere(wire)) ||
          !values.every((one) => isDeepStrictEqual(one.wire, one.wanted))
        );
      });
    expect(missing.map((row) => `${row.part} ${row.place}`)).toEqual([]);
  });

  test('with the documented method, and nothing else', () => {
    const calls = clientCalls.filter((one) => one.endpoint === endpoint.number);
    const wire = sent.filter((one) => one.endpoint === endpoint.number);
    expect(wire.map((one) => one.method)).toEqual(calls.map(() => endpoint.method));
    expect(wire.map((one) => one.body)).toEqual(calls.map((one) => one.body ?? null));
    expect(wire.map((one) => one.query)).toEqual(calls.map((one) => one.query ?? {}));
  });
});
