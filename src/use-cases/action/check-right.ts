/** Long because everything that a right is checked by is read here. */

import { type Former, keptSeconds } from '../../domain/access/wanted-end.ts';
import type { Action } from '../../domain/action/action.ts';
import {
  type ActionRight,
  isAboutStep,
  isBarredToParties,
  linkReason,
  noEarlierDecisions,
} from '../../domain/action/authorization.ts';
import {
  actsHere,
  authorize,
  type CardDifference,
  compareWithCard,
  isIdentified,
  isSamePerson,
  isStillWanted,
  isTaskThere,
  refusalBy,
} from '../../domain/action/right-checks.ts';
import type { IdentityPerson } from '../../domain/people/identity-person.ts';
import type { Refusal } from '../../domain/refusals/refusals.ts';
import { type Subject, workspaceOf } from '../../domain/request/subject.ts';
import { mergeReading } from '../../domain/request/untold.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { isConfidential } from '../../domain/settings/access-settings.ts';
import type { StepOfTask } from '../../domain/task/task-snapshot.ts';
import {
  botAccountsOf,
  type PastDecision,
  positionOf,
  soleAccount,
  type TaskSnapshot,
} from '../../domain/task/task-snapshot.ts';
import { changedSince, shownSeconds } from '../card/request-fingerprint.ts';
import type { UseCaseDeps } from '../deps.ts';
import {
  changedPerson,
  isAdministrator,
  type PartiesNow,
  requestParties,
  resolveAnew,
} from '../people/resolve-identity.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { endFrom, lateApproval, verdictEnd } from './kinds/outcome.ts';

export interface Attempt extends StepOfTask, Pick<Action, 'by' | 'reason' | 'requestId'> {
  readonly verb: ActionRight;
  /**
   * The clicked card's fingerprint and the duration chosen there. Absent if the act is bound to no
   * card.
   */
  readonly bound?: Bound;
}

interface Bound {
  readonly shown: string | null;
  readonly shortenedTo: number | null;
}

interface Checked {
  readonly verdict: Result<IdentityPerson, Refusal>;
  /** The reading that the verdict rests on; null if the task was not read or does not exist. */
  readonly task: TaskSnapshot | null;
  /** Whether the tenant tells what becomes of the task; otherwise the last reading has to do. */
  readonly isTold: boolean;
  /** What the bot can do with the task; null where nothing. */
  readonly possible: ReturnType<UseCaseDeps['governance']['actionsOn']>;
  /** Nothing that depends on the verdict may be sent after this. */
  readonly endsAt: Date;
}

/**
 * Reads afresh what the checks of `domain/action/right-checks.ts` look at, and makes them in their
 * order: what a check that refuses does not need is not read. Throws `OutwardFailure` where
 * something cannot be read.
 */
export async function checkRight(deps: UseCaseDeps, attempt: Attempt): Promise<Checked> {
  const { verb, by, taskId } = attempt;
  const { deliveredSteps, governance } = deps;
  const isHolders = verb === 'withdraw' || verb === 'give-back';
  // Before a task is read: empty where anything can be done at all.
  const possible = governance.actionsOn({ actions: [] });
  const unread = { task: null, isTold: false, possible, endsAt: endFrom(deps.world.now()) };
  const mayAct = isHolders || possible !== null;
  const isActedOnHere = mayAct || (await deliveredSteps.isAnsweredHere(deps, taskId));
  const early = refusalBy(actsHere, { isActedOnHere });
  if (early !== null) return { verdict: refuse(early), ...unread };
  // Both at the same time: if one waited for the other on a slow tenant, the first answer would get
  // too old.
  const reading = readFresh(deps, taskId, isHolders ? 'holder' : 'reviewer');
  reading.catch(() => undefined);
  const peopleReading = readPeople(deps, attempt);
  peopleReading.catch(() => undefined);
  const { identity, askedAt: personAskedAt } = await resolveAnew(deps, by.userId, 'fresh');
  const person = isIdentified.admit(identity);
  if (!person.ok) return { verdict: person, ...unread };
  const { task: answer, isTold, ...taskTimes } = await reading;
  const askedAt = personAskedAt < taskTimes.askedAt ? personAskedAt : taskTimes.askedAt;
  const endsAt = verdictEnd({ ...taskTimes, askedAt });
  const { request, last } = await deps.store.transaction((tx) => lastReading(tx, attempt));
  // Access is given back even if its task was deleted; a request can be withdrawn where no task is
  // read.
  const isKeptEnough = isHolders && (verb === 'give-back' || !isTold);
  // What a reading leaves out stays as it was told before; who decides may depend on it.
  const freshTask =
    answer === undefined
      ? null
      : await deliveredSteps.withAnswerersOfNow(deps, mergeReading(answer, last), request);
  const task = freshTask ?? (isKeptEnough ? last : null);
  const readings = isTaskThere.admit({ task, request });
  if (!readings.ok) return { ...unread, verdict: readings, isTold, endsAt };
  const parties = await peopleReading;
  if (parties === null) return { ...unread, verdict: refuse({ code: 'gone' }), isTold, endsAt };
  const facts = { ...readings.value, person: person.value, parties };
  const verdict = await verdictOn(deps, attempt, facts);
  return { verdict, task, isTold, possible: governance.actionsOn(readings.value.task), endsAt };
}

