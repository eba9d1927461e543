import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DoctorWorld, github, openDoctorWorld, type Wrong } from '../support/doctor-world.ts';

describe('the doctor', () => {
  let world: DoctorWorld;
  beforeAll(async () => {
    world = await openDoctorWorld();
  });
  afterAll(() => world?.close());
  const found = (wrong: Wrong) => world.findings(wrong);

  it('finds nothing wrong in a correct setup', async () => {
    const checks = await found({});
    expect([...checks].filter(([, says]) => says.startsWith('error'))).toEqual([]);
    expect(checks.get('Slack token')).toMatch(/^ok: works as access in Acme/);
    expect(checks.get('Slack scopes')).toBe('ok: all 6 that are needed are granted');
    expect(checks.get('channel C0REVIEWS (apps app-github)')).toBe(
      'ok: #access-reviews can be used',
    );
    expect(checks.get('user group S0ONCALL')).toMatch(
      /^warning: not checkable: the scope usergroups:read is not granted/,
    );
    expect(checks.get('governance tenant')).toMatch(/^ok: answers; .* user-access-bot/);
    expect(checks.get('operation taskSearch')).toBe('ok: answers');
    expect(checks.get('operation taskActions')).toMatch(/^warning: not checked/);
    expect(checks.get('operation appList')).toBe(
      'ok: the tenant has it: add it to governance.operations to use it',
    );
    expect(checks.has('operation taskRevoke')).toBe(false);
    expect(checks.get('app app-github')).toMatch(/^ok: GitHub has \d+ entitlements/);
    expect(checks.get('administrator U0HANA')).toMatch(/^ok: is Hana/);
    expect(checks.get('database')).toMatch(/^ok: PostgreSQL \d/);
    expect(checks.get('database TLS')).toMatch(/^ok: not needed/);
    for (const clock of ['Slack clock', 'governance clock', 'database clock']) {
      expect(checks.get(clock)).toMatch(/^ok: differs by \d+ s/);
    }
  });

  it('warns when the bot owns an app or a policy names the bot', async () => {
    const bot = 'user-access-bot';
    const none = await found({});
    expect(none.get('approvals by the bot itself')).toMatch(
      /^ok: none known: .* no policy names it/,
    );
    const policySteps = { grant: { steps: [{ approval: { users: { userIds: [bot] } } }] } };
    const policies = {
      list: [{ id: 'p-1', displayName: 'Alone', policySteps }],
      nextPageToken: '',
    };
    world.governance.fault({
      method: 'GET',
      path: '/api/v1/apps/app-github/ownerids',
      kind: 'answer',
      body: { userIds: [bot] },
      // The doctor also looks whether the tenant tells owners, and whether they are in the channel.
      times: 'every',
    });
    world.governance.fault({
      method: 'POST',
      path: '/api/v1/search/policies',
      kind: 'answer',
      body: policies,
    });
    const checks = await found({});
    expect(checks.get('approvals by the bot itself')).toMatch(
      /^warning: .*owns the app GitHub, and is named in the policy "Alone"/,
    );
  });

  it('names configured channels, resources, entitlements and administrators that do not exist', async () => {
    const [app] = github;
    if (app === undefined) throw new Error('GitHub is configured');
    const field = {
      id: 'ticket',
      label: 'Ticket',
      type: 'text',
      required: false,
      hint: null,
      options: [],
    } as const;
    const checks = await found({
      settings: {
        emergency: { channel: 'C0NOWHERE', onCall: null, durationsSeconds: [3_600] },
        admins: ['U0NOBODY'],
        apps: [
          { ...app, channel: 'C0LOUNGE', fields: [{ ...field, entitlements: ['ent-nothing'] }] },
          { ...app, id: 'app-none', resources: [{ resourceTypeId: 'team', resourceId: 'none' }] },
        ],
      },
    });
    expect(checks.get('channel C0NOWHERE (emergency.channel)')).toMatch(
      /^error: Slack says channel_not_found\. Invite the bot/,
    );
    expect(checks.get('channel C0LOUNGE (apps app-github)')).toMatch(/^error: the bot is not in #/);
    expect(checks.get('administrator U0NOBODY')).toMatch(
      /^error: has no identity .*unknown-person/,
    );
    expect(checks.get('app app-github')).toBe(
      'error: has no entitlement ent-nothing. Correct apps[].fields[].entitlements.',
    );
    expect(checks.get('app app-none')).toMatch(
      /^error: its resource team\/none cannot be read: not-found/,
    );
  });

  it('reports wrong clocks', async () => {
    const checks = await found({ now: () => new Date(Date.now() + 600_000) });
    for (const clock of ['Slack clock', 'governance clock', 'database clock']) {
      expect(checks.get(clock)).toMatch(/^error: differs by (599|600|601) s .*NTP/);
    }
  });
});
