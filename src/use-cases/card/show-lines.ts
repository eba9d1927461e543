/** Posts the lines in the thread of a card. */

import type { Place } from '../../domain/message/place.ts';
import { NotTaken } from '../../domain/outward/outward-failure.ts';
import { type Result, refuse } from '../../domain/result.ts';
import { isConfidential } from '../../domain/settings/access-settings.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import type { ThreadLine } from '../../domain/telling/thread-lines.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { ChatRefusal } from '../ports/contents/chat-refusal.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';
import { readerOf, type StoredModel } from './card-model.ts';
import { linkToCard } from './request-cards.ts';

/** How long Slack may answer with a code that nobody listed before a line counts as refused. */
const longestUnlistedMs = 15 * 60_000;

/** A posted card, with the lines that its thread does not have yet. */
interface CardThread extends Pick<StoredModel, 'card' | 'model' | 'lines'> {
  /** The message that starts the thread. */
  readonly thread: Place;
  readonly slackFailedForMs: number;
  /** The reviewers who decide now, where Slack knows them. */
  readonly reviewers: readonly string[];
}

/**
 * Posts the lines that the thread does not have yet, in order. Can be done again at any time.
 *
 * @returns whether somebody could not be called there
 */
export async function showLines(deps: UseCaseDeps, thread: CardThread): Promise<boolean> {
  let isAnybodyMissed = false;
  for (const line of thread.lines) {
    const answer = await postOnce(deps, thread, line);
    const isMissed = answer !== null && !answer.ok && line.callsReviewers;
    if (isMissed) isAnybodyMissed = true;
  }
  return isAnybodyMissed;
}

/**
 * Whoever claims a line last is the one whose post counts: another copy is taken away. Returns null if another process has posted it.
 */
async function postOnce(
  deps: UseCaseDeps,
  thread: CardThread,
  line: ThreadLine,
): Promise<Result<Place, ChatRefusal> | null> {
  const { store, world } = deps;
  const { card, model } = thread;
  const claim = `${world.newId()} ${line.key}`;
  const isNew = await store.transaction((tx) => tx.cards.claimLine(card.id, line.key, claim), {
    isOneStatement: true,
  });
  if (!isNew) return null;
  const answer = await sendLine(deps, thread, line, claim);
  const refusal = answer.ok ? null : answer.refusal;
  if (refusal !== null) world.log.warn({ cardId: card.id, key: line.key, refusal }, 'line refused');
  await store.transaction(
    async (tx) => {
      const isCurrent = await tx.cards.markLine(card.id, line.key, claim);
      if (!isCurrent && answer.ok) await tx.enqueue({ kind: 'retire-copy', ...answer.value });
      if (!isCurrent) return;
      if (refusal?.kind === 'thread-gone')
        await tx.enqueue({ kind: 'retire-copy', ...refusal.place });
      await callInPrivate(tx, deps, thread, line);
      const { id: requestId, taskId } = model.request;
      await record(tx, {
        kind: refusal === null ? 'notice.delivered' : 'notice.undeliverable',
        requestId,
        taskId,
        detail: {
          noticeId: claim,
          notice: `line: ${line.key.split(' ')[0]}`,
          target: { kind: 'channel', channel: card.postedChannel ?? card.channel },
          refusal,
        },
      });
    },
    { isRecorded: true },
  );
  return answer;
}

/** Posts the line, unless an earlier attempt that was cut off has posted it. */
async function sendLine(
  deps: UseCaseDeps,
  { card, model, thread, slackFailedForMs }: CardThread,
  line: ThreadLine,
  claim: string,
): Promise<Result<Place, ChatRefusal>> {
  const { chat, settings } = deps;
  const before = card.lineClaim?.endsWith(` ${line.key}`) === true ? card.lineClaim : null;
  const since = model.request.createdAt;
  const lost = before === null ? null : await chat.findLine(thread, { claim: before, since });
  if (lost !== null) return lost;
  const cardUrl = await linkToCard(deps, card);
  const { emergency } = settings;
  const content = { line, card: model, cardUrl, emergency };
  return chat.postLine(thread, content, claim).catch((error: unknown) => {
    if (error instanceof NotTaken && slackFailedForMs > longestUnlistedMs)
      return refuse({ kind: 'rejected', code: error.code } as const);
    throw error;
  });
}

/** Sends reviewers a direct message where the card's channel belongs to a confidential app and names nobody. */
async function callInPrivate(
  tx: StoreTransaction,
  { settings }: UseCaseDeps,
  { card, model: { request, task }, reviewers }: CardThread,
  { key, callsReviewers }: ThreadLine,
): Promise<void> {
  const isNamed = readerOf(card) !== null || !isConfidential(settings, request.appId);
  if (isNamed || !callsReviewers || !isOpen(task)) return;
  await record(tx, {
    kind: 'reviewers.called',
    requestId: request.id,
    context: { stepId: task.currentStepId ?? '', occasion: key },
    named: { people: reviewers },
  });
}
