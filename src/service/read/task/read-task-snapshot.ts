import { z } from 'zod';
import type { TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import type { TaskAnswer } from '../../client/endpoints.ts';
import { type Expanded, firstLocated, locate } from '../../client/wire/expanded.ts';
import { instantOf, parseDuration } from '../../client/wire/wire-fields.ts';
import { type AccessType, readAccessType } from '../catalogue/access-type.ts';
import { displayNameOf, readEntitlements } from '../catalogue/entitlements.ts';
import { stepPolicyOf } from '../catalogue/policy.ts';
import { atWorkIn, inactiveStatusIn, peopleAt, peopleIn, personIn } from '../people/read-people.ts';
import { contradictionsIn } from './read-contradictions.ts';
import { revokedBy, taskDetails } from './read-task-details.ts';
import { readTaskAnswers } from './task-answers.ts';

/**
 * One task of an answer in the bot's terms. Whatever `expanded` holds or lacks, there is a
 * snapshot: names fall back to ids, lists to empty, unknown enum values stay as they are.
 */
export function taskSnapshot(view: TaskAnswer['taskView'], expanded: Expanded): TaskSnapshot {
  const { task } = view;
  const grant = readAccessType(task.type);
  const everyone = peopleIn(expanded);
  const targetById = task.userId === '' ? null : personIn(everyone)(task.userId);
  const [target = targetById] = [view.identityUserPath, view.userPath].flatMap((path) =>
    peopleAt(expanded, path, everyone),
  );
  const targetStatus = target === null ? null : inactiveStatusIn(expanded, target.id);
  const targetAtWork = target === null ? null : atWorkIn(expanded, target.id, everyone);
  const createdAt = instantOf(task.createdAt);
  const state = states.get(task.state) ?? task.state;
  const people = peopleAt(expanded, view.stepApproversPath, everyone, task.stepApproverIds ?? []);
  const approvers = peopleAt(expanded, view.approversPath, everyone, task.approverIds ?? []);
  const { isReview, ...policyFacts } = stepPolicyOf(
    { ...task, isClosed: state === 'closed' },
    people,
    everyone,
  );
  const isDeleted = state !== 'closed' && instant.safeParse(task.deletedAt).success;
  const answers = readTaskAnswers(task.data, task.form);
  const appId = grant?.appId || (firstLocated(expanded, view.appPath, withId)?.id ?? '');
  const entitlements = readEntitlements(expanded, view.entitlementsPath, grant, appId);
  const contradictions = contradictionsIn({ view, expanded, grant, everyone, entitlements });
  const isEnded = isDeleted || state === 'closed';
  const untold = untoldIn(task, grant, { isEnded, people: isReview ? people : null, approvers });
  return {
    id: task.id,
    // An unset number comes as 0.
    numericId: task.numericId === '0' ? '' : task.numericId,
    state: isDeleted ? 'closed' : state,
    outcome: isDeleted ? 'deleted' : outcomeOf(grant),
    outcomeAt: instant.safeParse(grant?.outcomeTime).data ?? null,
    actions: task.actions,
    ...policyFacts,
    stepApprovers: isReview ? people : [],
    approvers,
    ...(createdAt === null ? {} : { createdAt: createdAt.toISOString() }),
    ...(task.createdByUserId === '' ? {} : { createdBy: { id: task.createdByUserId } }),
    ...(grant?.kind === 'revoke' ? takenAway({ taskView: view, expanded }, entitlements) : {}),
    target,
    ...(targetStatus === null ? {} : { targetStatus }),
    ...(targetAtWork === null ? {} : { targetAtWork }),
    ...((grant?.appUserId ?? '') === '' ? {} : { accountId: grant?.appUserId ?? '' }),
    appId,
    appName: displayNameOf(expanded, view.appPath) || appId,
    entitlements,
    ...(contradictions.length === 0 ? {} : { contradictions }),
    ...justificationIn(task.description),
    ...(answers === undefined ? {} : { answers }),
    ...periodIn(grant),
    emergency: task.emergencyAccess,
    ...(untold.length === 0 ? {} : { untold }),
    origin: task.origin,
    recommendation: recommendationOf(task.recommendation),
    insights: readInsights(expanded, view.insightsPath),
    lastUsedAt: readLastUsage(expanded, view.appUserLastUsagePath),
    sourceRequestId: grant?.source.requestId || null,
    details: taskDetails({ taskView: view, expanded }, everyone),
  };
}

/** What is taken away besides the access that the task is about. */
function takenAway(
  answer: TaskAnswer,
  entitlements: TaskSnapshot['entitlements'],
): Pick<TaskSnapshot, 'takesAway' | 'alsoTaken'> {
  const all = revokedBy(answer);
  if (all === null) return { takesAway: true };
  const isOther = (id: string) => id !== '' && entitlements.every((one) => one.id !== id);
  return { takesAway: true, alsoTaken: all.filter(({ id }) => isOther(id)) };
}

function justificationIn(
  description: string | null,
): Pick<TaskSnapshot, 'justification' | 'hasNoJustification'> {
  if (description === null) return { justification: '' };
  return description.trim() === ''
    ? { justification: description, hasNoJustification: true }
    : { justification: description };
}

/**
 * The parts that the values alone do not show as untold: an empty list of people may be told, or
 * not.
 *
 * @param read.people null where no person reviews the step
 */
function untoldIn(
  { policy, stepApproverIds, approverIds }: TaskAnswer['taskView']['task'],
  grant: AccessType | null,
  read: {
    readonly isEnded: boolean;
    readonly people: TaskSnapshot['stepApprovers'] | null;
    readonly approvers: TaskSnapshot['approvers'];
  },
): NonNullable<TaskSnapshot['untold']> {
  const isUntold = {
    type: grant === null,
    // A task that has ended has neither a step nor approvers.
    step: !read.isEnded && (policy ?? null) === null,
    reviewers: !read.isEnded && stepApproverIds === null && read.people?.length === 0,
    approvers: approverIds === null && read.approvers.length === 0,
  };
  return (['type', 'step', 'reviewers', 'approvers'] as const).filter((part) => isUntold[part]);
}

const states: ReadonlyMap<string, string> = new Map([
  ['TASK_STATE_UNSPECIFIED', 'untold'],
  ['TASK_STATE_OPEN', 'open'],
  ['TASK_STATE_CLOSED', 'closed'],
]);

/**
 * Told, and no time that can be read: `"P1Y"`, a negative one, a number, or one beyond what there
 * is.
 */
function isUnreadable(grant: AccessType | null): boolean {
  const duration = grant?.grantDuration ?? '';
  const seconds = parseDuration(duration);
  return duration !== '' && (seconds === null || seconds < 0);
}

function periodIn(
  grant: AccessType | null,
): Pick<TaskSnapshot, 'grantDurationSeconds' | 'isPermanent' | 'hasUnreadableDuration'> {
  if (isUnreadable(grant)) return { grantDurationSeconds: null, hasUnreadableDuration: true };
  const grantDurationSeconds = parseDuration(grant?.grantDuration);
  return isPermanent(grant)
    ? { grantDurationSeconds, isPermanent: true }
    : { grantDurationSeconds };
}

/**
 * A grant without a duration counts as one without an end: of all that it could mean, that is the
 * one about which a reviewer has to know.
 */
function isPermanent(grant: AccessType | null): boolean {
  return (
    grant?.kind === 'grant' && grant.appEntitlementId !== '' && (grant.grantDuration ?? '') === ''
  );
}

/** `granted` for `GRANT_OUTCOME_GRANTED`; an outcome of another kind is kept as it is. */
function outcomeOf(grant: AccessType | null): string {
  const raw = grant?.outcome ?? '';
  const [, word] =
    /^(?:GRANT|REVOKE)_OUTCOME_(UNSPECIFIED|GRANTED|REVOKED|DENIED|ERROR|CANCELLED|WAIT_TIMED_OUT)$/.exec(
      raw,
    ) ?? [];
  return raw === '' || word === 'UNSPECIFIED'
    ? 'none'
    : (word?.toLowerCase().replaceAll('_', '-') ?? raw);
}

function recommendationOf(raw: string): string | null {
  const value = raw.replace(/^INSIGHT_RECOMMENDATION_/, '');
  return value === 'UNSPECIFIED' ? null : value.toLowerCase();
}

const withId = z.object({ id: z.string().min(1) });

const mostInsights = 20;

/** Insight has no published shape: the first of these that holds words is taken. */
const sentence = z.union([
  z.string().min(1),
  ...['summary', 'message', 'description', 'text', 'displayName', 'title'].map((name) =>
    z.looseObject({ [name]: z.string().min(1) }).transform((insight) => String(insight[name])),
  ),
]);

/** Sentences of the insights that a path locates; those without words are left out. */
function readInsights(expanded: Expanded, path: string): string[] {
  return locate(expanded, path)
    .map((value) => sentence.safeParse(value).data)
    .filter((words) => words !== undefined)
    .slice(0, mostInsights);
}

const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T/)
  // Services write "no time" as one long before there were any.
  .refine((value) => Date.parse(value) > 0);

/**
 * When the app user was last used: the timestamp itself, or an object that holds it in any member.
 * ISO 8601, null where unknown.
 */
function readLastUsage(expanded: Expanded, path: string): string | null {
  const candidates = locate(expanded, path).flatMap((value) =>
    typeof value === 'object' && value !== null ? Object.values(value) : [value],
  );
  return (
    candidates.map((one) => instant.safeParse(one).data).find((at) => at !== undefined) ?? null
  );
}
