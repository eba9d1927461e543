/** Posts the lines in the thread of a card. */

import type { Place } from '../../domain/message/place.ts';
import { ifUnlistedFor } from '../../domain/outward/outward-failure.ts';
import type { Result } from '../../domain/result.ts';
import { isConfidential } from '../../domain/settings/access-settings.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import type { ThreadLine } from '../../domain/telling/thread-lines.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { ChatRefusal } from '../ports/contents/chat-refusal.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { recordDelivery } from '../record/record.ts';
import { readerOf } from './card-lines.ts';
import type { StoredModel } from './card-model.ts';
import { linkToCard } from './request-cards.ts';

/** A posted card, with the lines that its thread does not have yet. */
interface CardThread extends Pick<StoredModel, 'card' | 'model' | 'lines'> {
  /** The message that starts the thread. */
  readonly thread: Place;
  readonly slackFailedForMs: number;
  /** The reviewers who decide now, where Slack knows them. */
  readonly reviewers: readonly string[];
  /** Gives those who cannot be called there a card of their own. */
  readonly deliver: (tx: StoreTransaction) => Promise<void>;
}

/**
 * Posts the next line that the thread does not have yet: one whose answer was lost, else the first.
 * The others are read anew before they are posted. Can be done again at any time.
 */
export async function showNextLine(deps: UseCaseDeps, thread: CardThread): Promise<void> {
  const { card, lines } = thread;
  const lost = lines.find(({ key }) => card.lineClaim?.endsWith(` ${key}`));
  const line = lost ?? lines[0];
  if (line === undefined) return;
  // Looked for before anything is claimed: the claim is all that it can be found by.
  const answer = lost === undefined ? null : await findLine(deps, thread);
  if (answer !== null)
    await keep(deps, thread, line, { claim: card.lineClaim ?? '', answer, isFound: true });
  else await postOnce(deps, thread, line);
  if (lines.length > 1)
    await deps.store.transaction((tx) => tx.enqueue({ kind: 'sync-card', cardId: card.id }));
}

function findLine(
  { chat }: UseCaseDeps,
  { card, model, thread }: CardThread,
): Promise<Result<Place, ChatRefusal> | null> {
  return chat.findLine(thread, { claim: card.lineClaim ?? '', since: model.request.createdAt });
}

/** Whoever claims a line last is the one whose post counts: another copy is taken away. */
async function postOnce(deps: UseCaseDeps, thread: CardThread, line: ThreadLine): Promise<void> {
  const { store, world } = deps;
  const { card } = thread;
  const claim = `${world.newId()} ${line.key}`;
  const isNew = await store.transaction((tx) => tx.cards.claimLine(card.id, line.key, claim), {
    isOneStatement: true,
  });
  if (!isNew) return;
  const answer = await sendLine(deps, thread, line, claim);
  await keep(deps, thread, line, { claim, answer, isFound: false });
}

interface Answered {
  readonly claim: string;
  readonly answer: Result<Place, ChatRefusal>;
  /** Another process posted it, and may still be about to note that. */
  readonly isFound: boolean;
}

async function keep(
  deps: UseCaseDeps,
  thread: CardThread,
  line: ThreadLine,
  { claim, answer, isFound }: Answered,
): Promise<void> {
  const { store, world } = deps;
  const { card, model } = thread;
  const refusal = answer.ok ? null : answer.refusal;
  if (refusal !== null) world.log.warn({ cardId: card.id, key: line.key, refusal }, 'line refused');
  const stray = refusal?.kind === 'thread-gone' ? refusal.place : null;
  await store.transaction(
    async (tx) => {
      // The claim says to the process that posted it that its post was found, and counts.
      const keys = [line.key, ...line.alsoTells, ...(isFound ? [claim] : [])];
      const isCurrent = await tx.cards.markLine(card.id, keys, claim);
      const copy = answer.ok && !isCurrent ? answer.value : stray;
      const isKept = !isCurrent && (await tx.cards.find(card.id))?.told.includes(claim) === true;
      if (copy !== null && !isKept) await tx.enqueue({ kind: 'retire-copy', ...copy });
      if (!isCurrent) return;
      if (refusal !== null && line.callsReviewers && isOpen(model.task)) await thread.deliver(tx);
      await callInPrivate(tx, deps, thread, line);
      await recordDelivery(tx, model.request, {
        noticeId: claim,
        notice: `line: ${line.key.split(' ')[0]}`,
        target: { kind: 'channel', channel: card.postedChannel ?? card.channel },
        refusal,
      });
    },
    { isRecorded: true },
  );
}

async function sendLine(
  deps: UseCaseDeps,
  { card, model, thread, slackFailedForMs }: CardThread,
  line: ThreadLine,
  claim: string,
): Promise<Result<Place, ChatRefusal>> {
  const { chat, settings } = deps;
  const cardUrl = await linkToCard(deps, card);
  const { emergency } = settings;
  const content = { line, card: model, cardUrl, emergency };
  return chat.postLine(thread, content, claim).catch(ifUnlistedFor(slackFailedForMs));
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
  await tx.lists.call(reviewers, { requestId: request.id, occasion: `waits:${key}`, at: tx.at });
}
