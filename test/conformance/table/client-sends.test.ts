import { beforeAll, describe, expect, test } from 'vitest';
import { startTenant } from '../../support/governance-tenant.ts';
import { clientCalls, nastyId } from './client-calls.ts';
import { endpointOf, endpoints, pathParameters } from './interface.ts';
import { requestRows, titled } from './rows.ts';

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
    await call(tenant.client);
    const last = tenant.service.requests().at(-1);
    sent.push({
      endpoint,
      method: last?.method ?? '',
      path: pathValues(endpointOf(endpoint).path, last?.path ?? ''),
      query: Object.fromEntries(new URLSearchParams(last?.query)),
      body: last?.body,
    });
  }
  await tenant.close();
});

/** The value at a place of a body; of a list, that of its first item. */
function valueAt(body: unknown, place: string): unknown {
  let here = body;
  for (const name of place.split('.')) {
    const object: unknown = Array.isArray(here) ? here[0] : here;
    here =
      typeof object === 'object' && object !== null ? Object.getOwnPropertyDescriptor(object, name)?.value : undefined;
  }
  return here;
}

describe('the client sends', () => {
  test.each(titled(requestRows.filter((row) => row.part === 'path')))('%s', (_, { endpoint, place }) => {
    const calls = sent.filter((one) => one.endpoint === endpoint.number);
    expect(calls.map((one) => one.path[place])).toEqual(calls.map(() => nastyId(place)));
    expect(calls.map((one) => one.method)).toEqual(calls.map(() => endpoint.method));
    expect(calls).not.toHaveLength(0);
  });

  test.each(titled(requestRows.filter((row) => row.part === 'query')))('%s', (_, { endpoint, place }) => {
    const expected = clientCalls.find((one) => one.endpoint === endpoint.number)?.query?.[place];
    expect(expected).toBeDefined();
    expect(sent.find((one) => one.endpoint === endpoint.number)?.query[place]).toBe(expected);
  });

  test.each(titled(requestRows.filter((row) => row.part === 'body')))('%s', (_, { endpoint, place }) => {
    const [name = '', entry] = place.split(', ');
    const expected = clientCalls
      .filter((one) => one.endpoint === endpoint.number)
      .map((one) => valueAt(one.body, name));
    const wire = sent.filter((one) => one.endpoint === endpoint.number).map((one) => valueAt(one.body, name));
    expect(wire).toEqual(expected);
    const isIn = (value: unknown) =>
      entry === undefined ? value !== undefined : Array.isArray(value) && value.includes(entry);
    expect(wire.some(isIn)).toBe(true);
  });

  test.each(endpoints)('nothing else to endpoint $number', ({ number }) => {
    const calls = clientCalls.filter((one) => one.endpoint === number);
    const wire = sent.filter((one) => one.endpoint === number);
    expect(wire.map((one) => one.body)).toEqual(calls.map((one) => one.body ?? null));
    expect(wire.map((one) => one.query)).toEqual(calls.map((one) => one.query ?? {}));
  });
});
