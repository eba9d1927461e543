import type { MessagePlace } from '../domain/message/message-object.ts';
import type { Language } from '../domain/text/language.ts';
import type { Sentence } from '../domain/text/sentence.ts';
import { consoleReasons } from './action/console-reasons.ts';
import { refusals as plainRefusals } from './action/refusal-texts.ts';
import { review } from './action/review-texts.ts';
import { taskActionLabels } from './action/task-action-texts.ts';
import { card, steps } from './card/card-texts.ts';
import { doubtSentences } from './card/doubt-texts.ts';
import { waiting } from './card/waiting/waiting-texts.ts';
import { formMistakes } from './form/form-mistakes.ts';
import { requestFormTexts } from './form/request-form-texts.ts';
import { home } from './home/home-texts.ts';
import { accessNotices } from './message/texts/access-notices.ts';
import { actionNotices } from './message/texts/action-notices.ts';
import { changedRequest } from './message/texts/changed-request.ts';
import { channelNotices } from './message/texts/channel-notices.ts';
import { requestNotices } from './message/texts/request-notices.ts';
import { unansweredNotices } from './message/texts/unanswered-notices.ts';
import { undeliveredNotices } from './message/texts/undelivered-notices.ts';
import { type FormattedValues, formats, listed, mention, type PartValue } from './platform/text.ts';
import { profile } from './profiles/profile-texts.ts';

const help = {
  howTo: [
    '`/request-access` asks for access: pick an app and a role or permission, say why and for how long.',
    'Mit `/request-access` fragst du Zugriff an: wähle eine App und eine Rolle oder Berechtigung, sag, wofür und für wie lange.',
  ],
  inOneLine: [
    'In one line: `/request-access platform write for 4h because INC-42: db down`. Add `for @ana` to ask for somebody else.',
    'In einer Zeile: `/request-access platform write für 4h weil INC-42: Datenbank steht`. Mit `für @ana` fragst du für jemand anderen.',
  ],
  otherWays: [
    '`/request-access status` shows what is open, `/request-access list` all of it. In a message’s menu: “Request access for this”.',
    '`/request-access status` zeigt, was offen ist, `/request-access liste` alles. Im Menü einer Nachricht: „Request access for this“.',
  ],
  emergencies: [
    '`/emergency-access` works the same way for urgent access.',
    '`/emergency-access` funktioniert genauso, wenn es eilt.',
  ],
  questions: ['Questions? Ask {helpers}.', 'Fragen? Wende dich an {helpers}.'],
} as const;

const lists = {
  more: { one: ['1 more', '1 weitere Person'], other: ['{count} more', '{count} weitere'] },
  /** Says that more were left out: at the end of a list, one a line. */
  moreLeftOut: ['… {count} more', '… und {count} weitere'],
  /** At the end of a list that was not read to its end. */
  andMore: ['… and more', '… und weitere'],
} as const;

const limits = {
  title: ['Please wait', 'Bitte warten'],
  tooQuick: [
    'That was quick. Please try again in {wait}.',
    'Das war schnell. Versuche es in {wait} wieder.',
  ],
} as const;

const times = {
  /**
   * For the platform's words of units, numbers and lists; British lists have no comma before the
   * last.
   */
  locale: ['en-GB', 'de'],
  untilRevoked: ['until revoked', 'bis auf Widerruf'],
  /** In place of "for 4 hours", if the service sends a time that the bot cannot read. */
  unreadable: [
    'for a time that I cannot read here',
    'für eine Zeit, die ich hier nicht lesen kann',
  ],
  /** "for 4 hours". */
  forSoLong: ['for {duration}', 'für {duration}'],
} as const;

const notices = {
  ...requestNotices,
  ...undeliveredNotices,
  ...actionNotices,
  ...accessNotices,
  ...unansweredNotices,
  ...channelNotices,
};

const refusals = {
  ...plainRefusals,
  changed: changedRequest,
  inConsole: consoleReasons,
  mistakes: formMistakes,
};

const sentences = {
  actions: taskActionLabels,
  card,
  doubts: doubtSentences,
  help,
  home,
  limits,
  lists,
  notices,
  profile,
  refusals,
  requestForm: requestFormTexts,
  review,
  steps,
  times,
  waiting,
};

/**
 * In a sentence `{name}` is filled in when it is used, `{helpers}` beforehand, with the people to
 * ask. `{at:moment}` formats the value itself (`formats` in `text.ts`). What stands in `[[...]]` is
 * said only where its parts have values. A counted sentence has one form for a single item and one
 * for more.
 */
type CountedSentence = { readonly one: Sentence; readonly other: Sentence };

/** What stands in braces: `name`, or `name:format`. */
type BracesOf<Text> = Text extends `${string}{${infer Part}}${infer Rest}`
  ? Exclude<Part, 'helpers'> | BracesOf<Rest>
  : never;
type OptionalText<Text> = Text extends `${string}[[${infer Inner}]]${infer Rest}`
  ? Inner | OptionalText<Rest>
  : never;
type CertainText<Text> = Text extends `${infer Before}[[${string}]]${infer After}`
  ? CertainText<`${Before}${After}`>
  : Text;
type NameOf<Part> = Part extends `${infer Name}:${string}` ? Name : Part;
type ValueOf<Part> = Part extends `${string}:${infer Format}`
  ? Format extends keyof FormattedValues
    ? FormattedValues[Format]
    : never
  : string | number;

