import { describe, expect, test } from 'vitest';
import { runService } from '../../service-client.ts';
import { type Alteration, type AlteredAnswer, alteredService } from './altered-service.ts';
import { checked, known, settingsFor } from './checked-sandbox.ts';

/** Checks an altered sandbox; gives the lines below an endpoint. */
async function altered(alter: Alteration) {
  await using running = await runService();
  await using service = await alteredService(running.service.url, alter);
  const { text, exitCode } = await checked(settingsFor(service.url, { ids: known }));
  const lines = text.split('\n');
  const linesOf = (number: number): readonly string[] => {
    const start = lines.findIndex((line) => line.startsWith(String(number).padStart(2)));
    const end = lines.findIndex((line, index) => index > start && !line.startsWith('      '));
    return lines.slice(start + 1, end).map((line) => line.trim());
  };
  return { linesOf, exitCode };
}

/**
 * Not the line that says that the bot cannot read the answer either; broken-lists.test.ts has that
 * one.
 */
const isOfTheDeclaration = (line: string) =>
  !line.startsWith('body: expected an answer that the bot can read');

/** Replaces parts of the JSON texts of the answers: a path, what stands there, what comes instead. */
function replacing(...parts: readonly (readonly [string, RegExp, string])[]): Alteration {
  return (url, body) => {
    const here = parts.filter(([path]) => url.startsWith(path));
    if (here.length === 0) return undefined;
    const text = here.reduce(
      (json, [, before, after]) => json.replace(before, after),
      JSON.stringify(body),
    );
    return { text };
  };
}

describe('a tenant that is not as declared', () => {
  const providers = '/api/v1/workload_federation/providers';
  const policies = '/api/v1/recovery-policies';
  const rule = '/api/v1/findings/routing-rules';
  const servers = '/api/v1/apps/app-github/mcp_servers';
  const entitlements = '/api/v1/apps/app-github/entitlements/';

  test('has a mismatch with its place for each value that is of another kind', async () => {
    const { linesOf, exitCode } = await altered(
      replacing(
        [policies, /"priority":\d+/g, '"priority":"first"'],
        [policies, /"displayName":"[^"]*"/, '"displayName":null'],
        [policies, /"createdAt":"[^"]*"/, '"createdAt":"yesterday"'],
        [rule, /"action":/, '"action":{"snooze":{"duration":"1h","reason":""}},"was":'],
        [entitlements, /\$\.expanded\[0\]/, '$.expanded[99]'],
        [
          servers,
          /"bearerTokenConfigured":true/,
          '"bearerToken":"hunter2","bearerTokenConfigured":true',
        ],
      ),
    );
    const mismatches = (number: number) => linesOf(number).filter(isOfTheDeclaration);
    expect(mismatches(11)).toEqual([
      'mismatch',
      'list[0].displayName: expected string, came null (and at 1 place more)',
      'list[0].priority: expected integer, came a string (and at 12 places more)',
      'list[0].createdAt: expected date-time, came the string "yesterday" (and at 1 place more)',
    ]);
    expect(mismatches(9)).toEqual([
      'mismatch',
      'routingRule.action.snooze.duration: expected string (duration), came the string "1h"',
    ]);
    expect(mismatches(6)).toEqual([
      'mismatch',
      'list[0].appPath: expected a JSONPath that locates something in expanded, came "$.expanded[99]"',
    ]);
    expect(mismatches(8)).toEqual([
      'mismatch',
      'list[3].bearerToken: expected only bearerTokenConfigured, came the value itself',
    ]);
    expect(exitCode).toBe(1);
  });

  test('has a mismatch for each answer that is of another kind', async () => {
    const answers: Readonly<Record<string, AlteredAnswer>> = {
      [policies]: { text: '<html>Sign in</html>', contentType: 'text/html' },
      [rule]: { text: '[]' },
      [entitlements]: { text: '{"list":[' },
      [servers]: { text: '{"code":13,"message":"out of\\u001b[31m oil\\n"}', status: 500 },
      [providers]: { text: '{"list":{}}' },
    };
    const { linesOf } = await altered((url) => {
      const [, answer] = Object.entries(answers).find(([path]) => url.startsWith(path)) ?? [];
      return answer;
    });
    const mismatches = [11, 9, 6, 8, 16].map((number) =>
      linesOf(number).filter(isOfTheDeclaration),
    );
    expect(mismatches).toEqual([
      ['mismatch', 'body: expected application/json, came text/html'],
      ['mismatch', 'body: expected a JSON object, came a list'],
      ['mismatch', 'body: expected application/json, came application/json'],
      ['mismatch', 'status: expected 200, came 500 "out of [31m oil"'],
      ['mismatch', 'list: expected WorkloadFederationProvider[], came an object'],
    ]);
  });

  test('in many ways shows ten of them', async () => {
    const nonsense = (url: string, body: unknown) =>
      url.startsWith(servers)
        ? { text: JSON.stringify(body).replaceAll(/:"[^"]*"/g, ':7') }
        : undefined;
    const { linesOf } = await altered(nonsense);
    const lines = linesOf(8);
    expect(lines).toHaveLength(12);
    expect(lines.at(-1)).toMatch(/^… \d+ more$/);
  });

  test('but has more fields and values is as declared', async () => {
    const known = /"minRecoveryAuthLevel":"[^"]*"/g;
    const more = replacing([policies, known, '"minRecoveryAuthLevel":"NEW_LEVEL","hue":1']);
    const { linesOf, exitCode } = await altered(more);
    expect(linesOf(11)).toEqual([
      'ok (13 items, 2 pages)',
      'beside what the interface has: list[].hue',
    ]);
    expect(exitCode).toBe(0);
  });

  test('but has no time now is not judged', async () => {
    const busy = { text: '{"code":8,"message":"slow down"}', status: 429 };
    const { linesOf } = await altered((url) => (url.startsWith(policies) ? busy : undefined));
    expect(linesOf(11)).toEqual(['skipped: the service has no time now: 429 "slow down"']);
  });
});
