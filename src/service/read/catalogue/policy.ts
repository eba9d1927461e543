/** Long because each kind of policy step has its own shape, in both spellings. */
import { z } from 'zod';
import type { IdentityPerson } from '../../../domain/people/identity-person.ts';
import {
  type OtherStep,
  type PastDecision,
  type StepPolicy,
  stepOccurrence,
  type TaskSnapshot,
} from '../../../domain/task/task-snapshot.ts';
import { word } from '../../client/wire/wire-fields.ts';
import { type KnownPeople, personIn } from '../people/read-people.ts';
import { readStepDeadline } from '../task/read-step-deadline.ts';
import { readFormQuestions } from './form-questions.ts';

const ids = z.array(z.string()).catch([]);
const members = z.record(z.string(), z.unknown());
type Members = z.output<typeof members>;

/**
 * A step of a policy (docs/spec/deployments.md#policy-and-steps). Its approval may be there once
 * more inside, with the configuration.
 */
const lenientMembers = members.optional().catch(undefined);
const step = z.object({
  id: word,
  policyGenerationId: word,
  approval: lenientMembers,
  accept: lenientMembers,
  reject: lenientMembers,
});
type Step = z.output<typeof step>;

/** An empty list may be null (docs/spec/deployments.md#types); one that cannot be read is not empty. */
const history = z
  .array(step)
  .nullable()
  .transform((steps) => steps ?? []);

/** `Task.policy`, which the interface does not describe: what cannot be read counts as not told. */
const policy = z
  .object({
    current: lenientMembers,
    history: history.optional().catch(undefined),
    next: z.array(step).catch([]),
  })
  .catch({ next: [] });

type PolicyFacts = Pick<
  TaskSnapshot,
  | 'currentStepId'
  | 'approvalStep'
  | 'stepOccurrence'
  | 'stepDeadline'
  | 'stepPolicy'
  | 'decisions'
  | 'otherStep'
  | 'handedOver'
>;

/**
 * What a task's policy says of its current step and of those before.
 * @param people who are told for the current step, whatever it is
 */
export function stepPolicyOf(
  task: {
    readonly policy?: unknown;
    readonly form?: unknown;
    readonly processing: string;
    readonly isClosed: boolean;
  },
  people: readonly IdentityPerson[],
  known: KnownPeople,
): PolicyFacts & { readonly isReview: boolean } {
  const { current: currentStep, history, next } = policy.parse(task.policy);
  const current = step.parse(currentStep ?? {});
  const past = history ?? [];
  const counted = currentStep === undefined ? past : sinceRestart(past, current.policyGenerationId);
  const doneSteps = counted.filter(
    ({ approval }) => isSet(approval?.approved) || isSet(approval?.skipped),
  ).length;
  const stepPolicy = readStepPolicy(currentStep);
  const otherStep = readOtherStep(currentStep, stepPolicy?.approver, task, people, known);
  const reviewers = otherStep === undefined ? people : [];
  const assignedAt = word.parse(current.approval?.assignedAt);
  const facts: PolicyFacts = {
    currentStepId: current.id === '' ? null : current.id,
    // Other kinds of steps are not counted, nor an approval that was passed on to somebody else.
    approvalStep:
      current.approval === undefined
        ? undefined
        : {
            number: doneSteps + 1,
            of: doneSteps + 1 + next.filter(({ approval }) => approval !== undefined).length,
          },
    stepOccurrence:
      current.id === ''
        ? undefined
        : stepOccurrence(current.policyGenerationId, past.length, assignedAt),
    stepDeadline: task.isClosed ? undefined : readStepDeadline(current.approval, known),
    stepPolicy,
    decisions: history?.flatMap((one, position) =>
      decisionsIn(one, position, counted.includes(one)),
    ),
    otherStep: task.isClosed
      ? [...counted, current].map(verdictIn).findLast((one) => one !== undefined)
      : otherStep,
    handedOver:
      reviewers.length === 0 ? undefined : readHandover(past.at(-1), current, reviewers, known),
  };
  return { ...onlyWhatIsSet(facts), isReview: otherStep === undefined };
}

/** Stored as JSON, a member that is not told is not there. */
function onlyWhatIsSet(facts: PolicyFacts): PolicyFacts {
  const setFacts = { ...facts };
  for (const [name, fact] of Object.entries(setFacts))
    if (fact === undefined) Reflect.deleteProperty(setFacts, name);
  return setFacts;
}

