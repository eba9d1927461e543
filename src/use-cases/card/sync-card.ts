/** Posts the card of a request, and keeps it as the store says. */

import { isPersonal, type Place } from '../../domain/message/place.ts';
import type { NotYet } from '../../domain/outward/job.ts';
import { ifUnlistedFor, isPerhapsDone, NotTaken } from '../../domain/outward/outward-failure.ts';
import { isToCome } from '../../domain/request/subject.ts';
import { isConfidential } from '../../domain/settings/access-settings.ts';
import { askedPeople, isOpen } from '../../domain/task/task-snapshot.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { CardModel } from '../ports/card-contents.ts';
import type { CardRow } from '../ports/rows/card-rows.ts';
import { record } from '../record/record.ts';
import { cardModel, type StoredModel } from './card-model.ts';
import { mayPostIn } from './request-cards.ts';
import { callAbsent, callOrTell, callReviewers, showNextLine, unreachable } from './show-lines.ts';

/**
 * Posts a card that is not in Slack; of a posted one, posts the lines that its thread does not have.
 * Can be done again at any time. A post whose outcome is unknown is looked for first, where a history
 * scope was granted. `update-card` keeps the card itself up to date.
 */
export async function syncCard(
  deps: UseCaseDeps,
  cardId: string,
  slackFailedForMs = 0,
): Promise<NotYet | void> {
  const rendering = await cardModel(deps, cardId);
  if (rendering === null) return;
  const { card, model } = rendering;
  if (card.state === 'hidden') return;
  if (card.state === 'unreachable')
    return deps.store.transaction((tx) => callOrTell(tx, deps, model));
  if (card.ts !== null) return continueThread(deps, rendering, slackFailedForMs);
  if (isToCome(model.task) && !(await isShownBefore(deps, rendering))) return;
  // Reviewers do not see the requester's direct messages.
  if (isPersonal(card.channel)) return unreachable(deps, card, model, 'direct-conversation');
  if (!(await mayPostIn(deps, card.channel)))
    return unreachable(deps, card, model, 'shared-channel');
  return post(deps, rendering, slackFailedForMs);
}

/** Whether its card is posted before the service has the request: to on-call alone. */
async function isShownBefore(
  deps: UseCaseDeps,
  { card: { channel }, model: { task, request } }: StoredModel,
): Promise<boolean> {
  const isUrgent = request.emergency && channel === deps.settings.emergency.channel;
  return isUrgent && isOpen(task) && (await mayPostIn(deps, channel));
}

/** Posts what happened since the card was posted, and brings the card itself up to date. */
async function continueThread(
  deps: UseCaseDeps,
  rendering: StoredModel,
  slackFailedForMs: number,
): Promise<NotYet | void> {
  const { card, model, lines } = rendering;
  const { ts, channel } = card;
  if (ts === null) return;
  if (lines.length > 0) {
    const root = await threadOf(deps, card);
    if (root === 'not-yet') return root;
    const thread = { channel, ts: root.threadTs ?? ts };
    await showNextLine(deps, { ...rendering, thread, slackFailedForMs });
  }
  if (card.sentFingerprint !== deps.chat.fingerprint(model)) await wantUpdate(deps, card.id);
}

function wantUpdate({ store }: UseCaseDeps, cardId: string): Promise<void> {
  return store.transaction((tx) => tx.enqueue({ kind: 'update-card', cardId }));
}

/**
 * Brings a posted card up to what the store says, in place. Can be done again at any time. What is
 * written meanwhile is shown by another job.
 */
export async function updateCard(deps: UseCaseDeps, cardId: string): Promise<void> {
  const rendering = await cardModel(deps, cardId);
  if (rendering === null) return;
  const { card, model, lines } = rendering;
  const { ts, channel, sentFingerprint } = card;
  // A card whose message was deleted is posted again. Lines wait for their turn in the channel; an
  // update that shows a decision does not.
  if (ts === null || lines.length > 0)
    await deps.store.transaction((tx) => tx.enqueue({ kind: 'sync-card', cardId }));
  if (ts === null) return;
  try {
    if (sentFingerprint !== deps.chat.fingerprint(model))
      await update(deps, card, { channel, ts }, model);
  } finally {
    // Also where Slack does not take the edit: nobody else calls new reviewers.
    await callAbsent(deps, card, model);
  }
}

async function post(
  deps: UseCaseDeps,
  { card, model, lineKeys }: StoredModel,
  slackFailedForMs: number,
): Promise<NotYet | void> {
  const thread = await threadOf(deps, card);
  if (thread === 'not-yet') return thread;
  const { threadTs } = thread;
  if (card.postingSince !== null) {
    const place = await deps.chat.findCard(card, card.postingSince, threadTs);
    if (typeof place !== 'string')
      // It shows what was so when it was posted: what happened since is told in its thread.
      return posted(deps, card, model, { place, threadTs, fingerprint: '', lineKeys: [] });
  }
  await deps.store.transaction((tx) => tx.cards.save(card.id, { postingSince: tx.at }), {
    isOneStatement: true,
  });
  const answer = await deps.chat
    .postCard(card.channel, model, threadTs)
    .catch(ifUnlistedFor(slackFailedForMs))
    .catch(async (error: unknown) => {
      // It waits for its turn: nobody has to look for it.
      if (!isPerhapsDone(error))
        await deps.store.transaction((tx) => tx.cards.save(card.id, { postingSince: null }), {
          isOneStatement: true,
        });
      throw error;
    });
  if (answer.ok) {
    const fingerprint = deps.chat.fingerprint(model);
    await posted(deps, card, model, { place: answer.value, threadTs, fingerprint, lineKeys });
    return callAbsent(deps, card, model);
  }
  deps.world.log.warn(
    { cardId: card.id, channel: card.channel, refusal: answer.refusal },
    'card cannot be posted',
  );
  await unreachable(deps, card, model, answer.refusal.code);
}

