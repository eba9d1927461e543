/** Long because a message is gathered, delivered, and taken back when what it offers is over. */

import { isDeepStrictEqual } from 'node:util';
import type { AccessRequest } from '../domain/access-request.ts';
import { isConfidential, taskLink, tasksAreRead } from '../domain/access-settings.ts';
import { isOver as isActionOver } from '../domain/action.ts';
import { namedReviewers } from '../domain/authorization.ts';
import { isHolder } from '../domain/holder-action.ts';
import type { NotYet } from '../domain/job.ts';
import {
  decisionNext,
  type Notice,
  type NoticeBody,
  type Offer,
  offersOf,
  type WaitingBody,
} from '../domain/notice.ts';
import { refuse } from '../domain/result.ts';
import { currentStep } from '../domain/step-of-task.ts';
import { isOpen } from '../domain/task-snapshot.ts';
import { cardFor, reachOf, readerOf } from './card-model.ts';
import type { CardRow } from './card-rows.ts';
import type { NoticeContext, NoticeSpot, NoticeSubject } from './chat-ports.ts';
import type { UseCaseDeps } from './deps.ts';
import { groupRows, lastAskedFor, whatHolderMay } from './holder-requests.ts';
import { endangeredAccess } from './longer-access.ts';
import {
  callsReviewers,
  reachOfReviewers,
  readReviewers,
  reviewersSaid,
  withoutReviewers,
} from './notice-reviewers.ts';
import { record, settleDecision } from './record.ts';
import { recordReading } from './record-reading.ts';
import { readBack } from './refresh-tasks.ts';
import {
  linkToCard,
  mayPostIn,
  notYetDecided,
  stillWaiting,
  withLinks,
  withReviews,
} from './request-cards.ts';
import { requestFingerprint } from './request-fingerprint.ts';
import type { HolderRow, KeptNotice, StoreTransaction } from './store-ports.ts';

/**
 * Sends a kept message; of one that was sent the buttons follow what can still be done. Cut off
 * after Slack took it and before that was noted, it is sent again (`isRepeated`) unless it can be
 * found: twice is better than a person left waiting.
 */
export async function sendNotice(
  deps: UseCaseDeps,
  noticeId: string,
  isRepeated = false,
): Promise<NotYet | void> {
  const { store, chat, world } = deps;
  const read = await readNotice(deps, noticeId);
  if (read === null) return;
  const { kept, unknown } = read;
  const { notice, request, cards } = kept;
  const { body, target, place } = notice;
  if (body.kind === 'decided' && body.next.kind === 'pending') {
    await settlePending(deps, request);
    return sendNotice(deps, noticeId, isRepeated);
  }
  // Everything it is about was decided meanwhile.
  if (place === null && 'about' in body && kept.group.length === 0) {
    return store.transaction((tx) => tx.notices.markSent(noticeId, tx.at));
  }
  const offered = offeredBy(deps, kept);
  const shown = withoutReviewers(kept, unknown);
  const watched = [...offered.filter((offer) => !lasting.has(offer)), ...shownBy(shown)];
  if (place !== null && isDeepStrictEqual(notice.offered, watched)) return;
  const context = await contextOf(deps, shown, offered);
  if (place !== null) {
    if ('slackUserId' in target) await chat.updateNotice(place, target.slackUserId, context);
    return store.transaction((tx) =>
      tx.notices.markSent(noticeId, notice.sentAt ?? tx.at, { place, watched }),
    );
  }
  const spot = kept.isOver ? 'over' : await spotOf(deps, notice, cards);
  if (spot === 'not-yet') return spot;
  const answer =
    typeof spot === 'string'
      ? refuse({ kind: 'rejected' as const, code: spot })
      : await chat.sendNotice(spot, context, isRepeated);
  const people = await toldDirectly(deps, kept, context, typeof spot !== 'string' && !answer.ok);
  const refusal = answer.ok ? null : answer.refusal;
  if (refusal !== null)
    world.log.warn({ noticeId, kind: body.kind, refusal }, 'notice not deliverable');
  await store.transaction(async (tx) => {
    if (refusal?.kind === 'thread-gone')
      await tx.enqueue({ kind: 'retire-copy', ...refusal.place });
    await tellDirectly(tx, notice, people);
    await tx.notices.markSent(noticeId, tx.at, { place: answer.ok ? answer.value : null, watched });
    const kind = refusal === null ? 'notice.delivered' : 'notice.undeliverable';
    const { id: requestId, taskId } = request;
    await record(tx, {
      kind,
      requestId,
      taskId,
      detail: { noticeId, notice: body.kind, target, refusal },
    });
  });
}