/** The member at a path of names; undefined where there is none. */
function at(value: unknown, path: string): unknown {
  let here = value;
  for (const name of path.split('.')) here = members.safeParse(here).data?.[name];
  return here;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A restart or another policy begins anew. */
function sinceRestart(history: readonly Step[], generation: string): readonly Step[] {
  const restarted = history.findLastIndex(({ approval }) => isSet(approval?.restarted));
  return history
    .slice(restarted + 1)
    .filter(({ policyGenerationId }) => policyGenerationId === generation);
}

/** Who approved or denied a step. */
function decisionsIn(
  { id, approval }: Step,
  position: number,
  counts: boolean,
): readonly PastDecision[] {
  const verbs = { approved: 'approve', denied: 'deny' } as const;
  return (['approved', 'denied'] as const).flatMap((how) => {
    const identityUserId = word.parse(at(approval, `${how}.userId`));
    return isSet(approval?.[how])
      ? [{ stepId: id, position, verb: verbs[how], identityUserId, counts }]
      : [];
  });
}

const people = [
  'users',
  'manager',
  'group',
  'appOwners',
  'entitlementOwners',
  'resourceOwners',
  'expression',
] as const;
const kinds: ReadonlyMap<string, StepPolicy['approver']> = new Map([
  ...people.map((kind) => [kind, 'people'] as const),
  ['self', 'self'],
  ['webhook', 'service'],
  ['agent', 'service'],
]);
/**
 * Objects of an approval that are no approver kind: what it is at now, how it ended, its
 * escalation.
 */
const otherObjects =
  /^(?:escalation|escalationInstance|approval|approved|denied|reassigned|restarted|reassignedByError|skipped)$/;
/** What a step has whatever its kind. */
const ofEveryStep = /^(?:id|policyGenerationId|state)$/;

const flag = z.boolean().nullish();
const rules = z.object({
  allowSelfApproval: flag,
  requireDistinctApprovers: flag,
  requireApprovalReason: flag,
  requireDenialReason: flag,
  requiresStepUpProviderId: z.string().nullish(),
  allowReassignment: flag,
  allowedReassignees: z.array(z.string()).nullish(),
});
/**
 * The service's rules that begin like this one are kept by the bot, or need no keeping: a
 * reassignment always takes a reason.
 */
const keptRules = new Set([...Object.keys(rules.shape), 'requireReassignmentReason']);
const isUnknownRule = ([name, value]: readonly [string, unknown]) =>
  /^requires?[A-Z]/.test(name) && !keptRules.has(name) && Boolean(value);

/**
 * The rules of the current step. Undefined where the service tells of none; null where it tells
 * something that is not understood in whole, for a rule that is overlooked would not be kept. The
 * configuration may stand right in the approval, or once more under `approval`.
 */
function readStepPolicy(current: Members = {}): StepPolicy | null | undefined {
  const kindsOfStep = Object.keys(current).filter(
    (key) => !ofEveryStep.test(key) && isSet(current[key]),
  );
  if (kindsOfStep.length === 0) return undefined;
  const instance = members.safeParse(current.approval).data;
  if (instance === undefined || kindsOfStep.length > 1) return null;
  const configuration = members.safeParse(instance.approval ?? instance).data;
  return configuration === undefined ? null : policyOf(configuration);
}

function policyOf(configuration: Members): StepPolicy | null {
  const objects = Object.entries(configuration).filter(
    ([name, member]) => members.safeParse(member).success && !otherObjects.test(name),
  );
  const [[kind, details] = ['', {}], ...more] = objects;
  const own = members.parse(details);
  const approver = kind === '' ? 'people' : kinds.get(kind);
  const common = rules.safeParse(configuration);
  const ofKind = rules.safeParse(own);
  // A kind that is named without being an object cannot be read either.
  const isOdd =
    [...kinds.keys()].some((name) => name !== kind && isSet(configuration[name])) ||
    [...Object.entries(configuration), ...Object.entries(own)].some(isUnknownRule);
  if (approver === undefined || more.length > 0 || isOdd || !common.success || !ofKind.success)
    return null;
  const either = (name: keyof z.output<typeof rules>) =>
    common.data[name] === true || ofKind.data[name] === true;
  return {
    approver,
    allowSelfApproval: ofKind.data.allowSelfApproval ?? common.data.allowSelfApproval ?? false,
    requireDistinctApprovers: either('requireDistinctApprovers'),
    requireApprovalReason: either('requireApprovalReason'),
    requireDenialReason: either('requireDenialReason'),
    needsStepUp: (common.data.requiresStepUpProviderId ?? '') !== '',
    ...reassignment(common.data),
  };
}

function reassignment({ allowReassignment, allowedReassignees }: z.output<typeof rules>) {
  if (allowReassignment === false) return { reassignTo: [] };
  return allowedReassignees?.length ? { reassignTo: allowedReassignees } : {};
}

/**
 * What the current step waits for, where it is no review by people; undefined where it is one, and
 * where the service tells no step.
 */
function readOtherStep(
  current: Members | undefined,
  approver: StepPolicy['approver'] | undefined,
  { processing, form }: { readonly processing: string; readonly form?: unknown },
  acting: readonly IdentityPerson[],
  known: KnownPeople,
): OtherStep | undefined {
  if (current === undefined) {
    return processing === 'TASK_PROCESSING_TYPE_PROCESSING' && acting.length === 0
      ? { kind: 'processing' }
      : undefined;
  }
  const isKind = (name: string) => members.safeParse(current[name]).success;
  if (isKind('approval')) return approver === 'service' ? { kind: 'decided-elsewhere' } : undefined;
  if (isKind('form')) {
    const own = readFormQuestions(innermostForm(current));
    const { questions, inConsole } = own.questions.length > 0 ? own : readFormQuestions(form);
    return {
      kind: 'form',
      people: acting,
      questions,
      inConsole: inConsole || questions.length === 0,
    };
  }
  if (isKind('wait')) {
    const until = word.parse(at(current, 'wait.untilTime.untilTime'));
    const what = word.parse(at(current, 'wait.name'));
    return { kind: 'wait', until: Number.isNaN(Date.parse(until)) ? null : until, what };
  }
  const byHand = at(current, manualPolicy);
  if (isSet(byHand)) {
    const named = ['assignee.users.userIds', 'userIds'].flatMap((path) =>
      ids.parse(at(byHand, path)),
    );
    const assigned = [...new Set(named)].filter((id) => id !== '').map((id) => personIn(known, id));
    return { kind: 'set-up-by-hand', people: acting.length > 0 ? acting : assigned };
  }
  if (isKind('provision')) {
    const isElsewhere = /WEBHOOK|EXTERNAL_TICKET/.test(word.parse(at(current, 'provision.state')));
    return { kind: isElsewhere ? 'set-up-elsewhere' : 'set-up' };
  }
  if (isKind('action')) return { kind: 'automation' };
  const verdict = verdictIn(step.parse(current));
  if (verdict !== undefined) return verdict;
  // Without anything that says of what kind it is, the people of the step review it, as on tenants
  // that tell no kinds.
  return acting.length > 0 || !Object.keys(current).some(isKind) ? undefined : { kind: 'unknown' };
}

/** How people set up by hand what was approved; empty where the policy does not tell. */
export function setUpInstructions(task: { readonly policy?: unknown }): string {
  return word.parse(at(task.policy, `current.${manualPolicy}.instructions`));
}

/** What a policy decides without people. */
function verdictIn({ accept, reject }: Pick<Step, 'accept' | 'reject'>): OtherStep | undefined {
  if (reject !== undefined) return { kind: 'rejected', said: word.parse(reject.rejectMessage) };
  return accept && { kind: 'accepted', said: word.parse(accept.acceptMessage) };
}

/** A form stands in its step under `form.form`, and there once more under `form`. */
function innermostForm(value: unknown): unknown {
  const inner = at(value, 'form');
  return members.safeParse(inner).success ? innermostForm(inner) : value;
}

const manualPolicy = 'provision.provision.provisionPolicy.manual';

/** Whose review an approval may hand to a delegate. */
const assignees = ['users.userIds', 'manager.assignedUserIds', 'expression.assignedUserIds'];

/**
 * Who had the current review before `reviewers`: the person who passed it on as the last thing that
 * happened, or the one person whom the policy assigned and whose delegate decides. Undefined where
 * neither is told.
 */
function readHandover(
  last: Step | undefined,
  { approval }: Step,
  reviewers: readonly IdentityPerson[],
  known: KnownPeople,
): TaskSnapshot['handedOver'] {
  const passedOnBy = word.parse(at(last, 'approval.reassigned.userId'));
  if (passedOnBy !== '') return { from: personIn(known, passedOnBy) };
  if (at(approval, 'approval.allowDelegation') !== true) return undefined;
  const assigneeIds = assignees.flatMap((path) => ids.parse(at(approval, `approval.${path}`)));
  const [absent, ...more] = assigneeIds.filter((id) => !reviewers.some((one) => one.id === id));
  return absent === undefined || more.length > 0 ? undefined : { from: personIn(known, absent) };
}
