import { Duration } from 'luxon';

/** Languages that the bot speaks, as in the first part of a locale. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/**
 * The language of a locale as Slack tells it ("de-AT" is `de`); `fallback` if it is missing or not
 * one of these.
 */
export function languageOf(locale: string | null | undefined, fallback: Language): Language {
  const first = (locale ?? '').split(/[-_]/)[0]?.toLowerCase();
  return languages.find((language) => language === first) ?? fallback;
}

/**
 * By language and unit. Formats are kept because making one takes thirty times as long as using it.
 */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string, unit: string): Intl.NumberFormat {
  const key = `${locale} ${unit}`;
  const cachedFormat = formats.get(key);
  if (cachedFormat !== undefined) return cachedFormat;
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    useGrouping: false,
  });
  formats.set(key, format);
  return format;
}

/** "4 hours", "1 day 12 hours", "90 minutes". At most two units; the rest is rounded. */
export function durationPhrase(locale: string, seconds: number): string {
  const counted = (unit: string, count: number) => formatOf(locale, unit).format(count);
  if (seconds > 3_600 && seconds < 7_200 && seconds % 60 === 0)
    return counted('minute', seconds / 60);
  const rounded = Duration.fromObject({ seconds: Math.max(0, Math.round(seconds)) });
  const units = Object.entries(rounded.shiftTo('days', 'hours', 'minutes', 'seconds').toObject());
  const parts = units
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => counted(unit.replace(/s$/, ''), count));
  return parts.slice(0, 2).join(' ') || counted('second', 0);
}

/**
 * In English and in German. `{name}` is a place for a value, which is filled in when the sentence is
 * said; `{helpers}` are the people to ask. `{at:moment}` formats its value itself. What stands in
 * `[[...]]` is said only where its places have values.
 */
export type Sentence = readonly [english: string, german: string];

/** One form for a single item and one for more, by `count`. */
export type CountedSentence = { readonly one: Sentence; readonly other: Sentence };

/** Sentences by name; what is said of a value of an enumeration stands under that value. */
export interface SentenceTree {
  readonly [name: string]: Sentence | SentenceTree;
}

/** The values that a sentence can format itself, by the name of the format: `{at:moment}`. */
export interface FormattedValues {
  /** Typed by somebody, or a name from outside. */
  name: string;
  /** A sentence from outside. */
  quote: string;
  /** A Slack id. */
  mention: string;
  /** ISO 8601, or a date. */
  moment: string | Date;
  /** Seconds. */
  duration: number;
  /** A task's: " (#1042)", or nothing where the service gives none. */
  number: string;
  /** Names, of which one will do it. */
  people: readonly string[];
  /** Names at a field, where Slack shows no markup and has little room. */
  brief: readonly string[];
}

/** What stands in braces: `name`, or `name:format`. */
export type BracesOf<Text> = Text extends `${string}{${infer Part}}${infer Rest}`
  ? Exclude<Part, 'helpers'> | BracesOf<Rest>
  : never;
type OptionalText<Text> = Text extends `${string}[[${infer Inner}]]${infer Rest}`
  ? Inner | OptionalText<Rest>
  : never;
type CertainText<Text> = Text extends `${infer Before}[[${string}]]${infer After}`
  ? CertainText<`${Before}${After}`>
  : Text;
type NameOf<Part> = Part extends `${infer Name}:${string}` ? Name : Part;
type ValueOf<Part, Formats, Plain> = Part extends `${string}:${infer Format}`
  ? Format extends keyof Formats
    ? Formats[Format]
    : never
  : Plain;
/** A place whose values are given otherwise is no part. */
type KeyOf<Part, Formats, Plain> = [ValueOf<Part, Formats, Plain>] extends [never]
  ? never
  : NameOf<Part> & string;

type CertainParts<Text, Formats, Plain> = {
  readonly [Part in BracesOf<CertainText<Text>> as KeyOf<Part, Formats, Plain>]: ValueOf<
    Part,
    Formats,
    Plain
  >;
};
type OptionalParts<Text, Formats, Plain> = {
  readonly [Part in BracesOf<OptionalText<Text>> as KeyOf<Part, Formats, Plain>]?:
    | ValueOf<Part, Formats, Plain>
    | null
    | undefined;
};
/** As one object, which compares and reads better than two. */
type Flat<Parts> = { readonly [Key in keyof Parts]: Parts[Key] };

/** The values for the places of a text. `Plain`: of those without a format. */
export type PartsOf<Text, Formats, Plain> = Flat<
  CertainParts<Text, Formats, Plain> & OptionalParts<Text, Formats, Plain>
>;

type UnknownFormat<Part, Formats> = Part extends `${string}:${infer Format}`
  ? Format extends keyof Formats
    ? never
    : Part
  : never;

/** A part that one language has alone, or whose format does not exist. */
export type MistakeIn<Words extends Sentence, Formats> =
  | Exclude<BracesOf<Words[0]>, BracesOf<Words[1]>>
  | Exclude<BracesOf<Words[1]>, BracesOf<Words[0]>>
  | UnknownFormat<BracesOf<Words[0]>, Formats>;

/** The sentence for a value of an enumeration that may grow, or `otherwise`. */
export function sentenceFor<Choices extends { readonly otherwise: Sentence }>(
  choices: Choices,
  value: string,
): Choices[keyof Choices] | Choices['otherwise'] {
  return isOneOf(choices, value) ? choices[value] : choices.otherwise;
}

export function isOneOf<Choices extends object>(
  choices: Choices,
  value: string,
): value is keyof Choices & string {
  return Object.hasOwn(choices, value);
}
