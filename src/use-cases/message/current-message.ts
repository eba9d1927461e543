/** Reads a message with everything that it is about, as it is now. */

import type { Action } from '../../domain/action/action.ts';
import {
  type ActionOutcome,
  actionOutcome,
  isActionSettled,
} from '../../domain/action/action-outcome.ts';
import { type NoticeBody, traitsOf, type WaitingBody } from '../../domain/message/notice.ts';
import { prolongedAccess } from '../card/request-background.ts';
import { notYetDecided, settledSince, stillWaiting } from '../card/request-cards.ts';
import type { NoticeSubject } from '../ports/chat-ports.ts';
import type { KeptNotice } from '../ports/rows/notice-rows.ts';
import type { SubjectRow } from '../ports/rows/subject-rows.ts';
import type { MessageView } from '../ports/rows/view-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

/** One of the requests that a message lists. */
type ListedRow = Pick<SubjectRow, 'request' | 'task'> & Omit<NoticeSubject, 'request' | 'task'>;

export type CurrentMessage = NonNullable<Awaited<ReturnType<typeof currentMessage>>>;

/** A message with what it is about now; null where it is neither to be sent nor rendered again. */
export async function noticeNow(
  tx: StoreTransaction,
  stored: MessageView | null,
): Promise<CurrentMessage | null> {
  return stored === null || isFinal(stored.notice) ? null : currentMessage(tx, stored);
}

/** Whether a message is neither to be sent nor rendered again. */
export function isFinal({ sentAt, place }: Pick<KeptNotice, 'sentAt' | 'place'>): boolean {
  return sentAt !== null && place === null;
}

async function currentMessage(tx: StoreTransaction, { notice, view: row }: MessageView) {
  if (row === null) return null;
  const { request } = row;
  const { body } = notice;
  const waitingAct = await actOf(tx, body);
  const actState = outcomeIn(body, waitingAct, row);
  const group: readonly ListedRow[] = 'about' in body ? await listedIn(tx, notice, body) : [];
  return {
    ...row,
    notice,
    group,
    /** Requests that a posted message tells of as waiting, and that do not wait any more. */
    settled:
      'about' in body && notice.place !== null ? await settledSince(tx, body.about, group) : [],
    lapse: (await prolongedAccess(tx, request, row.task)).lapse,
    /** It says that something waits for the service, and that was done or refused meanwhile. */
    isOver: traitsOf(body).waitsFor === 'action' && isActionSettled(actState),
    actState,
    actRefusal: waitingAct?.refusal ?? null,
    waitingVerb: waitingAct?.verb ?? null,
  };
}

/**
 * A posted list keeps a request that somebody is deciding right now, because the decision may fail.
 */
function listedIn(
  tx: StoreTransaction,
  { place }: KeptNotice,
  body: WaitingBody,
): Promise<readonly ListedRow[]> {
  return place !== null ? notYetDecided(tx, body.about) : stillWaiting(tx, body.about);
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
