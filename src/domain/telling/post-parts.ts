import type { Action, ActionKind } from '../action/action.ts';
import type { HolderButton } from '../action/holder-action.ts';
import {
  askedAgain,
  endOfAccess,
  notGoneSentences,
  profileSentences,
  removedSentences,
} from '../message/kinds/access-messages.ts';
import { actedSentences } from '../message/kinds/action-messages.ts';
import { decidedSentences } from '../message/kinds/decision-messages.ts';
import {
  deciders,
  formSentences,
  notFollowed,
  saidToBeEmergency,
} from '../message/kinds/request-messages.ts';
import { answeredOther, notSentAgain } from '../message/kinds/trouble-messages.ts';
import { calls, emergencyOffer } from '../message/kinds/undecided-messages.ts';
import { type MessageReader, messageReader } from '../message/message-context.ts';
import { checkedSentences, inOneLine, type Phrase, type Phrases, say } from '../message/phrase.ts';
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

export const postSentences = checkedSentences({
  waits: {
    governance: [
      'The access service is not answering. I kept {request} and will send it when it is back.',
      'Der Zugriffsdienst antwortet nicht. Ich habe {request} gespeichert und schicke sie, sobald er wieder da ist.',
    ],
    refused: [
      'The access service refuses me, because my credentials are wrong. I kept {request} and will send it when that is mended. Tell {helpers}.',
      'Der Zugriffsdienst weist mich ab, weil meine Zugangsdaten nicht stimmen. Ich habe {request} gespeichert und schicke sie, sobald das behoben ist. Sag {helpers} Bescheid.',
    ],
    slack: [
      'Slack does not let me look people up. I kept {request} and will send it when it does. Tell {helpers}.',
      'Slack lässt mich keine Personen nachschlagen. Ich habe {request} gespeichert und schicke sie, sobald es geht. Sag {helpers} Bescheid.',
    ],
    correction: [
      'Your corrected request for {whatForWhom} has to wait: the access service has not closed your first one yet. Until then the first one stands, and it can still be decided on. I will send the corrected one when the first is closed.',
      'Deine berichtigte Anfrage für {whatForWhom} muss warten: Der Zugriffsdienst hat die erste noch nicht geschlossen. Bis dahin gilt die erste, und über sie kann noch entschieden werden. Sobald sie geschlossen ist, schicke ich die berichtigte.',
    ],
  },
  unsent: ['I am sending {request}.', 'Ich schicke {request}.'],
  uncertain: [
    'I sent {request} and got no answer. Look for it in the governance console, or ask {helpers}. If it is not there, send it again.',
    'Ich habe {request} abgeschickt und keine Antwort bekommen. Sieh in der Zugriffsverwaltung nach, oder wende dich an {helpers}. Wenn sie dort nicht ist, schick sie noch einmal.',
  ],
  refused: [
    '{opening} did not go through. {refusal:refusal}',
    '{opening} ging nicht durch. {refusal:refusal}',
  ],
  /** The refusal says "this", because each request of a group is told of by itself. */
  duplicate: ['{whatForWhom}: {refusal:refusal}', '{whatForWhom}: {refusal:refusal}'],
  left: ['I will not send {request} again.', 'Ich schicke {request} nicht noch einmal.'],
  inReview: ['{opening} is with the reviewers.', '{opening} liegt zur Prüfung vor.'],
  /** Instead of `inReview`, before what it waits for. */
  sent: ['{opening} was sent.', '{opening} ist gesendet.'],
  noReviewerKnown: [
    'I know nobody in Slack who may decide on {request}. Tell {helpers}.',
    'Ich kenne in Slack niemanden, der über {request} entscheiden darf. Wende dich an {helpers}.',
  ],
  failing: [
    'It could not be set up yet. The access service tries again.',
    'Die Einrichtung ist noch nicht gelungen. Der Zugriffsdienst versucht es weiter.',
  ],
  /** Instead of `inReview`, once it is late. */
  undecided: [
    'Nobody has decided on {request} yet.',
    'Über {request} hat noch niemand entschieden.',
  ],
  called: {
    reminded: [
      '• {when:moment}: I reminded {people:called}.',
      '• {when:moment}: Ich habe {people:called} erinnert.',
    ],
    told: [
      '• {when:moment}: I told {people:called}.',
      '• {when:moment}: Ich habe {people:called} Bescheid gesagt.',
    ],
  },
  form: formSentences,
  calls,
  /** The last words, once everybody was called. */
  nobodyNext: {
    emergency: [
      'Still urgent? Phone on-call, or message {helpers}.',
      'Immer noch dringend? Ruf die Bereitschaft an, oder wende dich an {helpers}.',
    ],
    other: ['Still urgent? Message {helpers}.', 'Immer noch dringend? Wende dich an {helpers}.'],
  },
  emergencyOffer,
  nudged: [
    'The reviewers were asked again {when:moment}.',
    'Die Prüfenden wurden noch einmal gefragt: {when:moment}.',
  ],
  ends: ['{access} ends {when:moment}.', '{access} endet {when:moment}.'],
  taken: {
    now: [
      '{access} is being taken away by {who:actor}.',
      '{access} wird gerade von {who:actor} entzogen.',
    ],
    goneBy: [
      '{access} was taken away by {who:actor}[[ {when:moment}]].',
      '{access} wurde von {who:actor} entzogen[[: {when:moment}]].',
    ],
  },
  notGone: notGoneSentences,
  removed: removedSentences,
  profile: profileSentences,
  pending: {
    'given-back': ['{access} is being given back.', '{access} wird gerade zurückgegeben.'],
    'taken-away': ['{access} is being taken away.', '{access} wird gerade entzogen.'],
  },
  /** An act that waits, below what still holds. */
  beingEnded: {
    withdraw: ['Withdrawing it …', 'Ich ziehe sie zurück …'],
    'give-back': ['Giving it back …', 'Ich gebe ihn zurück …'],
  },
  refusals: { answeredOther, notSentAgain },
  decided: decidedSentences,
  acted: actedSentences,
  deciders,
  notFollowed,
  saidToBeEmergency,
  askedAgain,
  endOfAccess,
});
