import { describe, expect, test } from 'vitest';
import type { Field, Members } from '../../../conformance/field.ts';
import { type DeclaredEndpoint, endpointOf, endpoints } from '../../../conformance/interface.ts';
import { at, textAt } from '../../../conformance/json-places.ts';
import { readOnlyConnectorFields } from '../../../conformance/resources/connector.ts';
import { type RequestRow, requestRows } from '../../../conformance/rows.ts';
import { runService } from '../service-client.ts';
import { queryEffects } from './list-effects.ts';
import { bodyEffects } from './request-effects.ts';
import { exampleOf, sendExample } from './request-example.ts';

const writes = endpoints.filter((one) => one.method === 'POST');

const connectorUpdate = endpointOf(5);

/** The field at a place of members; undefined for an entry of a mask. */
function fieldAt(members: Members, place: string): Field | undefined {
  const [name = '', ...rest] = place.split('.');
  const one = members[name];
  if (one === undefined || rest.length === 0) return one;
  const { kind } = one.kind.is === 'list' ? one.kind.of : one;
  return kind.is === 'message' ? fieldAt(kind.members, rest.join('.')) : undefined;
}

/** A body in which a place holds a value and the messages around it nothing else. */
function bodyWith(members: Members, place: string, value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = place.split('.');
  const one = members[name];
  if (one === undefined || rest.length === 0) return { [name]: value };
  const inner = one.kind.is === 'list' ? one.kind.of.kind : one.kind;
  const message = inner.is === 'message' ? bodyWith(inner.members, rest.join('.'), value) : {};
  return { [name]: one.kind.is === 'list' ? [message] : message };
}

function wrongValue({ kind }: Field): unknown {
  if (kind.is === 'boolean' || kind.is === 'integer') return 'seven';
  return kind.is === 'date-time' || kind.is === 'duration' ? 'yesterday' : 7;
}

const ofPart = (part: RequestRow['part'], endpoint: DeclaredEndpoint) =>
  requestRows.filter((row) => row.endpoint === endpoint && row.part === part);

describe.each(endpoints)('endpoint $number of the service takes', (endpoint) => {
  test('every field of the path', async () => {
    await using running = await runService();
    expect((await sendExample(running, endpoint)).status).toBe(200);
    for (const { place } of ofPart('path', endpoint)) {
      const other = await sendExample(running, endpoint, { path: { [place]: '../x?y#z' } });
      // The ids of an ownership source are in the body, too, and the two must not contradict each
      // other.
      const refusal = place.startsWith('app_entitlement_ref')
        ? '400 app_entitlement_ref does not match'
        : '404 .* not found: ';
      expect(`${place}: ${other.status} ${textAt(other.body, 'message')}`).toMatch(
        new RegExp(`: ${refusal}`),
      );
    }
  });

  test('every field of the query', async () => {
    await using running = await runService();
    for (const { place } of ofPart('query', endpoint)) {
      expect(queryEffects, 'the effect is written down').toHaveProperty([place]);
      await queryEffects[place]?.((changes) => sendExample(running, endpoint, changes));
    }
  });

  test.each(ofPart('body', endpoint))('$place: $type', async ({ place }) => {
    await using running = await runService();
    const effect = bodyEffects[endpoint.number]?.[place];
    expect(effect).toBeDefined();
    await effect?.((changes) => sendExample(running, endpoint, changes));
  });

  test('no value of another type', async () => {
    await using running = await runService();
    const taken: string[] = [];
    for (const { place } of ofPart('body', endpoint)) {
      const one = fieldAt(endpoint.body, place);
      if (one === undefined) continue;
      const body = bodyWith(endpoint.body, place, wrongValue(one));
      const { status, body: answer } = await sendExample(running, endpoint, { body });
      if (status !== 400 || at(answer, 'code') !== 3) taken.push(place);
    }
    expect(taken).toEqual([]);
  });

  test.each(
    ofPart('body', endpoint).filter(
      ({ place }) => fieldAt(endpoint.body, place)?.nullable === true,
    ),
  )('null for $place', async ({ place }) => {
    await using running = await runService();
    const body = bodyWith(endpoint.body, place, null);
    expect((await sendExample(running, endpoint, { body })).status).toBe(200);
  });
});

describe('the service refuses', () => {
  test.each(writes)('an undocumented field in the body of endpoint $number', async (one) => {
    await using running = await runService();
    const { status, body } = await sendExample(running, one, { body: { undocumented: 'field' } });
    expect([status, textAt(body, 'message')]).toEqual([400, 'unknown field "undocumented"']);
    expect((await sendExample(running, one)).status).toBe(200);
  });

  test.each(Object.entries(readOnlyConnectorFields))(
    'connector.%s in an update, which is read-only',
    async (name, value) => {
      await using running = await runService();
      const { status, body } = await sendExample(running, connectorUpdate, {
        body: { connector: { [name]: value } },
      });
      expect(status).toBe(400);
      expect(textAt(body, 'message')).toMatch(/^unknown field "connector\./);
    },
  );

  test.each(endpoints)('endpoint $number without a token', async (one) => {
    await using running = await runService();
    const init = { headers: { Authorization: 'Bearer made-up' } };
    const path = one.path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => exampleOf(one.number).path[name] ?? '',
    );
    const { status, headers } = await running.client.call(one.method, path, init);
    expect([status, headers.get('WWW-Authenticate')]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
    expect((await sendExample(running, one)).status).toBe(200);
  });
});

test('every effect that is written down belongs to a declared field', () => {
  const declared = (row: RequestRow) => `${row.endpoint.number} ${row.place}`;
  const written = Object.entries(bodyEffects).flatMap(([number, effects]) =>
    Object.keys(effects).map((place) => `${number} ${place}`),
  );
  expect(written.toSorted()).toEqual(
    requestRows
      .filter((row) => row.part === 'body')
      .map(declared)
      .toSorted(),
  );
});