/**
 * The people of the request; null without one. Nobody decides by what is remembered of them: two
 * identities may have become one since.
 */
async function readPeople(
  deps: UseCaseDeps,
  { requestId, verb }: Attempt,
): Promise<PartiesNow | null> {
  const request = await deps.store.transaction((tx) => tx.subjects.find(requestId));
  return request === null ? null : requestParties(deps, request, isBarredToParties(verb));
}

/** The request as it is kept now, and the last reading of the task, which may be another one's. */
async function lastReading(
  tx: StoreTransaction,
  { requestId, taskId }: Attempt,
): Promise<{ readonly request: Subject | null; readonly last: TaskSnapshot | null }> {
  const row = await tx.subjects.standing(requestId);
  const request = row?.request ?? null;
  if (row?.task?.id === taskId) return { request, last: row.task };
  return { request, last: (await tx.tasks.find(taskId))?.snapshot ?? null };
}

interface FreshReading {
  readonly task: TaskSnapshot | undefined;
  readonly isTold: boolean;
  /** When the attempt that was answered was sent; waits and failed attempts do not count. */
  readonly askedAt: Date;
  /** When the answer arrived; looking up names afterwards takes time. */
  readonly arrivedAt: Date;
}

/** A holder withdraws by the last reading where the tenant tells none; a reviewer decides by none. */
async function readFresh(
  { governance, world }: UseCaseDeps,
  taskId: string,
  who: 'holder' | 'reviewer',
): Promise<FreshReading> {
  let askedAt = world.now();
  let arrivedAt: Date | null = null;
  const onSend = (): void => {
    askedAt = world.now();
  };
  const onArrival = (): void => {
    arrivedAt = world.now();
  };
  const listeners = { onSend, onArrival };
  const tasks = await (who === 'holder'
    ? governance.readTasks([taskId], listeners)
    : governance.tasksToActOn([taskId], listeners));
  return {
    task: tasks?.get(taskId),
    isTold: tasks !== null,
    askedAt,
    arrivedAt: arrivedAt ?? world.now(),
  };
}

interface VerdictFacts {
  readonly request: Subject;
  readonly task: TaskSnapshot;
  readonly person: IdentityPerson;
  readonly parties: PartiesNow;
}

async function verdictOn(
  deps: UseCaseDeps,
  { verb, by, reason, bound, stepId, occurrence }: Attempt,
  { request, task, person, parties }: VerdictFacts,
): Promise<Checked['verdict']> {
  const acting = { slackUserId: by.userId, identityUserId: person.id };
  const { extendsRequestId } = request;
  const { changed, former } = await deps.store.transaction(async (tx) => ({
    changed: await changedPerson(tx, request, by.userId, person.id),
    former: extendsRequestId === null ? null : await tx.grants.find(extendsRequestId),
  }));
  const early =
    refusalBy(isSamePerson, { changed }) ?? refusalBy(isStillWanted, { verb, request, task });
  if (early !== null) return refuse(early);
  const verdict = authorize({
    verb,
    reason,
    step: isAboutStep(verb) ? { stepId, occurrence } : null,
    person: {
      ...acting,
      teamId: by.teamId,
      isAdministrator: isAdministrator(deps.settings, by.userId, ok(person)),
    },
    request: {
      teamId: workspaceOf(request) ?? (await deps.directory.ownTeamId()),
      ...parties,
    },
    task,
    earlier: await earlierDecisions(deps, request, task),
    link: linkReason(deps.settings.review, task, request, await riskNames(deps)),
  });
  if (!verdict.ok) return hidingReviewers(verdict, isConfidential(deps.settings, request.appId));
  const now = deps.world.now();
  const difference =
    bound === undefined ? null : differenceFrom(bound, { verb, task, request, former, now });
  const refusal = compareWithCard({ verb, task, request, difference, unfit: parties.unfit });
  return refusal === null ? ok(person) : refuse(refusal);
}

