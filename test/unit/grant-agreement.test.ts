import { describe, expect, it } from 'vitest';
import { disagreementsOf } from '../../src/domain/grant-agreement.ts';
import { taskAnswer } from '../../src/governance/endpoints.ts';
import { taskSnapshot } from '../../src/governance/snapshot/task-snapshot.ts';
import { grantAnswer, grantAnswerWith } from '../support/governance-fixtures.ts';

const ordered = {
  appId: 'app-lighthouse',
  entitlementId: 'entitlement-foghorn',
  identityUserId: 'user-noor',
  requestId: 'request-7',
};

function disagreements(changes: Parameters<typeof grantAnswerWith>[0]): readonly string[] {
  const { taskView, expanded } = taskAnswer.parse(grantAnswerWith(changes));
  return disagreementsOf(taskSnapshot(taskView, expanded), ordered);
}

const { grant } = grantAnswer.taskView.task.type;
const typed = (change: object) => ({ task: { type: { grant: { ...grant, ...change } } } });
/** One part of `expanded` with other members. */
const located = (position: number, change: object) => ({
  expanded: grantAnswer.expanded.map((one, index) =>
    index === position ? { ...one, ...change } : one,
  ),
});

describe('the answer to a grant', () => {
  it('agrees with it', () => {
    expect(disagreements({})).toEqual([]);
  });

  it.each([
    ['the type names another person', typed({ identityUserId: 'user-eve' }), ['person']],
    ['the task names another person', { task: { userId: 'user-eve' } }, ['person']],
    ['the identity located is another person', located(2, { id: 'user-eve' }), ['person']],
    ['the type names another app', typed({ appId: 'app-other' }), ['app']],
    ['the app located is another one', located(0, { id: 'app-other' }), ['app']],
    [
      'the type names another entitlement',
      typed({ appEntitlementId: 'entitlement-lamp' }),
      ['entitlement'],
    ],
    [
      'the entitlement located is another one',
      located(1, { id: 'entitlement-lamp' }),
      ['entitlement'],
    ],
    ['the entitlement located is that of another app', located(1, { appId: 'app-other' }), ['app']],
    [
      'its source names another request',
      typed({ source: { requestId: 'request-8' } }),
      ['request'],
    ],
  ])('disagrees where %s', (_what, changes, parts) => {
    expect(disagreements(changes)).toEqual(parts);
  });

  it.each([
    ['no type', { task: { type: null } }],
    ['no source', typed({ source: null })],
    [
      'no person',
      { ...typed({ identityUserId: '' }), view: { identityUserPath: '', userPath: '' } },
    ],
    [
      'no paths',
      { view: { appPath: '', entitlementsPath: '', identityUserPath: null, userPath: '' } },
    ],
    ['nothing expanded', { expanded: [] }],
    ['no app of the entitlement', located(1, { appId: '' })],
  ])('agrees when it tells %s', (_what, changes) => {
    expect(disagreements(changes)).toEqual([]);
  });

  it.each([
    ['another person', 'user-eve', ['person']],
    ['that person', 'user-noor', []],
    ['nobody that is told', '', []],
  ])('is compared with the owner of its account: %s', (_whose, identityUserId, parts) => {
    const account = {
      '@type': 'type.googleapis.com/c1.api.app.v1.AppUser',
      id: 'account-1',
      identityUserId,
    };
    const expanded = [...grantAnswer.expanded, account];
    const view = { appUserPath: `$.expanded[${grantAnswer.expanded.length}]` };
    expect(disagreements({ ...typed({ appUserId: 'account-1' }), expanded, view })).toEqual(parts);
    // An account that the task does not name says nothing.
    expect(disagreements({ ...typed({ appUserId: 'account-2' }), expanded, view })).toEqual([]);
  });

  it('agrees when it is for an account of that person, whatever the account', () => {
    const ofAccount = typed({ appUserId: 'account-noor' });
    const account = {
      '@type': 'type.googleapis.com/c1.api.user.v1.User',
      id: 'user-of-account',
      displayName: 'noor-adm',
    };
    expect(
      disagreements({
        ...ofAccount,
        expanded: [...grantAnswer.expanded, account],
        view: { userPath: '$.expanded[8]' },
      }),
    ).toEqual([]);
  });
});
