/** Lines: each is sent once, to one person or in one channel, and is never changed. */

import type { ActionKind } from '../action/action.ts';
import type { Refusal } from '../refusals/refusals.ts';
import type { GrantOutcome } from '../task/task-snapshot.ts';
import { sentenceFor } from '../text/sentence.ts';
import {
  notGonePhrase,
  notGoneSentences,
  type Removed,
  removedPhrases,
  removedSentences,
} from './kinds/access-messages.ts';
import { endedPhrase, endedSentences, verdictPhrase } from './kinds/decision-messages.ts';
import { formPhrases, formSentences } from './kinds/request-messages.ts';
import { type Trouble, troublePhrase, troubleSentences } from './kinds/trouble-messages.ts';
import { overdueHeading, overdueHeadings, type StepSeen } from './kinds/undecided-messages.ts';
import {
  type ListedRequest,
  type MessageContext,
  type MessageReader,
  messageReader,
} from './message-context.ts';
import { checkedSentences, inOneLine, type Phrase, type Phrases, say } from './phrase.ts';
import type { NoticeTarget } from './place.ts';

/** What is stored of a line, by its kind. The kinds and the names are fixed: a line may be sent by the next version. */
interface Stored {
  /** To those who have to fill in a form before it goes on. */
  'form-due': object;
  /** To on-call (`onCall`: their group), in a channel that may be shared with another company. */
  'emergency-elsewhere': { readonly onCall?: string | null };
  /**
   * To the people and channels of a tier of the escalation. `about`: nobody had decided on these at
   * `at`, in ISO 8601; `group`: the one that is mentioned.
   */
  overdue: {
    readonly about: readonly StepSeen[];
    readonly group: string | null;
    readonly at: string;
  };
  /**
   * To the person who clicked: why it is not done. `typed`: given back if they have to repeat the
   * act; `verb`: where they read it late.
   */
  'action-refused': {
    readonly refusal: Refusal;
    readonly typed?: string;
    readonly verb?: ActionKind;
  };
  /** To the person who clicked: it waits. `cause`: where they could do nothing, the log alone says it. */
  'action-waiting': {
    readonly actionId: string;
    readonly verb?: ActionKind;
    readonly cause: 'governance' | 'otherwise';
    /** In ISO 8601, after which it is not sent; absent where it is tried without end. */
    readonly until?: string;
  };
  /** To the person who acted: it had to wait, or got no answer, and is done. */
  'action-done': { readonly verb?: ActionKind };
  /** What was asked for elsewhere ended, to one who asked for the same here. */
  ended: {
    readonly outcome: GrantOutcome;
    readonly byNames: readonly string[];
    readonly follower: { readonly isCreator: boolean };
  };
  /** To the person who had access that reviewers removed. */
  'access-removed': Removed;
  /** To administrators: what should take access away ended otherwise, or did not take it away. */
  'not-gone': { readonly outcome: GrantOutcome | 'still-held' };
  /** To administrators. */
  trouble: Trouble;
}

export type NoticeKind = keyof Stored;

/** The stored part of a line: its kind, and what its words need. They are made when it is sent. */
export type NoticeBody<Kind extends NoticeKind = NoticeKind> = {
  [One in Kind]: { readonly kind: One } & Stored[One];
}[Kind];

/** `key` names the occasion: a second line with the same key is not made. */
export interface Notice {
  readonly id: string;
  readonly key: string;
  readonly requestId: string;
  readonly target: NoticeTarget;
  readonly body: NoticeBody;
}

/** How the request stands when the line is sent. */
export interface NoticeAbout extends Omit<MessageContext, 'reader'> {
  /** What nobody decides, of those of `overdue` that still wait. Empty for any other line. */
  readonly group: readonly ListedRequest[];
}

const act = {
  /** What came of a click, behind what it was for. */
  of: [
    'Your “{verb:button}” for {request}{number}: {said:phrase}',
    'Dein „{verb:button}“, es geht um {request}{number}: {said:phrase}',
  ],
  unnamed: ['{whatForWhom}{number}: {said:phrase}', '{whatForWhom}{number}: {said:phrase}'],
} as const;

