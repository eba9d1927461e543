import { describe, expect, test } from 'vitest';
import { carryThrough } from '../../../../conformance/tenant/carry-through.ts';
import type { Finding } from '../../../../conformance/tenant/finding.ts';
import { findFacts, findingLines } from '../../../../conformance/tenant/findings.ts';
import { runService } from '../../service-client.ts';
import { alteredService } from './altered-service.ts';
import { checked, settingsFor } from './checked-sandbox.ts';

const both = { queryCase: 'both' } as const;
const of = (facts: readonly Finding[], what: string) => facts.find((one) => one.what === what);

describe('a tenant’s operations beyond the sixteen endpoints', () => {
  test.each([
    [
      'interface',
      'pageSize is taken, page_size is ignored',
      'as the interface: TASK_ORIGIN_CHATAPP, matchSyncerId',
    ],
    [
      'deployed',
      'pageSize is ignored, page_size is taken',
      'as deployments: TASK_ORIGIN_SLACK, matchBatonId',
    ],
  ] as const)('are reported in the dialect %s', async (dialect, spelling, names) => {
    await using running = await runService({ dialect });
    await running.client.grant({ source: { conversationId: 'C0REVIEWS' } });
    running.service.webhooks.setTarget('webhook-bot', { url: 'https://bot.acme.example' });
    const facts = await findFacts(settingsFor(running.service.url, both));
    const verdicts = Object.fromEntries(facts.map(({ what, verdict }) => [what, verdict]));
    expect(verdicts).toMatchObject({
      taskSearch: 'ok',
      taskRead: 'ok',
      taskAudit: 'ok',
      userGrants: 'ok',
      requestSchemas: 'ok',
    });
    expect(verdicts).toMatchObject({ grantsFeed: 'ok', 'expand masks': 'ok', paging: 'ok' });
    expect(verdicts).toMatchObject({ userAccounts: 'ok', grantSearch: 'not seen' });
    expect(verdicts).toMatchObject({
      catalogs: 'ok',
      'catalogs, one': 'ok',
      'catalogs, content': 'ok',
      'catalogs, audience': 'ok',
      entitlementConfigurationRules: 'ok',
      accessRequestDefaults: 'ok',
      policyRead: 'ok',
      entitlementOwnerIds: 'ok',
      appOwnerIds: 'ok',
    });
    expect(verdicts).toMatchObject({
      policies: 'ok',
      webhooks: 'ok',
      'keys of webhooks': 'ok',
    });
    expect(of(facts, 'query spelling')).toEqual({
      what: 'query spelling',
      verdict: 'ok',
      found: spelling,
    });
    expect(of(facts, 'names and values')?.found).toBe(names);
    expect(of(facts, 'page sizes')?.found).toBe(
      'of 13 items, by page size: 0: 13 items, 5: 10 items, 101: 400',
    );
    expect(of(facts, 'enumerations')?.found).not.toContain('TASK_AUDIT');
    expect(of(facts, 'whoAmI')?.found).toContain('permissions read, request, review, administer');
    expect(findingLines(facts).join('\n')).toContain('--write makes one request');
    expect(running.service.tasks()).toHaveLength(1);
  });

  test('that is not there is said so, and nothing is ok that was not checked', async () => {
    await using running = await runService({ documentedOnly: true });
    const facts = await findFacts(settingsFor(running.service.url, both));
    expect(of(facts, 'taskSearch')).toEqual({
      what: 'taskSearch',
      verdict: 'not there',
      found: 'it answered 404',
    });
    expect(facts.filter(({ verdict }) => verdict === 'ok').map(({ what }) => what)).toEqual([
      'query spelling',
      'page sizes',
      'paging',
      'keys of webhooks',
    ]);
  });
});

test('a list without items is not ok, and paging is tried on another', async () => {
  await using running = await runService();
  const none = JSON.stringify({ list: [], nextPageToken: '' });
  const emptied = (path: string) =>
    path.startsWith('/api/v1/recovery-policies') ? { text: none } : undefined;
  await using service = await alteredService(running.service.url, emptied);
  const settings = settingsFor(service.url, both);
  const { of: outcome } = await checked(settings);
  expect(outcome(11)).toEqual({ kind: 'skipped', why: 'the tenant has none to check' });
  const facts = await findFacts(settings);
  expect(of(facts, 'paging')).toEqual({
    what: 'paging',
    verdict: 'ok',
    found: 'the cursor moves on',
  });
  expect(of(facts, 'page sizes')?.found).toContain('of 13 items');
});

test('--write carries one request through to its end, and gives back what was granted', async () => {
  await using running = await runService({ grantLagMs: 0 });
  const ids = { appId: 'app-github', entitlementId: 'ent-platform-read', userId: 'user-ben' };
  const found = await carryThrough(settingsFor(running.service.url, { ...both, ids }), () =>
    Promise.resolve(),
  );
  expect(found.map(({ what, verdict }) => `${what} ${verdict}`)).toEqual([
    'grant ok',
    'approve ok',
    'end ok',
    'revoke ok',
  ]);
  expect(running.service.tasks().map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
    'grant GRANTED',
    'revoke REVOKED',
  ]);
});
