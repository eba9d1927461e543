import { describe, expect, test } from 'vitest';
import { type RunningService, runService } from '../../service-client.ts';
import { type Alteration, alteredService } from './altered-service.ts';
import { checkTenant } from './check-tenant.ts';
import { reportOf } from './tenant-report.ts';
import type { KnownIds, TenantSettings } from './tenant-settings.ts';

function settingsFor(url: string, changes: Partial<TenantSettings> = {}): TenantSettings {
  return {
    baseUrl: new URL(url),
    clientId: 'sandbox-bot',
    clientSecret: 'sandbox-secret',
    tokenUrl: new URL('/auth/v1/token', url),
    queryCase: 'camel',
    ids: {},
    timeoutMs: 5000,
    ...changes,
  };
}

const known: KnownIds = {
  appId: 'app-github',
  resourceTypeId: 'team',
  resourceId: 'platform',
  entitlementId: 'ent-platform-admin',
  roleSlug: 'owner',
  userId: 'user-ana',
  catalogId: 'mcp-code-forge',
  ruleId: 'rule/ghost ferry #1',
};

/** `6 ok`, `9 skipped`, ... and the report. */
async function checked(settings: TenantSettings) {
  const all = await checkTenant(settings);
  const report = reportOf(all);
  return {
    outcomes: all.map(({ endpoint, outcome }) => `${endpoint.number} ${outcome.kind}`),
    of: (number: number) => all.find((one) => one.endpoint.number === number)?.outcome,
    text: report.lines.join('\n'),
    exitCode: report.exitCode,
  };
}

const writes = ['1 skipped', '2 skipped', '3 skipped', '5 skipped'];
const nonWrites = ['4', '6', '7', '8', '9', '10', '11', '12', '13', '14', '15', '16'];

function expectReadOnly(running: RunningService): void {
  const posts = running.service.requests().filter((call) => call.method !== 'GET');
  expect(
    posts.map((call) => call.path).filter((path) => path !== '/auth/v1/token' && !path.includes('/search/')),
  ).toEqual([]);
  expect(running.service.tasks()).toEqual([]);
}

describe('a tenant like the sandbox', () => {
  test.each([
    ['with every operation', {}],
    ['with the documented endpoints only', { documentedOnly: true }],
    ['with snake_case query parameters', { queryCase: 'snake' }],
  ] as const)('%s and all ids is as declared, by reading only', async (_, options) => {
    await using running = await runService(options);
    const queryCase = 'queryCase' in options ? options.queryCase : 'camel';
    const { outcomes, text, exitCode } = await checked(settingsFor(running.service.url, { ids: known, queryCase }));
    expect(outcomes.filter((one) => one.endsWith(' ok'))).toEqual(nonWrites.map((number) => `${number} ok`));
    expect(outcomes.filter((one) => one.endsWith(' skipped'))).toEqual(writes);
    expect(text.split('\n').at(-1)).toBe('16 endpoints: 12 ok, 4 skipped, 0 with a mismatch.');
    expect(exitCode).toBe(0);
    expectReadOnly(running);
  });

  test('tells its ids where nobody gave any, all but that of a routing rule', async () => {
    await using running = await runService();
    const { outcomes, of, exitCode } = await checked(settingsFor(running.service.url));
    expect(outcomes.filter((one) => one.endsWith(' skipped'))).toEqual([...writes, '9 skipped']);
    expect(of(9)).toEqual({ kind: 'skipped', why: 'no ids for it were given or found; it needs --rule-id' });
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
    await using running = await runService({ queryCase: 'snake' });
    const { text, exitCode } = await checked(settingsFor(running.service.url, { ids: known }));
    expect(text).toContain('list: expected at most 10 items, came 12 (does the tenant spell');
    expect(text).toContain('expected another page, came the same page again');
    expect(exitCode).toBe(1);
  });

  test('that lets the credentials do nothing has nothing checked', async () => {
    const blind = { clientId: 'blind', clientSecret: 'secret', userId: 'user-ben', permissions: [] };
    await using running = await runService({ clients: [blind] });
    const settings = settingsFor(running.service.url, { ...blind, ids: known });
    const { text, exitCode } = await checked(settings);
    expect(text).toContain('skipped: the credentials may not: 403 "permission denied: the caller lacks');
    expect(text.split('\n').at(-1)).toBe('16 endpoints: 0 ok, 16 skipped, 0 with a mismatch. Nothing was checked.');
    expect(exitCode).toBe(2);
  });

  test('that has no such id says so', async () => {
    await using running = await runService();
    const { of, text } = await checked(settingsFor(running.service.url, { ids: { ...known, ruleId: 'rule-none' } }));
    expect(of(9)).toMatchObject({ kind: 'mismatch' });
    expect(text).toContain('status: expected 200, came 404 "finding routing rule not found: rule-none"');
  });
});

/** Checks an altered sandbox; gives the lines below one endpoint. */
async function altered(alter: Alteration, number: number) {
  await using running = await runService();
  await using service = await alteredService(running.service.url, alter);
  const { text, exitCode } = await checked(settingsFor(service.url, { ids: known }));
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(String(number).padStart(2)));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('      '));
  return { lines: lines.slice(start + 1, end).map((line) => line.trim()), exitCode };
}

/** Replaces a part of the JSON text of the answers of one path. */
function replacing(path: string, before: RegExp, after: string): Alteration {
  return (url, body) => (url.startsWith(path) ? { text: JSON.stringify(body).replace(before, after) } : undefined);
}