type Kept = NonNullable<Awaited<ReturnType<typeof keptNotice>>>;

/**
 * `unknown`: ids of the tasks whose present reviewers could not be read for a message that names
 * them.
 */
async function readNotice(deps: UseCaseDeps, noticeId: string) {
  const areRead = tasksAreRead(deps.governance.operations);
  const keep = () => deps.store.transaction((tx) => keptNotice(tx, noticeId, areRead));
  const kept = await keep();
  if (kept === null) return null;
  // One that was sent is rendered again when a reading has changed.
  const { read, unknown } =
    kept.notice.place === null ? await readReviewers(deps, kept) : nothingRead;
  const fresh = read ? await keep() : kept;
  return fresh === null ? null : { kept: fresh, unknown };
}

const nothingRead = { read: false, unknown: new Set<string>() };

/** A message that is still to be sent, or that offers something, with what it is about. */
async function keptNotice(tx: StoreTransaction, noticeId: string, areRead: boolean) {
  const found = await tx.notices.find(noticeId);
  if (found === null || (found.sentAt !== null && found.place === null)) return null;
  const notice = directly(found);
  const row = await tx.requests.standing(notice.requestId, areRead);
  if (row === null) return null;
  const { request } = row;
  const { body } = notice;
  const actState = await stateOfAct(tx, body);
  const asked = sentForGroup.has(body.kind) ? await groupRows(tx, request, areRead) : [];
  const newest = (await lastAskedFor(tx, request, areRead)) ?? row;
  const last = newest.request;
  const remarks = await tx.actions.remarksOn(request.id);
  const question = body.kind === 'acted' ? body.actionId : undefined;
  const answer = remarks.findLast(
    ({ verb, input }) => verb === 'answer' && (input?.asked ?? question) === question,
  );
  return {
    ...row,
    notice,
    /** All that were asked for in one go, where the message is about all of them. */
    asked,
    group: 'about' in body ? await listedIn(tx, notice, body) : asked,
    cards: await tx.cards.ofRequest(request.id),
    moreTime: isMoreTimeAsked(request, newest) ? newest.task : null,
    isAskedAgain: last.createdAt > request.createdAt,
    isCorrected: await isCorrected(tx, request, body),
    endangered: await endangeredAccess(tx, row, body),
    /**
     * It says that something waits for the service, and that was sent, done or refused meanwhile.
     */
    isOver: isOver(body, actState, asked.length === 0 ? [row] : asked),
    actState,
    answeredBy: answer?.by.userId ?? null,
  };
}

/** Whether the message tells of a withdrawal that made room for a corrected request. */
async function isCorrected(
  tx: StoreTransaction,
  request: AccessRequest,
  body: NoticeBody,
): Promise<boolean> {
  const isWithdrawal = body.kind === 'acted' && body.act === 'withdraw';
  return isWithdrawal && (await tx.requests.correctionOf(request)) !== null;
}

function isMoreTimeAsked({ id }: AccessRequest, { request, standing }: HolderRow): boolean {
  const isWanted = standing === 'open' && request.state !== 'withdrawn';
  return request.extendsRequestId === id && isWanted;
}

/**
 * A posted reminder goes on to show what somebody is deciding right now: that may come to nothing.
 */
