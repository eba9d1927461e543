import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { GovernanceServiceOptions } from '../../sandbox/governance/service.ts';
import { listRecoveryPolicies } from '../../src/service/client/endpoints.ts';
import { orFailure } from '../../src/service/client/http/service-errors.ts';
import { readPage } from '../../src/service/client/wire/paging.ts';
import { typeLine } from '../support/admin-line.ts';
import { startTenant, type Tenant } from '../support/governance-tenant.ts';

let tenant: Tenant;
afterEach(() => tenant.close());

/** What a command line prints and ends with, over the sandbox's service. */
const typed = (words: readonly string[]) => typeLine(words, tenant.client);

async function start(options: GovernanceServiceOptions = {}): Promise<void> {
  tenant = await startTenant([], { dialect: 'interface', ...options });
}

describe('a list that deployments do not page', () => {
  it.each([
    ['executions', 10],
    ['role-suggestions', 10],
    ['federation-providers', 10],
  ])('shows what it got, and says that it is incomplete: %s', async (command, count) => {
    await start({ dialect: 'deployed' });
    const { out, err, exit } = await typed([command, '--json']);
    const json: { list: readonly unknown[]; incomplete: string } = JSON.parse(out);
    expect(json.list).toHaveLength(count);
    expect(json.incomplete).toMatch(/^GET .*: the service says that there is more, but it gives/);
    expect(err).toContain('This list is incomplete');
    expect(exit).toBe(1);
    const inLines = await typed([command]);
    expect(inLines.err).toMatch(/^This list is incomplete: GET .* console\.\n$/);
    expect(inLines.exit).toBe(1);
  });
});

describe('a list without documented parameters, on a tenant that refuses an unknown name', () => {
  it.each([
    ['executions', 32],
    ['role-suggestions', 12],
    ['federation-providers', 12],
  ])('is whole, because its cursor is also sent as pageToken alone: %s', async (command, count) => {
    await start();
    const unknownName = { method: 'GET', path: '*', about: 'page_token=', times: 'every' } as const;
    tenant.service.fault({ ...unknownName, kind: 'status', status: 400 });
    const { out, exit } = await typed([command, '--json']);
    const json: { list: readonly { id: string }[] } = JSON.parse(out);
    expect(new Set(json.list.map(({ id }) => id)).size).toBe(count);
    expect(json).not.toHaveProperty('incomplete');
    expect(exit).toBe(0);
  });
});

describe('a list whose later page is wrong', () => {
  const path = '/api/v1/recovery-policies';
  /** All of the recovery policies, of which the service gives ten at once. */
  const typedInTens = (...flags: readonly string[]) => {
    const call: Tenant['client']['call'] = (one, input) =>
      tenant.client.call(one, { ...input, query: { ...input.query, pageSize: 10 } });
    return typeLine(['recovery-policies', ...flags], { ...tenant.client, call });
  };

  /** The first page of this list. */
  const firstPage = async () =>
    orFailure(
      await readPage(
        tenant.client,
        listRecoveryPolicies,
        { path: {} },
        { pageSize: 10, pageToken: '' },
      ),
      listRecoveryPolicies,
    );

  it.each([
    ['fails', 500, /HTTP 500/],
    ['is refused', 400, /refuses this, invalid/],
  ] as const)('is an error with a sentence when it %s', async (_, status, words) => {
    await start();
    tenant.service.fault({ method: 'GET', path, after: 1, times: 'every', kind: 'status', status });
    const { out, err, exit } = await typedInTens();
    expect(out).toBe('');
    expect(err).toMatch(words);
    expect(exit).toBe(1);
  });

  it('is an error with a sentence when it repeats the token that led to it', async () => {
    await start();
    const changes = [{ path: 'nextPageToken', value: (await firstPage()).nextPageToken }];
    tenant.service.fault({ method: 'GET', path, after: 1, kind: 'patch', changes });
    const { out, err, exit } = await typedInTens();
    expect(out).toBe('');
    expect(err).toMatch(/nextPageToken: the same as before/);
    expect(exit).toBe(1);
  });

  it('is an error with a sentence when it repeats an earlier page', async () => {
    await start();
    const body = { ...(await firstPage()), nextPageToken: 'further' };
    tenant.service.fault({
      method: 'GET',
      path,
      after: 1,
      kind: 'answer',
      body: z.json().parse(body),
    });
    const { out, err, exit } = await typedInTens();
    expect(out).toBe('');
    expect(err).toMatch(/a page that was read came again/);
    expect(exit).toBe(1);
  });

  it('is complete when every page is right', async () => {
    await start();
    const { out, exit } = await typedInTens('--json');
    const json: { list: readonly unknown[] } = JSON.parse(out);
    expect([json.list.length, exit]).toEqual([13, 0]);
    const sizes = tenant.service
      .requests()
      .map(({ query }) => new URLSearchParams(query).get('pageSize'));
    expect(sizes.slice(-2)).toEqual(['10', '10']);
  });
});
