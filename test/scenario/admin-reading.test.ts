import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administer, adminTrail, clickAnswer } from '../support/administering.ts';
import { wordsOf } from '../support/asking.ts';
import { BotWorld } from '../support/bot-world.ts';
import { anyDatabase } from '../support/database.ts';

const admin = 'U0HANA';

/** What is typed, and what an administrator reads. */
const commands: readonly (readonly [string, readonly string[]])[] = [
  [
    'entitlements app-github team platform',
    ['Entitlements of team platform of app-github', 'Platform: write', 'Granted for: at most 7 d', 'App: GitHub'],
  ],
  ['entitlements app-beacon lamp "north rock/lamp #1"', ['north rock/lamp #1', 'App: Beacon']],
  ['entitlements app-beacon lamp “south?rock&lamp=2”', ['south?rock&lamp=2']],
  ['owners app-github team platform', ['Owners of team platform', 'Ana Lindqvist', 'managed by the system']],
  ['owners app-github team platform --users', ['People who own team platform', 'Role: owner', 'Role: approver']],
  ['owners app-github team platform --users --role approver', ['as approver', 'Fatima Zahra El Idrissi']],
  ['entitlements app-foghorn station south-stack', ['Sound the steam horn', 'Deleted:']],
  ['owners app-github team platform —role approver', ['as approver']],
  [
    'entitlement-owner app-github ent-platform-admin owner user-ana',
    ['Ana Lindqvist', 'Owner of: ent-platform-admin', 'Role: owner', 'ana@acme.example'],
  ],
  [
    'credential-policies night ferry',
    ['matching “night ferry”', 'Night ferry', 'Authenticator app: 8 digits every 60 s'],
  ],
  ['credential-policies nobody-has-this', ['No credential policy has such a name.']],
  ['recovery-policies', ['Recovery policies', 'Recover with:', 'Other credentials revoked:']],
  ['mcp-catalog mcp-code-forge', ['Code forge', 'Way to sign in: oauth2', 'Setting: Webhook secret', 'secret']],
  ['mcp-servers app-github', ['Code forge, as oneself', 'OAuth 2.0 credentials: set', 'Password: set']],
  ['routing-rule rule-unused-access', ['Access nobody used for 90 days', 'create a task under policy-owners']],
  ['routing-rule "rule/ghost ferry #1"', ['The ghost ferry', 'Enabled: no', 'suppress, because: A test route.']],
  ['executions', ['Automation executions', 'Automation: automation-onboard', 'Took:']],
  ['executions --page-size 25', ['Deleted:']],
  ['role-suggestions', ['Role suggestions', 'Engineer on deck', 'Confidence: 88 %']],
  ['role-suggestions --state pending', ['Role suggestions in state pending', 'Engineer on deck', 'left out']],
  ['federation-providers', ['Workload-federation providers', 'Issuer: https://']],
];