function listedIn(
  tx: StoreTransaction,
  { place }: KeptNotice,
  body: WaitingBody,
): Promise<readonly NoticeSubject[]> {
  const isPosted = body.kind === 'reminder' && place !== null;
  return isPosted ? notYetDecided(tx, body.about) : stillWaiting(tx, body.about);
}

/** Messages of earlier versions, which Slack did not promise to show, go to the person directly. */
function directly(notice: KeptNotice): KeptNotice {
  const { target } = notice;
  if (target.kind !== 'ephemeral') return notice;
  return { ...notice, target: { kind: 'direct', slackUserId: target.slackUserId } };
}

const waitingKinds: ReadonlySet<NoticeBody['kind']> = new Set([
  'request-waiting',
  'emergency-waiting',
  'correction-waiting',
]);

/** `asked`: the requests that the message is about. */
function isOver(
  body: NoticeBody,
  actState: NoticeContext['actState'],
  asked: readonly HolderRow[],
): boolean {
  if (waitingKinds.has(body.kind)) {
    return asked.every(
      ({ request }) => request.state !== 'submitted' && request.state !== 'sending',
    );
  }
  return body.kind === 'action-waiting' && actState !== 'open';
}

/** Whether a corrected request still waits for the end of the first. */
function isCorrectionWaiting({
  notice: { body },
  request,
}: Pick<Kept, 'notice' | 'request'>): boolean {
  return (
    body.kind === 'correction-waiting' &&
    (request.state === 'submitted' || request.state === 'sending')
  );
}

async function stateOfAct(
  tx: StoreTransaction,
  body: NoticeBody,
): Promise<NoticeContext['actState']> {
  if (body.kind !== 'action-waiting') return 'open';
  const action = await tx.actions.find(body.actionId);
  if (action === null || !isActionOver(action)) return 'open';
  if (action.refusal?.kind === 'perhaps-sent') return 'perhaps-sent';
  return action.state === 'done' ? 'done' : 'refused';
}

/**
 * Of a reminder one for each request that still waits, so that it is rendered again when somebody
 * decides on one of them.
 */
function offeredBy(deps: UseCaseDeps, kept: Kept): readonly Offer[] {
  const { body } = kept.notice;
  if (body.kind === 'reminder') {
    const decisions = kept.group.map((one) =>
      'isBeingDecided' in one && one.isBeingDecided ? 'deciding' : 'decide',
    );
    return decisions.length === 0 ? [] : [...decisions, ...offersOf(body)];
  }
  const open = openOffers(deps, kept);
  return offersOf(body).filter((offer) => lasting.has(offer) || open[offer]);
}

/**
 * What the buttons of a reminder are bound to, or who decides: where that changes, the message is
 * rendered again.
 */
function shownBy(kept: Kept): readonly string[] {
  const { notice, group } = kept;
  if (isCorrectionWaiting(kept)) return ['waits'];
  if (notice.body.kind === 'unanswered')
    return [...reviewersSaid(kept), ...waitSaid(kept, notice.body)];
  if (tellsOfAccess(notice)) return heldUntil(kept);
  if (notice.body.kind !== 'reminder') return reviewersSaid(kept);
  return group.flatMap(({ task }) => (task === null ? [] : [requestFingerprint(task)]));
}

/** Whether the message tells a person of access that they have. */
function tellsOfAccess({ body, target }: Pick<KeptNotice, 'body' | 'target'>): boolean {
  const said = body.kind === 'decided' ? body.next : body;
  const isGranted = said.kind === 'ended' && said.outcome === 'granted';
  return target.kind === 'direct' && (isGranted || body.kind === 'ending-soon');
}

/** When the access ends, as the message says it; nothing once it has ended. */
function heldUntil({ grant }: Pick<Kept, 'grant'>): readonly string[] {
  if (grant !== null && grant.endedAt !== null) return [];
  return [`held-until:${grant?.endsAt?.toISOString() ?? ''}`];
}

/** An emergency that waits is told again with each call; one that is decided, once more. */
function waitSaid({ group, task }: Kept, { asOfMs }: UnansweredBody): readonly string[] {
  if (group.length > 0) return [`as-of:${asOfMs}`];
  return task !== null && isOpen(task) ? ['step-over'] : [];
}

