/**
 * The matrix of who may do what: people x states x policies x verbs x modes. A cell is decided by
 * the one rule; tests carry it out.
 */
import {
  type ActionRight,
  type AuthorizationFacts,
  isAboutStep,
  linkReason,
  noEarlierDecisions,
} from '../../src/domain/action/authorization.ts';
import { authorize } from '../../src/domain/action/right-checks.ts';
import type { StepPolicy, TaskSnapshot } from '../../src/domain/task/task-snapshot.ts';
import {
  firstEntitlement,
  knownTaskActions,
  person,
  stepPolicy as plain,
  snapshot,
} from './samples.ts';
import { acting } from './test-settings.ts';
import { verbs } from './verbs.ts';

const people = {
  reviewer: ['ana', 'T0ACME'],
  'reviewer of another workspace': ['ana', 'T0OTHER'],
  requester: ['ben', 'T0ACME'],
  target: ['dee', 'T0ACME'],
  administrator: ['cho', 'T0ACME'],
  'somebody else': ['eve', 'T0ACME'],
} as const;
const states = {
  'at this step': {},
  'at another step': { currentStepId: 'step-2' },
  'offering nothing': { actions: [] },
  // Its step is over, and with it the step's policy.
  closed: { state: 'closed', outcome: 'granted', currentStepId: null },
} as const satisfies Readonly<Record<string, Partial<TaskSnapshot>>>;
const policies = {
  'none told': {},
  people: { stepPolicy: plain },
  'the target': { stepPolicy: { ...plain, approver: 'self' } },
  'self-approval': { stepPolicy: { ...plain, allowSelfApproval: true } },
  'distinct people': { stepPolicy: { ...plain, requireDistinctApprovers: true } },
  reasons: { stepPolicy: { ...plain, requireApprovalReason: true, requireDenialReason: true } },
  'step-up': { stepPolicy: { ...plain, needsStepUp: true } },
  'webhook or agent': { stepPolicy: { ...plain, approver: 'service' } },
  unreadable: { stepPolicy: null },
} as const satisfies Readonly<Record<string, { readonly stepPolicy?: StepPolicy | null }>>;
export const modes = {
  act: acting,
  link: { ...acting, mode: 'link' },
  'link by risk': { ...acting, linkWhen: { risk: ['risk-high'], emergency: false } },
  'link for emergencies': { ...acting, linkWhen: { risk: [], emergency: true } },
} as const;

type Named<Table> = readonly [keyof Table & string, Table[keyof Table]];
const named = <Table extends object>(table: Table): readonly Named<Table>[] =>
  Object.entries(table).flatMap(([name, one]) => (isIn(table, name) ? [[name, one] as const] : []));
const isIn = <Table extends object>(table: Table, name: string): name is keyof Table & string =>
  Object.hasOwn(table, name);

export const modeNames = named(modes).map(([name]) => name);

export interface Cell {
  readonly name: string;
  readonly verb: ActionRight;
  readonly state: keyof typeof states;
  readonly policy: keyof typeof policies;
  readonly mode: keyof typeof modes;
  readonly handle: (typeof people)[keyof typeof people][0];
  readonly teamId: string;
  readonly task: TaskSnapshot;
  readonly review: (typeof modes)[keyof typeof modes];
}

export const cells: readonly Cell[] = named(people).flatMap(([who, [handle, teamId]]) =>
  named(states).flatMap(([state, stateChange]) =>
    named(policies).flatMap(([policy, policyChange]) =>
      named(modes).flatMap(([mode, review]) =>
        verbs.map((verb) => ({
          name: [who, verb, state, policy, mode].join(', '),
          verb,
          state,
          policy,
          mode,
          handle,
          teamId,
          review,
          task: snapshot({
            actions: knownTaskActions.map((name) => `TASK_ACTION_TYPE_${name}`),
            // Everybody is named by the service: who is not to decide is kept out by the bot alone.
            stepApprovers: ['ana', 'ben', 'dee'].map((one) => person(`user-${one}`)),
            target: person('user-dee'),
            entitlements: [{ ...firstEntitlement(), riskLevel: 'risk-high' }],
            emergency: true,
            decisions: [
              {
                stepId: 'step-0',
                position: 0,
                verb: 'approve',
                identityUserId: 'user-ana',
                counts: true,
              },
            ],
            ...(state === 'closed' ? {} : policyChange),
            ...stateChange,
          }),
        })),
      ),
    ),
  ),
);

function factsOf({ verb, handle, teamId, task, review }: Cell): AuthorizationFacts {
  const isDistinct = task.stepPolicy?.requireDistinctApprovers === true;
  return {
    verb,
    person: {
      slackUserId: `U0${handle.toUpperCase()}`,
      identityUserId: `user-${handle}`,
      teamId,
      isAdministrator: handle === 'cho',
    },
    request: {
      teamId: 'T0ACME',
      requester: { slackUserId: 'U0BEN', identityUserIds: ['user-ben'] },
      target: { slackUserId: 'U0DEE', identityUserIds: ['user-dee'] },
    },
    task,
    step: isAboutStep(verb) ? { stepId: 'step-1', occurrence: '' } : null,
    reason: '',
    earlier: isDistinct
      ? { by: [{ slackUserId: null, identityUserId: 'user-ana' }], isIncomplete: false }
      : noEarlierDecisions,
    link: linkReason(review, task, { emergency: false }, new Map()),
  };
}

/**
 * What a click comes to: `allowed`, or the code of the refusal. That an approval lacks its reason
 * is said before anything is checked.
 */
export const clickedOf = (cell: Cell): string =>
  cell.verb === 'approve' && cell.task.stepPolicy?.requireApprovalReason === true
    ? 'reason-needed'
    : verdictOf(cell);

/** `allowed`, or the code of the refusal, by the rule. */
export const verdictOf = (cell: Cell): string => {
  const verdict = authorize(factsOf(cell));
  return verdict.ok ? 'allowed' : verdict.refusal.code;
};

const withoutMode: readonly ActionRight[] = ['ask', 'comment', 'reassign', 'shorten'];

/**
 * One cell of each kind: of a decision every cell; of the reviewers' other actions, in any mode; of
 * a step that is skipped, whatever the policy; of everything else, whatever the mode and the
 * policy, which the rule does not look at. Of each kind another mode and policy is taken.
 */
export function oneOfEachKind(all: readonly Cell[]): readonly Cell[] {
  const kinds = Map.groupBy(all, ({ verb, name, policy, state, mode }) => {
    if (verb === 'approve' || verb === 'deny') return name;
    const [who] = name.split(',');
    const more = withoutMode.includes(verb) ? [policy] : verb === 'skip-step' ? [mode] : [];
    return [who, verb, state, ...more].join();
  });
  return [...kinds.values()].flatMap((kind, index) => kind[(index * 7) % kind.length] ?? []);
}
