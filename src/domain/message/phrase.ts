/** What a message says, before it is put into a language: sentences with the values of their places. */

import type { ActionKind } from '../action/action.ts';
import type { Called } from '../due/calls.ts';
import type { IdentityPerson } from '../people/identity-person.ts';
import type { Refusal } from '../refusals/refusals.ts';
import type { TaskPeriod } from '../request/granted-by-task.ts';
import type { GrantOutcome, OtherStep } from '../task/task-snapshot.ts';
import type {
  FormattedValues,
  MistakeIn,
  PartsOf,
  Sentence,
  SentenceTree,
} from '../text/sentence.ts';
import type { ListedRequest } from './message-context.ts';

/** Somebody who is named, or a channel: by their id in Slack, or by a name from outside. */
export type Named =
  | { readonly slackUserId: string }
  | { readonly name: string }
  | { readonly channel: string };

/** The values that the sentences of a message can format themselves, by the name of the format. */
export interface MessageValues extends FormattedValues {
  /** A Slack id; null = an administrator on the command line. */
  actor: string | null;
  /** What a button says. */
  button: ActionKind;
  count: number;
  /** People and channels that are called; some are only counted. */
  called: Called;
  /** All of them. */
  everybody: readonly Named[];
  /** A Slack user group, which is called by it. */
  group: string;
  /** Those who decide; who is away is left out, unless all are. */
  deciders: readonly IdentityPerson[];
  /** Those of them who are away; nothing where none is. */
  absent: readonly IdentityPerson[];
  /** Those who are called to decide; who is away is not called, unless all are. */
  reviewers: readonly IdentityPerson[];
  /** Until when access lasts, at the end of a sentence: "until today, 18:41"; null = until revoked. */
  end: Date | 'until-revoked';
  /** For how long, at the end of a sentence: "for 4 hours". */
  period: TaskPeriod;
  /** How a request ended, as its requester may call it. */
  outcome: GrantOutcome;
  /** What something waits for that is no review, as a sentence. */
  step: OtherStep;
  refusal: Refusal;
  /** Names of what goes together; the first are named, the others counted. */
  items: readonly string[];
  phrase: Phrase;
  /** A line for each, with who decides or how it ended. */
  requests: readonly ListedRequest[];
}

/** The places that every message has values for. */
export type MessagePlace =
  /** "your request for *GitHub · write*"; `opening`: at the beginning of a sentence. */
  | 'request'
  | 'opening'
  /** In a sentence that begins with the requester: "their request for *GitHub · write*". */
  | 'ownRequest'
  /** "your request", "the request by @ben". */
  | 'bareRequest'
  | 'what'
  | 'whatForWhom'
  | 'requester'
  | 'holder'
  /** "Your access to *GitHub · write*", at the beginning of a sentence. */
  | 'access'
  /** " (#1042)", or nothing. */
  | 'number'
  | 'helpers';

/** The values for the places of a sentence that not every message fills. */
type ValuesOf<Said extends Sentence> = PartsOf<Said[number], MessageValues, never>;

/** Places that are filled with what another place has. */
type Instead = Partial<Readonly<Record<string, Exclude<MessagePlace, 'helpers'>>>>;

/** Only what says itself which format each value has is filled in. */
interface SaidSentence {
  readonly sentence: Sentence;
  readonly values: Readonly<Record<string, unknown>>;
  readonly instead: Instead;
}

export type Phrase =
  | SaidSentence
  /** `between`: what stands between them. */
  | { readonly parts: readonly Phrase[]; readonly between: 'words' | 'lines' };

/** A sentence with its values. Of one with a mistake no values fit. */
export function say<const Said extends Sentence>(
  sentence: Said,
  ...more: object extends ValuesOf<Said>
    ? [values?: ValuesOf<Said>, instead?: Instead]
    : [values: ValuesOf<Said>, instead?: Instead]
): Phrase;
export function say(sentence: Sentence, values: object = {}, instead: Instead = {}): Phrase {
  return { sentence, values: { ...values }, instead };
}

/** One after the other. Those that are null are left out. */
export function inOneLine(...phrases: readonly (Phrase | null)[]): Phrase {
  return { parts: phrases.filter((one) => one !== null), between: 'words' };
}

/** Each on a line of its own. */
export function inLines(...phrases: readonly (Phrase | null)[]): Phrase {
  return { parts: phrases.filter((one) => one !== null), between: 'lines' };
}

/** In the order of the message; null is left out. */
export type Phrases = readonly (Phrase | null)[];

/** A sentence whose places differ by language, or that no message fills, does not compile. */
export type CheckedSentences<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends Sentence
    ? [MistakesIn<Tree[Name]>] extends [never]
      ? Sentence
      : { readonly mistake: MistakesIn<Tree[Name]> }
    : CheckedSentences<Tree[Name]>;
};

/** Sentences that stand beside no kind of message, checked as those are. */
export function checkedSentences<const Said extends SentenceTree>(
  sentences: Said & CheckedSentences<Said>,
): Said {
  return sentences;
}

type MistakesIn<Said extends Sentence> =
  | MistakeIn<Said, MessageValues>
  | Exclude<PlainPlaces<Said[number]>, MessagePlace>;
type PlainPlaces<Text> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? (Place extends `${string}:${string}` ? never : Place) | PlainPlaces<Rest>
  : never;