type UnansweredBody = Extract<NoticeBody, { kind: 'unanswered' }>;

/** Messages that are sent once for all that was asked for in one go. */
const sentForGroup: ReadonlySet<Notice['body']['kind']> = new Set([
  'group-open',
  'request-waiting',
  'emergency-waiting',
  'card-elsewhere',
]);

/** Offers that stay for as long as the message does. */
const lasting: ReadonlySet<Offer> = new Set(['fill-in', 'snooze']);

/**
 * What the reader of a direct message can do now; of several requests a button would not say which
 * it is about.
 */
function openOffers(deps: UseCaseDeps, kept: Kept): Partial<Record<Offer, boolean>> {
  const { request, task, group, asked, moreTime, isAskedAgain, answeredBy, actState } = kept;
  const { target, body } = kept.notice;
  if (target.kind !== 'direct') return {};
  if (group.length > 1) {
    const each = asked.map((row) => whatHolderMay(deps, target.slackUserId, row));
    return {
      'withdraw-all': each.some((one) => one.withdraw),
      'nudge-all': each.some((one) => one.nudge),
    };
  }
  const may = whatHolderMay(deps, target.slackUserId, kept);
  return {
    ...may,
    settle: request.state === 'uncertain',
    answer:
      answeredBy === null && task !== null && isOpen(task) && isHolder(request, target.slackUserId),
    'take-back': actState === 'open',
    mend: !isAskedAgain,
    see: body.kind === 'request-refused' ? !isAskedAgain : moreTime !== null,
    extend: may.extend && !isAskedAgain,
    again: !isAskedAgain,
  };
}

async function contextOf(
  deps: UseCaseDeps,
  kept: Kept,
  offered: readonly Offer[],
): Promise<NoticeContext> {
  const { notice, request, task, grant, moreTime, answeredBy, actState, cards, endangered } = kept;
  const { governance, emergency } = deps.settings;
  const readerId = 'slackUserId' in notice.target ? notice.target.slackUserId : null;
  return {
    noticeId: notice.id,
    body: notice.body,
    offered,
    request,
    task,
    group: await subjectsOf(deps, kept, readerId),
    cardUrl: await linkToCard(deps, cardFor(cards, readerId)),
    consoleUrl: taskLink(governance, task),
    moreTime,
    isCorrected: kept.isCorrected,
    answeredBy,
    actState,
    endangered,
    existingUrl: await existingUrl(deps, kept, readerId),
    grant,
    isFollowed: tasksAreRead(deps.governance.operations),
    ...(await reachOfReviewers(deps, kept)),
    emergency,
  };
}

/** What a message lists, with what its reader needs to go on. */
async function subjectsOf(
  deps: UseCaseDeps,
  { notice: { body }, group }: Kept,
  readerId: string | null,
): Promise<readonly NoticeSubject[]> {
  if (!('about' in body)) return group;
  const isReminder = body.kind === 'reminder' && readerId !== null;
  const listed = group.map((one): NoticeSubject => {
    const seen = body.about.find(({ requestId }) => requestId === one.request.id);
    return { ...one, reminded: seen?.reminded };
  });
  return isReminder ? withReviews(deps, listed, readerId) : withLinks(deps, listed, readerId);
}

/** Where the request is that this one is a duplicate of, or that asks for more time. */
async function existingUrl(
  deps: UseCaseDeps,
  { notice: { body }, moreTime }: Kept,
  readerId: string | null,
): Promise<string | null> {
  const refused =
    body.kind === 'request-refused' && body.refusal.kind === 'service'
      ? body.refusal.refusal
      : null;
  const id = refused?.existingTaskId ?? moreTime?.id ?? null;
  if (id === null) return null;
  const cards = await deps.store.transaction(async (tx) => {
    const task = await tx.tasks.find(id);
    return task === null ? [] : tx.cards.ofRequest(task.requestId);
  });
  const cardUrl = await linkToCard(deps, cardFor(cards, readerId));
  const numericId = refused?.existing?.numericId ?? moreTime?.numericId ?? '';
  return cardUrl ?? taskLink(deps.settings.governance, { id, numericId });
}

