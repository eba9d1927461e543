import { describe, expect, it } from 'vitest';
import { listAutomationExecutions, listMcpServers } from '../../../src/service/client/endpoints.ts';
import { collect, pages, readPage } from '../../../src/service/client/wire/paging.ts';
import { type Answer, clientOf, startGovernanceServer } from '../../support/governance-server.ts';

const ofApp = { path: { app_id: 'app' } };
const refused: Answer = { status: 400, json: { code: 3, message: 'unknown query parameter' } };

/** A tenant with two pages of executions, a list for which only the cursor is sent. */
async function tenantWithRuns(
  takes: readonly string[],
  otherwise: Readonly<Record<string, 'ignored' | 'refused'>>,
) {
  const server = await startGovernanceServer();
  const client = clientOf(server.url, { queryCase: 'both' });
  server.answer(({ target }) => {
    const query = new URL(target, server.url).searchParams;
    const isRefused = [...query.keys()].some((name) => otherwise[name] === 'refused');
    if (isRefused) return refused;
    const isSecond = takes.some((name) => query.get(name) === 'second');
    return isSecond
      ? { json: { automationExecutions: [{ id: 'run-2' }], nextPageToken: '' } }
      : { json: { automationExecutions: [{ id: 'run-1' }], nextPageToken: 'second' } };
  });
  return {
    server,
    client,
    read: () =>
      collect(pages(client, listAutomationExecutions, { path: {} }), ({ list }) =>
        list.map(({ id }) => id),
      ),
    queries: () => server.asked.map(({ target }) => target.split('?')[1] ?? ''),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe('the cursor of a list for which no page size is sent', () => {
  const bothNames = 'pageToken=second&page_token=second';

  it.each([
    ['pageToken', 'refuses', 'page_token', ['pageToken=second']],
    ['page_token', 'refuses', 'pageToken', ['pageToken=second', 'page_token=second']],
  ] as const)(
    'is found out on a tenant that takes %s and %s %s',
    async (takes, _, other, tries) => {
      await using tenant = await tenantWithRuns([takes], { [other]: 'refused' });
      expect(await tenant.read()).toEqual({ ok: true, value: ['run-1', 'run-2'] });
      expect(tenant.queries()).toEqual(['', bothNames, ...tries, '']);
      expect(await tenant.read()).toMatchObject({ ok: true });
      expect(tenant.queries().slice(-2)).toEqual(['', tries.at(-1)]);
    },
  );

  it.each([
    ['pageToken', 'page_token'],
    ['page_token', 'pageToken'],
  ])('is sent once in both spellings to a tenant that takes %s and ignores %s', async (takes) => {
    await using tenant = await tenantWithRuns([takes], {});
    expect(await tenant.read()).toEqual({ ok: true, value: ['run-1', 'run-2'] });
    expect(tenant.queries()).toEqual(['', bothNames]);
  });

  it('leaves the list incomplete on a tenant that refuses every spelling', async () => {
    await using tenant = await tenantWithRuns([], { pageToken: 'refused', page_token: 'refused' });
    await expect(tenant.read()).rejects.toMatchObject({
      message: expect.stringMatching(
        /says that there is more, but it refuses to give the next page$/,
      ),
    });
    expect(tenant.queries()).toEqual(['', bothNames, 'pageToken=second', 'page_token=second']);
  });

  it('is spelled anew when the tenant no longer takes what it took', async () => {
    const otherwise: Record<string, 'ignored' | 'refused'> = {};
    await using tenant = await tenantWithRuns(['pageToken'], otherwise);
    await tenant.read();
    otherwise['page_token'] = 'refused';
    await expect(tenant.read()).rejects.toMatchObject({ kind: 'decode' });
    expect(await tenant.read()).toEqual({ ok: true, value: ['run-1', 'run-2'] });
  });

  it('is spelled for this list, whatever another list of the tenant takes', async () => {
    await using tenant = await tenantWithRuns(['pageToken'], { page_token: 'refused' });
    expect(
      await readPage(tenant.client, listMcpServers, ofApp, { pageSize: 10, pageToken: '' }),
    ).toMatchObject({ ok: true });
    expect(await tenant.read()).toEqual({ ok: true, value: ['run-1', 'run-2'] });
  });
});

it.each([
  ['pageToken', 'page_token'],
  ['page_token', 'pageToken'],
])(
  'a mistyped cursor that a tenant refuses as %s is not taken from %s, which it ignores',
  async (name, ignored) => {
    await using server = await startGovernanceServer();
    await using client = clientOf(server.url, { queryCase: 'both' });
    server.answer(({ target }, count) =>
      target.includes(`${name}=`)
        ? refused
        : { json: { list: [{ connectorId: 'first' }], nextPageToken: `after-${count}` } },
    );
    expect(await readPage(client, listMcpServers, ofApp, { pageToken: 'mistyped' })).toMatchObject({
      ok: false,
    });
    expect(server.asked.map(({ target }) => target)).toContain(
      `/api/v1/apps/app/mcp_servers?${ignored}=mistyped`,
    );
  },
);
