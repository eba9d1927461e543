/** Calls the reviewers of a card whom no channel reaches: it has what waits for them posted anew. */

import { namedReviewers } from '../../domain/action/authorization.ts';
import { isConfidential } from '../../domain/settings/access-settings.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { CardModel } from '../ports/card-contents.ts';
import type { CardRow } from '../ports/rows/card-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';
import { tell } from '../record/tell.ts';
import { tellUndelivered } from './tell-undelivered.ts';

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
    if (reviewers === 0) await tellUndelivered(tx, { settings }, card);
    await callReviewers(tx, model);
  });
}

/** Once for each occasion, however many cards there are; not whoever asked and may decide themselves. */
export async function callReviewers(
  tx: StoreTransaction,
  model: CardModel,
  { occasion = model.task.currentStepId ?? '', reviewers = slackReviewers(model) } = {},
): Promise<void> {
  const { id: requestId, requester } = model.request;
  const others = reviewers.filter((one) => one !== requester?.userId);
  await tx.lists.call(others, { requestId, occasion: `waits:${occasion}`, at: tx.at });
}

/**
 * Those who are in no channel that has a card: no mention there calls them. The reviewers of a
 * confidential app were all called directly.
 */
export async function callAbsent(
  { chat, store, settings }: UseCaseDeps,
  card: CardRow,
  model: CardModel,
): Promise<void> {
  const { request, task } = model;
  if (isConfidential(settings, request.appId)) return;
  if (request.state === 'withdrawn' || !isOpen(task)) return;
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
