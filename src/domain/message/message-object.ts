import type { SentenceTree } from '../text/sentence.ts';
import type { MessageContext } from './message-context.ts';
import type { CheckedSentences, Phrases } from './phrase.ts';

/** Text that a message shows as somebody typed it; `own-words`: what the reader typed, given back to them. */
export type Quotation =
  | { readonly kind: 'own-words'; readonly text: string }
  | { readonly kind: 'justification' };

/** What the rest of the bot has to know of a message. Every kind answers all of it. */
export interface MessageTraits {
  /** Where the links at its end lead. */
  readonly links: 'request-and-console' | 'request' | 'none';
  readonly quotes: Quotation | null;
  /**
   * Who reads it.
   * - `concerned`: people who may know what the request is about
   * - `clicker`: whoever clicked, who may be a stranger
   * - `escalation-tier`: people who may be neither reviewers nor administrators
   * - `other-companies`: everybody in a channel that may be shared; it says nothing of the request
   */
  readonly readers: 'concerned' | 'clicker' | 'escalation-tier' | 'other-companies';
}

/** One value for every message of a kind, or one for each body. */
type Trait<Fields, Value> = Value | ((body: Fields) => Value);

type TraitsByBody<Fields> = {
  readonly [Name in keyof MessageTraits]: Trait<Fields, MessageTraits[Name]>;
};

/** A kind of message: what it keeps, what it says, and everything that is decided by its kind. */
export interface MessageObject<Kind extends string, Fields extends object>
  extends TraitsByBody<Fields> {
  readonly kind: Kind;
  readonly sentences: SentenceTree;
  readonly says: (body: Fields, context: MessageContext) => Phrases;
}

/** What is stored of a message of one kind. Data only: the words are made when it is sent. */
export type BodyOf<Message> =
  Message extends MessageObject<infer Kind, infer Fields>
    ? { readonly kind: Kind } & Readonly<Fields>
    : never;

type Nameless = Readonly<Record<never, never>>;

interface Plain<Kind extends string, Fields extends object, Said extends SentenceTree>
  extends TraitsByBody<Fields> {
  readonly kind: Kind;
  readonly sentences: Said & CheckedSentences<Said>;
  /** Which of them, in their order, with their values. */
  readonly says: (body: Fields, context: MessageContext, sentences: Said) => Phrases;
}

/** A kind whose messages keep these fields, with its sentences. */
export function message<Fields extends object = Nameless>(): <
  const Kind extends string,
  const Said extends SentenceTree,
>(
  object: Plain<Kind, Fields, Said>,
) => MessageObject<Kind, Fields> {
  return ({ says, ...object }) => ({
    ...object,
    says: (body, context) => says(body, context, object.sentences),
  });
}

function valueFor<Fields, Value extends object | string | boolean | null>(
  trait: Trait<Fields, Value>,
  body: Fields,
): Value {
  return isByBody(trait) ? trait(body) : trait;
}

function isByBody<Fields, Value>(trait: Trait<Fields, Value>): trait is (body: Fields) => Value {
  return typeof trait === 'function';
}

export function traitsFor<Fields extends object>(
  object: MessageObject<string, Fields>,
  body: Fields,
): MessageTraits {
  return {
    links: valueFor(object.links, body),
    quotes: valueFor(object.quotes, body),
    readers: valueFor(object.readers, body),
  };
}
