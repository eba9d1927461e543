/** Long because each edge of the one rule has its line. */
import { describe, expect, it } from 'vitest';
import {
  type ActionRight,
  type AuthorizationFacts,
  isAboutStep,
  linkReason,
  noEarlierDecisions,
  type RiskNames,
} from '../../../src/domain/action/authorization.ts';
import { authorize } from '../../../src/domain/action/right-checks.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import {
  closedSnapshot,
  firstEntitlement,
  person,
  snapshot,
  stepPolicy,
} from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';

const ana = {
  slackUserId: 'U0ANA',
  identityUserId: 'user-ana',
  teamId: 'T0ACME',
  isAdministrator: false,
};
const offered = (...names: readonly string[]) => names.map((name) => `TASK_ACTION_TYPE_${name}`);

/** What Ana is told, who reviews Ben's request. */
function refusal(
  verb: ActionRight,
  task: Partial<TaskSnapshot> = {},
  change: Partial<AuthorizationFacts> = {},
): object | 'allowed' {
  const verdict = authorize({
    verb,
    person: ana,
    request: {
      teamId: 'T0ACME',
      requester: { slackUserId: 'U0BEN', identityUserIds: ['user-ben'] },
      target: { slackUserId: 'U0BEN', identityUserIds: ['user-ben'] },
    },
    task: snapshot({ stepPolicy, ...task }),
    step: null,
    reason: '',
    earlier: noEarlierDecisions,
    link: null,
    ...change,
  });
  return verdict.ok ? 'allowed' : verdict.refusal;
}

describe('the edges of the rule', () => {
  it('allows a comment on a closed task, and nothing else', () => {
    const closed = closedSnapshot({
      actions: offered('COMMENT', 'APPROVE'),
      stepApprovers: [person('user-ana')],
    });
    expect(refusal('comment', closed)).toBe('allowed');
    expect(refusal('ask', closed)).toEqual({ code: 'closed' });
  });

  it('lets the holder give access back after the task was closed', () => {
    const ben = { ...ana, slackUserId: 'U0BEN', identityUserId: 'user-ben' };
    const closed = closedSnapshot({ outcome: 'granted' });
    expect(refusal('give-back', closed, { person: ben })).toBe('allowed');
    expect(refusal('withdraw', closed, { person: ben })).toEqual({ code: 'closed' });
  });

  it('asks nobody for reviewers where none are needed, although they are not told', () => {
    const ben = { ...ana, slackUserId: 'U0BEN', identityUserId: 'user-ben' };
    const untold = ['reviewers'] as const;
    const task = { stepApprovers: [], untold, actions: offered('CLOSE', 'COMMENT') };
    expect(refusal('comment', task, { person: ben })).toBe('allowed');
    expect(refusal('comment', task)).toEqual({ code: 'unclear' });
  });

  it('lets only those who were asked set access up, and names them', () => {
    const otherStep = { kind: 'set-up-by-hand', people: [person('user-ana')] } as const;
    const task = { otherStep, actions: offered('MARK_DONE', 'APPROVE', 'ERRORED', 'COMPLETE') };
    const chen = { ...ana, slackUserId: 'U0CHO', identityUserId: 'user-cho' };
    for (const verb of ['set-up', 'cannot-set-up'] as const) {
      expect(refusal(verb, task)).not.toMatchObject({ code: 'not-reviewer' });
      expect(refusal(verb, task, { person: chen })).toEqual({
        code: 'not-reviewer',
        reviewers: ['Ana'],
      });
      expect(refusal(verb, { ...task, otherStep: { ...otherStep, people: [] } })).toEqual({
        code: 'not-reviewer',
        reviewers: [],
      });
      // A form is filled in by its people; that asks nobody to set anything up.
      const form = { kind: 'form', people: [person('user-ana')], questions: [], inConsole: false };
      expect(refusal(verb, { ...task, otherStep: { ...form, kind: 'form' } })).toEqual({
        code: 'not-reviewer',
        reviewers: [],
      });
    }
  });

  it('lets those who were asked fill in a form, beside the requester', () => {
    const people = [person('user-ana')];
    const form = { kind: 'form', people, questions: [], inConsole: false } as const;
    const chen = { ...ana, slackUserId: 'U0CHO', identityUserId: 'user-cho' };
    expect(refusal('fill-in', { otherStep: form })).not.toEqual({ code: 'not-yours' });
    expect(refusal('fill-in', { otherStep: form }, { person: chen })).toEqual({
      code: 'not-yours',
    });
    expect(refusal('fill-in', { otherStep: { kind: 'set-up-by-hand', people } })).toEqual({
      code: 'not-yours',
    });
  });

  it('offers a denial only where the service does, whatever an approval takes', () => {
    expect(refusal('deny', { actions: offered('APPROVE_WITH_STEP_UP') })).toEqual({
      code: 'not-offered',
    });
  });

  it('wants a reason for the decision that the policy names, and for nothing else', () => {
    const policy = { ...stepPolicy, requireDenialReason: true };
    expect(refusal('comment', { stepPolicy: policy })).toBe('allowed');
    expect(refusal('approve', { stepPolicy: policy })).toBe('allowed');
    expect(refusal('deny', { stepPolicy: policy })).toEqual({ code: 'reason-needed' });
  });

  it('compares the step only for verbs that name one', () => {
    expect(refusal('shorten', { actions: offered('UPDATE_GRANT_DURATION') })).toBe('allowed');
    const seen = { step: { stepId: 'step-0', occurrence: '' } };
    expect(refusal('approve', {}, seen)).toEqual({ code: 'step-moved-on' });
    expect([isAboutStep('approve'), isAboutStep('comment')]).toEqual([true, false]);
  });

  it('leaves a reassignment to the console while the policy is not known', () => {
    const actions = offered('REASSIGN', 'APPROVE', 'COMMENT');
    expect(refusal('reassign', { actions, stepPolicy: null })).toEqual({
      code: 'policy',
    });
    expect(refusal('ask', { actions, stepPolicy: null })).toBe('allowed');
  });

  it('offers no reassignment when the policy names nobody for it', () => {
    const actions = offered('REASSIGN', 'COMMENT');
    const toNobody = { ...stepPolicy, reassignTo: [] };
    expect(refusal('reassign', { actions, stepPolicy: toNobody })).toEqual({ code: 'not-offered' });
    expect(refusal('ask', { actions, stepPolicy: toNobody })).toBe('allowed');
    expect(refusal('reassign', { actions })).toBe('allowed');
  });
});