/** Strangers do not even hear who decides on a confidential app. */
function hidingReviewers(
  refused: { readonly ok: false; readonly refusal: Refusal },
  isSecret: boolean,
): { readonly ok: false; readonly refusal: Refusal } {
  const isHidden = isSecret && refused.refusal.code === 'not-reviewer';
  return isHidden ? refuse({ code: 'not-reviewer' }) : refused;
}

interface ComparedWithCard {
  readonly verb: ActionRight;
  readonly request: Subject;
  readonly task: TaskSnapshot;
  /** The access that it prolongs. */
  readonly former: Former | null;
  readonly now: Date;
}

function differenceFrom(
  { shown, shortenedTo }: Bound,
  { verb, task, request, former, now }: ComparedWithCard,
): CardDifference | null {
  const secondsShown = shownSeconds(shown);
  const keptTime = keptSeconds(request, former, task, { shownSeconds: secondsShown, now });
  const changed = changedSince(shown, task, shortenedTo ?? keptTime);
  if (changed === 'unknown-card') return {};
  const secondsBefore = changed.includes('duration') ? secondsShown : null;
  if (changed.length > 0)
    return { fields: changed, ...(secondsBefore === null ? {} : { secondsBefore }) };
  if (verb !== 'approve' || shortenedTo !== null) return null;
  const late = lateApproval(request, task, { former, shown, now });
  return late === null || late.shorterSeconds !== null ? null : { late: late.end };
}

/** The service is asked only where an answer changes anything. */
async function riskNames({ settings, riskNames: readRiskNames }: UseCaseDeps) {
  return settings.review.linkWhen.risk.length === 0 ? new Map<string, string>() : readRiskNames();
}

/** The account under which the service records what the bot does; null as in `soleAccount`. */
export async function botIdentityId(
  deps: UseCaseDeps,
  requestId: string,
  task: TaskSnapshot,
): Promise<string | null> {
  return soleAccount(await botIdentityIds(deps, requestId, task));
}

async function botIdentityIds(
  { governance }: UseCaseDeps,
  requestId: string,
  task: TaskSnapshot,
): Promise<readonly string[]> {
  return botAccountsOf(task, requestId, await governance.ownUserId());
}

/**
 * Who decided the steps before, through the bot or not. The service names the bot for all that were
 * made through it.
 */
async function earlierDecisions(deps: UseCaseDeps, request: Subject, task: TaskSnapshot) {
  if (task.stepPolicy?.requireDistinctApprovers !== true) return noEarlierDecisions;
  const rows = (await deps.store.transaction((tx) => tx.actions.decisionsOn(task.id))).filter(
    (row) => row.state !== 'accepted',
  );
  const bots = await botIdentityIds(deps, request.id, task);
  const decisions = (task.decisions ?? []).filter((one) => one.counts);
  const ours = ({ stepId, position }: PastDecision) =>
    rows.filter((row) => row.stepId === stepId && positionOf(row.occurrence) <= position);
  return {
    by: decisions.flatMap((one) => [
      { slackUserId: null, identityUserId: one.identityUserId },
      ...ours(one).map((row) => ({
        slackUserId: row.by.userId,
        identityUserId: row.identityUserId,
      })),
    ]),
    isIncomplete:
      task.decisions === undefined ||
      decisions.some((one) => ['', ...bots].includes(one.identityUserId) && ours(one).length === 0),
  };
}