describe('a tenant that is not as declared', () => {
  const policies = '/api/v1/recovery-policies';
  const rule = '/api/v1/findings/routing-rules';
  const servers = '/api/v1/apps/app-github/mcp_servers';
  const entitlements = '/api/v1/apps/app-github/entitlements/';

  test.each([
    [
      'a text for a number',
      replacing(policies, /"priority":\d+/g, '"priority":"first"'),
      11,
      'list[0].priority: expected integer, came a string (and at 11 places more)',
    ],
    [
      'null for a text',
      replacing(policies, /"displayName":"[^"]*"/, '"displayName":null'),
      11,
      'list[0].displayName: expected string, came null (and at 1 place more)',
    ],
    [
      'a time that is none',
      replacing(policies, /"createdAt":"[^"]*"/, '"createdAt":"yesterday"'),
      11,
      'list[0].createdAt: expected date-time, came the string "yesterday" (and at 1 place more)',
    ],
    [
      'an object for a list',
      replacing(policies, /"list":\[.*\]/, '"list":{}'),
      11,
      'list: expected RecoveryPolicy[], came an object (and at 1 place more)',
    ],
    [
      'a duration in words',
      replacing(rule, /"action":/, '"action":{"snooze":{"duration":"1h","reason":""}},"was":'),
      9,
      'routingRule.action.snooze.duration: expected string (duration), came the string "1h"',
    ],
    [
      'a path that leads nowhere',
      replacing(entitlements, /\$\.expanded\[0\]/, '$.expanded[99]'),
      6,
      'list[0].appPath: expected a JSONPath that locates something in expanded, came "$.expanded[99]"',
    ],
    [
      'a secret',
      replacing(servers, /"bearerTokenConfigured":true/, '"bearerToken":"hunter2","bearerTokenConfigured":true'),
      8,
      'list[3].bearerToken: expected only bearerTokenConfigured, came the value itself',
    ],
  ] as const)('because of %s is a mismatch with its place', async (_, alter, number, expected) => {
    const { lines, exitCode } = await altered(alter, number);
    expect(lines).toEqual(['mismatch', expected]);
    expect(exitCode).toBe(1);
  });

  test.each([
    [
      'HTML',
      { text: '<html>Sign in</html>', contentType: 'text/html' },
      'body: expected application/json, came text/html',
    ],
    ['a list', { text: '[]' }, 'body: expected a JSON object, came a list'],
    ['cut JSON', { text: '{"list":[' }, 'body: expected application/json, came application/json'],
    [
      'an error',
      { text: '{"code":13,"message":"out of\\u001b[31m oil\\n"}', status: 500 },
      'status: expected 200, came 500 "out of [31m oil"',
    ],
  ] as const)('because it answers %s is a mismatch', async (_, answer, expected) => {
    const { lines } = await altered((url) => (url.startsWith(policies) ? answer : undefined), 11);
    expect(lines).toEqual(['mismatch', expected]);
  });

  test('in many ways shows ten of them', async () => {
    const nonsense = (url: string, body: unknown) =>
      url.startsWith(servers) ? { text: JSON.stringify(body).replaceAll(/:"[^"]*"/g, ':7') } : undefined;
    const { lines } = await altered(nonsense, 8);
    expect(lines).toHaveLength(12);
    expect(lines.at(-1)).toMatch(/^… \d+ more$/);
  });

  test('but has more fields and values is as declared', async () => {
    const more = replacing(policies, /"minRecoveryAuthLevel":"[^"]*"/g, '"minRecoveryAuthLevel":"NEW_LEVEL","hue":1');
    const { lines, exitCode } = await altered(more, 11);
    expect(lines).toEqual(['ok (12 items, 2 pages)', 'beside what the interface has: list[].hue']);
    expect(exitCode).toBe(0);
  });

  test('but has no time now is not judged', async () => {
    const busy = { text: '{"code":8,"message":"slow down"}', status: 429 };
    const { lines } = await altered((url) => (url.startsWith(policies) ? busy : undefined), 11);
    expect(lines).toEqual(['skipped: the service has no time now: 429 "slow down"']);
  });
});

describe('nothing can be checked', () => {
  test('with a wrong secret', async () => {
    await using running = await runService();
    const settings = settingsFor(running.service.url, { clientSecret: 'wrong-secret' });
    await expect(checkTenant(settings)).rejects.toThrow(
      `${running.service.url}/auth/v1/token gave no token: it answered 401.`,
    );
  });

  test('where nobody listens', async () => {
    const running = await runService();
    await running.service.close();
    const settings = settingsFor(running.service.url);
    await expect(checkTenant(settings)).rejects.toThrow(`${running.service.url} cannot be reached: ECONNREFUSED.`);
  });

  test('where no answer comes in time', async () => {
    await using running = await runService();
    running.service.fault({ method: 'POST', path: '/auth/v1/token', kind: 'hang' });
    const settings = settingsFor(running.service.url, { timeoutMs: 50 });
    await expect(checkTenant(settings)).rejects.toThrow(`${running.service.url} cannot be reached: no answer in time.`);
  });

  test('where the token that was given is refused', async () => {
    await using running = await runService();
    await using service = await alteredService(running.service.url, () => ({ text: '{"code":16}', status: 401 }));
    await expect(checkTenant(settingsFor(service.url))).rejects.toThrow(/refuses the token .* it answered 401\.$/);
    expect(service.calls.filter((call) => call.endsWith('/auth/v1/token'))).toHaveLength(2);
  });
});
