/** Carries out what reviewers and administrators do with a task beside deciding on it. */

import { type Action, actions } from '../../../domain/action/action.ts';
import {
  actionForms,
  isBoundToCard,
  isSetUp,
  type TaskActionKind,
} from '../../../domain/action/action-form.ts';
import { namedReviewers } from '../../../domain/action/authorization.ts';
import { holders } from '../../../domain/action/holder-action.ts';
import type { RequestData } from '../../../domain/form/request-answers.ts';
import type { IdentityPerson } from '../../../domain/people/identity-person.ts';
import { ofService, type Refusal } from '../../../domain/refusals/refusals.ts';
import { isShorterThan, periodOf } from '../../../domain/request/granted-by-task.ts';
import type { Subject } from '../../../domain/request/subject.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import { nameAndEmail } from '../../../domain/text/foreign-text.ts';
import type { UseCaseDeps } from '../../deps.ts';
import { resolveAnswers, resolveIdentity } from '../../people/resolve-identity.ts';
import type { StoreTransaction } from '../../ports/store-ports.ts';
import { recordReading } from '../../task/record-reading.ts';
import { readBack } from '../../task/watch-task.ts';
import { checkRight } from '../check-right.ts';
import { isExpired, sending, trailComment } from '../settle-action.ts';
import { carriedOut, isEndOf, type Outcome, refused } from './outcome.ts';

type TaskAction = Action & { readonly verb: TaskActionKind };

/**
 * Checks everything that the right rests on, and sends it. What was perhaps sent before is not sent
 * again (`afterLostAnswer` in `domain/action/action.ts`).
 */
export async function actOnTask(
  deps: UseCaseDeps,
  action: TaskAction,
  request: Subject,
): Promise<Outcome> {
  const { verb, stepId, durationSeconds } = action;
  const { taskId } = request;
  if (taskId === null) return refused({ code: 'gone' });
  if (action.state === 'sending') {
    const lost = await outcomeOfLostAction(deps, action, request);
    if (lost !== 'open') return lost;
  }
  if (actionForms[verb].isFinal && isExpired(deps, action)) return refused({ code: 'expired' });
  const bound = isBoundToCard(verb) ? { bound: { shown: action.shown, shortenedTo: null } } : {};
  const check = (): ReturnType<typeof checkRight> =>
    checkRight(deps, { ...action, taskId, verb: actions[verb].right, ...bound });
  const { verdict, task, endsAt } = await check();
  if (!verdict.ok) {
    // The fresh reading is shown before the person is told to look again.
    return refused(verdict.refusal, verdict.refusal.code === 'changed' ? task : null);
  }
  const prepared = await prepare(deps, action, request, task);
  if (!prepared.ok) return refused(prepared.refusal);
  const { newReviewers, data } = prepared.value;
  const newReviewerIds = newReviewers.map(({ id }) => id);
  // Looking people up can take longer than a check stays valid.
  const tookLong = newReviewerIds.length > 0 || (action.input?.answers ?? null) !== null;
  const again = tookLong ? await check() : { verdict, endsAt };
  if (!again.verdict.ok) return refused(again.verdict.refusal);
  const order = {
    taskId,
    act: verb,
    stepId,
    comment: trailComment(action, nameAndEmail(verdict.value)),
    newReviewerIds,
    newReviewers,
    actionId: action.id,
    durationSeconds,
    data,
    sendBefore: again.endsAt,
  };
  const answer = await sending(deps, action, () => deps.governance.act(order));
  if (answer.ok) return done(deps, action, request);
  if (isSetUp(verb)) return refused({ code: 'answer-refused' }, await readBack(deps, taskId));
  return refused(ofService(answer.refusal));
}

async function done(deps: UseCaseDeps, action: TaskAction, request: Subject): Promise<Outcome> {
  const after = await readBack(deps, request.taskId ?? '');
  return carriedOut(async (tx) => {
    if (after !== null) await recordReading(tx, deps, request, after);
    await tellAsker(tx, action, request);
  });
}

/** `open`: it can be sent again, because the callback of a delivered step takes one answer. */
async function outcomeOfLostAction(
  deps: UseCaseDeps,
  action: TaskAction,
  request: Subject,
): Promise<Outcome | 'open'> {
  const { taskId } = request;
  if (action.answeredAt !== null) return done(deps, action, request);
  if (actions[action.verb].afterLostAnswer === 'leave' || taskId === null)
    return refused({ code: 'uncertain' });
  const task = await readBack(deps, taskId);
  if (action.verb === 'close')
    return task !== null && isEndOf(action, task) ? done(deps, action, request) : 'open';
  const answer = await deps.deliveredSteps.answerOf(deps, { ...action, taskId }, task);
  if (answer === 'taken') return done(deps, action, request);
  return answer === null || answer === 'open' ? 'open' : refused(answer, task);
}

interface Prepared {
  readonly newReviewers: readonly IdentityPerson[];
  readonly data: RequestData | null;
}

/** Looks up and checks what was filled in. */
async function prepare(
  deps: UseCaseDeps,
  action: TaskAction,
  request: Subject,
  task: TaskSnapshot | null,
): Promise<Result<Prepared, Refusal>> {
  const { verb, durationSeconds, input } = action;
  if (verb === 'shorten' && !isShorter(durationSeconds, task, request))
    return refuse({ code: 'not-offered' });
  const stepApprovers: IdentityPerson[] = [];
  for (const userId of input?.people ?? []) {
    const identity = await resolveIdentity(deps, userId, 'fresh');
    if (!identity.ok) return refuse({ ...identity.refusal, slackUserId: userId });
    stepApprovers.push(identity.value);
  }
  const isLeftToNobody =
    task !== null && namedReviewers({ ...task, stepApprovers }, request).length === 0;
  if (verb === 'reassign' && isLeftToNobody) return refuse({ code: 'left-to-nobody' });
  const filledIn = await resolveAnswers(deps, request, input?.answers ?? null);
  if (!filledIn.ok) return filledIn;
  const newReviewerIds = stepApprovers.map((person) => person.id);
  const { reassignTo = newReviewerIds } = task?.stepPolicy ?? {};
  if (newReviewerIds.some((id) => !reassignTo.includes(id)))
    return refuse({ code: 'not-passed-on' });
  return ok({ newReviewers: stepApprovers, data: filledIn.value });
}

/**
 * More time is a new request, which is decided like any other. Where the service shows no time,
 * what was asked for counts.
 */
export function isShorter(
  durationSeconds: number | null,
  task: TaskSnapshot | null,
  request: Pick<Subject, 'durationSeconds' | 'requester'>,
): boolean {
  return durationSeconds !== null && isShorterThan(durationSeconds, periodOf(task, request));
}

/** Whoever asked hears the answer; the parties are shown it with their request. */
async function tellAsker(
  tx: StoreTransaction,
  { id, verb, by, input }: TaskAction,
  request: Subject,
): Promise<void> {
  const question =
    verb === 'answer' && input?.asked !== undefined ? await tx.actions.find(input.asked) : null;
  if (question?.requestId !== request.id) return;
  const others = new Set([...holders(request), by.userId]);
  const people = [question.by.userId].filter((id) => !others.has(id));
  await tx.lists.call(people, { requestId: request.id, occasion: `answered:${id}`, at: tx.at });
}