describe('a task that may be the person’s own', () => {
  const nobody = { slackUserId: null, identityUserIds: [] };
  const ben = { slackUserId: 'U0BEN', identityUserIds: ['user-ben'] };
  const { createdBy: _, ...madeByUnknown } = snapshot({ stepPolicy });
  type Party = AuthorizationFacts['request']['requester'];
  const approving = (requester: Party, target: Party, task: TaskSnapshot) =>
    refusal('approve', {}, { request: { teamId: 'T0ACME', requester, target }, task });
  const unclear = { code: 'unclear' };

  it('is decided in the console where nothing tells whom the access is for', () => {
    const task = snapshot({ stepPolicy, target: null });
    expect(approving(ben, nobody, task)).toEqual(unclear);
    expect(approving(ben, { ...nobody, slackUserId: 'U0DEE' }, task)).toBe('allowed');
    expect(approving(ben, { ...nobody, identityUserIds: ['user-dee'] }, task)).toBe('allowed');
    expect(approving(ben, nobody, { ...task, accountId: 'account-1' })).toBe('allowed');
    expect(approving(ben, nobody, snapshot({ stepPolicy }))).toBe('allowed');
  });

  it('is decided in the console where nothing tells who requested it', () => {
    expect(approving(nobody, ben, madeByUnknown)).toEqual(unclear);
    expect(approving({ ...nobody, slackUserId: 'U0DEE' }, ben, madeByUnknown)).toBe('allowed');
    expect(approving({ ...nobody, identityUserIds: ['user-dee'] }, ben, madeByUnknown)).toBe(
      'allowed',
    );
    expect(approving(nobody, ben, snapshot({ stepPolicy }))).toBe('allowed');
  });

  it('can be denied here all the same, because a denial gives nobody access', () => {
    const denying = (requester: Party, target: Party, task: TaskSnapshot) =>
      refusal('deny', {}, { request: { teamId: 'T0ACME', requester, target }, task });
    expect(denying(ben, nobody, snapshot({ stepPolicy, target: null }))).toBe('allowed');
    expect(denying(nobody, ben, madeByUnknown)).toBe('allowed');
  });

  it('is not own because the service names somebody as its maker who only sent it', () => {
    const task = snapshot({ stepPolicy, createdBy: { id: 'user-ana' } });
    expect(approving(ben, ben, task)).toBe('allowed');
  });

  it('is decided here where its rules allow one’s own', () => {
    const task = snapshot({ stepPolicy: { ...stepPolicy, allowSelfApproval: true }, target: null });
    expect(approving(ben, nobody, task)).toBe('allowed');
  });

  it.each([
    'PROFILE_MEMBERSHIP_AUTOMATION',
    'PROFILE_MEMBERSHIP',
    'AUTOMATION',
    'ACCESS_REVIEW',
    'TIME_REVOKE',
    'NON_USAGE_REVOKE',
    'CASCADE_DELETE',
  ])('is nobody’s request where a rule of the service made it: %s', (origin) => {
    const task = { ...madeByUnknown, origin: `TASK_ORIGIN_${origin}` };
    expect(approving(nobody, ben, task)).toBe('allowed');
  });
});

