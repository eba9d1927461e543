/** What somebody did with a request, in the past tense: in posts, in lines, and in what is left of a post. */

import type { Action, ActionKind } from '../action/action.ts';
import { actedSentences } from '../message/kinds/action-messages.ts';
import { messageReader } from '../message/message-context.ts';
import { inOneLine, type Phrase, say } from '../message/phrase.ts';
import type { Subject } from '../request/subject.ts';
import type { GrantOutcome } from '../task/task-snapshot.ts';

/** The request whose deeds are told, and to whom. */
export interface Deeds {
  readonly request: Subject;
  /** It was withdrawn because a corrected request follows. */
  readonly isCorrected: boolean;
  /** Slack id; null where many read it. */
  readonly readerId: string | null;
}

/** `name`: how the request is named; "@ben withdrew the request by @ben" would name them twice. */
export function deedPhrase(
  { verb, by, input, durationSeconds: seconds }: Action,
  { request, isCorrected, readerId }: Deeds,
  name: 'request' | 'bareRequest' = 'request',
): Phrase {
  const { acts, withdrawals, shortenedTo } = actedSentences;
  const who = by.userId;
  if (verb === 'withdraw' && who === readerId)
    return say(isCorrected ? withdrawals.ownCorrected : withdrawals.own);
  const sentence = verb === 'withdraw' && isCorrected ? withdrawals.corrected : acts[verb];
  const people = (input?.people ?? []).map((slackUserId) => ({ slackUserId }));
  const isOwn = messageReader(request, who) === 'requester';
  const deed = say(sentence, { who, people }, { request: isOwn ? 'ownRequest' : name });
  return seconds === null ? deed : inOneLine(deed, say(shortenedTo, { seconds }));
}

/** As what a request counts in the service that somebody ended by this. */
export const endsOf: Readonly<Partial<Record<ActionKind, GrantOutcome>>> = {
  deny: 'denied',
  withdraw: 'cancelled',
  close: 'cancelled',
  'cannot-set-up': 'error',
};