const waits = {
  governance: [
    'The access service did not answer. I kept it, to do it once it answers.',
    'Der Zugriffsdienst hat nicht geantwortet. Ich habe das gespeichert, um es zu tun, sobald er antwortet.',
  ],
  otherwise: [
    'That could not be settled at once. I kept it, to go on with it.',
    'Das ließ sich nicht sofort erledigen. Ich habe es gespeichert, um weiterzumachen.',
  ],
} as const;

/** Where it is not tried without end. */
const triedUntil = [
  '[[It is not sent after {when:moment}.]]',
  '[[Nach {when:moment} wird es nicht mehr geschickt.]]',
] as const;

/** What lines say, by their kinds. */
export const noticeSentences = checkedSentences({
  'form-due': formSentences,
  'emergency-elsewhere': {
    waits: [
      '[[{onCall:group}: ]]An emergency request is waiting for a decision. I sent it to its reviewers directly, because this channel may be shared with another company.',
      '[[{onCall:group}: ]]Eine Notfallanfrage wartet auf eine Entscheidung. Ich habe sie den Prüfenden direkt geschickt, weil dieser Kanal mit einer anderen Firma geteilt sein kann.',
    ],
  },
  overdue: {
    called: ['[[{group:group}: ]]{heading:phrase}', '[[{group:group}: ]]{heading:phrase}'],
    ...overdueHeadings,
  },
  'action-refused': { refused: ['{refusal:refusal}', '{refusal:refusal}'], act },
  'action-waiting': { waits, triedUntil },
  'action-done': { done: ['It is done now, and it counts.', 'Das ist jetzt erledigt und zählt.'] },
  ended: endedSentences,
  'access-removed': removedSentences,
  'not-gone': notGoneSentences,
  trouble: troubleSentences,
});

export function noticePhrases(
  body: NoticeBody,
  about: NoticeAbout & Pick<MessageContext, 'reader'>,
): Phrases {
  const words = noticeSentences;
  switch (body.kind) {
    case 'form-due':
      return formPhrases(about.task);
    case 'emergency-elsewhere':
      return [say(words[body.kind].waits, body)];
    case 'overdue': {
      const heading = overdueHeading(about.group, body.at);
      return [say(words.overdue.called, { group: body.group, heading })];
    }
    case 'action-refused':
      return [actPhrase(body, say(words[body.kind].refused, body))];
    case 'action-waiting':
      return [
        actPhrase(
          body,
          inOneLine(say(sentenceFor(waits, body.cause)), say(triedUntil, { when: body.until })),
        ),
      ];
    case 'action-done':
      return [actPhrase(body, say(words[body.kind].done))];
    case 'ended':
      return [endedPhrase(about, body.outcome, body.byNames), verdictPhrase(about)];
    case 'access-removed':
      return removedPhrases(body, about);
    case 'not-gone':
      return [notGonePhrase(body.outcome)];
    case 'trouble':
      return [troublePhrase(body, about.request)];
  }
}

/** Names what the reader wanted done, or the access, in front of what came of it. */
function actPhrase({ verb }: { readonly verb?: ActionKind }, said: Phrase): Phrase {
  return verb === undefined ? say(act.unnamed, { said }) : say(act.of, { verb, said });
}

/** Whether it answers a click of its reader, who may be a stranger to the request. */
export function answersClick({ kind }: NoticeBody): boolean {
  return kind === 'action-refused' || kind === 'action-waiting' || kind === 'action-done';
}

/** Whether it says nothing of the request but that it waits, so that anybody may read it. */
export function isForAnybody({ kind }: NoticeBody): boolean {
  return kind === 'emergency-elsewhere';
}

/** As whom somebody reads it. Of what was made elsewhere the line knows who they are. */
export function noticeReader(
  body: NoticeBody,
  request: ListedRequest['request'],
  slackUserId: string,
): MessageReader {
  if (body.kind === 'access-removed') return 'target';
  if (body.kind !== 'ended') return messageReader(request, slackUserId);
  return body.follower.isCreator ? 'requester' : 'target';
}
