import type { GrantOutcome } from '../task/task-snapshot.ts';
import type { DecisionNext, NoticeBody } from './notice.ts';

/** Whether the card of its request says all of it: who decided, and what came of that. */
export function repeatsCard(body: NoticeBody): boolean {
  if (body.kind === 'decided') return body.reason === '' && isOnCard(body.next);
  return body.kind === 'ended' && body.isUndecided !== true && isPlainOutcome(body.outcome);
}

/** Who decides next is called in the thread. */
function isOnCard(next: DecisionNext): boolean {
  return next.kind === 'set-up' || (next.kind === 'ended' && isPlainOutcome(next.outcome));
}

/** Of any other outcome the thread says what to do. */
function isPlainOutcome(outcome: GrantOutcome): boolean {
  return outcome === 'granted' || outcome === 'denied';
}

/** Whether the message that a request has ended makes this one needless: the access is there. */
export function isToldByEnd(body: NoticeBody): boolean {
  return body.kind === 'acted' && body.act === 'set-up' && body.text === '';
}
