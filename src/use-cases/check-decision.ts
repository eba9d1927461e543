import type { SlackActor } from '../domain/access-request.ts';
import { type AccessSettings, taskLink } from '../domain/access-settings.ts';
import type { CardModel } from '../domain/card.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import type { ReviewRefusal } from '../domain/review.ts';
import { type FormAct, verbOf } from '../domain/task-act.ts';
import { isStepOf } from '../domain/task-snapshot.ts';
import { allowedActs, type CheckReviewDeps, checkReview } from './check-review.ts';

export interface CheckDecisionDeps extends CheckReviewDeps {
  readonly settings: CheckReviewDeps['settings'] & Pick<AccessSettings, 'governance'>;
}

/** Why somebody cannot do it; null where they can, or nobody answers: it is checked again when it is carried out. */
export type DecisionCheck = { readonly refusal: ReviewRefusal; readonly consoleUrl: string | null } | null;

export interface DecisionClick {
  readonly act: FormAct;
  readonly by: SlackActor;
  readonly cardId: string;
  readonly stepId: string;
}

/** Checks the right to an act afresh before its form is filled in; a refusal is audited like one of the act. */
export async function checkDecision(deps: CheckDecisionDeps, click: DecisionClick): Promise<DecisionCheck> {
  const { act, by, cardId, stepId } = click;
  const verb = verbOf(act);
  const found = await deps.store.transaction(async (tx) => {
    const card = await tx.cards.find(cardId);
    const request = card === null ? null : await tx.requests.find(card.requestId);
    const task = request === null || request.taskId === null ? null : await tx.tasks.find(request.taskId);
    return task === null ? null : { requestId: task.requestId, task: task.snapshot };
  });
  // The submission says so.
  if (found === null) return null;
  const { requestId, task } = found;
  const occurrence = isStepOf({ stepId, occurrence: '' }, task) ? (task.stepOccurrence ?? '') : '';
  const step = { taskId: task.id, stepId, occurrence };
  try {
    // Whatever the person will write: here only the right is asked for.
    const { verdict } = await checkReview(deps, { ...step, verb, by, requestId, reason: 'to come' });
    if (verdict.ok) return null;
    const { refusal } = verdict;
    await deps.store.transaction((tx) =>
      tx.audit.append({
        kind: verb === 'approve' || verb === 'deny' ? 'review.refused' : `${act}.refused`,
        at: deps.world.now(),
        requestId,
        taskId: task.id,
        actor: by.userId,
        detail: { verb, stepId, refusal },
      }),
    );
    return { refusal, consoleUrl: taskLink(deps.settings.governance, task) };
  } catch (error) {
    if (!(error instanceof OutwardFailure)) throw error;
    deps.world.log.warn({ err: error, cardId }, 'right not checked before the form');
    return null;
  }
}

/** Of what a card offers, what this person may do now; all of it where nobody answers: each is checked again. */
export async function offeredTo(
  deps: CheckReviewDeps,
  by: SlackActor,
  { task, request, offered }: Pick<CardModel, 'task' | 'request' | 'offered'>,
): Promise<readonly FormAct[]> {
  const step = { taskId: task.id, stepId: task.currentStepId ?? '', occurrence: task.stepOccurrence ?? '' };
  try {
    return await allowedActs(deps, { ...step, by, requestId: request.id }, offered.acts);
  } catch (error) {
    if (!(error instanceof OutwardFailure)) throw error;
    return offered.acts;
  }
}
