import { describe, expect, it } from 'vitest';
import { accessRefusal, minimalAccess, readAccess } from '../../support/access-file-in-memory.ts';
import {
  defaultLimits,
  defaultWebhook,
  otherApps,
  waiting,
  withoutAgents,
} from '../../support/test-settings.ts';

const full = `governance:
  operations: [taskRead, taskSearch, taskActions, userSearch]   # optional operations the tenant has; default: none
  queryCase: snake
  taskUrl: https://acme.example/task/{numericId}
apps:
  - id: app-github                # appId
    name: GitHub
    channel: C0REVIEWS            # where its cards go
    resources: [{ resourceTypeId: team, resourceId: platform }]
    durations: [4h, 90m, 1d, 7d, 24h]
    confidential: true
    fields:
      - { id: ticket, label: Ticket, type: text, required: true, hint: Like CHG-1., entitlements: [ent-1, ent-1] }
      - { id: stage, label: Stage, type: choice, options: [staging, production] }
identity:
  directory: people.yaml
  order: [slackProfileField, directory]
  profileField: Xf0ABC
  cache: 5m
  unconfirmedEmail: allow
channels: { allowShared: [C0HARBOUR] }
review: { mode: link, linkWhen: { risk: [high, level-7], emergency: true }, expireAfter: 90m }
emergency: { channel: C0INCIDENTS, onCall: S0ONCALL, durations: [30m] }
agents: { enabled: true, url: 'https://bot.acme.example/', tokens: refuse, tokensLast: 7d }
retention: { requests: 100d, audit: 7d }
admins: [U0ADMIN]
language: de
limits: { clicks: 30/1m, refusals: off, emergencies: 3 / 90m }
`;
const people = '- { email: Ana@acme.example, identityUserId: user-ana }\n';
describe('a right file', () => {
  it('calls an app by its id when it has no other name', () => {
    const read = readAccess('apps: [{ id: app-payroll, confidential: true }]\n');
    expect(read).toMatchObject({
      ok: true,
      value: {
        offer: 'listed',
        otherApps,
        apps: [{ name: 'app-payroll', confidential: true }],
      },
    });
  });

  it('becomes settings in seconds and ids, each duration once, in ascending order', () => {
    expect(readAccess(full, { 'people.yaml': people })).toEqual({
      ok: true,
      value: {
        offer: 'listed',
        otherApps,
        language: 'de',
        apps: [
          {
            id: 'app-github',
            name: 'GitHub',
            channel: 'C0REVIEWS',
            tasks: 'bot',
            confidential: true,
            resources: [{ resourceTypeId: 'team', resourceId: 'platform' }],
            durationsSeconds: [5_400, 14_400, 86_400, 604_800],
            fields: [
              {
                id: 'ticket',
                label: 'Ticket',
                type: 'text',
                required: true,
                hint: 'Like CHG-1.',
                options: [],
                entitlements: ['ent-1'],
              },
              {
                id: 'stage',
                label: 'Stage',
                type: 'choice',
                required: false,
                hint: null,
                options: ['staging', 'production'],
                entitlements: null,
              },
            ],
            reminders: null,
            escalation: null,
            webhook: null,
          },
        ],
        governance: {
          operations: ['taskRead', 'taskSearch', 'taskActions', 'userSearch'],
          queryCase: 'snake',
          credential: { expires: null },
          taskUrl: 'https://acme.example/task/{numericId}',
        },
        channels: { allowShared: ['C0HARBOUR'] },
        limits: {
          ...defaultLimits,
          clicks: { most: 30, windowSeconds: 60 },
          refusals: { most: Number.POSITIVE_INFINITY, windowSeconds: 1 },
          emergencies: { most: 3, windowSeconds: 5_400 },
        },
        review: {
          mode: 'link',
          linkWhen: { risk: ['high', 'level-7'], emergency: true },
          expireAfterSeconds: 5_400,
        },
        webhook: defaultWebhook,
        emergency: { channel: 'C0INCIDENTS', onCall: 'S0ONCALL', durationsSeconds: [1_800] },
        identity: {
          sources: ['slackProfileField', 'directory'],
          profileField: 'Xf0ABC',
          cacheSeconds: 300,
          unconfirmedEmail: 'allow',
          unknownStatus: 'refuse',
        },
        directory: new Map([['ana@acme.example', { id: 'user-ana' }]]),
        ...waiting,
        escalation: null,
        agents: {
          enabled: true,
          url: 'https://bot.acme.example',
          tokens: 'refuse',
          tokensLastSeconds: 604_800,
        },
        retention: { requestsSeconds: 8_640_000, noticesSeconds: 2_592_000, auditSeconds: 604_800 },
        admins: ['U0ADMIN'],
      },
    });
  });

  it('offers all apps of the tenant without apps, or where offer says so', () => {
    const discovery = 'governance: { operations: [appList, entitlementSearch] }\n';
    const offerOf = (text: string) => {
      const read = readAccess(text);
      return read.ok ? [read.value.offer, read.value.apps.length] : read.refusal;
    };
    expect(offerOf(discovery)).toEqual(['all', 0]);
    expect(offerOf(`${discovery}${minimalAccess}`)).toEqual(['listed', 1]);
    expect(offerOf(`${discovery}${minimalAccess}offer: all\n`)).toEqual(['all', 1]);
  });

  it('does not offer all without the operations that read them', () => {
    const half = 'governance: { operations: [appList] }\n';
    expect(accessRefusal(half)).toContain(
      'apps is missing; write a list with at least one app, or',
    );
    expect(accessRefusal(`${half}${minimalAccess}offer: all\n`)).toBe(
      'access.yaml:3:8: offer is all, which needs entitlementSearch in governance.operations.',
    );
    const both = 'governance: { operations: [appList, entitlementSearch] }\n';
    expect(accessRefusal(`${both}offer: listed\n`)).toContain('or leave out offer.');
  });

  it('needs only an app: the rest has defaults, and empty settings count as missing', () => {
    const defaults = {
      ok: true,
      value: {
        offer: 'listed',
        otherApps,
        language: 'en',
        apps: [
          {
            id: 'app-github',
            name: 'GitHub',
            channel: null,
            tasks: 'bot',
            confidential: false,
            resources: [],
            durationsSeconds: [3_600, 14_400, 86_400, 604_800],
            fields: [],
            reminders: null,
            escalation: null,
            webhook: null,
          },
        ],
        governance: {
          operations: [],
          queryCase: 'both',
          taskUrl: null,
          credential: { expires: null },
        },
        channels: { allowShared: [] },
        limits: defaultLimits,
        review: {
          mode: 'act',
          linkWhen: { risk: [], emergency: false },
          expireAfterSeconds: 3_600,
        },
        webhook: defaultWebhook,
        emergency: { channel: null, onCall: null, durationsSeconds: [3_600, 14_400] },
        identity: {
          sources: ['owners'],
          profileField: null,
          cacheSeconds: 600,
          unconfirmedEmail: 'refuse',
          unknownStatus: 'refuse',
        },
        directory: new Map(),
        ...waiting,
        escalation: null,
        agents: withoutAgents,
        retention: { requestsSeconds: 34_560_000, noticesSeconds: 2_592_000, auditSeconds: null },
        admins: [],
      },
    };
    expect(readAccess(minimalAccess)).toEqual(defaults);
    const hollow = `${minimalAccess}governance:\nidentity:\n  directory:\n  order:\n  profileField:\n  cache:\nreview:\n  mode:\nemergency:\n  onCall:\n  durations:\nadmins:\nlanguage:\n`;
    expect(readAccess(hollow)).toEqual(defaults);
  });

  it('may use anchors', () => {
    const text = `apps:
  - { id: a, name: A, durations: &short [1h] }
  - { id: b, name: B, durations: *short }
`;
    expect(readAccess(text)).toMatchObject({
      ok: true,
      value: { apps: [{}, { durationsSeconds: [3_600] }] },
    });
  });
});

