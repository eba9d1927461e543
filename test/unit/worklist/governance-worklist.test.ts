import { expect, it } from 'vitest';
import { readWorkOf } from '../../../src/extras/worklist/read-work.ts';
import { onlyWith, TenantCapabilities } from '../../../src/service/capabilities.ts';
import { startGovernanceServer } from '../../support/governance-server.ts';

it('reads the app and the age of what waits for a person, and asks for the oldest first', async () => {
  const task = (id: string, more: object) => ({ task: { id, ...more } });
  const list = [
    task('certified', {
      type: { certify: { appId: 'app-aws', accessReviewId: 'review-1' } },
      createdAt: '2026-03-01T12:00:00Z',
    }),
    task('bare', { type: { finding: {} }, createdAt: null }),
    task('odd', { type: { offboarding: 'text' } }),
  ];
  const json = { list, expanded: [], nextPageToken: '' };
  await using server = await startGovernanceServer(() => ({ json }));
  const tenant = onlyWith(new TenantCapabilities(new Set(['taskSearch'])), server.client);
  const work = await readWorkOf(tenant, 'user-ana', 10);
  expect(work?.items.map(({ kind, appId, createdAt }) => [kind, appId, createdAt])).toEqual([
    ['certify', 'app-aws', new Date('2026-03-01T12:00:00Z')],
    ['finding', '', null],
    ['offboarding', '', null],
  ]);
  expect(server.asked[0]?.body).toContain('"sortBy":"TASK_SEARCH_SORT_BY_CREATED_AT"');
});

it('is unknown, without a call, where the tenant has no search for tasks', async () => {
  await using server = await startGovernanceServer(() => ({ json: {} }));
  const tenant = onlyWith(new TenantCapabilities(new Set(['taskRead'])), server.client);
  expect(await readWorkOf(tenant, 'user-ana', 10)).toBeNull();
  expect(server.asked).toEqual([]);
});
