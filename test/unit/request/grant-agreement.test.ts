import { describe, expect, it } from 'vitest';
import {
  disagreementsOf,
  foreignPart,
  withForeignPerson,
} from '../../../src/domain/request/granted-by-task.ts';
import { taskAnswer } from '../../../src/service/client/endpoints.ts';
import { taskSnapshot } from '../../../src/service/read/task/read-task-snapshot.ts';
import { grantAnswer, grantAnswerWith } from '../../support/governance-fixtures.ts';
import { firstEntitlement, person, snapshot } from '../../support/samples.ts';

const ordered = {
  appId: 'app-lighthouse',
  entitlementId: 'entitlement-foghorn',
  identityUserId: 'user-noor',
  requestId: 'request-7',
  account: null,
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
  ])('disagrees when %s', (_what, changes, parts) => {
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

describe('a task as the bot reads it', () => {
  const asked = {
    appId: 'app-github',
    entitlementId: firstEntitlement().id,
    identityUserId: 'user-ben',
    requestId: 'request-1',
    account: { id: 'account-1', name: 'ben-admin' },
  };
  const other = { ...firstEntitlement(), appId: 'app-vault', id: 'ent-admin' };

  it.each([
    ['is what was asked for', {}, []],
    ['is for another person', { target: person('user-eve') }, ['person']],
    ['names no person', { target: null }, []],
    ['is about another app', { appId: 'app-vault' }, ['app']],
    ['names no app', { appId: '' }, []],
    ['has another entitlement of another app', { entitlements: [other] }, ['app', 'entitlement']],
    [
      'has another entitlement, of no named app',
      { entitlements: [{ ...other, appId: '' }] },
      ['entitlement'],
    ],
    ['has no entitlement', { entitlements: [] }, []],
    ['has another account', { accountId: 'account-2' }, ['account']],
    ['has the account', { accountId: 'account-1' }, []],
    ['contradicts itself', { contradictions: ['request'] as const }, ['request']],
  ])('differs by what it %s', (_what, change, parts) => {
    expect(disagreementsOf(snapshot(change), asked)).toEqual(parts);
  });

  it.each([
    ['user-ben', person('user-ben'), false],
    ['user-ben', person('user-eve'), true],
    ['user-ben', null, false],
    [null, person('user-eve'), false],
  ])('of %s for %j is for another person: %s', (identityUserId, target, expected) => {
    const part = foreignPart({ target }, { identityUserId, account: null });
    expect(part === 'person').toBe(expected);
  });

  it('of another account than was picked is for another account', () => {
    const request = { identityUserId: 'user-ben', account: { id: 'account-1', name: 'ben-admin' } };
    expect(foreignPart({ target: null, accountId: 'account-2' }, request)).toBe('account');
    expect(foreignPart({ target: null }, request)).toBeNull();
    const any = { ...request, account: null };
    expect(foreignPart({ target: null, accountId: 'account-2' }, any)).toBeNull();
  });

  it('names the foreign person among what else is unclear, in the order of the parts', () => {
    const task = snapshot({ target: person('user-eve'), contradictions: ['request'] });
    const told = withForeignPerson(task, { identityUserId: 'user-ben', account: null });
    expect(told).toEqual({ ...task, contradictions: ['person', 'request'] });
    const clear = snapshot({ target: person('user-eve') });
    expect(
      withForeignPerson(clear, { identityUserId: 'user-ben', account: null }).contradictions,
    ).toEqual(['person']);
    expect(withForeignPerson(task, { identityUserId: 'user-eve', account: null })).toBe(task);
  });
});
