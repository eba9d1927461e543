/** Long because what can become of a post, and what follows from each, is told in one place. */

import { namedReviewers } from '../../domain/action/authorization.ts';
import { isPersonal, type Place } from '../../domain/message/place.ts';
import type { NotYet } from '../../domain/outward/job.ts';
import { ifUnlistedFor, NotTaken, OutwardFailure } from '../../domain/outward/outward-failure.ts';
import { isToCome } from '../../domain/request/task-to-come.ts';
import { isConfidential } from '../../domain/settings/access-settings.ts';
import { askedPeople, isOpen } from '../../domain/task/task-snapshot.ts';
import type { UseCaseDeps } from '../deps.ts';
import { hasNextOwner } from '../people/next-owner.ts';
import type { CardModel } from '../ports/card-contents.ts';
import type { CardRow } from '../ports/rows/card-rows.ts';
import type { RequestView } from '../ports/rows/view-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';
import { tell } from '../record/tell.ts';
import { cardModel, type StoredModel } from './card-model.ts';
import { cardIdOf, mayPostIn } from './request-cards.ts';
import { showNextLine } from './show-lines.ts';
import { tellUndelivered } from './tell-undelivered.ts';

/** So many reviewers get the card directly where its channel does not reach them. */
const directReviewers = 10;

/**
 * Posts a card that is not in Slack; of a posted one, posts the lines that its thread does not have. Can be
 * done again at any time. A post whose outcome is unknown
 * is looked for first, where a history scope was granted. `update-card` keeps the card itself up to date.
 */
export async function syncCard(
  deps: UseCaseDeps,
  cardId: string,
  slackFailedForMs = 0,
): Promise<NotYet | void> {
  const rendering = await cardModel(deps, cardId);
  if (rendering === null) return;
  const { card, model, version } = rendering;
  if (await isNextOwners(deps, card, model)) return;
  if (card.state === 'unreachable') return deliverDirectly(deps, card, model);
  if (card.ts !== null) return continueThread(deps, rendering, slackFailedForMs);
  if (isToCome(model.task) && !(await isShownBefore(deps, rendering))) return;
  // Reviewers do not see the requester's direct messages: each of them gets the card instead.
  if (isRequesters(card, model)) {
    return unreachable(deps, card, model, 'direct-conversation');
  }
  if (!isPersonal(card.channel) && !(await mayPostIn(deps, card.channel))) {
    return unreachable(deps, card, model, 'shared-channel');
  }
  const answer = await post(deps, rendering, slackFailedForMs);
  if (answer === 'not-yet') return answer;
  // Another job may have changed the store while this one talked to Slack.
  if (version !== null && answer.version === version) return;
  const now = await cardModel(deps, cardId);
  const isPosted = now !== null && now.card.ts !== null;
  if (isPosted && now.card.sentFingerprint !== deps.chat.fingerprint(now.model))
    await wantUpdate(deps, cardId);
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
  const { ts, postedChannel: channel } = card;
  if (ts === null || channel === null) return;
  if (lines.length > 0) {
    const root = await threadOf(deps, card);
    if (root === 'not-yet') return root;
    const thread = { channel, ts: root.threadTs ?? ts };
    const reviewers = slackReviewers(model);
    const deliver = (tx: StoreTransaction) => deliverIn(tx, model, reviewers);
    await showNextLine(deps, { ...rendering, thread, slackFailedForMs, reviewers, deliver });
  }
  if (card.sentFingerprint !== deps.chat.fingerprint(model)) await wantUpdate(deps, card.id);
}

/** Whether it has no other place than the requester's direct messages, where no reviewer sees it. */
function isRequesters({ channel }: Pick<CardRow, 'channel'>, { request }: CardModel): boolean {
  const own = [request.conversationId, request.requester?.userId];
  return isPersonal(channel) && own.includes(channel);
}

/** A reviewer's card is taken away where somebody else has the reviewer's account by now. */
async function isNextOwners(
  deps: UseCaseDeps,
  { id, channel, postedChannel, ts, state }: CardRow,
  model: CardModel,
): Promise<boolean> {
  if (state === 'hidden') return true;
  if (!isPersonal(channel) || isRequesters({ channel }, model)) return false;
  return deps.store.transaction(async (tx) => {
    if (!(await hasNextOwner(tx, channel, model))) return false;
    await tx.cards.save(id, { state: 'hidden', postingSince: null });
    if (postedChannel !== null && ts !== null)
      await tx.enqueue({ kind: 'retire-copy', channel: postedChannel, ts });
    return true;
  });
}

