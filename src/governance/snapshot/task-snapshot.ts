import { z } from 'zod';
import type { TaskSnapshot } from '../../domain/task-snapshot.ts';
import { type AccessType, readAccessType, type TaskView } from '../task-fields.ts';
import { type Expanded, locate } from '../wire/expanded.ts';
import { parseDuration } from '../wire/fields.ts';
import { displayNameOf, readEntitlements } from './entitlements.ts';
import { readHandover } from './handover.ts';
import { readOtherStep } from './other-step.ts';
import { peopleIn } from './people.ts';
import {
  readApprovalStep,
  readCurrentStepId,
  readDecisions,
  readStepOccurrence,
  readStepPolicy,
} from './policy-steps.ts';
import { byIds, locatePeople, stepApprovers } from './step-approvers.ts';

/**
 * One task of an answer in the bot's terms. Whatever `expanded` holds or lacks, there is a snapshot: names fall back to ids, lists to
 * empty, unknown enum values stay as they are.
 */
export function taskSnapshot(view: TaskView, expanded: Expanded): TaskSnapshot {
  const { task } = view;
  const grant = readAccessType(task.type);
  const known = peopleIn(expanded);
  const [targetById = null] = byIds([task.userId], [], known);
  const [target = targetById] = [view.identityUserPath, view.userPath].flatMap((path) =>
    locatePeople(expanded, path, known),
  );
  const stepPolicy = readStepPolicy(task.policy);
  const people = stepApprovers(expanded, view, known);
  const otherStep = readOtherStep(task.policy, { processing: task.processing, stepPolicy }, people, known);
  const reviewers = otherStep === undefined ? people : [];
  const policyFacts = {
    approvalStep: readApprovalStep(task.policy),
    stepOccurrence: readStepOccurrence(task.policy),
    stepPolicy,
    decisions: readDecisions(task.policy),
    otherStep: states.get(task.state) === 'closed' ? undefined : otherStep,
    handedOver: readHandover(task.policy, reviewers, known),
  };
  const state = states.get(task.state) ?? task.state;
  // Services write "no time" as one long before there were any.
  const isDeleted = state !== 'closed' && Date.parse(task.deletedAt ?? '') > 0;
  const appId = grant?.appId || appIdOf(expanded, view.appPath);
  return {
    id: task.id,
    numericId: task.numericId,
    state: isDeleted ? 'closed' : state,
    outcome: isDeleted ? 'deleted' : outcomeOf(grant),
    outcomeAt: readInstant(grant?.outcomeTime),
    actions: task.actions,
    currentStepId: readCurrentStepId(task.policy),
    ...told(policyFacts),
    stepApprovers: reviewers,
    approvers: byIds(task.approverIds, locatePeople(expanded, view.approversPath, known), known),
    ...(task.createdByUserId === '' ? {} : { createdBy: { id: task.createdByUserId } }),
    target,
    appId,
    appName: displayNameOf(expanded, view.appPath) || appId,
    entitlements: readEntitlements(expanded, view.entitlementsPath, grant, appId),
    justification: task.description,
    grantDurationSeconds: parseDuration(grant?.grantDuration),
    emergency: task.emergencyAccess,
    origin: task.origin,
    recommendation: recommendationOf(task.recommendation),
    insights: readInsights(expanded, view.insightsPath),
    lastUsedAt: readLastUsage(expanded, view.appUserLastUsagePath),
    sourceRequestId: grant?.source?.requestId || null,
  };
}

/** Without what is undefined: stored as JSON, a member that is not told is not there. */
function told({
  approvalStep,
  stepOccurrence,
  stepPolicy,
  decisions,
  otherStep,
  handedOver,
}: Untold): Partial<TaskSnapshot> {
  return {
    ...(approvalStep === undefined ? {} : { approvalStep }),
    ...(stepOccurrence === undefined ? {} : { stepOccurrence }),
    ...(stepPolicy === undefined ? {} : { stepPolicy }),
    ...(decisions === undefined ? {} : { decisions }),
    ...(otherStep === undefined ? {} : { otherStep }),
    ...(handedOver === undefined ? {} : { handedOver }),
  };
}
type Optional = 'approvalStep' | 'stepOccurrence' | 'stepPolicy' | 'decisions' | 'otherStep' | 'handedOver';
type Untold = { readonly [Name in Optional]: TaskSnapshot[Name] };

/** `closed` is the only sign of the end, so a state that is not told counts as open. */
const states: ReadonlyMap<string, string> = new Map([
  ['TASK_STATE_UNSPECIFIED', 'open'],
  ['TASK_STATE_OPEN', 'open'],
  ['TASK_STATE_CLOSED', 'closed'],
]);

const outcomes: ReadonlyMap<string, string> = new Map([
  ['', 'none'],
  ['GRANT_OUTCOME_UNSPECIFIED', 'none'],
  ['GRANT_OUTCOME_GRANTED', 'granted'],
  ['GRANT_OUTCOME_DENIED', 'denied'],
  ['GRANT_OUTCOME_ERROR', 'error'],
  ['GRANT_OUTCOME_CANCELLED', 'cancelled'],
  ['GRANT_OUTCOME_WAIT_TIMED_OUT', 'wait-timed-out'],
  ['REVOKE_OUTCOME_UNSPECIFIED', 'none'],
  ['REVOKE_OUTCOME_REVOKED', 'revoked'],
  ['REVOKE_OUTCOME_DENIED', 'denied'],
  ['REVOKE_OUTCOME_ERROR', 'error'],
  ['REVOKE_OUTCOME_CANCELLED', 'cancelled'],
  ['REVOKE_OUTCOME_WAIT_TIMED_OUT', 'wait-timed-out'],
]);

function outcomeOf(grant: AccessType | null): string {
  if (grant === null) return 'none';
  return outcomes.get(grant.outcome) ?? grant.outcome;
}

function recommendationOf(raw: string): string | null {
  const value = raw.replace(/^INSIGHT_RECOMMENDATION_/, '');
  return value === 'UNSPECIFIED' ? null : value.toLowerCase();
}

const withId = z.object({ id: z.string().min(1) });

function appIdOf(expanded: Expanded, path: string): string {
  for (const value of locate(expanded, path)) {
    const read = withId.safeParse(value);
    if (read.success) return read.data.id;
  }
  return '';
}

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
  .refine((value) => !Number.isNaN(Date.parse(value)));

/** When the app user was last used: the timestamp itself, or an object that holds it in any member. ISO 8601, null where unknown. */
function readLastUsage(expanded: Expanded, path: string): string | null {
  for (const value of locate(expanded, path)) {
    const candidates = typeof value === 'object' && value !== null ? Object.values(value) : [value];
    for (const candidate of candidates) {
      const read = instant.safeParse(candidate);
      if (read.success) return read.data;
    }
  }
  return null;
}

/** A timestamp that can be computed with; null for what is none. */
function readInstant(value: string | null | undefined): string | null {
  return instant.safeParse(value).data ?? null;
}
