/** Long because every part of a task comes in shapes that nobody published. */
import { describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { taskAnswer, taskView } from '../../../src/service/client/endpoints.ts';
import { taskSnapshot } from '../../../src/service/read/task/read-task-snapshot.ts';
import { grantAnswer, grantAnswerWith } from '../../support/governance-fixtures.ts';

function snapshotOf(answer: unknown): TaskSnapshot {
  const { taskView, expanded } = taskAnswer.parse(answer);
  return taskSnapshot(taskView, expanded);
}

function snapshotWith(changes: Parameters<typeof grantAnswerWith>[0]): TaskSnapshot {
  return snapshotOf(grantAnswerWith(changes));
}

const type = 'type.googleapis.com/c1.api.user.v1.User';
const liam = {
  '@type': type,
  id: 'user-liam',
  displayName: 'Liam O’Connor',
  email: 'liam@acme.example',
};
const oskar = { '@type': type, id: 'user-oskar', displayName: 'Oskar Ek', email: '' };
const people = [
  { id: 'user-liam', name: 'Liam O’Connor', email: 'liam@acme.example' },
  { id: 'user-oskar', name: 'Oskar Ek', email: null },
];
const approversType = { '@type': 'type.googleapis.com/c1.api.task.v1.StepApproverUsers' };

describe('the reviewers of the current step', () => {
  it.each([
    ['one User', [liam], people.slice(0, 1)],
    ['several Users', [liam, oskar], people, '$.expanded[0,1]'],
    ['a list of Users', [[liam, oskar]], people],
    [
      'an object with Users in an array member',
      [{ ...approversType, users: [liam, oskar] }],
      people,
    ],
    [
      'an object with Users in a member of another name',
      [{ ...approversType, stepApprovers: [liam, oskar] }],
      people,
    ],
    [
      'an object with Users in views',
      [{ ...approversType, users: [{ user: liam }, { user: oskar }] }],
      people,
    ],
    ['Users without a type', [{ users: [{ ...liam, '@type': undefined }] }], people.slice(0, 1)],
    [
      'an object with user ids',
      [{ ...approversType, userIds: ['user-liam', 'user-oskar'] }, liam, oskar],
      people,
    ],
    [
      'an object with user ids that nobody explains',
      [{ ...approversType, stepApproverIds: ['user-x'] }],
      [{ id: 'user-x', name: 'user-x', email: null }],
    ],
    [
      'a User without a type, never their manager',
      [{ id: 'user-liam', managerIds: ['user-boss'], users: null }],
      [],
    ],
    ['an object with nothing in it', [approversType], []],
    ['a number', [7], []],
    ['null', [null], []],
  ])('are read from %s', (_, expanded, expected, stepApproversPath = '$.expanded[0]') => {
    const read = snapshotWith({
      expanded,
      view: { stepApproversPath },
      task: { stepApproverIds: [] },
    });
    expect(read.stepApprovers).toEqual(expected);
  });

  it.each([null, '', '$.expanded[99]', 'nonsense', '$.expanded[0].nothing'])(
    'fall back to the ids, joined with the Users in expanded, when the path is %j',
    (stepApproversPath) => {
      const read = snapshotWith({ expanded: [approversType, liam], view: { stepApproversPath } });
      expect(read.stepApprovers).toEqual([
        people[0],
        { id: 'user-oskar', name: 'user-oskar', email: null },
      ]);
    },
  );

  it('say which person a substitute stands in for', () => {
    const delegating = { ...liam, delegatedUserId: 'user-oskar' };
    const read = snapshotWith({
      expanded: [[delegating, oskar]],
      view: { stepApproversPath: '$.expanded[0]' },
    });
    expect(read.stepApprovers).toEqual([{ ...people[0], isDelegated: true }, people[1]]);
  });

  it('are only those with the given ids, with any path', () => {
    const expanded = [
      { ...approversType, users: [liam, oskar], history: [{ ...liam, id: 'user-ben' }] },
    ];
    const read = snapshotWith({ expanded, view: { stepApproversPath: '$.expanded[0]' } });
    expect(read.stepApprovers.map((person) => person.id)).toEqual(['user-liam', 'user-oskar']);
  });

  it('can be three hundred', () => {
    const users = Array.from({ length: 300 }, (_, index) => ({ ...liam, id: `user-${index}` }));
    const read = snapshotWith({
      expanded: [{ users }],
      view: { stepApproversPath: '$.expanded[0]' },
      task: { stepApproverIds: null },
    });
    expect(read.stepApprovers).toHaveLength(300);
  });
});

describe('values that the interface does not list', () => {
  it('are kept as they are', () => {
    const task = {
      state: 'TASK_STATE_PAUSED',
      origin: 'TASK_ORIGIN_CARRIER_PIGEON',
      recommendation: 'INSIGHT_RECOMMENDATION_SLEEP_ON_IT',
      type: { grant: { outcome: 'GRANT_OUTCOME_POSTPONED' } },
    };
    expect(snapshotWith({ task })).toMatchObject({
      state: 'TASK_STATE_PAUSED',
      origin: 'TASK_ORIGIN_CARRIER_PIGEON',
      recommendation: 'sleep_on_it',
      outcome: 'GRANT_OUTCOME_POSTPONED',
    });
  });

  it.each([
    ['GRANT_OUTCOME_UNSPECIFIED', 'none'],
    ['GRANT_OUTCOME_GRANTED', 'granted'],
    ['GRANT_OUTCOME_DENIED', 'denied'],
    ['GRANT_OUTCOME_ERROR', 'error'],
    ['GRANT_OUTCOME_CANCELLED', 'cancelled'],
    ['GRANT_OUTCOME_WAIT_TIMED_OUT', 'wait-timed-out'],
  ])('stand beside known ones: %s is %s', (outcome, expected) => {
    expect(snapshotWith({ task: { type: { grant: { outcome } } } }).outcome).toBe(expected);
  });

  it('do not end a task: only the state closes it', () => {
    const task = { state: 'TASK_STATE_OPEN', type: { grant: { outcome: 'GRANT_OUTCOME_ERROR' } } };
    expect(snapshotWith({ task })).toMatchObject({ state: 'open', outcome: 'error' });
  });
});

describe('the approval that a task is at', () => {
  const stepOf = (policy: unknown) => snapshotWith({ task: { policy } }).approvalStep;
  const current = { id: 'step-2', policyGenerationId: 'g1', approval: { approval: { users: {} } } };
  const past = (outcome: string, policyGenerationId = 'g1') => ({
    id: 'step-1',
    policyGenerationId,
    approval: { approval: {}, [outcome]: { userId: 'user-ana' } },
  });
  const provision = { id: 'step-p', policyGenerationId: 'g1', provision: {} };

  it.each([
    ['the only one', { current, history: [], next: [] }, { number: 1, of: 1 }],
    [
      'the first of two',
      { current, history: [], next: [{ approval: {} }, { provision: {} }] },
      { number: 1, of: 2 },
    ],
    [
      'the second of three',
      { current, history: [past('approved')], next: [{ approval: {} }] },
      { number: 2, of: 3 },
    ],
    [
      'one after a step that was skipped',
      { current, history: [past('skipped'), provision] },
      { number: 2, of: 2 },
    ],
    [
      'one that was passed on',
      { current, history: [past('reassigned')], next: null },
      { number: 1, of: 1 },
    ],
    [
      'one after a restart',
      { current, history: [past('approved'), past('restarted')] },
      { number: 1, of: 1 },
    ],
    [
      'one of another policy',
      { current, history: [past('approved', 'g0')], next: [] },
      { number: 1, of: 1 },
    ],
  ])('is %s', (_, policy, expected) => {
    expect(stepOf(policy)).toEqual(expected);
  });

  it.each([
    ['the access is being set up', { current: provision, history: [past('approved')], next: [] }],
    ['the task is over', { current: null, history: [past('approved')], next: [] }],
    ['the policy has another shape', ['x']],
  ])('is left out when %s', (_, policy) => {
    expect(stepOf(policy)).toBeUndefined();
  });
});

describe('malformed parts of an answer', () => {
  it('in expanded lose names, never the task', () => {
    const expanded = [7, 'x', null, [], {}, { '@type': 5 }, { '@type': type, id: 9 }, [[['deep']]]];
    expect(snapshotWith({ expanded })).toMatchObject({
      id: 'task-foghorn',
      appName: 'app-lighthouse',
      target: { name: 'user-noor' },
      entitlements: [{ id: 'entitlement-foghorn', name: 'entitlement-foghorn' }],
      stepApprovers: [{ name: 'user-liam' }, { name: 'user-oskar' }],
      insights: [],
      lastUsedAt: null,
    });
  });

  const untyped = { sourceRequestId: null, grantDurationSeconds: null, outcome: 'none' };
  it.each([
    ['a type of odd shape', { type: 'grant' }, untyped],
    ['a type of another kind', { type: { revoke: { appId: 'x' } } }, untyped],
    ['a policy of odd shape', { policy: ['x'] }, { currentStepId: null }],
    ['a policy without a step', { policy: { current: null } }, { currentStepId: null }],
    ['a date that is none', { type: { grant: { outcomeTime: 'yesterday' } } }, { outcomeAt: null }],
  ])('such as %s count as absent', (_, task, expected) => {
    expect(snapshotWith({ task })).toMatchObject(expected);
  });
});

it('a risk is not believed of another entitlement than the one that the task is about', () => {
  const task = {
    type: { grant: { appId: 'app-lighthouse', appEntitlementId: 'entitlement-lamp' } },
  };
  const read = snapshotWith({ task });
  expect(read.entitlements).toMatchObject([
    { id: 'entitlement-foghorn', name: 'Foghorn operator', riskLevel: null },
  ]);
});

describe('names', () => {
  it('that are blank are replaced by the id', () => {
    const expanded = grantAnswer.expanded.map((one) => ({ ...one, displayName: ' ' }));
    const read = snapshotWith({ expanded });
    expect([read.target?.name, read.entitlements[0]?.name]).toEqual([
      'user-noor',
      'entitlement-foghorn',
    ]);
  });

  it('of the app come from the view’s path, even if the task’s type names no app', () => {
    const read = snapshotWith({ task: { type: { certify: {} } } });
    expect([read.appId, read.appName]).toEqual(['app-lighthouse', 'Lighthouse Control']);
  });
});

describe('the decisions so far', () => {
  const past = (id: string, how: string, userId: unknown, policyGenerationId = 'g1') => ({
    id,
    policyGenerationId,
    approval: { approval: {}, [how]: { userId } },
  });
  const read = (
    history: unknown,
    current: unknown = { id: 'step-2', policyGenerationId: 'g1', approval: {} },
  ) => snapshotWith({ task: { policy: { current, history } } });

  it('name the people who made them, and leave out those before a restart', () => {
    const history = [
      past('s1', 'approved', 'user-ana'),
      past('s2', 'restarted', 'x'),
      past('s1', 'approved', 'user-cho'),
    ];
    expect(read(history).decisions).toEqual([
      { stepId: 's1', position: 0, verb: 'approve', identityUserId: 'user-ana', counts: false },
      { stepId: 's1', position: 2, verb: 'approve', identityUserId: 'user-cho', counts: true },
    ]);
  });

  it('are by an unknown person when the service names none', () => {
    expect(read([past('s1', 'denied', 7)]).decisions).toEqual([
      { stepId: 's1', position: 0, verb: 'deny', identityUserId: '', counts: true },
    ]);
  });

  it('are not told when the history is missing or of another shape', () => {
    for (const history of [undefined, 'x', ['x']]) expect(read(history).decisions).toBeUndefined();
  });

  it('are none when the list is null, as deployments spell an empty one', () => {
    expect(read(null).decisions).toEqual([]);
  });

  it('distinguish a step from an earlier one with the same id', () => {
    const current = {
      id: 's1',
      policyGenerationId: 'g1',
      approval: { assignedAt: '2026-03-02T12:00:00Z' },
    };
    expect(read([], current).stepOccurrence).toBe('g1/0/2026-03-02T12:00:00Z');
    expect(read([past('s1', 'restarted', 'x')], current).stepOccurrence).toBe(
      'g1/1/2026-03-02T12:00:00Z',
    );
    expect(read([], { ...current, approval: { assignedAt: null } }).stepOccurrence).toBe('g1/0/');
    expect(read([], null).stepOccurrence).toBeUndefined();
  });
});

it.each([
  ['P1Y', true],
  ['-3600s', true],
  ['315576000001s', true],
  [3600, true],
  ['8760h0m0s', undefined],
  ['', undefined],
  [null, undefined],
])(
  'a grant for the time %j is unreadable: %j, and then not permanent',
  (grantDuration, isUnreadable) => {
    const grant = { appId: 'app-1', appEntitlementId: 'ent-1', grantDuration };
    const task = taskSnapshot(taskView.parse({ task: { id: 'task-1', type: { grant } } }), []);
    expect(task.hasUnreadableDuration).toBe(isUnreadable);
    // An unreadable one is neither a time nor none.
    const told = [task.grantDurationSeconds !== null, task.isPermanent === true];
    expect(told.includes(true)).toBe(isUnreadable !== true);
  },
);