describe('a step that was handed to the bot', () => {
  const delivered = {
    kind: 'approval',
    receivedAt: '2026-03-02T12:00:00Z',
    deniedAt: null,
  } as const;
  const ben = { ...ana, slackUserId: 'U0BEN', identityUserId: 'user-ben' };

  it('ends with a withdrawal, whatever the service offers; nothing else does', () => {
    expect(refusal('withdraw', { delivered, actions: [] }, { person: ben })).toBe('allowed');
    expect(refusal('withdraw', { actions: [] }, { person: ben })).toEqual({ code: 'not-offered' });
    expect(refusal('ask', { delivered, actions: [] })).toEqual({ code: 'not-offered' });
  });

  it('is decided in Slack, whatever else the operator sends to the console', () => {
    const review = { ...testSettings().review, mode: 'link' } as const;
    const task = { emergency: true, entitlements: [], delivered };
    expect(linkReason(review, task, { emergency: true }, 'unreadable')).toBeNull();
  });
});

describe('why decisions are links', () => {
  const names: RiskNames = new Map([['r-1', ' High ']]);
  const none: RiskNames = new Map();
  const { review } = testSettings();
  const reason = (
    { mode = 'act', risk = [], emergency = false }: Partial<typeof review.linkWhen & typeof review>,
    task: { readonly emergency: boolean; readonly levels: readonly (string | null)[] },
    known: RiskNames,
    request = { emergency: false },
  ) =>
    linkReason(
      { ...review, mode, linkWhen: { emergency, risk } },
      {
        emergency: task.emergency,
        entitlements: task.levels.map((riskLevel) => ({ ...firstEntitlement(), riskLevel })),
      },
      request,
      known,
    );

  it('is the mode, whatever the task is', () => {
    expect(reason({ mode: 'link' }, { emergency: false, levels: [''] }, none)).toBe('mode');
  });

  it.each([
    [true, true, false, 'emergency'],
    [true, false, true, 'emergency'],
    [true, false, false, null],
    [false, true, true, null],
  ])(
    'is an emergency: listed %s, of the task %s, of the request %s',
    (isListed, ofTask, ofRequest, why) => {
      const task = { emergency: ofTask, levels: ['r-1'] };
      expect(reason({ emergency: isListed }, task, names, { emergency: ofRequest })).toBe(why);
    },
  );

  it.each<[readonly (string | null)[], readonly string[], RiskNames, 'risk' | null]>([
    [['r-1'], ['high'], names, 'risk'],
    [['r-1'], ['HIGH '], names, 'risk'],
    [['r-1'], ['r-1'], none, 'risk'],
    [['r-2', 'r-1'], ['high'], names, 'risk'],
    [['r-2'], ['high'], names, null],
    [['risk-high'], ['high'], none, 'risk'],
    [['Risk_Level-high'], ['high'], names, 'risk'],
    [['risklevel high'], ['high'], names, 'risk'],
    [['risk--high'], ['high'], names, 'risk'],
    [['asterisk-high'], ['high'], names, null],
    [['xrisk-high'], ['xhigh'], names, null],
    [['risk-'], ['risk-'], names, 'risk'],
    [['', ''], ['high'], names, null],
    [[''], ['high'], 'unreadable', null],
    [[null], ['high'], names, 'risk'],
    [[], ['high'], names, 'risk'],
    // Where the names cannot be read, any risk may be the listed one.
    [['r-2'], ['high'], 'unreadable', 'risk'],
    [[null], [], 'unreadable', null],
    // An id that has no word is no match for what was left empty.
    [['r-9'], [''], names, null],
  ])('is the risk %j where %j are listed, of %o: %s', (levels, risk, known, why) => {
    expect(reason({ risk }, { emergency: false, levels }, known)).toBe(why);
  });
});
