import { type Decision, isOver, refusedIsShownMs } from '../../domain/action/action.ts';
import { taskLink } from '../../domain/settings/access-settings.ts';
import type { LocalDeps } from '../deps.ts';
import type { RefusedClick } from '../ports/home-contents.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

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

/**
 * This person's recent decisions that were not carried out, the last one on each request, as far as
 * it was made in the place that shows them.
 */
export async function refusedLately(
  tx: StoreTransaction,
  { settings }: Pick<LocalDeps, 'settings'>,
  slackUserId: string,
  isThere: (decision: Decision) => boolean,
): Promise<readonly RefusedClick[]> {
  const since = new Date(tx.at.getTime() - refusedIsShownMs);
  const refused = await tx.actions.refusedSince(slackUserId, since);
  const all: RefusedClick[] = [];
  for (const { requestId, refusal, at } of refused.filter(isThere)) {
    const request = await tx.subjects.find(requestId);
    if (request === null || refusal === null) continue;
    const { taskId } = request;
    const task = taskId === null ? null : ((await tx.tasks.find(taskId))?.snapshot ?? null);
    all.push({ request, task, refusal, at, consoleUrl: taskLink(settings.governance, task) });
  }
  return all;
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
