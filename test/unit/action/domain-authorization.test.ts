/** Long because every person, verb and rule of the one function that decides has its line. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ActionRight,
  type AuthorizationFacts,
  isShown,
  namedReviewers,
  noEarlierDecisions,
} from '../../../src/domain/action/authorization.ts';
import { authorize } from '../../../src/domain/action/right-checks.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import {
  closedSnapshot,
  knownTaskActions,
  stepPolicy as lenient,
  person,
  snapshot,
} from '../../support/samples.ts';
import { verbs } from '../../support/verbs.ts';

const everyAction = knownTaskActions.map((name) => `TASK_ACTION_TYPE_${name}`);

const account = (handle: string, isAdministrator = false) => ({
  slackUserId: `U0${handle.toUpperCase()}`,
  identityUserId: `user-${handle}`,
  teamId: 'T0ACME',
  isAdministrator,
});
const people = {
  reviewer: account('ana'),
  requester: account('ben'),
  target: account('dee'),
  administrator: account('hana', true),
  stranger: account('sven'),
};
type Who = keyof typeof people;

function facts(
  verb: ActionRight,
  who: Who,
  task: Partial<TaskSnapshot> = {},
  change: Partial<AuthorizationFacts> = {},
): AuthorizationFacts {
  return {
    verb,
    person: people[who],
    request: {
      teamId: 'T0ACME',
      requester: { slackUserId: 'U0BEN', identityUserIds: ['user-ben'] },
      target: { slackUserId: 'U0DEE', identityUserIds: ['user-dee'] },
    },
    task: snapshot({ actions: everyAction, target: person('user-dee'), ...task }),
    step: { stepId: 'step-1', occurrence: '' },
    reason: '',
    earlier: noEarlierDecisions,
    link: null,
    ...change,
  };
}
const said = (given: AuthorizationFacts) => {
  const verdict = authorize(given);
  return verdict.ok ? 'allowed' : verdict.refusal.code;
};

describe('the authorization of actions', () => {
  const reviewers = {
    reviewer: 'allowed',
    requester: 'own-request',
    target: 'own-request',
    administrator: 'not-reviewer',
    stranger: 'not-reviewer',
  };
  const parties = {
    reviewer: 'not-yours',
    requester: 'allowed',
    target: 'allowed',
    administrator: 'not-yours',
    stranger: 'not-yours',
  };
  const administrators = {
    reviewer: 'not-administrator',
    requester: 'not-administrator',
    target: 'not-administrator',
    administrator: 'allowed',
    stranger: 'not-administrator',
  };
  const table: Readonly<Record<ActionRight, Readonly<Record<Who, string>>>> = {
    approve: reviewers,
    deny: reviewers,
    ask: reviewers,
    reassign: reviewers,
    shorten: reviewers,
    comment: { ...reviewers, requester: 'allowed', target: 'allowed' },
    'fill-in': parties,
    withdraw: parties,
    escalate: parties,
    // Nobody is asked to set it up.
    'set-up': { ...reviewers, reviewer: 'not-reviewer' },
    'cannot-set-up': { ...reviewers, reviewer: 'not-reviewer' },
    'skip-step': administrators,
    restart: administrators,
    close: administrators,
    'retry-provisioning': administrators,
    'give-back': {
      reviewer: 'not-yours',
      requester: 'not-yours',
      target: 'allowed',
      administrator: 'allowed',
      stranger: 'not-yours',
    },
  };
  it.each(verbs)('%s', (verb) => {
    const found = Object.fromEntries(
      (Object.keys(people) as Who[]).map((who) => [who, said(facts(verb, who))]),
    );
    expect(found).toEqual(table[verb]);
  });

  it('shows the button only to people it may concern', () => {
    const shownTo = (verb: ActionRight, who: Who) =>
      isShown(verb, {
        isReviewer: who === 'reviewer',
        isParty: who === 'requester' || who === 'target',
        isAdministrator: who === 'administrator',
      });
    const allowed = verbs.flatMap((verb) =>
      (Object.keys(people) as Who[]).flatMap((who) =>
        said(facts(verb, who)) === 'allowed' ? [{ verb, who }] : [],
      ),
    );
    expect(allowed.filter(({ verb, who }) => !shownTo(verb, who))).toEqual([]);
    expect(allowed.length).toBeGreaterThan(15);
    expect(verbs.filter((verb) => shownTo(verb, 'stranger'))).toEqual([
      'fill-in',
      'set-up',
      'cannot-set-up',
      'give-back',
    ]);
    expect(shownTo('restart', 'reviewer')).toBe(false);
    expect(isShown('restart', { isReviewer: false, isParty: true, isAdministrator: true })).toBe(
      false,
    );
  });

  it.each(['skip-step', 'restart', 'close', 'retry-provisioning'] as const)(
    'administrators do not %s what they asked for or are to have',
    (verb) => {
      const hana = { slackUserId: 'U0HANA', identityUserIds: ['user-hana'] };
      const request = facts(verb, 'administrator').request;
      // Even where its reviewers may decide on a request of their own.
      const stepPolicy = { ...lenient, allowSelfApproval: true };
      for (const own of [{ requester: hana }, { target: hana }]) {
        const change = { request: { ...request, ...own } };
        expect(said(facts(verb, 'administrator', { stepPolicy }, change))).toBe('own-request');
      }
    },
  );

  it.each(['mode', 'risk', 'emergency'] as const)(
    'administrators skip a step in the console where it is decided there: %s',
    (link) => {
      expect(authorize(facts('skip-step', 'administrator', {}, { link }))).toEqual({
        ok: false,
        refusal: { code: link },
      });
      expect(said(facts('skip-step', 'administrator'))).toBe('allowed');
      expect(said(facts('retry-provisioning', 'administrator', {}, { link }))).toBe('allowed');
    },
  );

  it('only what the service offers can be done', () => {
    for (const verb of verbs.filter((one) => one !== 'give-back')) {
      for (const who of ['reviewer', 'requester', 'administrator'] as const) {
        const full = said(facts(verb, who));
        const none = said(facts(verb, who, { actions: [] }));
        expect([verb, none]).toEqual([verb, full === 'allowed' ? 'not-offered' : full]);
      }
    }
  });

  it('lets nobody from another workspace act', () => {
    for (const verb of verbs) {
      const stranger = { ...people.reviewer, teamId: 'T0OTHER' };
      expect(said(facts(verb, 'reviewer', {}, { person: stranger }))).toBe('other-workspace');
    }
  });
});

describe('the people named as reviewers', () => {
  const everybody = ['user-ana', 'user-ben', 'user-dee'];
  const request = { identityUserId: 'user-dee', requesterIdentityId: 'user-ben' };
  const target = person('user-dee');
  const own = { ...lenient, allowSelfApproval: true };
  const self = { ...lenient, approver: 'self' } as const;
  it.each([
    ['neither the requester nor the target', ['user-ana'], { target }, request],
    ['everybody where no target is told', everybody, { target: null }, null],
    ['not the target that the service tells', ['user-ana', 'user-ben'], { target }, null],
    [
      'not the target by an earlier identity',
      ['user-ana', 'user-dee'],
      { target: null },
      { identityUserId: 'user-ben', requesterIdentityId: null },
    ],
    [
      'not the requester',
      ['user-ana', 'user-dee'],
      { target: null },
      { identityUserId: null, requesterIdentityId: 'user-ben' },
    ],
    [
      'everybody where the policy allows one’s own',
      everybody,
      { target, stepPolicy: own },
      request,
    ],
    ['everybody where the target decides', everybody, { target, stepPolicy: self }, request],
  ])('are %s', (_who, named, change, of) => {
    const stepApprovers = everybody.map((id) => person(id));
    const found = namedReviewers(snapshot({ stepApprovers, ...change }), of);
    expect(found.map(({ id }) => id)).toEqual(named);
  });
});

describe('a decision', () => {
  it.each([
    ['closed', closedSnapshot({ currentStepId: 'step-1', stepApprovers: [person('user-ana')] })],
    ['step-moved-on', snapshot({ currentStepId: 'step-2' })],
    ['step-moved-on', snapshot({ currentStepId: null })],
  ] as const)('is refused as %s', (kind, task) => {
    expect(said(facts('approve', 'reviewer', task))).toBe(kind);
  });

  it('lists the reviewers by name, without ids, and without the requester', () => {
    const stepApprovers = ['user-ana', 'user-ben', 'user-dee'].map((id) => person(id));
    const named = (stepPolicy: TaskSnapshot['stepPolicy']) => {
      const unnamed = person('user-9', { name: 'user-9', email: null });
      return authorize(
        facts('approve', 'stranger', { stepApprovers: [...stepApprovers, unnamed], stepPolicy }),
      );
    };
    expect(named(lenient)).toEqual({
      ok: false,
      refusal: { code: 'not-reviewer', reviewers: ['Ana'] },
    });
    const own = { ...lenient, allowSelfApproval: true };
    expect(named(own)).toMatchObject({ refusal: { reviewers: ['Ana', 'Ben', 'Dee'] } });
  });

  it('is refused when a restart reused the id of the step', () => {
    const step = { stepId: 'step-1', occurrence: 'gen/0/' };
    expect(
      said(facts('approve', 'reviewer', { stepOccurrence: 'gen/0/2026-03-02' }, { step })),
    ).toBe('allowed');
    expect(said(facts('approve', 'reviewer', { stepOccurrence: 'gen/1/' }, { step }))).toBe(
      'step-moved-on',
    );
    expect(said(facts('approve', 'reviewer', { stepOccurrence: 'gen-2/0/' }, { step }))).toBe(
      'step-moved-on',
    );
  });

  it('is refused on one’s own request by Slack id alone, and by identity alone', () => {
    const approving = (change: Partial<AuthorizationFacts['person']>) =>
      said(facts('approve', 'reviewer', {}, { person: { ...people.reviewer, ...change } }));
    expect(approving({ slackUserId: 'U0BEN' })).toBe('own-request');
    expect(approving({ identityUserId: 'user-ben' })).toBe('own-request');
    const asDee = { person: { ...people.stranger, identityUserId: 'user-dee' } };
    expect(said(facts('approve', 'stranger', { stepApprovers: [person('user-dee')] }, asDee))).toBe(
      'own-request',
    );
    // Whom the service has it for, whatever the bot knows.
    expect(said(facts('approve', 'reviewer', { target: person('user-ana') }))).toBe('own-request');
  });

  it.each([{ approver: 'self' }, { allowSelfApproval: true }] as const)(
    'on one’s own request is allowed by %j, to reviewers',
    (policy) => {
      const stepPolicy = { ...lenient, ...policy };
      expect(
        said(facts('approve', 'target', { stepPolicy, stepApprovers: [person('user-dee')] })),
      ).toBe('allowed');
      expect(said(facts('approve', 'target', { stepPolicy }))).toBe('not-reviewer');
    },
  );

  it.each([
    ['webhook or agent', { stepPolicy: { ...lenient, approver: 'service' } }, {}, 'policy'],
    ['unknown rules', { stepPolicy: null }, {}, 'policy'],
    ['unknown rules', { stepPolicy: null }, { verb: 'deny' }, 'policy'],
    ['a provider of step-up', { stepPolicy: { ...lenient, needsStepUp: true } }, {}, 'step-up'],
    ['approval with step-up alone', { actions: ['APPROVE_WITH_STEP_UP', 'DENY'] }, {}, 'step-up'],
    ['a listed risk', {}, { link: 'risk' }, 'risk'],
    ['a listed risk', {}, { link: 'risk', verb: 'deny' }, 'risk'],
    ['mode: link', {}, { link: 'mode' }, 'mode'],
    [
      'earlier decisions of nobody knows whom',
      { stepPolicy: { ...lenient, requireDistinctApprovers: true } },
      { earlier: { by: [], isIncomplete: true } },
      'policy',
    ],
  ] as const)('is made in the console: %s', (_why, task, change, why) => {
    expect(authorize(facts('approve', 'reviewer', task, change))).toEqual({
      ok: false,
      refusal: { code: why },
    });
  });

  it.each([
    ['the person', { contradictions: ['person'] }],
    ['the app', { contradictions: ['app', 'entitlement'] }],
    ['the entitlement', { contradictions: ['entitlement'] }],
    ['a time that cannot be read', { hasUnreadableDuration: true }],
  ] as const)('is approved in the console alone when the answer is unclear: %s', (_what, task) => {
    const refusal = { code: 'unclear' };
    expect(authorize(facts('approve', 'reviewer', task))).toEqual({ ok: false, refusal });
    expect(said(facts('deny', 'reviewer', task))).toBe('allowed');
  });

  it('needs no step-up to deny', () => {
    const stepPolicy = { ...lenient, needsStepUp: true };
    expect(said(facts('deny', 'reviewer', { stepPolicy }))).toBe('allowed');
  });

  it.each([
    { slackUserId: 'U0ANA', identityUserId: 'user-old' },
    { slackUserId: null, identityUserId: 'user-ana' },
  ])('is refused to %j after an earlier decision when the policy wants distinct people', (one) => {
    const earlier = { by: [one], isIncomplete: false };
    const stepPolicy = { ...lenient, requireDistinctApprovers: true };
    expect(said(facts('approve', 'reviewer', { stepPolicy }, { earlier }))).toBe('decided-before');
    expect(said(facts('approve', 'reviewer', { stepPolicy: lenient }, { earlier }))).toBe(
      'allowed',
    );
    const byCho = { slackUserId: 'U0CHO', identityUserId: 'user-cho' };
    const others = { by: [byCho], isIncomplete: false };
    expect(said(facts('approve', 'reviewer', { stepPolicy }, { earlier: others }))).toBe('allowed');
  });

  it.each([
    ['approve', { requireApprovalReason: true }],
    ['deny', { requireDenialReason: true }],
  ] as const)('%s needs a reason when the policy wants one', (verb, rule) => {
    const stepPolicy = { ...lenient, ...rule };
    for (const reason of ['  ', '\u200B\u2060', '\u202E']) {
      expect(said(facts(verb, 'reviewer', { stepPolicy }, { reason }))).toBe('reason-needed');
    }
    expect(said(facts(verb, 'reviewer', { stepPolicy }, { reason: '👍' }))).toBe('allowed');
  });

  it('is allowed only to a reviewer of an open task’s current step who did not ask for it', () => {
    const ids = fc.constantFrom('user-ana', 'user-ben', 'user-cho', 'user-dee');
    const anyTask = fc.record({
      state: fc.constantFrom('open', 'closed', 'odd'),
      currentStepId: fc.option(fc.constantFrom('step-1', 'step-2')),
      target: fc.option(ids.map((id) => person(id))),
      stepApprovers: fc.array(ids.map((id) => person(id))),
      actions: fc.subarray([
        'TASK_ACTION_TYPE_APPROVE',
        'TASK_ACTION_TYPE_DENY',
        'TASK_ACTION_TYPE_CLOSE',
      ]),
    });
    fc.assert(
      fc.property(
        anyTask,
        ids,
        fc.constantFrom('approve', 'deny'),
        (task, identityUserId, verb) => {
          const given = facts(verb, 'reviewer', task, {
            person: { ...people.stranger, identityUserId },
            request: {
              teamId: 'T0ACME',
              requester: { slackUserId: 'U0BEN', identityUserIds: ['user-ben'] },
              target: {
                slackUserId: 'U0BEN',
                identityUserIds: task.target === null ? [] : [task.target.id],
              },
            },
          });
          // What is neither open nor closed may be denied: that gives nothing.
          const isOpen = verb === 'deny' ? task.state !== 'closed' : task.state === 'open';
          const may =
            isOpen &&
            task.currentStepId === 'step-1' &&
            identityUserId !== task.target?.id &&
            identityUserId !== 'user-ben' &&
            task.stepApprovers.some((one) => one.id === identityUserId) &&
            task.actions.includes(`TASK_ACTION_TYPE_${verb.toUpperCase()}`);
          expect(authorize(given).ok).toBe(may);
        },
      ),
    );
  });
});
