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
      credential: { expires: null },
      taskUrl: null,
    });
    expect(governanceOf('')).toMatchObject({ operations: [] });
  });

  it('says what to write in the place of another word', () => {
    expect(mistakes('governance: { operations: all }\n')).toEqual([
      'access.yaml:2:27: governance.operations is "all"; write a list of what the tenant has, like [taskRead, taskSearch]; npm run setup finds it out.',
    ]);
    expect(mistakes('governance: { operations: [auto] }\n')).toEqual([
      'access.yaml:2:28: governance.operations[0] is "auto"; write one of taskRead, taskSearch, taskActions, taskAudit, taskRevoke, userSearch, userRead, appList, entitlementSearch, whoAmI, riskLevels, grantsFeed, userGrants, grantSearch, userAccounts, requestSchemas, requestSettings, catalogs, entitlementConfigurationRules, accessRequestDefaults, policyRead, entitlementHolders, entitlementOwnerIds, appOwnerIds.',
    ]);
  });

  it('is no longer auto, and says what to write instead', () => {
    const [words = '', ...others] = mistakes(
      'governance: { operations: auto, allow: [taskActions], without: [userRead] }\n',
    );
    expect(words).toMatch(
      /operations is "auto", which is gone: write operations: \[taskRead, .*\]/,
    );
    expect(words.split(']')[0]).not.toContain('taskRevoke');
    expect(others).toEqual([
      expect.stringMatching(/governance.allow is gone/),
      expect.stringMatching(/governance.without is gone/),
    ]);
  });
});