type CertainParts<Text> = {
  readonly [Part in BracesOf<CertainText<Text>> as NameOf<Part> & string]: ValueOf<Part>;
};
type OptionalParts<Text> = {
  readonly [Part in BracesOf<OptionalText<Text>> as NameOf<Part> & string]?:
    | ValueOf<Part>
    | null
    | undefined;
};
type PartsOf<Text> = CertainParts<Text> & OptionalParts<Text>;
/** As one object, which compares and reads better than two. */
type Flat<Parts> = { readonly [Key in keyof Parts]: Parts[Key] };
type UnknownFormat<Part> = Part extends `${string}:${infer Format}`
  ? Format extends keyof FormattedValues
    ? never
    : Part
  : never;
/** A part that one language has alone, or whose format does not exist. */
type Mistake<English, German> =
  | Exclude<BracesOf<English>, BracesOf<German>>
  | Exclude<BracesOf<German>, BracesOf<English>>
  | UnknownFormat<BracesOf<English>>;
/** A sentence with a mistake is no function, so that nothing that uses it compiles. */
type Filled<Texts extends Sentence, More = never> = [Mistake<Texts[0], Texts[1]>] extends [never]
  ? (parts: Flat<PartsOf<Texts[number] | More>>) => string
  : { readonly mistake: Mistake<Texts[0], Texts[1]> };
type InOneLanguage<Tree> = Tree extends CountedSentence
  ? Filled<Tree['other'], '{count}'>
  : Tree extends Sentence
    ? [BracesOf<Tree[number]>] extends [never]
      ? string
      : Filled<Tree>
    : { readonly [Key in keyof Tree]: InOneLanguage<Tree[Key]> };

/**
 * Every sentence of the chat, in one language. A sentence with parts is a function of its named
 * parts. Those with a format are escaped by it; all others come escaped. The operator's
 * `/access-admin` is English only: it shares its words with the command line.
 */
export type Texts = InOneLanguage<typeof sentences> & {
  readonly language: Language;
  /** A sentence that stands in the object of its message. */
  readonly say: (sentence: Sentence, parts: Readonly<Record<MessagePart, string>>) => string;
};

type MessagePart = Exclude<MessagePlace, 'helpers'>;

type Words = Sentence | { readonly [key: string]: Words };

const isSentence = (words: Words): words is Sentence => Array.isArray(words);
const isCounted = (words: Words): words is CountedSentence => 'one' in words && 'other' in words;

/** The overload says what the compiler cannot follow through the tree. */
function inLanguage<Tree extends Words>(
  words: Tree,
  language: Language,
  helpers: string,
): InOneLanguage<Tree>;
function inLanguage(words: Words, language: Language, helpers: string): unknown {
  if (isSentence(words))
    return spoken(textIn(words, language).replaceAll('{helpers}', helpers), language);
  if (isCounted(words)) {
    return (parts: Parts) =>
      filled(textIn(parts.count === 1 ? words.one : words.other, language), parts, language);
  }
  return Object.fromEntries(
    Object.entries(words).map(([key, below]) => [key, inLanguage(below, language, helpers)]),
  );
}

type Parts = Readonly<Record<string, PartValue | number>>;

const textIn = ([en, de]: Sentence, language: Language) => ({ en, de })[language];

function filled(text: string, parts: Parts, language: Language): string {
  // Before any value is in it, which may have such brackets as well.
  const template = text.replaceAll(/\[\[(.*?)\]\]/g, (_, inner: string) =>
    [...inner.matchAll(braces)].every(([, part = '']) => isTold(parts[part])) ? inner : '',
  );
  return template.replaceAll(braces, (_, part: string, format: string | undefined) =>
    isFormat(format) ? formats[format](parts[part], countingIn[language]) : String(parts[part]),
  );
}

const braces = /\{(\w+)(?::(\w+))?\}/g;

function isTold(value: PartValue): boolean {
  return value !== null && value !== undefined && value !== '' && !isNone(value);
}

const isNone = (value: PartValue) => Array.isArray(value) && value.length === 0;

function isFormat(format: string | undefined): format is keyof FormattedValues {
  return format !== undefined && Object.hasOwn(formats, format);
}

function countingFor(language: Language) {
  const { one, other } = lists.more;
  return {
    locale: textIn(times.locale, language),
    more: (count: number) =>
      filled(textIn(count === 1 ? one : other, language), { count }, language),
  };
}
const countingIn = { en: countingFor('en'), de: countingFor('de') };

/** A text, or what makes one of its parts. */
function spoken(text: string, language: Language) {
  return /\{\w/.test(text) ? (parts: Parts) => filled(text, parts, language) : text;
}

/** `admins`: Slack ids of the helpers; without any, the text names the IT team. */
export function textsFor(language: Language, admins: readonly string[] = []): Texts {
  const named = admins.slice(0, 3).map(mention);
  const helpers =
    listed({ times: { locale: textIn(times.locale, language) } }, named, 'or') ||
    textIn(refusals.itTeam, language);
  const say: Texts['say'] = (sentence, parts) =>
    filled(textIn(sentence, language).replaceAll('{helpers}', helpers), parts, language);
  return { ...inLanguage(sentences, language, helpers), language, say };
}

/**
 * The words of an extra, which stand in its own folder, in the language of the core's. `{helpers}`
 * is not filled in.
 */
export function textsOfExtra<Tree extends Words>(
  words: Tree,
): (texts: Pick<Texts, 'language'>) => InOneLanguage<Tree> {
  const inEach = { en: inLanguage(words, 'en', ''), de: inLanguage(words, 'de', '') };
  return ({ language }) => inEach[language];
}
