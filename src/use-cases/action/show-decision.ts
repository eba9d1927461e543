import { isOver } from '../../domain/action/action.ts';
import type { Refusal } from '../../domain/refusals/refusals.ts';
import type { Subject } from '../../domain/request/subject.ts';
import { taskLink } from '../../domain/settings/access-settings.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { LocalDeps, ShowUnlessOver } from '../deps.ts';
import type { Timers } from '../ports/ports.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

/** Most decisions are over by then: their cards change once, and show what came of it. */
const settledWithinMs = 300;

/**
 * A timer and no job: a job would wait for a free worker where many decisions wait for the service,
 * and a delayed `update-card` would hold up those of the same card behind it.
 */
export function createShowUnlessOver(
  deps: Pick<LocalDeps, 'store'>,
  timers: Timers,
): ShowUnlessOver {
  return (actionId) =>
    timers.after(settledWithinMs, `show-decision:${actionId}`, () => showDecision(deps, actionId));
}

async function showDecision({ store }: Pick<LocalDeps, 'store'>, actionId: string): Promise<void> {
  await store.transaction(async (tx) => {
    const requestId = await tx.actions.noteRendered(actionId, tx.at);
    if (requestId !== null) tx.marks.mark(requestId);
  });
}

/** A decision that somebody has just made, and that was refused. */
export interface RefusedClick {
  readonly request: Subject;
  readonly task: TaskSnapshot | null;
  readonly refusal: Refusal;
  readonly at: Date;
  /** Link to the task in the service's own console; null where there is none. */
  readonly consoleUrl: string | null;
}

/** Most decisions are over by then; the answer of a later one is a message. */
const mostLooks = 8;

/**
 * What came of the decision that somebody has just made, for the window in which they made it: why
 * it was refused, or that it is over; null while it is under way.
 *
 * @param pause waits before each look
 */
export async function clickOutcome(
  { store, settings }: Pick<LocalDeps, 'store' | 'settings'>,
  click: { readonly cardId: string; readonly slackUserId: string },
  pause: () => Promise<unknown>,
): Promise<RefusedClick | 'over' | null> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    await pause();
    const newest = await store.transaction((tx) => newestDecision(tx, click));
    if (newest === null) return null;
    const { decision, request, task } = newest;
    if (!isOver(decision)) continue;
    const { refusal, at, state } = decision;
    if (refusal === null || state !== 'refused') return 'over';
    return { request, task, refusal, at, consoleUrl: taskLink(settings.governance, task) };
  }
  return null;
}

async function newestDecision(
  tx: StoreTransaction,
  { cardId, slackUserId }: Parameters<typeof clickOutcome>[1],
) {
  const card = await tx.cards.find(cardId);
  const request = card === null ? null : await tx.subjects.find(card.requestId);
  if (request === null || request.taskId === null) return null;
  const decision = await tx.actions.newestDecision(request.taskId, slackUserId);
  const task = (await tx.tasks.find(request.taskId))?.snapshot ?? null;
  return decision === null ? null : { decision, request, task };
}
