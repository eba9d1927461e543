/** Posts the lines in the thread of a card. */

import type { Place } from '../../domain/message/place.ts';
import { ifUnlistedFor } from '../../domain/outward/outward-failure.ts';
import { isRequest, isToCome, type Subject } from '../../domain/request/subject.ts';
import { isEmergency } from '../../domain/request/untold.ts';
import type { Result } from '../../domain/result.ts';
import { isConfidential } from '../../domain/settings/access-settings.ts';
import { askedPeople, isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { isLineTold, type ThreadLine, threadLines } from '../../domain/telling/thread-lines.ts';
import type { LocalDeps, UseCaseDeps } from '../deps.ts';
import type { CardModel } from '../ports/card-contents.ts';
import type { ChatRefusal } from '../ports/contents/chat-refusal.ts';
import type { CardRow } from '../ports/rows/card-rows.ts';
import type { RequestView } from '../ports/rows/view-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { recordDelivery } from '../record/record.ts';
import type { StoredModel } from './card-model.ts';
import { callReviewers, deliverIn, slackReviewers } from './direct-cards.ts';
import { linkToCard } from './request-cards.ts';

/** A posted card, with the lines that its thread does not have yet. */
interface CardThread extends Pick<StoredModel, 'card' | 'model' | 'lines'> {
  /** The message that starts the thread. */
  readonly thread: Place;
  readonly slackFailedForMs: number;
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
  await postOnce(deps, thread, line, lost === undefined ? null : card.lineClaim);
  if (lines.length > 1)
    await deps.store.transaction((tx) => tx.enqueue({ kind: 'sync-card', cardId: card.id }));
}

/** Whoever claims a line last is the one whose post counts: another copy is taken away. */
async function postOnce(
  deps: UseCaseDeps,
  cardThread: CardThread,
  line: ThreadLine,
  lostClaim: string | null,
): Promise<void> {
  const { store, chat, world, settings } = deps;
  const { card, model, thread, slackFailedForMs } = cardThread;
  if (lostClaim !== null) {
    // Looked for before anything is claimed: the claim is all that it can be found by.
    const search = { claim: lostClaim, since: model.request.createdAt };
    const answer = await chat.findLine(thread, search);
    if (answer !== null)
      return keep(deps, cardThread, line, { claim: lostClaim, answer, isFound: true });
  }
  const claim = `${world.newId()} ${line.key}`;
  const isNew = await store.transaction((tx) => tx.cards.claimLine(card.id, line.key, claim), {
    isOneStatement: true,
  });
  if (!isNew) return;
  const cardUrl = await linkToCard(deps, card);
  const content = { line, card: model, cardUrl, emergency: settings.emergency };
  const answer = await chat.postLine(thread, content, claim).catch(ifUnlistedFor(slackFailedForMs));
  await keep(deps, cardThread, line, { claim, answer, isFound: false });
}

interface Answered {
  readonly claim: string;
  readonly answer: Result<Place, ChatRefusal>;
  /** Another process posted it, and may still be about to note that. */
  readonly isFound: boolean;
}

async function keep(
  { store, world, settings }: UseCaseDeps,
  { card, model }: CardThread,
  line: ThreadLine,
  { claim, answer, isFound }: Answered,
): Promise<void> {
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
      if (line.callsReviewers && isOpen(model.task)) {
        // Those who cannot be called there get a card of their own.
        if (refusal !== null) await deliverIn(tx, card, model, slackReviewers(model));
        // The channel of a confidential app names nobody.
        if (readerOf(card) === null && isConfidential(settings, model.request.appId))
          await callReviewers(tx, model, line.key);
      }
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

export interface CardLines {
  /** Lines that the thread of the card does not have yet. */
  readonly lines: readonly ThreadLine[];
  /** Keys of all its lines. */
  readonly lineKeys: readonly string[];
}

interface ShownThread extends Pick<CardModel, 'isUndecided'> {
  readonly background: Pick<CardModel, 'watch'>;
  readonly task: TaskSnapshot;
  readonly view: RequestView;
  readonly card: CardRow;
}

export async function linesFor(
  tx: StoreTransaction,
  { settings }: Pick<LocalDeps, 'settings'>,
  { view, card, background: { watch }, ...current }: ShownThread,
): Promise<CardLines> {
  // There is nothing yet to say more about.
  if (isToCome(current.task)) return { lines: [], lineKeys: [] };
  const { request, grant, deeds } = view;
  const { channel } = card;
  const isOnCalls = channel === settings.emergency.channel;
  const onCall = isOnCalls && isEmergency(current.task, request) ? { channel, watch } : null;
  const corrected = await isCorrected(tx, view);
  const lines = threadLines({
    ...current,
    onCall,
    request,
    grant,
    deeds,
    isCorrected: corrected,
  });
  const isSecret = isConfidential(settings, request.appId);
  const isShownThere =
    isThreadShown(card, request) && (!isSecret || (await isReviewers(tx, card, current.task)));
  return {
    lines: isShownThere ? lines.filter((one) => isLineFor(one, card)) : [],
    lineKeys: lines.map(({ key }) => key),
  };
}

/** Whether it was withdrawn because a corrected request follows. */
export async function isCorrected(
  tx: StoreTransaction,
  { request, deeds }: Pick<RequestView, 'request' | 'deeds'>,
): Promise<boolean> {
  const isWithdrawn = isRequest(request) && deeds.some(({ verb }) => verb === 'withdraw');
  return isWithdrawn && (await tx.requests.correctionOf(request)) !== null;
}

/** Whether a card is in a channel, or with somebody who decides or decided: others may not read on. */
async function isReviewers(
  tx: StoreTransaction,
  card: CardRow,
  task: TaskSnapshot,
): Promise<boolean> {
  const readerId = readerOf(card);
  if (readerId === null) return true;
  const identity = await tx.identities.find(readerId);
  const people = [...askedPeople(task), ...task.approvers];
  return people.some(({ id }) => id === identity?.person.id);
}

/** A party is told everything in the message about their request. */
function isThreadShown({ ts, channel }: CardRow, { requester, targetSlackId }: Subject): boolean {
  return ts !== null && channel !== requester?.userId && channel !== targetSlackId;
}

/** Nobody is told in their direct messages what they did. */
function isLineFor(line: ThreadLine, card: CardRow): boolean {
  return !isLineTold(line, card.told) && (line.by === null || line.by !== readerOf(card));
}

/** A posted card in a person's direct messages goes to their Slack id. */
export function readerOf(card: Pick<CardRow, 'channel'>): string | null {
  return /^[UW]/.test(card.channel) ? card.channel : null;
}
