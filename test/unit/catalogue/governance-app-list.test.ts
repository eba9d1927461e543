import { describe, expect, it } from 'vitest';
import { entitlementItem } from '../../support/governance-fixtures.ts';
import { startGovernanceServer } from '../../support/governance-server.ts';

describe('the tenant’s apps', () => {
  it('are those of all pages, each once, without deleted ones', async () => {
    await using server = await startGovernanceServer((_, count) => ({
      json:
        count === 1
          ? {
              list: [
                { id: 'one', displayName: 'One' },
                { id: 'gone', displayName: 'Gone', deletedAt: '2026-01-01T00:00:00Z' },
              ],
              nextPageToken: 'next',
            }
          : { list: [{ id: 'two' }, { id: 'one', displayName: 'One' }] },
    }));
    const listed = await server.port('appList').listApps();
    expect(listed).toEqual([
      { id: 'one', name: 'One' },
      { id: 'two', name: 'two' },
    ]);
  });

  it('are not half a list where a page fails', async () => {
    await using server = await startGovernanceServer((_, count) =>
      count === 1
        ? { json: { list: [{ id: 'one', displayName: 'One' }], nextPageToken: 'next' } }
        : { status: 403, json: { code: 7, message: 'no' } },
    );
    await expect(server.port('appList').listApps()).rejects.toMatchObject({
      name: 'OutwardFailure',
      httpStatus: 403,
      message: 'GET /api/v1/apps: refused as forbidden: "no"',
      refusal: { kind: 'forbidden', message: 'no' },
    });
  });

  it('take 32 calls each with 800 entitlements, every one of them paced', async () => {
    let paced = 0;
    await using server = await startGovernanceServer(({ body }) => {
      const at = Number(/"pageToken":"(\d+)"/.exec(body)?.[1] ?? 0);
      const list = Array.from({ length: 25 }, (_, one) => entitlementItem(`e-${at * 25 + one}`));
      return { json: { list, nextPageToken: at < 31 ? String(at + 1) : '' } };
    });
    const governance = server.port('entitlementSearch');
    const found = await governance.searchEntitlements('app-lighthouse', async () => {
      paced += 1;
    });
    expect(found).toHaveLength(800);
    expect([server.asked.length, paced]).toEqual([32, 32]);
  });
});
