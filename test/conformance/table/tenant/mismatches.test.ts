import { describe, expect, test } from 'vitest';
import { runService } from '../../service-client.ts';
import { type Alteration, alteredService } from './altered-service.ts';
import { checked, known, settingsFor } from './checked-sandbox.ts';

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

/**
 * Not the line that says that the bot cannot read the answer either; broken-lists.test.ts has that
 * one.
 */
const isOfTheDeclaration = (line: string) =>
  !line.startsWith('body: expected an answer that the bot can read');

/** Replaces a part of the JSON text of the answers of one path. */
function replacing(path: string, before: RegExp, after: string): Alteration {
  return (url, body) =>
    url.startsWith(path) ? { text: JSON.stringify(body).replace(before, after) } : undefined;
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
      'list[0].priority: expected integer, came a string (and at 12 places more)',
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
      replacing(
        servers,
        /"bearerTokenConfigured":true/,
        '"bearerToken":"hunter2","bearerTokenConfigured":true',
      ),
      8,
      'list[3].bearerToken: expected only bearerTokenConfigured, came the value itself',
    ],
  ] as const)('because of %s is a mismatch with its place', async (_, alter, number, expected) => {
    const { lines, exitCode } = await altered(alter, number);
    expect(lines.filter(isOfTheDeclaration)).toEqual(['mismatch', expected]);
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
    expect(lines.filter(isOfTheDeclaration)).toEqual(['mismatch', expected]);
  });

  test('in many ways shows ten of them', async () => {
    const nonsense = (url: string, body: unknown) =>
      url.startsWith(servers)
        ? { text: JSON.stringify(body).replaceAll(/:"[^"]*"/g, ':7') }
        : undefined;
    const { lines } = await altered(nonsense, 8);
    expect(lines).toHaveLength(12);
    expect(lines.at(-1)).toMatch(/^… \d+ more$/);
  });

  test('but has more fields and values is as declared', async () => {
    const more = replacing(
      policies,
      /"minRecoveryAuthLevel":"[^"]*"/g,
      '"minRecoveryAuthLevel":"NEW_LEVEL","hue":1',
    );
    const { lines, exitCode } = await altered(more, 11);
    expect(lines).toEqual(['ok (13 items, 2 pages)', 'beside what the interface has: list[].hue']);
    expect(exitCode).toBe(0);
  });

  test('but has no time now is not judged', async () => {
    const busy = { text: '{"code":8,"message":"slow down"}', status: 429 };
    const { lines } = await altered((url) => (url.startsWith(policies) ? busy : undefined), 11);
    expect(lines).toEqual(['skipped: the service has no time now: 429 "slow down"']);
  });
});
