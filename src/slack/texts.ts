import type {
  BracesOf,
  CountedSentence,
  FormattedValues,
  Language,
  MistakeIn,
  PartsOf,
  Sentence,
} from '../domain/text/sentence.ts';
import { besideRefusals, review, taskActionLabels } from './action/action-texts.ts';
import { card, steps } from './card/card-texts.ts';
import { requestFormTexts } from './form/request-form-texts.ts';
import { home, waiting } from './home/home-texts.ts';
import { notices } from './message/message-texts.ts';
import { formats, listed, mention, type PartValue } from './platform/text.ts';
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
  /** What a request for more time adds: "for 4 hours more". */
  forSoMuchMore: ['for {duration} more', '{duration} länger'],
} as const;

const sentences = {
  actions: taskActionLabels,
  card,
  help,
  home,
  limits,
  lists,
  notices,
  profile,
  refusals: besideRefusals,
  requestForm: requestFormTexts,
  review,
  steps,
  times,
  waiting,
};

/** A sentence with a mistake is no function, so that nothing that uses it compiles. */
type Filled<Words extends Sentence, More = never> = [MistakeIn<Words, FormattedValues>] extends [
  never,
]
  ? (parts: PartsOf<Words[number] | More, FormattedValues, string | number>) => string
  : { readonly mistake: MistakeIn<Words, FormattedValues> };
type InOneLanguage<Tree> = Tree extends CountedSentence
  ? Filled<Tree['other'], '{count}'>
  : Tree extends Sentence
    ? [BracesOf<Tree[number]>] extends [never]
      ? string
      : Filled<Tree>
    : { readonly [Key in keyof Tree]: InOneLanguage<Tree[Key]> };

/**
 * Every sentence of the chat, in one language. A sentence with parts is a function of its named
 * parts. Those with a format are escaped by it; all others come escaped.
 */
export type Texts = InOneLanguage<typeof sentences> & {
  readonly language: Language;
  /** A sentence that stands in the object of its message. */
  readonly say: (sentence: Sentence, values: PlaceValues) => string;
  /** A sentence that stands in the object of a refusal. */
  readonly fill: (sentence: Sentence, values: object) => string;
};

/** What is filled into the places of a text. */
interface PlaceValues {
  /** Whether an optional part with this place is said. */
  readonly isTold: (place: string, format: string | undefined) => boolean;
  readonly valueIn: (place: string, format: string | undefined) => string;
}

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
      filled(
        textIn(parts.count === 1 ? words.one : words.other, language),
        placesOf(parts, language),
      );
  }
  return Object.fromEntries(
    Object.entries(words).map(([key, below]) => [key, inLanguage(below, language, helpers)]),
  );
}

type Parts = Readonly<Record<string, PartValue | number>>;

const textIn = ([en, de]: Sentence, language: Language) => ({ en, de })[language];

function filled(text: string, { isTold, valueIn }: PlaceValues): string {
  // Before any value is in it, which may have such brackets as well.
  const template = text.replaceAll(/\[\[(.*?)\]\]/g, (_, inner: string) =>
    [...inner.matchAll(braces)].every(([, part = '', format]) => isTold(part, format)) ? inner : '',
  );
  return template.replaceAll(braces, (_, part: string, format: string | undefined) =>
    valueIn(part, format),
  );
}

function placesOf(parts: Parts, language: Language): PlaceValues {
  return {
    isTold: (part) => isTold(parts[part]),
    valueIn: (part, format) =>
      isFormat(format) ? formats[format](parts[part], countingIn[language]) : String(parts[part]),
  };
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
      filled(textIn(count === 1 ? one : other, language), placesOf({ count }, language)),
  };
}
const countingIn = { en: countingFor('en'), de: countingFor('de') };

/** A text, or what makes one of its parts. */
function spoken(text: string, language: Language) {
  return /\{\w/.test(text) ? (parts: Parts) => filled(text, placesOf(parts, language)) : text;
}

/** The compiler held the values to their formats when the sentence was filled. */
function partValues(values: object): Parts {
  return Object.fromEntries(
    Object.entries(values).map(([part, value]) => [part, isPartValue(value) ? value : null]),
  );
}

function isPartValue(value: unknown): value is PartValue {
  if (value === undefined || value === null || value instanceof Date) return true;
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string');
  return typeof value === 'string' || typeof value === 'number';
}

/** `admins`: Slack ids of the helpers; without any, the text names the IT team. */
export function textsFor(language: Language, admins: readonly string[] = []): Texts {
  const named = admins.slice(0, 3).map(mention);
  const helpers =
    listed({ times: { locale: textIn(times.locale, language) } }, named, 'or') ||
    textIn(besideRefusals.itTeam, language);
  const say: Texts['say'] = (sentence, values) =>
    filled(textIn(sentence, language).replaceAll('{helpers}', helpers), values);
  const fill: Texts['fill'] = (sentence, values) =>
    say(sentence, placesOf(partValues(values), language));
  return { ...inLanguage(sentences, language, helpers), language, say, fill };
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