describe('what /access-admin reads', () => {
  const { open } = anyDatabase();
  let world: BotWorld;
  let database: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    database = await open();
    world = await BotWorld.start({ database: database.settings });
  });
  afterAll(async () => {
    await world?.close();
    await database?.close();
  });

  it.each(commands)('answers %s', async (typed, expected) => {
    const words = wordsOf(await administer(world, admin, typed));
    for (const part of expected) expect(words).toContain(part);
  });

  it('shows the channel of a rule as a channel to click on, with the name that the service knows', async () => {
    const message = await administer(world, admin, 'routing-rule rule-unused-access');
    expect(JSON.stringify(message.blocks)).toContain('{"type":"channel","channel_id":"C0SECREV"}');
    expect(wordsOf(message)).toContain('(#security-reviews)');
  });

  it('pages through a list and back, ten at a time', async () => {
    const first = await administer(world, admin, 'executions');
    expect(wordsOf(first)).toContain('execution-001');
    expect(wordsOf(first)).not.toContain('execution-011');
    const second = await clickAnswer(world, admin, first, 'admin.next', (words) => words.includes('execution-011'));
    expect(wordsOf(second)).not.toContain('execution-001');
    let last = second;
    for (const seen of ['execution-021', 'execution-031']) {
      last = await clickAnswer(world, admin, last, 'admin.next', (words) => words.includes(seen));
    }
    expect(wordsOf(last)).toContain('execution-032');
    expect(JSON.stringify(last.blocks)).not.toContain('admin.next');
    const again = await clickAnswer(world, admin, last, 'admin.first', (words) => words.includes('execution-001'));
    expect(wordsOf(again)).toContain('Next page');
  });

  it('goes on within a page where the service sends more than a message shows', async () => {
    const first = await administer(world, admin, 'executions --page-size 25');
    expect(wordsOf(first)).not.toContain('execution-011');
    const second = await clickAnswer(world, admin, first, 'admin.next', (words) => words.includes('execution-011'));
    const third = await clickAnswer(world, admin, second, 'admin.next', (words) => words.includes('execution-021'));
    const fourth = await clickAnswer(world, admin, third, 'admin.next', (words) => words.includes('execution-026'));
    expect(wordsOf(fourth)).toContain('execution-032');
  });

  it('never shows a secret', async () => {
    for (const typed of ['mcp-servers app-github', 'mcp-servers app-snowflake', 'mcp-catalog mcp-code-forge']) {
      expect(JSON.stringify((await administer(world, admin, typed)).blocks)).not.toMatch(/sandbox-token|apiToken"/);
    }
  });

  it.each([
    ['', ['/access-admin entitlements', 'federation-providers']],
    ['help owners', ['--role slug', 'Endpoints 12 and 10']],
    ['owners --help', ['only the ones in this role']],
    ['ownrs app-github team platform', ['Did you mean owners?']],
    ['owners app-github team platform --rol x', ['Did you mean --role?']],
    ['owners app-github team', ['needs <resourceId>']],
    ['owners app-github team platform extra', ['“extra” is one word too many']],
    ['entitlements "app-github team platform', ['A quotation mark is not closed.']],
    ['executions --json', ['--json is for the command line.']],
  ])('says what is wrong with “%s”, or what there is', async (typed, expected) => {
    const words = wordsOf(await administer(world, admin, typed))
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>');
    for (const part of expected) expect(words).toContain(part);
  });

  it('says what the service refuses in the service’s words', async () => {
    expect(wordsOf(await administer(world, admin, 'owners app-github team nowhere'))).toMatch(
      /does not know this.*nowhere/,
    );
    world.governance.fault({
      method: 'GET',
      path: '/api/v1/recovery-policies',
      kind: 'status',
      status: 403,
      code: 7,
      message: 'recovery policies are for <!channel> *auditors*',
    });
    const words = wordsOf(await administer(world, admin, 'recovery-policies'));
    expect(words).toContain('does not allow this');
    expect(words).toContain('recovery policies are for <!channel> *auditors*');
  });

  it('says so when the service does not answer', async () => {
    world.governance.fault({ method: 'GET', path: '/api/v1/recovery-policies', kind: 'drop-before', times: 3 });
    expect(wordsOf(await administer(world, admin, 'recovery-policies'))).toContain('does not answer');
  });

  it('turns everybody else away, asks the service nothing, and keeps the attempt', async () => {
    const asked = world.governance.requests().length;
    const words = wordsOf(await administer(world, 'U0BEN', 'federation-providers'));
    expect(words).toContain('for the administrators');
    const calls = world.governance.requests().slice(asked);
    expect(calls.filter((call) => call.path.includes('workload_federation'))).toEqual([]);
  });

  it('keeps who asked what, and with which outcome', async () => {
    await world.stopBot();
    const trail = await adminTrail(database.settings);
    expect(trail).toContainEqual({
      actor: 'U0BEN',
      detail: { via: 'chat', outcome: 'not-admin', typed: 'federation-providers' },
    });
    expect(trail).toContainEqual({
      actor: admin,
      detail: expect.objectContaining({
        command: 'owners',
        endpoints: [12, 10],
        arguments: { appId: 'app-github', resourceTypeId: 'team', resourceId: 'platform' },
        flags: { users: '', role: 'approver' },
        outcome: 'done',
      }),
    });
    const outcomes = new Set(trail.map((entry) => entry.detail.outcome));
    expect(outcomes).toEqual(new Set(['done', 'refused', 'failed', 'not-admin']));
  });
});