function wantUpdate({ store }: UseCaseDeps, cardId: string): Promise<void> {
  return store.transaction((tx) => tx.enqueue({ kind: 'update-card', cardId }));
}

/** Brings a posted card up to what the store says, in place. Can be done again at any time. */
export async function updateCard(deps: UseCaseDeps, cardId: string): Promise<void> {
  // Another job may change the store while this one talks to Slack, so what was sent is compared
  // with the store once more.
  for (let round = 0; round < 5; round += 1) {
    const rendering = await cardModel(deps, cardId);
    if (rendering === null) return;
    const { card, model, lines, version } = rendering;
    if (await isNextOwners(deps, card, model)) return;
    if (card.ts === null || card.postedChannel === null) {
      // Its message was deleted: it is posted again.
      return deps.store.transaction((tx) => tx.enqueue({ kind: 'sync-card', cardId }));
    }
    // Lines wait for their turn in the channel; an update that shows a decision does not.
    if (lines.length > 0)
      await deps.store.transaction((tx) => tx.enqueue({ kind: 'sync-card', cardId }));
    const fingerprint = deps.chat.fingerprint(model);
    if (card.sentFingerprint === fingerprint) return callAbsent(deps, card, model);
    const place = { channel: card.postedChannel, ts: card.ts };
    const after = await update(deps, card, place, model, fingerprint);
    if (version !== null && after === version) return callAbsent(deps, card, model);
  }
}

/** What was sent, with the version of the request at the end; null where that must be looked at. */
type Sent = Pick<RequestView, 'version'>;

