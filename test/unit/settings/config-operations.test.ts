import { describe, expect, it } from 'vitest';
import { accessRefusal, minimalAccess, readAccess } from '../../support/access-file-in-memory.ts';

const governanceOf = (text: string) => {
  const read = readAccess(`${minimalAccess}${text}`);
  return read.ok ? read.value.governance : read.refusal;
};
const mistakes = (text: string) => accessRefusal(`${minimalAccess}${text}`).split('\n');

describe('governance.operations', () => {
  it('is a list that says everything, or nothing at all', () => {
    expect(governanceOf('governance: { operations: [taskRead, taskActions] }\n')).toEqual({
      operations: ['taskRead', 'taskActions'],
      queryCase: 'both',
      credential: { servicePrincipal: null, id: null, expires: null },
      taskUrl: null,
    });
    expect(governanceOf('')).toMatchObject({ operations: [] });
    expect(governanceOf('')).not.toHaveProperty('auto');
  });

  it('is auto, with what gives power allowed by a word, and what is not there said', () => {
    const text = 'governance: { operations: auto, allow: [taskActions], without: [grantsFeed] }\n';
    expect(governanceOf(text)).toMatchObject({
      operations: ['taskActions'],
      auto: { without: ['grantsFeed'] },
    });
    expect(governanceOf('governance: { operations: auto }\n')).toMatchObject({
      operations: [],
      auto: { without: [] },
    });
  });

  it('lets nothing be allowed but what gives power', () => {
    expect(mistakes('governance: { operations: auto, allow: [userRead] }\n')).toEqual([
      'access.yaml:2:41: governance.allow[0] is "userRead"; write one of taskActions, taskRevoke.',
    ]);
  });

  it('says what to write in the place of another word', () => {
    expect(mistakes('governance: { operations: all }\n')).toEqual([
      'access.yaml:2:27: governance.operations is "all"; write auto, or a list like [taskRead, taskSearch].',
    ]);
    expect(mistakes('governance: { operations: [auto] }\n')).toEqual([
      'access.yaml:2:28: governance.operations[0] is "auto"; write one of taskRead, taskSearch, taskActions, taskAudit, taskRevoke, userSearch, userRead, appList, entitlementSearch, whoAmI, riskLevels, grantsFeed, userGrants, grantSearch, userAccounts, requestSchemas, requestSettings, catalogs, entitlementConfigurationRules, accessRequestDefaults, policyRead, entitlementHolders, entitlementOwnerIds, appOwnerIds, executionSearch, roleSuggestionSearch.',
    ]);
  });

  it('has no words beside a list, and none against another', () => {
    expect(
      mistakes(
        'governance: { operations: [taskRead], allow: [taskActions], without: [userRead] }\n',
      ),
    ).toEqual([
      'access.yaml:2:39: governance.allow counts only with operations: auto; write that, or leave it out.',
      'access.yaml:2:61: governance.without counts only with operations: auto; write that, or leave it out.',
    ]);
    expect(
      mistakes('governance: { operations: auto, allow: [taskActions], without: [taskActions] }\n'),
    ).toEqual([
      'access.yaml:2:65: governance.without[0] stands in governance.allow, too; keep one.',
    ]);
  });
});

describe('settings that need an operation, with auto', () => {
  const auto = 'governance: { operations: auto }\n';

  it.each([
    'identity: { order: [userSearch, owners] }\n',
    'offer: all\n',
    'webhook: { reviewers: { group: { appId: app-github, entitlementId: ent-1 } } }\n',
    'webhook: { reviewers: manager }\n',
  ])('do not end the start: whether %j can be done is found out', (text) => {
    expect(readAccess(`${minimalAccess}${auto}${text}`)).toMatchObject({ ok: true });
  });

  it('end it where the operator says that it is not there', () => {
    const without = (one: string) => `governance: { operations: auto, without: [${one}] }\n`;
    expect(mistakes(`${without('userSearch')}identity: { order: [userSearch, owners] }\n`)).toEqual(
      [
        'access.yaml:3:21: identity.order[0] is userSearch, which is not there; take it out of governance.without, or leave it out.',
      ],
    );
    expect(mistakes(`${without('appList')}offer: all\n`)).toEqual([
      'access.yaml:3:8: offer is all, which needs appList; take it out of governance.without.',
    ]);
    expect(accessRefusal(without('appList'))).toContain(
      'take appList out of governance.without to offer all',
    );
  });

  it('ask userSearch by default, unless the operator says that it is not there', () => {
    const sources = (text: string) => {
      const read = readAccess(`${minimalAccess}${text}`);
      return read.ok ? read.value.identity.sources : read.refusal;
    };
    expect(sources(auto)).toEqual(['userSearch', 'owners']);
    expect(sources('governance: { operations: auto, without: [userSearch] }\n')).toEqual([
      'owners',
    ]);
  });
});
