/** Posts the lines in the thread of a card. Reviewers whom no channel reaches are called by their list. */

import { mayNobodyDecide, namedReviewers } from '../../domain/action/authorization.ts';
import type { Place } from '../../domain/message/place.ts';
import { ifUnlistedFor } from '../../domain/outward/outward-failure.ts';
import { areReviewersUntold } from '../../domain/request/untold.ts';
import type { Result } from '../../domain/result.ts';
import { isConfidential } from '../../domain/settings/access-settings.ts';
import { askedPeople, isOpen } from '../../domain/task/task-snapshot.ts';
import { stepKey, type ThreadLine } from '../../domain/telling/thread-lines.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { CardModel } from '../ports/card-contents.ts';
import type { ChatRefusal } from '../ports/contents/chat-refusal.ts';
import type { CardRow } from '../ports/rows/card-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record, recordDelivery, tell, tellNoReviewer } from '../record/record.ts';
import type { StoredModel } from './card-model.ts';
import { linkToCard } from './request-cards.ts';

/** A posted card, with the lines that its thread does not have yet. */
interface CardThread extends Pick<StoredModel, 'card' | 'model' | 'lines' | 'actorNames'> {
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
  const { card, model, actorNames, thread, slackFailedForMs } = cardThread;
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
  const content = { line, card: model, actorNames, cardUrl, emergency: settings.emergency };
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

/** So many reviewers are called directly. */
const calledReviewers = 10;

/** The card's channel cannot be used: its reviewers are called directly, and the trail says so. */
export async function unreachable(
  { store, settings }: UseCaseDeps,
  card: CardRow,
  model: CardModel,
  code: string,
): Promise<void> {
  const reviewers = slackReviewers(model).length;
  const { request, task } = model;
  const { id: requestId, taskId } = request;
  const { channel } = card;
  await store.transaction(async (tx) => {
    await tx.cards.save(card.id, { state: 'unreachable', postingSince: null });
    const isEmergency = request.emergency || task.emergency;
    // On-call hears that an emergency waits also where its channel may not show it.
    if (code === 'shared-channel' && isEmergency && channel === settings.emergency.channel)
      await tell(
        tx,
        { kind: 'channel', channel },
        {
          key: `emergency-elsewhere:${request.groupId ?? requestId}`,
          requestId,
          body: { kind: 'emergency-elsewhere', onCall: settings.emergency.onCall },
        },
      );
    const detail = { cardId: card.id, channel, code, reviewers };
    await record(tx, { kind: 'card.unreachable', requestId, taskId, detail });
    await callOrTell(tx, { settings }, model);
  });
}

/** Those who decide now, where no channel shows the card; a step may have come whose people Slack does not know. */
export async function callOrTell(
  tx: StoreTransaction,
  { settings }: Pick<UseCaseDeps, 'settings'>,
  model: CardModel,
): Promise<void> {
  const { task, request } = model;
  const isAwaited = askedPeople(task).length > 0 || areReviewersUntold(task);
  if (isOpen(task) && isAwaited && slackReviewers(model).length === 0)
    await tellNoReviewer(
      tx,
      { settings },
      { requestId: request.id, step: task.currentStepId ?? '' },
    );
  await callReviewers(tx, model);
}

/**
 * Calls each reviewer once for each occasion, however many cards there are. The requester is not
 * called, even where they may decide.
 */
export async function callReviewers(
  tx: StoreTransaction,
  model: CardModel,
  { occasion = stepKey(model.task), reviewers = slackReviewers(model) } = {},
): Promise<void> {
  const { id: requestId, requester } = model.request;
  const others = reviewers.filter((one) => one !== requester?.userId);
  await tx.lists.call(others, { requestId, occasion: `waits:${occasion}`, at: tx.at });
}

/**
 * Those who are in no channel that has a card: no mention there calls them. The first reviewers of a
 * confidential app are always called directly.
 */
export async function callAbsent(
  { chat, store, settings }: UseCaseDeps,
  card: CardRow,
  model: CardModel,
): Promise<void> {
  const { request, task } = model;
  if (request.state === 'withdrawn' || !isOpen(task)) return;
  if (mayNobodyDecide(task, request))
    return store.transaction((tx) =>
      tellNoReviewer(tx, { settings }, { requestId: request.id, step: task.currentStepId ?? '' }),
    );
  if (isConfidential(settings, request.appId)) return;
  let reviewers = await chat.absentFrom(card.channel, slackReviewers(model));
  if (reviewers.length === 0) return;
  const cards = await store.transaction((tx) => tx.cards.ofRequest(card.requestId));
  for (const { channel, ts } of cards)
    if (ts !== null) reviewers = await chat.absentFrom(channel, reviewers);
  await store.transaction((tx) => callReviewers(tx, model, { reviewers }));
}

/** The reviewers who decide now, where Slack knows them. */
function slackReviewers(model: CardModel): readonly string[] {
  const people = namedReviewers(model.task, model.request);
  return people.flatMap((person) => model.mentions.get(person.id) ?? []).slice(0, calledReviewers);
}
