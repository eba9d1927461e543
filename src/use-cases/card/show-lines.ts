/** Posts the lines in the thread of a card. */

import type { Place } from '../../domain/message/place.ts';
import { ifUnlistedFor } from '../../domain/outward/outward-failure.ts';
import type { Result } from '../../domain/result.ts';
import { isConfidential } from '../../domain/settings/access-settings.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import type { ThreadLine } from '../../domain/telling/thread-lines.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { ChatRefusal } from '../ports/contents/chat-refusal.ts';
import { recordDelivery } from '../record/record.ts';
import { callReviewers } from './call-reviewers.ts';
import type { StoredModel } from './card-model.ts';
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
      // The channel of a confidential app names nobody.
      const isUncalled = refusal !== null || isConfidential(settings, model.request.appId);
      if (line.callsReviewers && isUncalled && isOpen(model.task))
        await callReviewers(tx, model, { occasion: line.key });
      await recordDelivery(tx, model.request, {
        noticeId: claim,
        notice: `line: ${line.key.split(' ')[0]}`,
        target: { kind: 'channel', channel: card.channel },
        refusal,
      });
    },
    { isRecorded: true },
  );
}
