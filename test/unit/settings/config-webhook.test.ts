import { describe, expect, it } from 'vitest';
import { accessRefusal, minimalAccess, readAccess } from '../../support/access-file-in-memory.ts';

const operations = 'governance: { operations: [entitlementHolders, userRead] }\n';
const app = (webhook: string) => `apps:\n  - id: app-github\n    webhook: ${webhook}\n`;
const group = '{ group: { appId: app-okta, entitlementId: ent-leads } }';

describe('the setting for the people who answer delivered steps', () => {
  it('is a list of the service or named people; an app replaces only what it names', () => {
    const text = `${operations}${app('{ reviewers: manager, fallback: [U0CHO, U0CHO] }')}webhook: { reviewers: { people: [U0ANA] }, setUpBy: ${group}, fallback: [U0DEE] }\n`;
    const read = readAccess(text);
    const setUpBy = [{ kind: 'group', appId: 'app-okta', entitlementId: 'ent-leads' }];
    expect(read.ok ? read.value : read.refusal).toMatchObject({
      apps: [{ webhook: { reviewers: [{ kind: 'manager' }], setUpBy, fallback: ['U0CHO'] } }],
      webhook: { reviewers: [{ kind: 'people', people: ['U0ANA'] }], setUpBy, fallback: ['U0DEE'] },
    });
  });

  it.each([
    {
      choice: 'owner',
      says: 'webhook.reviewers is "owner"; did you mean owners? Or write settings: group, people.',
    },
    {
      choice: '{}',
      says: 'webhook.reviewers names nobody; write exactly one of owners, manager, group and people, or a list like [owners, manager].',
    },
    {
      choice: '{ manager: true, people: [U0ANA] }',
      says: 'webhook.reviewers names several; write exactly one of owners, manager, group and people, or a list like [owners, manager].',
    },
    {
      choice: '{ people: [ana@acme.example] }',
      says: 'webhook.reviewers.people[0] is "ana@acme.example"; write the member id of a person in Slack',
    },
    {
      choice: '{ people: [] }',
      says: 'webhook.reviewers.people is an empty list; write a list like [U0ANA].',
    },
    {
      choice: '{ group: { appId: app-okta } }',
      says: 'webhook.reviewers.group.entitlementId is missing; write the id of the entitlement whose holders decide.',
    },
  ])('is refused with its place when it is written as $choice', ({ choice, says }) => {
    expect(accessRefusal(`${operations}${app(`{ reviewers: ${choice} }`)}`)).toContain(
      `apps[0].${says}`,
    );
    const general = `${minimalAccess}${operations}webhook: { reviewers: ${choice} }\n`;
    expect(accessRefusal(general)).toContain(says);
  });

  it('combines sources in a list, and a list of one is that one', () => {
    const text = `${minimalAccess}${operations}webhook: { reviewers: [owners, manager, { people: [U0ANA] }], setUpBy: [manager] }\n`;
    const read = readAccess(text);
    expect(read.ok ? read.value.webhook : read.refusal).toMatchObject({
      reviewers: [
        { kind: 'owners', of: 'resource' },
        { kind: 'manager' },
        { kind: 'people', people: ['U0ANA'] },
      ],
      setUpBy: [{ kind: 'manager' }],
    });
  });

  it.each([
    ['[owners, boss]', 'webhook.reviewers[1] is "boss"; write one of owners, manager.'],
    ['[]', 'webhook.reviewers is an empty list; write'],
    [
      '[owners, { people: [ana] }]',
      'webhook.reviewers[1].people[0] is "ana"; write the member id of a person in Slack',
    ],
  ])('names the source of the list %s that is wrong', (choice, says) => {
    const text = `${minimalAccess}${operations}webhook: { reviewers: ${choice} }\n`;
    expect(accessRefusal(text)).toContain(says);
  });

  it('needs the operations of every source of a list, each named once', () => {
    expect(
      accessRefusal(`${minimalAccess}webhook: { reviewers: [owners, manager, manager] }\n`),
    ).toContain(
      'webhook.reviewers cannot be read without userRead or userSearch in governance.operations',
    );
  });

  it('is only the owners in one role when that is written', () => {
    const general = 'webhook: { reviewers: { owners: { role: approver } }, setUpBy: owners }\n';
    const read = readAccess(`${minimalAccess}${general}`);
    expect(read.ok ? read.value.webhook : read.refusal).toMatchObject({
      reviewers: [{ kind: 'owners', of: 'resource', role: 'approver' }],
      setUpBy: [{ kind: 'owners', of: 'resource' }],
    });
    const empty = `${minimalAccess}webhook: { reviewers: { owners: { role: "" } } }\n`;
    expect(accessRefusal(empty)).toContain(
      'webhook.reviewers.owners.role is empty; write the role',
    );
  });

  it('is the owners of the entitlement or of the app when that is written', () => {
    const has = 'governance: { operations: [entitlementOwnerIds, appOwnerIds, userRead] }\n';
    const general =
      'webhook: { reviewers: { owners: { of: entitlement, role: approver } }, setUpBy: { owners: { of: app } } }\n';
    const read = readAccess(`${minimalAccess}${has}${general}`);
    expect(read.ok ? read.value.webhook : read.refusal).toMatchObject({
      reviewers: [{ kind: 'owners', of: 'entitlement', role: 'approver' }],
      setUpBy: [{ kind: 'owners', of: 'app' }],
    });
    const inRole = 'webhook: { reviewers: { owners: { of: app, role: approver } } }\n';
    expect(accessRefusal(`${minimalAccess}${has}${inRole}`)).toContain(
      'webhook.reviewers.owners.role cannot be chosen for owners of the app; leave it out.',
    );
    expect(accessRefusal(`${minimalAccess}${general}`)).toContain(
      'webhook.reviewers cannot be read without entitlementOwnerIds and userRead or userSearch in governance.operations',
    );
    expect(accessRefusal(`${minimalAccess}${general}`)).toContain(
      'webhook.setUpBy cannot be read without appOwnerIds and userRead or userSearch in governance.operations',
    );
  });

  it('cannot be a list that the bot has no operation to read', () => {
    expect(accessRefusal(`${minimalAccess}webhook: { setUpBy: ${group} }\n`)).toContain(
      'webhook.setUpBy cannot be read without entitlementHolders in governance.operations; add what the tenant has, or choose owners or people.',
    );
    for (const manager of ['manager', '{ manager: true }'])
      expect(accessRefusal(app(`{ reviewers: ${manager} }`))).toContain(
        'apps[0].webhook.reviewers cannot be read without userRead or userSearch',
      );
  });

  it('has no empty fallback', () => {
    expect(accessRefusal(app('{ fallback: [] }'))).toContain(
      'apps[0].webhook.fallback is an empty list; write admins, or a list like [U0ANA].',
    );
  });

  it('names the administrators as a fallback, also where the general one is people', () => {
    const text = `${app('{ fallback: admins }')}webhook: { fallback: [U0DEE] }\n`;
    const read = readAccess(text);
    expect(read.ok ? read.value : read.refusal).toMatchObject({
      apps: [{ webhook: { fallback: null } }],
      webhook: { fallback: ['U0DEE'] },
    });
    const general = readAccess(`${minimalAccess}webhook: { fallback: admins }\n`);
    expect(general.ok ? general.value.webhook.fallback : general.refusal).toBeNull();
  });

  it('names the entry of a fallback that is wrong, and no other word than admins', () => {
    expect(accessRefusal(`${minimalAccess}webhook: { fallback: [U0ANA, ana] }\n`)).toContain(
      'access.yaml:2:30: webhook.fallback[1] is "ana"; write the member id of a person in Slack',
    );
    expect(accessRefusal(`${minimalAccess}webhook: { fallback: admin }\n`)).toContain(
      'webhook.fallback is "admin"; write admins, or a list like [U0ANA].',
    );
  });
});
