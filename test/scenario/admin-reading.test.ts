import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administer, clickAnswer } from '../support/administering.ts';
import { wordsOf } from '../support/asking.ts';
import type { BotWorld } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';

const admin = 'U0HANA';

/** What is typed, and what an administrator reads. */
const commands: readonly (readonly [string, readonly string[]])[] = [
  [
    'apps',
    [
      'GitHub (app-github) · Resources: team platform',
      'AWS (app-aws) · Resources: account production',
    ],
  ],
  [
    'entitlements app-github team platform',
    [
      'Entitlements of team platform of GitHub (app-github)',
      'Platform: write (ent-platform-write) · Granted for at most: 7 d · Risk: ',
    ],
  ],
  [
    'entitlements app-github team platform --full',
    ['App name: GitHub', 'Resource name: Platform team', 'Object permissions: '],
  ],
  ['entitlements app-beacon lamp “south?rock&lamp=2”', ['south?rock&lamp=2']],
  ['entitlements app-foghorn station south-stack', ['Sound the steam horn', 'Deleted:']],
  [
    'owners app-github team platform',
    ['Owners of team platform', 'Ana Lindqvist', 'Managed by the system: yes'],
  ],
  [
    'owners app-github team platform --users',
    ['People who own team platform', 'Role: owner', 'Role: approver'],
  ],
  ['owners app-github team platform —role approver', ['as approver', 'Fatima Zahra El Idrissi']],
  [
    'entitlement-owner app-github ent-platform-admin owner user-ana',
    [
      'Ana Lindqvist (user-ana) · Role: owner · Email: ana@acme.example',
      'of Platform: admin (ent-platform-admin)',
    ],
  ],
  [
    'credential-policies night ferry --full',
    ['Night ferry', 'TOTP: code length: 8, period seconds: 60'],
  ],
  ['credential-policies nobody-has-this', ['There is nothing in this list.']],
  ['recovery-policies', ['Recovery policies', 'Recover with:', 'Other credentials revoked:']],
  [
    'mcp-catalog mcp-code-forge',
    ['Code forge (mcp-code-forge) · Address: ', 'Signs in with: oauth2'],
  ],
  [
    'mcp-catalog mcp-code-forge --full',
    ['auth method: oauth2', 'display name: Webhook secret', 'secret: yes'],
  ],
  ['mcp-servers app-github', ['Code forge, as oneself', 'Signs in with: ']],
  ['mcp-servers app-github --full', ['OAuth 2.0 credentials: set', 'Basic auth password: not set']],
  [
    'routing-rule rule-unused-access',
    [
      'Access nobody used for 90 days (rule-unused-access) · Enabled: yes',
      'Then: create task: (policy id: policy-owners)',
    ],
  ],
  [
    'routing-rule "rule/ghost ferry #1"',
    ['The ghost ferry', 'Enabled: no', 'suppress: (reason: A test route. It never sails.)'],
  ],
  [
    'operations',
    ['Operations', 'taskRead · Now: named, in governance.operations. What it brings: cards follow'],
  ],
  ['executions', ['Automation executions', 'Automation: automation-onboard', 'State: ']],
  ['role-suggestions', ['Role suggestions', 'Engineer on deck', 'Confidence: 88 %']],
  ['audit --actor U0HANA', ['Audit trail', ' ran ', '(done) · When: ', 'Kind: admin-command']],
  ['audit --actor U0HANA --full', ['Who: U0HANA', 'Detail: ']],
  [
    'doctor',
    [
      'the bot is not in #crew-lounge',
      'Slack token · ok: works as access',
      'Slack clock · ok: differs by ',
    ],
  ],
  ['federation-providers', ['Workload-federation providers', 'Issuer: https://']],
];

describe('what /access-admin reads', () => {
  let world: BotWorld;
  beforeAll(async () => {
    // As in a sandbox whose time was moved, within what a signature may be late: the doctor
    // compares other clocks with the machine's.
    world = await openWorld({ now: () => new Date(Date.now() + 240_000) });
    await world.quiet();
  });
  afterAll(() => world?.close());

  it.each(commands)('answers %s', async (typed, expected) => {
    // A title is an element of its own.
    const words = wordsOf(await administer(world, admin, typed)).replaceAll('\n ·', ' ·');
    for (const part of expected) expect(words).toContain(part);
  });

  it('shows a line of three fields, and every field at a click', async () => {
    const compact = await administer(world, admin, 'mcp-servers app-github');
    expect(wordsOf(compact)).not.toContain('Tool prefix');
    const full = await clickAnswer(world, admin, compact, 'admin.full', (words) =>
      words.includes('Transport type:'),
    );
    expect(wordsOf(full)).toContain('OAuth 2.0 credentials: ');
    expect(JSON.stringify(full.blocks)).not.toContain('admin.full');
  });

  it('pages through a list, ten at a time', async () => {
    const list = 'entitlements app-timetables group routes';
    const first = await administer(world, admin, list);
    expect(wordsOf(first)).toContain('(route-01-edit)');
    expect(wordsOf(first)).not.toContain('(route-11-edit)');
    const second = await clickAnswer(world, admin, first, 'admin.next', (words) =>
      words.includes('(route-11-edit)'),
    );
    expect(wordsOf(second)).not.toContain('(route-01-edit)');
    const last = await clickAnswer(world, admin, second, 'admin.next', (words) =>
      words.includes('(viewer)'),
    );
    expect(JSON.stringify(last.blocks)).not.toContain('admin.next');
  });

  it.each([
    ['', ['entitlements', 'federation-providers']],
    ['help entitlements', ['entitlements <appId> <resourceTypeId> <resourceId>']],
    ['ownrs app-github team platform', ['Did you mean owners?']],
  ])('says what is wrong with “%s”, or lists the choices', async (typed, expected) => {
    const words = wordsOf(await administer(world, admin, typed))
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>');
    for (const part of expected) expect(words).toContain(part);
  });

  it('refuses people who are not administrators without asking the service, and audits the attempt', async () => {
    const asked = world.governance.requests().length;
    const words = wordsOf(await administer(world, 'U0BEN', 'federation-providers'));
    expect(words).toContain('for the administrators');
    const calls = world.governance.requests().slice(asked);
    expect(calls.filter((call) => call.path.includes('workload_federation'))).toEqual([]);
  });
});