/** Where it is posted, or why nowhere. A thread waits for its card. */
async function spotOf(
  deps: UseCaseDeps,
  { target, body }: Notice,
  cards: readonly CardRow[],
): Promise<NoticeSpot | NotYet | 'shared-channel' | 'no-card'> {
  if (target.kind === 'channel') {
    return body.kind === 'emergency-elsewhere' || (await mayPostIn(deps, target.channel))
      ? target
      : 'shared-channel';
  }
  if (target.kind !== 'thread') return { kind: 'direct', slackUserId: target.slackUserId };
  const card = cards.find((one) => one.id === target.cardId);
  if (card === undefined || card.state === 'unreachable') return 'no-card';
  if (card.ts === null || card.postedChannel === null) return 'not-yet';
  // A message in a thread has none of its own.
  const { threadOf } = card;
  const root =
    threadOf === null ? null : await deps.store.transaction((tx) => tx.cards.find(threadOf));
  if (root !== null && root.state !== 'unreachable' && root.ts === null) return 'not-yet';
  const place = { channel: card.postedChannel, ts: root?.ts ?? card.ts };
  return { kind: 'thread', place, readerId: readerOf(card) };
}

/**
 * Slack ids of those who are told what a thread does not tell them: the reviewers of a confidential
 * app, whose channel may not even hear who decides; and where the thread cannot be written to, the
 * reviewers, or of a request that is over those who decided on it.
 */
async function toldDirectly(
  deps: UseCaseDeps,
  kept: Kept,
  { mentions }: NoticeContext,
  isThreadLost: boolean,
): Promise<readonly string[]> {
  const { notice, request, task } = kept;
  if (notice.target.kind !== 'thread' || task === null) return [];
  const reviewers = namedReviewers(task, request);
  if (!isThreadLost) {
    const isLeftOut = callsReviewers(kept) && isConfidential(deps.settings, request.appId);
    return isLeftOut ? reviewers.flatMap(({ id }) => mentions.get(id) ?? []) : [];
  }
  if (isOpen(task)) return [...(await reachOf(deps.directory, reviewers)).mentions.values()];
  const reviews = await deps.store.transaction((tx) => tx.actions.decisionsOn(task.id));
  return reviews.flatMap(({ state, by }) => (state === 'done' ? [by.userId] : []));
}

async function tellDirectly(
  tx: StoreTransaction,
  notice: Notice,
  people: readonly string[],
): Promise<void> {
  const { target, body, key, requestId } = notice;
  if (target.kind !== 'thread') return;
  // Without the card, so that those are told once who have several.
  const context = { key: key.replace(`:${target.cardId}`, ''), message: body };
  await record(tx, { kind: 'thread.unseen', requestId, context, named: { people } });
}

/**
 * Reads the task once more, so that the messages of a decision say what came of it, and has them
 * sent.
 */
async function settlePending(deps: UseCaseDeps, request: AccessRequest): Promise<void> {
  const { taskId } = request;
  // Where the service does not answer, what was read last has to do.
  const isRead = taskId !== null && tasksAreRead(deps.governance.operations);
  const fresh = isRead ? await readBack(deps, taskId) : null;
  await deps.store.transaction(async (tx) => {
    if (fresh !== null) await recordReading(tx, deps, request, fresh);
    const task = (taskId === null ? null : await tx.tasks.lock(taskId))?.snapshot;
    const step = currentStep(task);
    const isStepDecided = step !== null && (await tx.actions.winner(step)) !== null;
    const next = task === undefined ? null : decisionNext(task, isStepDecided);
    await settleDecision(
      tx,
      request.id,
      next === null || next.kind === 'pending' ? { kind: 'set-up' } : next,
    );
  });
}
