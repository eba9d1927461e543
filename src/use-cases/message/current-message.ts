/** Reads a message with everything that it is about, as it is now. */

import { goesOnLater, isRemovalMissed } from '../../domain/access/grant.ts';
import type { Action } from '../../domain/action/action.ts';
import {
  type ActionOutcome,
  actionOutcome,
  isActionSettled,
} from '../../domain/action/action-outcome.ts';
import type { MessageButton } from '../../domain/message/message-object.ts';
import {
  isSaidByCard,
  type NoticeBody,
  offersOf,
  traitsOf,
  type WaitingBody,
} from '../../domain/message/notice.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import { isRequest, type Subject } from '../../domain/request/subject.ts';
import { isEmergency } from '../../domain/request/untold.ts';
import { hasFailed } from '../../domain/task/task-snapshot.ts';
import { groupRows, lastAskedFor } from '../access/holder-requests.ts';
import { lateGrant, prolongedAccess } from '../card/request-background.ts';
import { notYetDecided, settledSince, stillWaiting } from '../card/request-cards.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { CardRow } from '../ports/rows/card-rows.ts';
import type { KeptNotice } from '../ports/rows/notice-rows.ts';
import type { HolderRow, SubjectRow } from '../ports/rows/subject-rows.ts';
import type { MessageView, RequestView } from '../ports/rows/view-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { type NamingNotice, readReviewers } from './notice-reviewers.ts';

export type CurrentMessage = NonNullable<Awaited<ReturnType<typeof currentMessage>>>;

export interface ReadNotice {
  readonly message: CurrentMessage;
  /** Ids of the tasks whose present reviewers could not be read for a message that names them. */
  readonly unknown: ReadonlySet<string>;
}

/**
 * As `noticeNow`, with its reviewers read where they may be others by now. `needless`: the card above
 * it says the same; nothing else of it is read.
 */
export async function readNotice(
  deps: UseCaseDeps,
  noticeId: string,
): Promise<ReadNotice | 'needless' | null> {
  const keep = () =>
    deps.store.transaction(async (tx) => {
      const view = await tx.views.ofMessage(noticeId);
      if (view !== null && isShownByCard(view)) return 'needless';
      return noticeNow(tx, deps, view);
    });
  const stored = await keep();
  if (stored === null || stored === 'needless') return stored;
  // One that was sent is rendered again when a reading has changed.
  const { isRead, unknown } =
    stored.notice.place === null ? await readReviewers(deps, stored) : nothingRead;
  const fresh = isRead ? await keep() : stored;
  return fresh === null || fresh === 'needless' ? fresh : { message: fresh, unknown };
}

/** Whether it was not sent to a thread, and the card above it says the same. */
function isShownByCard({ notice, view }: MessageView): boolean {
  const { sentAt, target } = notice;
  if (sentAt !== null || target.kind !== 'thread' || !isSaidByCard(notice)) return false;
  const card = view?.cards.find(({ id }) => id === target.cardId);
  return card !== undefined && card.state !== 'unreachable' && card.ts !== null;
}

/** A message with what it is about now; null where it is neither to be sent nor rendered again. */
export async function noticeNow(
  tx: StoreTransaction,
  deps: Pick<UseCaseDeps, 'profiles' | 'settings'>,
  stored: MessageView | null,
): Promise<CurrentMessage | null> {
  return stored === null || isFinal(stored.notice) ? null : currentMessage(tx, deps, stored);
}

/** Whether a message is neither to be sent nor rendered again. */
export function isFinal({ sentAt, place }: Pick<KeptNotice, 'sentAt' | 'place'>): boolean {
  return sentAt !== null && place === null;
}

const nothingRead = { isRead: false, unknown: new Set<string>() };

async function currentMessage(
  tx: StoreTransaction,
  deps: Pick<UseCaseDeps, 'profiles' | 'settings'>,
  { notice, view: row }: MessageView,
) {
  if (row === null) return null;
  const { request } = row;
  const { body } = notice;
  const waitingAct = await actOf(tx, body);
  const actState = outcomeIn(body, waitingAct, row);
  const own = ownRow(row);
  const ownGroup =
    own !== null && traitsOf(body).isOncePerGroup ? await groupRows(tx, own.request) : [];
  const isRepeatable = offersOf(body).some((offer) => overWhenAskedAgain.has(offer));
  // Who gives access back hears that their request for more time goes as well.
  const isAnyAsked = isRepeatable || offersOf(body).includes('give-back');
  const again = own !== null && isAnyAsked ? await lastAskedFor(tx, own.request) : null;
  const newest = again ?? row;
  const group: NamingNotice['group'] =
    'about' in body ? await listedIn(tx, notice, body) : ownGroup;
  const last = newest.request;
  return {
    ...row,
    /** The row of a request that was made through the bot; null of a task made elsewhere. */
    own,
    notice,
    /** All that were asked for in one go, where the message is about all of them. */
    ownGroup,
    group,
    /** Requests that a posted message tells of as waiting, and that do not wait any more. */
    settled:
      'about' in body && notice.place !== null ? await settledSince(tx, body.about, group) : [],
    moreTime: isMoreTimeAsked(request, newest) ? newest.task : null,
    lapse: (await prolongedAccess(tx, request, row.task)).lapse,
    late: await lateGrant(tx, row),
    isAskedAgain: last.createdAt > request.createdAt,
    isCorrected: own !== null && (await isCorrected(tx, own.request, body)),
    /** It was an access profile when it was asked for. */
    isProfile: await isProfileOf(tx, deps, own, body),
    isOrderVoid: await isOrderVoid(tx, row, body),
    isOverdue: isOverdue(row, tx.at),
    /** The card of an emergency in the channel where these are answered, once it is posted. */
    onCallCard: onCallCardIn(row, deps.settings.emergency.channel, body),
    /**
     * It says that something waits for the service, and that was sent, done or refused meanwhile.
     */
    isOver: isOver(body, actState, ownGroup.length === 0 ? [row] : ownGroup),
    actState,
    actRefusal: waitingAct?.refusal ?? null,
    waitingVerb: waitingAct?.verb ?? null,
    answeredBy: await answeredBy(tx, request, body),
  };
}

