import type { Action, ActionKind } from '../action/action.ts';
import type { HolderButton } from '../action/holder-action.ts';
import { actedSentences } from '../message/kinds/action-messages.ts';
import { type MessageReader, messageReader } from '../message/message-context.ts';
import { inOneLine, type Phrase, type Phrases, say } from '../message/phrase.ts';
import type { Subject } from '../request/subject.ts';
import type { GrantOutcome } from '../task/task-snapshot.ts';
import type { RequestWait, Stage, ToldRequest } from './told-request.ts';

/** What a post has buttons for. */
export type PostButton = HolderButton | 'settle' | 'answer' | 'mend' | 'see' | 'fill-in';

/** What a headline is about; stored with its occurrence, so none is ever named anew. */
export const headlineKinds = [
  'waits',
  'uncertain',
  'refused',
  'in-review',
  'late',
  'form',
  'decided',
  'acted',
  'over',
  'granted',
  'ending',
  'taking-away',
  'not-gone',
  'profile-settled',
  'ended',
] as const;

export type HeadlineKind = (typeof headlineKinds)[number];

export function isHeadlineKind(kind: string): kind is HeadlineKind {
  return headlineKinds.some((one) => one === kind);
}

/** What its reader is to learn: an edit notifies nobody, so a new headline is a new post. */
export interface Headline {
  readonly kind: HeadlineKind;
  /** Tells it from another of its kind about the same request: the wait, the deed, the end. */
  readonly occurrence: string;
  /** It is not posted before, because more may be known soon; null = at once. */
  readonly notBefore: Date | null;
  /** When it came about; null where that is not known, or does not matter. */
  readonly since: Date | null;
}

/** What a request says to one reader. */
export interface RequestPost {
  readonly stage: Stage;
  /** null if there is nothing that the reader has not done themselves. */
  readonly headline: Headline | null;
  /** What is said of several that were asked for together is said once; null: it stands alone. */
  readonly alike: 'open' | RequestWait['cause'] | null;
  readonly says: Phrases;
  /** Typed by somebody; `question`: it comes first. */
  readonly quote: { readonly kind: 'question' | 'words' | 'reason'; readonly text: string } | null;
  /** What was said before that, with who said it. */
  readonly remarks: readonly Action[];
  /** Those of them that the reader may use now are shown. */
  readonly buttons: readonly PostButton[];
  /** The question that *Answer* is about. */
  readonly question: string | null;
  /** When it may say something else although nothing was stored; null = never. */
  readonly lookAt: Date | null;
}

/** A request with its reader. */
export interface SeenRequest extends ToldRequest {
  readonly reader: MessageReader;
  readonly readerId: string;
}

export type Shown = Omit<RequestPost, 'stage'>;

export const emptyPost: Shown = {
  headline: null,
  alike: null,
  says: [],
  quote: null,
  remarks: [],
  buttons: [],
  question: null,
  lookAt: null,
};

/** `occurrence`: tells it from another of its kind; `since`: when it came about. */
export const headlineOf = (
  kind: HeadlineKind,
  occurrence = '',
  since: Date | null = null,
  notBefore: Date | null = null,
): Headline => ({ kind, occurrence, since, notBefore });

export const after = (when: Date, ms: number): Date => new Date(when.getTime() + ms);

/** The first of these times that is still to come. */
export function soonest(times: readonly (Date | null)[], now: Date): Date | null {
  const ahead = times.flatMap((one) => (one !== null && one > now ? [one.getTime()] : []));
  return ahead.length === 0 ? null : new Date(Math.min(...ahead));
}

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
