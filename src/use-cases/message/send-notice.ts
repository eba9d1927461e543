/** Long because what a message is rendered from is gathered beside the sending of it. */

import { isDeepStrictEqual } from 'node:util';
import { type Notice, offersOf, traitsOf } from '../../domain/message/notice.ts';
import type { Place } from '../../domain/message/place.ts';
import { NotTaken, unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { Subject } from '../../domain/request/subject.ts';
import { periodOf } from '../../domain/request/task-period.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { taskLink } from '../../domain/settings/access-settings.ts';
import { cardFor } from '../card/card-model.ts';
import { linkToCard, mayPostIn, withLinks, withReviews } from '../card/request-cards.ts';
import { channelOf, tellUndelivered } from '../card/tell-undelivered.ts';
import type { UseCaseDeps } from '../deps.ts';
import { isForFormerOwner } from '../people/next-owner.ts';
import { isAdministrator, resolveIdentity } from '../people/resolve-identity.ts';
import { nobodyReached } from '../ports/card-contents.ts';
import type { NoticeContext, NoticeSpot, NoticeSubject } from '../ports/chat-ports.ts';
import type { ChatRefusal } from '../ports/contents/chat-refusal.ts';
import type { CardRow } from '../ports/rows/card-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { recordDelivery, retireMessage } from '../record/record.ts';
import { type CurrentMessage, isFinal, noticeNow } from './current-message.ts';
import { offeredBy, watchedOf } from './notice-offers.ts';

/**
 * What is done with a message.
 * - `drop`: everything that it is about was decided or has ended meanwhile
 * - `post`: it was not sent; it may be over by now, which the trail says
 * - `update`: it was sent, and says or offers what is not so any more
 * - `leave`: it was sent, and is as it should be
 */
type NextForNotice = 'drop' | 'post' | 'update' | 'leave';

function nextFor({ notice, group }: CurrentMessage, watched: readonly string[]): NextForNotice {
  const { body, place } = notice;
  if (place !== null) return isDeepStrictEqual(notice.offered, watched) ? 'leave' : 'update';
  return 'about' in body && group.length === 0 ? 'drop' : 'post';
}

/**
 * Sends a kept message; of one that was sent the buttons follow what can still be done. Cut off
 * after Slack took it and before that was noted, it is sent again (`isRepeated`) unless it can be
 * found: twice is better than a person left waiting.
 */
export async function sendNotice(
  deps: UseCaseDeps,
  noticeId: string,
  isRepeated = false,
): Promise<void> {
  const message = await deps.store.transaction(async (tx) =>
    noticeNow(tx, await tx.views.ofMessage(noticeId)),
  );
  if (message === null) return;
  const { offered, watched } = showingOf(message);
  const next = nextFor(message, watched);
  const isTelling = next === 'post' || next === 'update';
  const { target, key } = message.notice;
  if (
    isTelling &&
    target.kind === 'direct' &&
    ((await isForFormerOwner(deps, target.slackUserId, message)) ||
      (await isForNoAdministrator(deps, target.slackUserId, message)))
  )
    return deps.store.transaction((tx) => retireMessage(tx, key));
  switch (next) {
    case 'drop':
      return drop(deps, noticeId);
    case 'leave':
      return;
    case 'update':
      return update(deps, message, await contextOf(deps, message, offered), watched);
    case 'post':
      return post(deps, message, await contextOf(deps, message, offered), { watched, isRepeated });
  }
}

/** Trouble may name what is confidential: not to somebody who is no administrator any more. */
async function isForNoAdministrator(
  deps: UseCaseDeps,
  slackUserId: string,
  { notice: { id, body } }: CurrentMessage,
): Promise<boolean> {
  if (body.kind !== 'trouble') return false;
  const who = await unlessFailing(resolveIdentity(deps, slackUserId, 'in-turn'), () => null);
  if (isAdministrator(deps.settings, slackUserId, who)) return false;
  deps.world.log.warn({ noticeId: id, slackUserId, what: body.what }, 'administrator not told');
  return true;
}

async function drop({ store }: UseCaseDeps, noticeId: string): Promise<void> {
  await store.transaction((tx) => tx.notices.markSent(noticeId, tx.at), { isOneStatement: true });
}

/** What the message shows of the state, and offers. */
function showingOf(message: CurrentMessage) {
  const offered = offeredBy(message);
  return { offered, watched: watchedOf(message, offered) };
}

async function update(
  deps: UseCaseDeps,
  { notice, cards }: CurrentMessage,
  context: NoticeContext,
  watched: readonly string[],
): Promise<void> {
  const { store, chat } = deps;
  const { id, place, sentAt } = notice;
  const spot = await spotOf(deps, notice, cards);
  const answer =
    place === null || typeof spot === 'string'
      ? ok(place)
      : await chat.updateNotice(place, spot, context);
  // What Slack did not take is not shown, and is tried again.
  if (!answer.ok && answer.refusal.kind === 'rejected')
    throw new NotTaken('chat.update', answer.refusal.code);
  // One that is gone, or cannot be changed, shows no outcome of a click: that is told directly.
  const posted = { place: answer.ok ? place : null, watched };
  await store.transaction((tx) => tx.notices.markSent(id, sentAt ?? tx.at, posted), {
    isOneStatement: true,
  });
}

async function post(
  deps: UseCaseDeps,
  message: CurrentMessage,
  context: NoticeContext,
  { isRepeated, watched }: Pick<Sent, 'watched'> & { readonly isRepeated: boolean },
): Promise<void> {
  const { notice, cards } = message;
  const spot = message.isOver ? 'over' : await spotOf(deps, notice, cards);
  const answer =
    typeof spot === 'string'
      ? refuse({ kind: 'rejected' as const, code: spot })
      : await deps.chat.sendNotice(spot, context, isRepeated);
  const isRefused = typeof spot !== 'string' && !answer.ok;
  // Home says why a click was not carried out.
  const isClickers = traitsOf(notice.body).readers === 'clicker';
  await keepAnswer(deps, message, { answer, isGivenUp: isRefused && !isClickers, watched });
}

/**
 * Whether the message says what is not so any more: somebody decided, or the state changed
 * otherwise, while it was on its way to Slack, and that change found no message that it could have
 * rendered again. Because of the locks, either this code sees the change, or the change finds the
 * message.
 */
async function isOutdated(
  tx: StoreTransaction,
  { version, notice: { body } }: CurrentMessage,
  stored: Awaited<ReturnType<StoreTransaction['notices']['markSent']>>,
  watched: readonly string[],
): Promise<boolean> {
  if (stored === null || isFinal(stored)) return false;
  const { version: versionNow, ...notice } = stored;
  // A list is about other requests as well.
  if (version !== null && version === versionNow && !('about' in body)) return false;
  const view = await tx.views.of(notice.requestId);
  const now = await noticeNow(tx, { notice, view });
  return now !== null && !isDeepStrictEqual(watched, showingOf(now).watched);
}

/** In the order in which readings of the tasks take them. */
async function lockSubjects(
  tx: StoreTransaction,
  { request, task, group }: CurrentMessage,
): Promise<void> {
  if (request.groupId !== null) await tx.requests.lock(request.groupId);
  const tasks = [task, ...group.map((one) => one.task)];
  const ids = new Set(tasks.flatMap((one) => (one === null ? [] : [one.id])));
  for (const id of [...ids].toSorted()) await tx.tasks.lock(id);
}

/** What Slack answered, with what the message was rendered from. */
interface Sent {
  readonly answer: Result<Place, ChatRefusal>;
  /** Nobody hears of it otherwise. */
  readonly isGivenUp: boolean;
  readonly watched: readonly string[];
}

async function keepAnswer(
  deps: UseCaseDeps,
  message: CurrentMessage,
  { answer, isGivenUp, watched }: Sent,
): Promise<void> {
  const { store, world } = deps;
  const { notice, request } = message;
  const { id: noticeId, body, target } = notice;
  const refusal = answer.ok ? null : answer.refusal;
  if (refusal !== null)
    world.log.warn({ noticeId, kind: body.kind, refusal }, 'notice not deliverable');
  await store.transaction(
    async (tx) => {
      if (answer.ok && watched.length > 0) await lockSubjects(tx, message);
      if (isGivenUp)
        await tellUndelivered(tx, deps, { requestId: request.id, channel: channelOf(target) });
      const place = answer.ok ? answer.value : null;
      const stored = await tx.notices.markSent(noticeId, tx.at, { place, watched });
      if (await isOutdated(tx, message, stored, watched))
        await tx.enqueue({ kind: 'send-notice', noticeId });
      await recordDelivery(tx, request, { noticeId, notice: body.kind, target, refusal });
    },
    { isRecorded: true },
  );
}

/** Where it is posted, or why nowhere. */
async function spotOf(
  deps: UseCaseDeps,
  { target, body }: Notice,
  cards: readonly CardRow[],
): Promise<NoticeSpot | 'shared-channel'> {
  if (target.kind === 'channel') {
    return traitsOf(body).readers === 'other-companies' || (await mayPostIn(deps, target.channel))
      ? target
      : 'shared-channel';
  }
  if (target.kind === 'beside-card')
    return { ...target, threadTs: await threadOfCard(deps, cards, target.channel) };
  return target;
}

/** The thread in which the card of this channel is; null where it starts one. */
async function threadOfCard(
  { store }: UseCaseDeps,
  cards: readonly CardRow[],
  channel: string,
): Promise<string | null> {
  const card = cards.find((one) => one.postedChannel === channel);
  const threadOf = card?.threadOf ?? null;
  if (threadOf === null) return null;
  return (await store.transaction((tx) => tx.cards.find(threadOf)))?.ts ?? null;
}

async function contextOf(
  deps: UseCaseDeps,
  message: CurrentMessage,
  offered: NoticeContext['offered'],
): Promise<NoticeContext> {
  const { notice, request, task, grant, actState, cards } = message;
  const { governance, emergency } = deps.settings;
  const readerId = 'slackUserId' in notice.target ? notice.target.slackUserId : null;
  return {
    noticeId: notice.id,
    body: notice.body,
    offered,
    request: await asReaders(deps, notice, request),
    task,
    period: periodOf(task, request),
    group: await subjectsOf(deps, message, readerId),
    settled: message.settled,
    cardUrl: await linkToCard(deps, cardFor(cards, readerId)),
    consoleUrl: taskLink(governance, task),
    lapse: message.lapse,
    actState,
    actRefusal: message.actRefusal,
    waitingVerb: message.waitingVerb,
    grant,
    ...nobodyReached,
    emergency,
  };
}

/**
 * What was requested elsewhere is told to one who follows it in the words for their own request, as
 * far as it is theirs.
 */
async function asReaders(
  { store }: UseCaseDeps,
  { body, target }: CurrentMessage['notice'],
  subject: Subject,
): Promise<Subject> {
  if (target.kind !== 'direct') return subject;
  // A removal that nobody requested here is told to the person who lost the access alone.
  if (body.kind === 'access-removed' && subject.requester === null)
    return { ...subject, targetSlackId: target.slackUserId };
  if (body.kind !== 'ended') return subject;
  const { isCreator, isTarget } = body.follower;
  const { slackUserId } = target;
  const requester = { userId: slackUserId, teamId: '', userName: '' };
  if (isCreator && isTarget) return { ...subject, requester };
  if (isTarget) return { ...subject, targetSlackId: slackUserId };
  const { identityUserId } = subject;
  const [holder] = await store.transaction((tx) =>
    tx.identities.slackIdsOf(identityUserId === null ? [] : [identityUserId]),
  );
  // Without the holder it would read as if it were for the one who made it.
  return holder === undefined ? subject : { ...subject, requester, targetSlackId: holder };
}

/** What a message lists, with what its reader needs to go on. */
async function subjectsOf(
  deps: UseCaseDeps,
  { notice: { body }, group }: CurrentMessage,
  readerId: string | null,
): Promise<readonly NoticeSubject[]> {
  if (!('about' in body)) return group;
  const isForDecision = offersOf(body).includes('decide') && readerId !== null;
  const listed = group.map((one): NoticeSubject => {
    const mention = body.about.find(({ requestId }) => requestId === one.request.id);
    return { ...one, reminded: mention?.reminded };
  });
  return isForDecision ? withReviews(deps, listed, readerId) : withLinks(deps, listed, readerId);
}