async function isProfileOf(
  tx: StoreTransaction,
  { profiles }: Pick<UseCaseDeps, 'profiles'>,
  own: HolderRow | null,
  body: NoticeBody,
): Promise<boolean> {
  if (own === null || !offersOf(body).includes('give-back')) return false;
  return profiles.isKept(tx, own.request.id);
}

/** Whether the message says that access is being taken away, and that came to nothing. */
async function isOrderVoid(
  tx: StoreTransaction,
  { grant }: SubjectRow,
  body: NoticeBody,
): Promise<boolean> {
  if (body.kind !== 'acted' || body.act !== 'take-away') return false;
  if (grant === null) return false;
  if (goesOnLater(grant)) return true;
  if (grant.endedAt !== null) return false;
  const task = body.order === undefined ? null : await tx.tasks.find(body.order);
  if (task !== null && hasFailed(task.snapshot)) return true;
  return grant.revocationPending === null || isRemovalMissed(grant, tx.at);
}

/** As the card says it, without waiting for what the service answers. */
function isOverdue({ grant }: SubjectRow, at: Date): boolean {
  const isRunning = grant !== null && grant.endedAt === null && grant.revocationPending === null;
  return isRunning && grant.endsAt !== null && grant.endsAt <= at;
}

function onCallCardIn(
  { cards, task, request }: RequestView,
  channel: string | null,
  body: NoticeBody,
): CardRow | null {
  const isUrgent = task !== null && isEmergency(task, request);
  if (!isUrgent || !traitsOf(body).changesWith.includes('on-call')) return null;
  return cards.find((card) => card.channel === channel && card.ts !== null) ?? null;
}

/** null of a task made elsewhere, which is nobody's own request here. */
function ownRow(row: SubjectRow): HolderRow | null {
  const { request } = row;
  return isRequest(request) ? { ...row, request } : null;
}

/** What is not offered any more once somebody asked for the same again. */
const overWhenAskedAgain: ReadonlySet<MessageButton> = new Set(['mend', 'see', 'extend', 'again']);

/**
 * Slack id of the person who answered the question that the message asks; null while nobody did.
 */
async function answeredBy(
  tx: StoreTransaction,
  { id }: Subject,
  body: NoticeBody,
): Promise<string | null> {
  if (body.kind !== 'acted' || body.act !== 'ask') return null;
  const { actionId: question } = body;
  const remarks = await tx.actions.remarksOn(id);
  const answer = remarks.findLast(
    ({ verb, input }) => verb === 'answer' && input?.asked === question,
  );
  return answer?.by.userId ?? null;
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

function isMoreTimeAsked({ id }: Subject, { request, standing }: SubjectRow): boolean {
  const isWanted = standing === 'open' && request.state !== 'withdrawn';
  return request.extendsRequestId === id && isWanted;
}

/**
 * A posted list keeps a request that somebody is deciding right now, because the decision may fail.
 */
function listedIn(
  tx: StoreTransaction,
  { place }: KeptNotice,
  body: WaitingBody,
): Promise<NamingNotice['group']> {
  return place !== null ? notYetDecided(tx, body.about) : stillWaiting(tx, body.about);
}

/** `rows`: the requests that the message is about. */
function isOver(body: NoticeBody, actState: ActionOutcome, rows: readonly SubjectRow[]): boolean {
  const { waitsFor } = traitsOf(body);
  if (waitsFor === 'service') {
    return rows.every(
      ({ request }) => request.state !== 'submitted' && request.state !== 'sending',
    );
  }
  return waitsFor === 'action' && isActionSettled(actState);
}

/** The act that the message says waits or may still arrive; null where it says so of none. */
async function actOf(tx: StoreTransaction, body: NoticeBody): Promise<Action | null> {
  if (body.kind !== 'action-waiting' && body.kind !== 'action-refused') return null;
  return body.actionId === undefined ? null : tx.actions.find(body.actionId);
}

function outcomeIn(
  { kind }: NoticeBody,
  action: Action | null,
  { task }: Pick<SubjectRow, 'task'>,
): ActionOutcome {
  if (action === null) return 'open';
  const outcome = actionOutcome(action, task);
  // It was told that the act is not sent again, although its job still looks for it.
  return kind === 'action-refused' && outcome === 'open' ? 'perhaps-sent' : outcome;
}
