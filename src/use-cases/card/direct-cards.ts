/** The cards of reviewers whom no channel reaches, each in their direct messages. */

import { namedReviewers } from '../../domain/action/authorization.ts';
import { isPersonal } from '../../domain/message/place.ts';
import { isConfidential } from '../../domain/settings/access-settings.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import type { UseCaseDeps } from '../deps.ts';
import { hasNextOwner } from '../people/next-owner.ts';
import type { CardModel } from '../ports/card-contents.ts';
import type { CardRow } from '../ports/rows/card-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';
import { tell } from '../record/tell.ts';
import { cardIdOf } from './request-cards.ts';
import { tellUndelivered } from './tell-undelivered.ts';

/** So many reviewers get the card directly where its channel does not reach them. */
const directReviewers = 10;

/** Whether it has no other place than the requester's direct messages, where no reviewer sees it. */
export function isRequesters(
  { channel }: Pick<CardRow, 'channel'>,
  { request }: CardModel,
): boolean {
  const own = [request.conversationId, request.requester?.userId];
  return isPersonal(channel) && own.includes(channel);
}

const isReviewers = (card: CardRow, model: CardModel): boolean =>
  isPersonal(card.channel) && !isRequesters(card, model);

/** A reviewer's card is taken away where somebody else has the reviewer's account by now. */
export async function isNextOwners(
  deps: UseCaseDeps,
  card: CardRow,
  model: CardModel,
): Promise<boolean> {
  const { id, channel, postedChannel, ts, state } = card;
  if (state === 'hidden') return true;
  if (!isReviewers(card, model)) return false;
  return deps.store.transaction(async (tx) => {
    if (!(await hasNextOwner(tx, channel, model))) return false;
    await tx.cards.save(id, { state: 'hidden', postingSince: null });
    if (postedChannel !== null && ts !== null)
      await tx.enqueue({ kind: 'retire-copy', channel: postedChannel, ts });
    return true;
  });
}

/** The card's channel cannot be used: its reviewers get the card directly, and the trail says so. */
export async function unreachable(
  { store, settings }: UseCaseDeps,
  card: CardRow,
  model: CardModel,
  code: string,
): Promise<void> {
  const reviewers = slackReviewers(model);
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
    const detail = { cardId: card.id, channel, code, reviewers: reviewers.length };
    await record(tx, { kind: 'card.unreachable', requestId, taskId, detail });
    if (isReviewers(card, model) || reviewers.length === 0)
      await tellUndelivered(tx, { settings }, card);
    await deliverIn(tx, card, model, reviewers);
  });
}

/** What waits for them, once, however many cards there are. */
export async function callReviewers(
  tx: StoreTransaction,
  model: CardModel,
  occasion = model.task.currentStepId ?? '',
): Promise<void> {
  const requestId = model.request.id;
  await tx.lists.call(slackReviewers(model), {
    requestId,
    occasion: `waits:${occasion}`,
    at: tx.at,
  });
}

/**
 * A card for each reviewer who is in no channel that has one: no mention there calls them. The
 * reviewers of a confidential app were all called directly.
 */
export async function callAbsent(
  { chat, store, settings }: UseCaseDeps,
  card: CardRow,
  model: CardModel,
): Promise<void> {
  const { request, task } = model;
  if (isPersonal(card.channel) || isConfidential(settings, request.appId)) return;
  if (request.state === 'withdrawn' || !isOpen(task)) return;
  let absent = await chat.absentFrom(card.channel, slackReviewers(model));
  if (absent.length === 0) return;
  const cards = await store.transaction((tx) => tx.cards.ofRequest(card.requestId));
  for (const { channel, state } of cards)
    if (!isPersonal(channel) && state !== 'unreachable')
      absent = await chat.absentFrom(channel, absent);
  await store.transaction((tx) => deliverIn(tx, card, model, absent));
}

/** A card for each of them who has none yet: a new step brings new reviewers. */
export async function deliverIn(
  tx: StoreTransaction,
  card: CardRow,
  model: CardModel,
  reviewers: readonly string[],
): Promise<void> {
  if (isReviewers(card, model)) return;
  const { id: requestId, requester } = model.request;
  const have = new Set((await tx.cards.ofRequest(requestId)).map((one) => one.channel));
  for (const userId of reviewers) {
    if (have.has(userId) || userId === requester?.userId) continue;
    const direct = await tx.cards.want(cardIdOf(requestId, userId), requestId, userId);
    await tx.enqueue({ kind: 'sync-card', cardId: direct.id });
  }
}

/** The reviewers who decide now, where Slack knows them. */
export function slackReviewers(model: CardModel): readonly string[] {
  const people = namedReviewers(model.task, model.request);
  return people.flatMap((person) => model.mentions.get(person.id) ?? []).slice(0, directReviewers);
}