/**
 * The first card of a group starts the thread; the others wait for it and reply to it, unless it
 * cannot be posted.
 */
async function threadOf(
  deps: UseCaseDeps,
  card: CardRow,
): Promise<{ readonly threadTs: string | null } | NotYet> {
  const { threadOf: rootId } = card;
  if (rootId === null) return { threadTs: null };
  const root = await deps.store.transaction((tx) => tx.cards.find(rootId));
  if (root === null || root.state === 'unreachable') return { threadTs: null };
  return root.ts === null ? 'not-yet' : { threadTs: root.ts };
}

interface PostedCard {
  readonly place: Place;
  /** The message in whose thread it stands; null = right in the channel. */
  readonly threadTs: string | null;
  /** The fingerprint of what it shows; '' where that is not known. */
  readonly fingerprint: string;
  /** Keys of what happened before: the card says it, and its thread need not. */
  readonly lineKeys: readonly string[];
}

async function posted(
  deps: UseCaseDeps,
  card: CardRow,
  model: CardModel,
  { place, threadTs, fingerprint, lineKeys }: PostedCard,
): Promise<void> {
  const { request } = model;
  await deps.store.transaction(
    async (tx) => {
      if (request.groupId !== null) await tx.requests.lock(request.groupId);
      // While this was posting, a click may have made an older copy the card, or this process was
      // frozen and another one has posted it. What was noted first stays the card: messages may stand
      // in its thread.
      const noted = await tx.cards.lock(card.id);
      const isCopy = (noted?.ts ?? place.ts) !== place.ts;
      // A copy, and what was found in Slack, may show anything.
      if (isCopy || fingerprint === '') await tx.enqueue({ kind: 'update-card', cardId: card.id });
      if (isCopy) return tx.enqueue({ kind: 'retire-copy', ...place });
      await tx.cards.markPosted(card.id, place, fingerprint, {
        permalink: deps.chat.linkTo(place, threadTs),
        told: lineKeys,
      });
      await tx.identities.expect(expectedReviewers(model));
      // Its card names nobody in a channel, so it calls nobody there.
      if (isConfidential(deps.settings, request.appId)) await callReviewers(tx, model);
      const detail = { cardId: card.id, ...place };
      const { id: requestId, taskId } = request;
      await record(tx, { kind: 'card.delivered', requestId, taskId, detail });
    },
    { isRecorded: true },
  );
}

/** The reviewers as they are in Slack, so that a click of theirs shows on the card at once. */
function expectedReviewers({ task, mentions }: CardModel) {
  return askedPeople(task).flatMap((person) => {
    const slackUserId = mentions.get(person.id);
    return slackUserId === undefined ? [] : [{ slackUserId, person }];
  });
}

async function update(
  deps: UseCaseDeps,
  card: CardRow,
  place: Place,
  model: CardModel,
): Promise<void> {
  const { chat, store, world } = deps;
  const cardId = card.id;
  const before = card.sentFingerprint;
  const answer = await chat.updateCard(place, model).catch(async (err: unknown) => {
    // What Slack may have taken is not what the card showed before.
    if (isPerhapsDone(err))
      await store.transaction((tx) => tx.cards.markUpdated(cardId, { before, fingerprint: '' }), {
        isOneStatement: true,
      });
    throw err;
  });
  const refusal = answer.ok ? null : answer.refusal;
  if (refusal !== null) world.log.warn({ cardId, place, refusal }, 'card cannot be updated');
  // What Slack did not take is not shown, and is tried again.
  if (refusal?.kind === 'rejected') throw new NotTaken('chat.update', refusal.code);
  const isFixed = refusal?.kind === 'message-fixed';
  // Somebody deleted the message: while there is something to decide, the card is needed. One that
  // cannot be changed must not go on offering what is over.
  if (isFixed || (refusal !== null && model.task.state !== 'closed'))
    return store.transaction(async (tx) => {
      await tx.cards.markGone(cardId, place.ts);
      await tx.enqueue({ kind: 'sync-card', cardId });
      if (isFixed) await tx.enqueue({ kind: 'retire-copy', ...place });
    });
  const fingerprint = chat.fingerprint(model);
  const reviewers = expectedReviewers(model);
  const isLast = await store.transaction(
    async (tx) => {
      await tx.identities.expect(reviewers);
      return tx.cards.markUpdated(cardId, { before, fingerprint });
    },
    { isOneStatement: reviewers.length === 0 },
  );
  // What this process was about to show may be older than what another one shows.
  if (!isLast) await wantUpdate(deps, cardId);
}
