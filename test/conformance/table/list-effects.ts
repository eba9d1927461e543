import { expect } from 'vitest';
import { at, listAt, textAt } from '../../../conformance/json-places.ts';
import type { Effect } from './request-effects.ts';

/** The list of a page, whatever the endpoint calls it. */
function listOf(body: unknown): readonly unknown[] {
  return listAt(
    body,
    at(body, 'automationExecutions') === undefined ? 'list' : 'automationExecutions',
  );
}

/** What the query parameters of lists do at the service, by their names. */
export const queryEffects: Readonly<Record<string, Effect>> = {
  pageSize: async (send) => {
    const whole = await send({ query: { pageSize: '100' } });
    const page = await send({ query: { pageSize: '10' } });
    expect(listOf(page.body)).toEqual(listOf(whole.body).slice(0, 10));
    expect(textAt(page.body, 'nextPageToken') === '').toBe(listOf(whole.body).length <= 10);
    expect(listOf((await send({ query: { pageSize: '5' } })).body)).toEqual(listOf(page.body));
    for (const pageSize of ['101', 'ten'])
      expect((await send({ query: { pageSize } })).status).toBe(400);
  },
  pageToken: async (send) => {
    const whole = listOf((await send({ query: { pageSize: '100' } })).body);
    const read: unknown[] = [];
    let pageToken = '';
    do {
      const { body } = await send({ query: { pageSize: '10', pageToken } });
      read.push(...listOf(body));
      pageToken = textAt(body, 'nextPageToken');
    } while (pageToken !== '');
    expect(read.slice(0, whole.length)).toEqual(whole);
    expect(new Set(read.map((one) => JSON.stringify(one))).size).toBe(read.length);
    expect((await send({ query: { pageToken: 'made-up' } })).status).toBe(400);
  },
  roleSlug: async (send) => {
    const rolesIn = (body: unknown) => [...new Set(listOf(body).map((one) => at(one, 'roleSlug')))];
    const all = await send();
    const [role] = rolesIn(all.body);
    expect(rolesIn((await send({ query: { roleSlug: String(role) } })).body)).toEqual([role]);
    expect(listOf((await send({ query: { roleSlug: 'nobody' } })).body)).toEqual([]);
  },
};
