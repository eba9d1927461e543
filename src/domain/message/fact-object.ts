import type { MessageObject } from './message-object.ts';
import type { NoticeTarget } from './place.ts';

export type Nothing = Readonly<Record<never, never>>;

/**
 * Who hears of a fact.
 * - `actor`: who did it, or wanted to
 * - `people`, `administrators`, `channel`, `place`: those that the fact names
 */
export type Audience = 'actor' | 'people' | 'administrators' | 'channel' | 'place';

/** Who or what a fact names to be told. */
export interface Addressees {
  /** Slack ids. */
  readonly people: readonly string[];
  /** Slack ids. */
  readonly administrators: readonly string[];
  /** The id of a channel. */
  readonly channel: string;
  readonly place: NoticeTarget;
}

/** What there is to know of one kind of fact. */
export interface Shape<
  Detail extends object = Nothing,
  Context extends object = Nothing,
  Named extends keyof Addressees = never,
> {
  /** What the trail keeps. */
  readonly detail: Readonly<Detail>;
  /** What messages need beyond it. */
  readonly context: Readonly<Context>;
  readonly named: Pick<Addressees, Named>;
}

interface AnyShape {
  readonly detail: object;
  readonly context: object;
  readonly named: Partial<Addressees>;
}

/** The request and the task that a fact is about, and the person who acted. */
export interface FactAbout {
  readonly requestId?: string | null;
  readonly taskId?: string | null;
  /** Slack id; absent for what the bot did by itself. */
  readonly actor?: string | null;
  /** Absent = the moment of the transaction. */
  readonly at?: Date;
}

/** A fact, without its kind. A part that the kind does not have is left out. */
export type FactOf<Parts extends AnyShape> = FactAbout &
  Part<'detail', Parts['detail']> &
  Part<'context', Parts['context']> &
  Part<'named', Parts['named']>;

type Part<Name extends string, Value> = keyof Value extends never
  ? { readonly [One in Name]?: never }
  : { readonly [One in Name]: Value };

/** What a key can be made of beside the fact's own fields; `none` for what the fact is not about. */
interface KeyParts {
  readonly requestId: string;
  readonly taskId: string;
  readonly actor: string;
  /** The moment of the transaction, in milliseconds. */
  readonly at: string;
}

export function keyParts({ requestId, taskId, actor }: FactAbout, at: Date): KeyParts {
  return {
    requestId: requestId ?? 'none',
    taskId: taskId ?? 'none',
    actor: actor ?? 'none',
    at: String(at.getTime()),
  };
}

/**
 * The occasion: a second message of the same key is not made. For each person the key gets their id.
 */
export type Key<One> = (fact: One, parts: KeyParts) => string;

/** One message about a fact. */
interface Telling<One, Body> {
  readonly to: Audience;
  /** The kind of the message; `as it says`: the fact brings the message along. */
  readonly message: string;
  readonly key: Key<One>;
  readonly body: (fact: One) => Body;
}

/**
 * How the trail says it.
 * - `deed`: if a person did it, before the request: “Ana approved #1018”
 * - `event`: if nobody did, after the request: “#1018 was closed”
 * - `alone`: about no request: “Old requests were removed”
 * - `composed`: by `audit-sentence.ts`, from the entry's detail
 */
export type AuditWords =
  | { readonly deed: string; readonly event?: string }
  | { readonly event: string }
  | { readonly alone: string }
  | 'composed';

/** What follows from a fact. */
interface Following<Tellings> {
  readonly tells?: Tellings;
}

/** What follows from a fact, and how the trail says it; null where the trail does not keep it. */
export interface Reaction<One = never, Body = unknown>
  extends Following<readonly Telling<One, Body>[]> {
  readonly audit: AuditWords | null;
}

/** A kind of fact: what it says, and everything that follows from it. */
export interface FactObject<Parts extends AnyShape, Tellings, Audit extends AuditWords | null>
  extends Following<Tellings> {
  readonly audit: Audit;
  /** Only for the compiler: the fields of the fact. */
  readonly parts?: Parts;
}

type TellingsOf<Parts extends AnyShape> = readonly Telling<FactOf<Parts>, unknown>[];

/** A kind of fact that the trail keeps. */
export function entry<
  Detail extends object = Nothing,
  Context extends object = Nothing,
  Named extends keyof Addressees = never,
>(): <const Tellings extends TellingsOf<Shape<Detail, Context, Named>> = readonly []>(
  audit: AuditWords,
  following?: Following<Tellings>,
) => FactObject<Shape<Detail, Context, Named>, Tellings, AuditWords> {
  return (audit, following = {}) => ({ ...following, audit });
}

/** A kind of fact that people hear of, and that the trail need not keep. */
export function news<Context extends object = Nothing, Named extends keyof Addressees = never>(): <
  const Tellings extends TellingsOf<Shape<Nothing, Context, Named>> = readonly [],
>(
  following: Following<Tellings>,
) => FactObject<Shape<Nothing, Context, Named>, Tellings, null> {
  return (following) => ({ ...following, audit: null });
}

/** When a message of one kind is made, and what it then keeps. */
export type Occasion<One, Fields> = Omit<Telling<One, Fields>, 'to' | 'message'>;

/** Tells them this kind of message. */
export function tell<One, Kind extends string, Fields extends object>(
  to: Audience,
  { kind }: MessageObject<Kind, Fields>,
  { body, ...occasion }: Occasion<One, NoInfer<Fields>>,
): Telling<One, { readonly kind: Kind } & Fields> {
  return { ...occasion, to, message: kind, body: (fact) => ({ kind, ...body(fact) }) };
}

/** A message whose words a use case chose. */
export interface ReadyMessage<Body> {
  readonly message: Body;
}

/** A ready message with its dedupe key. */
export interface KeyedMessage<Body> extends ReadyMessage<Body> {
  readonly key: string;
}

/** Tells them the message that the fact brings along. */
export function asItSays<One extends { readonly context: ReadyMessage<unknown> }>(
  to: Audience,
  key: Key<NoInfer<One>>,
): Telling<One, One['context']['message']> {
  return { to, message: 'as it says', key, body: ({ context }) => context.message };
}
