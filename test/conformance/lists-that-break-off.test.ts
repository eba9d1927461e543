import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { GovernanceServiceOptions } from '../../sandbox/governance/service.ts';
import type { OptionalOperation } from '../../src/domain/settings/access-settings.ts';
import { adminExit, runCommandLine } from '../../src/operator/admin/admin-terminal.ts';
import { listRecoveryPolicies } from '../../src/service/client/endpoints.ts';
import { orFailure } from '../../src/service/client/http/service-errors.ts';
import { readPage } from '../../src/service/client/wire/paging.ts';
import { operator, testDesk } from '../support/admin-answers.ts';
import { startTenant, type Tenant } from '../support/governance-tenant.ts';

let tenant: Tenant;
afterEach(() => tenant.close());

/** What a command line prints and ends with, over the sandbox's service. */
async function typed(words: readonly string[], operations: readonly OptionalOperation[] = []) {
  const printed: Record<'out' | 'err', string[]> = { out: [], err: [] };
  const { administer } = testDesk(tenant.client, new Set(operations));
  const terminal = {
    out: (text: string) => void printed.out.push(text),
    err: (text: string) => void printed.err.push(text),
    isInteractive: false,
    ask: () => Promise.reject(new Error('asked')),
  };
  const open = async () => ({ administer, caller: operator, close: async () => undefined });
  const exit = await runCommandLine(words, terminal, { about: '', open });
  return { out: printed.out.join(''), err: printed.err.join(''), exit };
}

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
    const { out, err, exit } = await typed([command, '--all', '--json']);
    const json: { list: readonly unknown[]; incomplete: string } = JSON.parse(out);
    expect(json.list).toHaveLength(count);
    expect(json.incomplete).toMatch(
      /^This list is incomplete \(GET .*: the service says that there is more, but it gives/,
    );
    expect(err).toContain('This list is incomplete');
    expect(exit).toBe(adminExit.failed);
    const inLines = await typed([command, '--all']);
    expect(inLines.out).toContain('This list is incomplete');
    expect(inLines.exit).toBe(adminExit.failed);
  });

  it.each([
    ['executions', 'executionSearch', 32],
    ['role-suggestions', 'roleSuggestionSearch', 12],
  ] as const)(
    'is whole when the tenant has the paged search: %s',
    async (command, operation, count) => {
      await start({ dialect: 'deployed' });
      const { out, exit } = await typed([command, '--all', '--json'], [operation]);
      const json: { list: readonly { id: string }[] } = JSON.parse(out);
      expect(new Set(json.list.map(({ id }) => id)).size).toBe(count);
      expect(json).not.toHaveProperty('incomplete');
      expect(exit).toBe(adminExit.done);
    },
  );
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
    const { out, exit } = await typed([command, '--all', '--json']);
    const json: { list: readonly { id: string }[] } = JSON.parse(out);
    expect(new Set(json.list.map(({ id }) => id)).size).toBe(count);
    expect(json).not.toHaveProperty('incomplete');
    expect(exit).toBe(adminExit.done);
  });
});

describe('a list whose later page is wrong', () => {
  const path = '/api/v1/recovery-policies';
  const all = ['recovery-policies', '--all', '--page-size', '10'];

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
    ['fails', 500, /HTTP 500.*This was page 2 of the list, which is not shown/s],
    ['is refused', 400, /refuses this \(invalid\).*This was page 2 of the list/s],
  ] as const)('is an error with a sentence when it %s', async (_, status, words) => {
    await start();
    tenant.service.fault({ method: 'GET', path, after: 1, times: 'every', kind: 'status', status });
    const { out, err, exit } = await typed(all);
    expect(out).toBe('');
    expect(err).toMatch(words);
    expect(exit).toBe(adminExit.failed);
  });

  it('is an error with a sentence when it repeats the token that led to it', async () => {
    await start();
    const changes = [{ path: 'nextPageToken', value: (await firstPage()).nextPageToken }];
    tenant.service.fault({ method: 'GET', path, after: 1, kind: 'patch', changes });
    const { out, err, exit } = await typed(all);
    expect(out).toBe('');
    expect(err).toMatch(/nextPageToken: the same as before.*This was page 3 of the list/s);
    expect(exit).toBe(adminExit.failed);
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
    const { out, err, exit } = await typed(all);
    expect(out).toBe('');
    expect(err).toMatch(/a page that was read came again.*This was page 2/s);
    expect(exit).toBe(adminExit.failed);
  });

  it('is complete when every page is right', async () => {
    await start();
    const { out, exit } = await typed([...all, '--json']);
    const json: { list: readonly unknown[] } = JSON.parse(out);
    expect([json.list.length, exit]).toEqual([13, adminExit.done]);
    const sizes = tenant.service
      .requests()
      .map(({ query }) => new URLSearchParams(query).get('pageSize'));
    expect(sizes.slice(-2)).toEqual(['10', '10']);
  });
});

describe('the flags of a list', () => {
  it('set the number of records of a page and of the pages that follow', async () => {
    await start();
    const { out } = await typed(['recovery-policies', '--page-size', '10']);
    expect(out).toMatch(
      /Next page: npm run admin -- recovery-policies --page-size=10 --page-token=/,
    );
    const wrong = await typed(['recovery-policies', '--page-size', '5']);
    expect(wrong).toMatchObject({
      exit: adminExit.misused,
      err: '--page-size takes a whole number from 10 to 100.\n',
    });
  });

  it('restrict credential policies to certain ids', async () => {
    await start();
    const everything: { list: readonly { id: string }[] } = JSON.parse(
      (await typed(['credential-policies', '--json'])).out,
    );
    const [first = '', second = ''] = everything.list.slice(1).map(({ id }) => id);
    const { out } = await typed(['credential-policies', '--id', first, '--id', second, '--json']);
    const found: { list: readonly { id: string }[] } = JSON.parse(out);
    expect(found.list.map(({ id }) => id)).toEqual([first, second]);
  });
});
