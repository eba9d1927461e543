/** What the requester of an emergency reads while nobody decides. */

import type { StepWatch } from '../../domain/due/step-watch.ts';
import { messageNumber, type NextCall, type UnansweredWatch } from '../../domain/due/unanswered.ts';
import type { Notice, WaitingBody } from '../../domain/message/notice.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record, retireMessage, updateMessage } from '../record/record.ts';

export interface UnansweredMessage extends Pick<Notice, 'requestId' | 'target'> {
  readonly body: Extract<WaitingBody, { kind: 'unanswered' }>;
}

export interface UpdateFacts {
  readonly next: NextCall | null;
  readonly nowMs: number;
  readonly calledIn: string | null;
}

export function updateOf(
  { id: requestId, requester }: AccessRequest,
  { stepId }: StepWatch,
  { sinceMs, calls, dueMs: updateMs }: UnansweredWatch,
  { next, nowMs: asOfMs, calledIn }: UpdateFacts,
): UnansweredMessage {
  const about = [{ requestId, stepId }];
  return {
    requestId,
    target: { kind: 'direct', slackUserId: requester.userId },
    body: { kind: 'unanswered', about, sinceMs, asOfMs, calls, calledIn, next, updateMs },
  };
}

/**
 * One message for a step, which is brought up to date. Now and then a new one replaces it, because
 * Slack notifies nobody of an edit.
 */
export async function tellUnanswered(
  tx: StoreTransaction,
  { body, requestId, target: place }: UnansweredMessage,
): Promise<void> {
  const { stepId = '' } = body.about[0] ?? {};
  const first = `unanswered:${requestId}:${stepId}:${body.sinceMs}`;
  const number = messageNumber(body.sinceMs, body.asOfMs);
  const keyOf = (count: number) => (count === 0 ? first : `${first}:${count}`);
  const context = { key: keyOf(number), message: body };
  const isNew = await record(tx, { kind: 'step.waiting', requestId, context, named: { place } });
  if (!isNew) await updateMessage(tx, context.key, body);
  else if (number > 0) await retireMessage(tx, keyOf(number - 1));
}