describe('the directory file', () => {
  const text = `${minimalAccess}identity: { directory: people.yaml }\n`;

  it('has its mistakes named under its own file name, together with those of access.yaml', () => {
    const directory = `- { email: ana@acme.example, identityUserId: user-ana }
- { email: ANA@acme.example, identityUserId: user-other }
- { email: ben, identityUserId: user-ana }
- { mail: chen@acme.example, identityUserId: 7 }
`;
    expect(
      accessRefusal(`${text}admins: [ana]\n`, { 'people.yaml': directory }).split('\n'),
    ).toEqual([
      expect.stringContaining('access.yaml:3:10: admins[0]'),
      'people.yaml:3:12: [2].email is "ben"; write the person’s email address, like ana@acme.example.',
      'people.yaml:4:3: [3].email is missing; write the person’s email address, like ana@acme.example.',
      'people.yaml:4:46: [3].identityUserId is 7; write the id of the person’s identity user in the governance service.',
      'people.yaml:4:5: [3].mail is not a setting; the settings here are: email, identityUserId. If a later version of the bot knows it, take it out for this one.',
      'people.yaml:2:12: [1].email stands in [0] already; keep one of the two.',
      'people.yaml:3:33: [2].identityUserId stands in [0] already; keep one of the two.',
    ]);
  });

  it('compares addresses exactly, except for the case of A to Z', () => {
    // U+212A, the Kelvin sign, which Unicode folds into k.
    const directory = `- { email: kim@acme.example, identityUserId: user-kim }
- { email: \u212Aim@acme.example, identityUserId: user-other }
`;
    const mistakes = accessRefusal(text, { 'people.yaml': directory });
    expect(mistakes).toContain('people.yaml:2:12: [1].email is "\u212Aim@acme.example"; write');
    expect(mistakes).not.toContain('stands in [0] already');
  });

  it('must be a list, and valid YAML', () => {
    expect(accessRefusal(text, { 'people.yaml': 'ana: user-ana' })).toContain(
      'people.yaml:1:1: the file is a group of settings',
    );
    expect(accessRefusal(text, { 'people.yaml': '' })).toContain(
      'people.yaml:1:1: the file is empty; write a list of people',
    );
    expect(accessRefusal(text, { 'people.yaml': '[' })).toContain(
      'people.yaml:1:2: this is not valid YAML',
    );
  });
});
