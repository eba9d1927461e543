import { describe, expect, test } from 'vitest';
import { checkTenant } from '../../../../conformance/tenant/check-tenant.ts';
import { type RunningService, runService } from '../../service-client.ts';
import { alteredService } from './altered-service.ts';
import { checked, known, settingsFor } from './checked-sandbox.ts';

const writes = ['1 skipped', '2 skipped', '3 skipped', '5 skipped'];
const nonWrites = ['4', '6', '7', '8', '9', '10', '11', '12', '13', '14', '15', '16'];

function expectReadOnly(running: RunningService): void {
  const posts = running.service.requests().filter((call) => call.method !== 'GET');
  expect(
    posts
      .map((call) => call.path)
      .filter((path) => path !== '/auth/v1/token' && !path.includes('/search/')),
  ).toEqual([]);
  expect(running.service.tasks()).toEqual([]);
}

describe('a tenant like the sandbox', () => {
  test.each([
    ['with every operation', {}],
    ['with the documented endpoints only', { documentedOnly: true }],
  ] as const)('%s and all ids is as declared, by reading only', async (_, options) => {
    await using running = await runService(options);
    const { outcomes, text, exitCode } = await checked(
      settingsFor(running.service.url, { ids: known }),
    );
    expect(outcomes.filter((one) => one.endsWith(' ok'))).toEqual(
      nonWrites.map((number) => `${number} ok`),
    );
    expect(outcomes.filter((one) => one.endsWith(' skipped'))).toEqual(writes);
    expect(text.split('\n').at(-1)).toBe('16 endpoints: 12 ok, 4 skipped, 0 with a mismatch.');
    expect(exitCode).toBe(0);
    expectReadOnly(running);
  });

  test('tells its ids when nobody gave any, all but that of a routing rule', async () => {
    await using running = await runService();
    const { outcomes, of, exitCode } = await checked(settingsFor(running.service.url));
    expect(outcomes.filter((one) => one.endsWith(' skipped'))).toEqual([...writes, '9 skipped']);
    expect(of(9)).toEqual({
      kind: 'skipped',
      why: 'no ids for it were given or found; it needs --rule-id',
    });
    expect(of(8)).toMatchObject({ kind: 'ok', items: 12, answers: 2 });
    expect(exitCode).toBe(0);
    expectReadOnly(running);
  });

  test('with the documented endpoints only says which ids it needs', async () => {
    await using running = await runService({ documentedOnly: true });
    const { outcomes, text, exitCode } = await checked(settingsFor(running.service.url));
    expect(outcomes.filter((one) => one.endsWith(' skipped'))).toEqual([
      ...writes.slice(0, 3),
      '5 skipped',
      '6 skipped',
      '9 skipped',
      '10 skipped',
      '12 skipped',
      '13 skipped',
    ]);
    expect(text).toContain('it needs --app-id, --resource-type-id, --resource-id');
    expect(exitCode).toBe(0);
  });

  test('that spells query parameters in another way is noticed', async () => {
    await using running = await runService({ dialect: 'deployed' });
    const { text, exitCode } = await checked(settingsFor(running.service.url, { ids: known }));
    expect(text).toContain('list: expected at most 10 items, came 12 (does the tenant spell');
    expect(exitCode).toBe(1);
  });

  test('that refuses one spelling is asked in the other one, as the bot does', async () => {
    await using running = await runService();
    const refused = { status: 400, text: '{"code":3,"message":"unknown query parameter"}' };
    await using service = await alteredService(running.service.url, (path) =>
      path.includes('page_size=') ? refused : undefined,
    );
    const { exitCode } = await checked(settingsFor(service.url, { ids: known, queryCase: 'both' }));
    expect(exitCode).toBe(0);
  });

  test('that refuses page_token is read to its third page at every list', async () => {
    await using running = await runService();
    const unknownName = { method: 'GET', path: '*', about: 'page_token=', times: 'every' } as const;
    running.service.fault({ ...unknownName, kind: 'status', status: 400 });
    const { of, text, exitCode } = await checked(
      settingsFor(running.service.url, { ids: known, queryCase: 'both' }),
    );
    expect([of(14), of(15), of(16)]).toMatchObject([
      { kind: 'ok', answers: 3 },
      { kind: 'ok', items: 12 },
      { kind: 'ok', items: 12 },
    ]);
    expect(text).not.toContain('incomplete: it says');
    expect(exitCode).toBe(0);
  });

  test('is called at each endpoint by a client that has learnt nothing at another', async () => {
    await using running = await runService();
    const refused = { status: 400, text: '{"code":3,"message":"unknown query parameter"}' };
    const parametersOf = (path: string) => new URL(path, running.service.url).searchParams;
    await using service = await alteredService(running.service.url, (path) =>
      parametersOf(path).has('page_token') || parametersOf(path).has('page_size')
        ? refused
        : undefined,
    );
    await checked(settingsFor(service.url, { ids: known, queryCase: 'both' }));
    for (const list of ['automation_executions', 'suggestions', 'providers', 'recovery-policies'])
      expect(service.calls.find((call) => call.includes(`/${list}?`))).toContain('&page_');
  });

  test('that spells fields as deployments do is as declared, because the bot reads both', async () => {
    await using running = await runService({ dialect: 'deployed' });
    const { outcomes } = await checked(
      settingsFor(running.service.url, { ids: known, queryCase: 'snake' }),
    );
    expect(outcomes).toEqual(expect.arrayContaining(['4 ok', '6 ok', '8 ok', '9 ok']));
  });

  test('that lets the credentials do nothing has nothing checked', async () => {
    const blind = {
      clientId: 'blind',
      clientSecret: 'secret',
      userId: 'user-ben',
      permissions: [],
    };
    await using running = await runService({ clients: [blind] });
    const settings = settingsFor(running.service.url, { ...blind, ids: known });
    const { text, exitCode } = await checked(settings);
    expect(text).toContain(
      'skipped: the credentials may not: 403 "permission denied: the caller lacks',
    );
    expect(text.split('\n').at(-1)).toBe(
      '16 endpoints: 0 ok, 16 skipped, 0 with a mismatch. Nothing was checked.',
    );
    expect(exitCode).toBe(2);
  });

  test('that has no such id says so', async () => {
    await using running = await runService();
    const { of, text } = await checked(
      settingsFor(running.service.url, { ids: { ...known, ruleId: 'rule-none' } }),
    );
    expect(of(9)).toMatchObject({ kind: 'mismatch' });
    expect(text).toContain(
      'status: expected 200, came 404 "finding routing rule not found: rule-none"',
    );
  });
});

describe('nothing can be checked', () => {
  test('when nobody listens', async () => {
    const running = await runService();
    await running.service.close();
    const settings = settingsFor(running.service.url);
    await expect(checkTenant(settings)).rejects.toThrow(
      `${running.service.url} cannot be reached: POST /auth/v1/token: no connection (ECONNREFUSED).`,
    );
  });

  test('when no answer comes in time', async () => {
    await using running = await runService();
    running.service.fault({ method: 'POST', path: '/auth/v1/token', kind: 'hang', times: 3 });
    const settings = settingsFor(running.service.url, { timeoutMs: 50 });
    await expect(checkTenant(settings)).rejects.toThrow(
      `${running.service.url} cannot be reached: POST /auth/v1/token: no answer in time.`,
    );
  });

  test('when the token that was given is refused', async () => {
    await using running = await runService();
    await using service = await alteredService(running.service.url, () => ({
      text: '{"code":16}',
      status: 401,
    }));
    await expect(checkTenant(settingsFor(service.url))).rejects.toThrow(
      /refuses the token .* it answered 401\.$/,
    );
    expect(service.calls.filter((call) => call.endsWith('/auth/v1/token'))).toHaveLength(2);
  });
});
