/** A refusal is one object: what is kept of it, what it says, and what the audit trail says of it. */
import type { BracesOf, FormattedValues, MistakeIn, PartsOf, Sentence } from './sentence.ts';

/** Why a click was refused, in the audit trail. */
export type AuditReason =
  /** Its person may not make it. */
  | 'not-allowed'
  /** What came in between. */
  | { readonly because: string }
  /** The bot cannot say that a call without an answer was not carried out. */
  | { readonly unknown: string }
  /** It is no answer to a click: the trail tells its kind. */
  | 'as-its-kind';

/** A sentence with the values of its places. */
export interface FilledSentence {
  readonly sentence: Sentence;
  readonly values: Readonly<Record<string, unknown>>;
}

/** `Part`: what it says beside sentences, which needs more than its fields. */
export interface RefusalObject<Fields extends object, Part = never> {
  readonly audit: AuditReason;
  /** In the order in which they are said. */
  readonly says: (fields: Fields) => readonly (FilledSentence | Part)[];
}

type FieldsOf<Value> = Value extends { readonly says: (fields: infer Fields) => unknown }
  ? Fields
  : never;

/** What is stored of each of these refusals: its kind and its fields. */
export type RefusalIn<Objects> = {
  readonly [Kind in keyof Objects & string]: { readonly kind: Kind } & FieldsOf<Objects[Kind]>;
}[keyof Objects & string];

/** A place that does not say how its value is written, or that one language has alone. */
type MistakeOf<Said extends Sentence> =
  | MistakeIn<Said, FormattedValues>
  | Exclude<BracesOf<Said[number]>, `${string}:${string}`>;

/** A sentence with a mistake, or with a place for which there is no field, does not compile. */
export type Fitting<Said extends Sentence, Fields> = [MistakeOf<Said>] extends [never]
  ? Fields extends PartsOf<Said[number], FormattedValues, never>
    ? unknown
    : { readonly noFieldFor: keyof PartsOf<Said[number], FormattedValues, never> }
  : { readonly mistake: MistakeOf<Said> };

type Nameless = Readonly<Record<never, never>>;

/** A refusal of one sentence, whose places are its fields. */
export function refusal<Fields extends object = Nameless>(): <const Said extends Sentence>(
  audit: AuditReason,
  sentence: Said & Fitting<Said, Fields>,
) => RefusalObject<Fields> {
  return (audit, sentence) => ({ audit, says: (fields) => [sentenceWith(sentence, fields)] });
}

/** A sentence with its values, of a refusal that has several. */
export function filled<const Said extends Sentence, Values extends object>(
  sentence: Said & Fitting<Said, Values>,
  values: Values,
): FilledSentence {
  return sentenceWith(sentence, values);
}

/** The same of a sentence whose places were held to its fields before. */
export function sentenceWith(sentence: Sentence, fields: object): FilledSentence {
  return { sentence, values: { ...fields } };
}

/** The refusals of a list, by kind. */
export type ByKind<Refusal extends { readonly kind: string }> = {
  readonly [Kind in Refusal['kind']]: Extract<Refusal, { readonly kind: Kind }>;
};

/** What a refusal of these kinds says. */
export function partsOfRefusal<
  Refusals extends Readonly<Record<string, object>>,
  Kind extends keyof Refusals,
  Part = never,
>(
  objects: { readonly [Each in keyof Refusals]: RefusalObject<Refusals[Each], Part> },
  kind: Kind,
  fields: Refusals[Kind],
): readonly (FilledSentence | Part)[] {
  return objects[kind].says(fields);
}