async function post(
  deps: UseCaseDeps,
  { card, model, lineKeys }: StoredModel,
  slackFailedForMs: number,
): Promise<NotYet | Sent> {
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
      if (error instanceof OutwardFailure && error.certainlyNotDone)
        await deps.store.transaction((tx) => tx.cards.save(card.id, { postingSince: null }), {
          isOneStatement: true,
        });
      throw error;
    });
  if (answer.ok) {
    const fingerprint = deps.chat.fingerprint(model);
    const place = answer.value;
    const sent = await posted(deps, card, model, { place, threadTs, fingerprint, lineKeys });
    await callAbsent(deps, card, model);
    return sent;
  }
  deps.world.log.warn(
    { cardId: card.id, channel: card.channel, refusal: answer.refusal },
    'card cannot be posted',
  );
  await unreachable(deps, card, model, answer.refusal.code);
  return { version: null };
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
): Promise<Sent> {
  const { request } = model;
  return deps.store.transaction(
    async (tx) => {
      if (request.groupId !== null) await tx.requests.lock(request.groupId);
      // While this was posting, a click may have made an older copy the card, or this process was
      // frozen and another one has posted it. What was noted first stays the card: messages may stand
      // in its thread.
      const noted = await tx.cards.lock(card.id);
      if ((noted?.ts ?? place.ts) !== place.ts) {
        await tx.enqueue({ kind: 'retire-copy', ...place });
        return { version: null };
      }
      const version = await tx.cards.markPosted(card.id, place, fingerprint, {
        permalink: deps.chat.linkTo(place, threadTs),
        told: lineKeys,
      });
      await tx.identities.expect(expectedReviewers(model));
      // Its card names nobody in a channel, so it calls nobody there.
      if (!isPersonal(card.channel) && isConfidential(deps.settings, request.appId))
        await callReviewers(tx, model);
      const detail = { cardId: card.id, ...place };
      const { id: requestId, taskId } = request;
      await record(tx, { kind: 'card.delivered', requestId, taskId, detail });
      // One that was found in Slack may show anything.
      return { version: fingerprint === '' ? null : version };
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
  fingerprint: string,
): Promise<string | null> {
  const answer = await deps.chat.updateCard(place, model);
  if (answer.ok) {
    const reviewers = expectedReviewers(model);
    return deps.store.transaction(
      async (tx) => {
        const version = await tx.cards.markUpdated(card.id, fingerprint);
        await tx.identities.expect(reviewers);
        return version;
      },
      { isOneStatement: reviewers.length === 0 },
    );
  }
  deps.world.log.warn(
    { cardId: card.id, place, refusal: answer.refusal },
    'card cannot be updated',
  );
  const { kind, code } = answer.refusal;
  // What Slack did not take is not shown, and is tried again.
  if (kind === 'rejected') throw new NotTaken('chat.update', code);
  // Somebody deleted the message: while there is something to decide, the card is needed. One that
  // cannot be changed must not go on offering what is over.
  if (kind === 'message-fixed' || model.task.state !== 'closed') {
    await deps.store.transaction(async (tx) => {
      await tx.cards.markGone(card.id);
      if (kind === 'message-fixed') await tx.enqueue({ kind: 'retire-copy', ...place });
    });
    return null;
  }
  return deps.store.transaction((tx) => tx.cards.markUpdated(card.id, fingerprint));
}

/** The card's channel cannot be used: its reviewers get the card directly, and the trail says so. */
async function unreachable(
  deps: UseCaseDeps,
  card: CardRow,
  model: CardModel,
  code: string,
): Promise<void> {
  const reviewers = slackReviewers(model);
  const { id: requestId, taskId } = model.request;
  await deps.store.transaction(async (tx) => {
    await tx.cards.save(card.id, { state: 'unreachable', postingSince: null });
    if (code === 'shared-channel') await tellOnCall(tx, deps, card, model);
    const detail = { cardId: card.id, channel: card.channel, code, reviewers: reviewers.length };
    await record(tx, { kind: 'card.unreachable', requestId, taskId, detail });
    const isReviewers = isPersonal(card.channel) && !isRequesters(card, model);
    if (isReviewers || reviewers.length === 0) await tellUndelivered(tx, deps, card);
  });
  await deliverDirectly(deps, card, model);
}

/** On-call hears that an emergency waits also where its channel may not show it. */
async function tellOnCall(
  tx: StoreTransaction,
  { settings }: UseCaseDeps,
  card: CardRow,
  model: CardModel,
) {
  const { request, task } = model;
  const isEmergency = request.emergency || task.emergency;
  if (!isEmergency || card.channel !== settings.emergency.channel) return;
  const target = { kind: 'channel', channel: card.channel } as const;
  await tell(tx, target, {
    key: `emergency-elsewhere:${request.groupId ?? request.id}`,
    requestId: request.id,
    body: { kind: 'emergency-elsewhere', onCall: settings.emergency.onCall },
  });
}

/** What waits for them, once, however many cards there are. */
async function callReviewers(tx: StoreTransaction, model: CardModel): Promise<void> {
  const { request, task } = model;
  const occasion = `waits:${task.currentStepId ?? ''}`;
  await tx.lists.call(slackReviewers(model), { requestId: request.id, occasion, at: tx.at });
}

/**
 * A card for each reviewer of the current step who has none yet: a new step brings new reviewers.
 */
async function deliverDirectly(deps: UseCaseDeps, card: CardRow, model: CardModel): Promise<void> {
  if (isPersonal(card.channel) && !isRequesters(card, model)) return;
  await deliverTo(deps, model, slackReviewers(model));
}

/**
 * A card for each reviewer who is in no channel that has one: no mention there calls them. The
 * reviewers of a confidential app were all called directly.
 */
async function callAbsent(deps: UseCaseDeps, card: CardRow, model: CardModel): Promise<void> {
  const { request, task } = model;
  if (isPersonal(card.channel) || isConfidential(deps.settings, request.appId)) return;
  if (request.state === 'withdrawn' || !isOpen(task)) return;
  let absent = await deps.chat.absentFrom(card.channel, slackReviewers(model));
  if (absent.length === 0) return;
  const cards = await deps.store.transaction((tx) => tx.cards.ofRequest(card.requestId));
  for (const { channel, state } of cards)
    if (!isPersonal(channel) && state !== 'unreachable')
      absent = await deps.chat.absentFrom(channel, absent);
  await deliverTo(deps, model, absent);
}

async function deliverTo(
  { store }: UseCaseDeps,
  model: CardModel,
  reviewers: readonly string[],
): Promise<void> {
  await store.transaction((tx) => deliverIn(tx, model, reviewers));
}

async function deliverIn(
  tx: StoreTransaction,
  { request: { id: requestId, requester } }: CardModel,
  reviewers: readonly string[],
): Promise<void> {
  const have = new Set((await tx.cards.ofRequest(requestId)).map((one) => one.channel));
  for (const userId of reviewers) {
    if (have.has(userId) || userId === requester?.userId) continue;
    const direct = await tx.cards.want(cardIdOf(requestId, userId), requestId, userId);
    await tx.enqueue({ kind: 'sync-card', cardId: direct.id });
  }
}

function slackReviewers(model: CardModel): readonly string[] {
  const people = namedReviewers(model.task, model.request);
  return people.flatMap((person) => model.mentions.get(person.id) ?? []).slice(0, directReviewers);
}
