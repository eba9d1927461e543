import type { NoticeBody } from '../message/notice.ts';

/**
 * Who hears of a fact.
 * - `requester`: who asked; `beneficiary`: the person it is for, if that is somebody else;
 *   `holders`: both; `requester-for-another`: the requester, if the access is for somebody else
 * - `actor`: who did it, or wanted to
 * - `people`, `administrators`, `channel`, `place`: those that the fact names
 * - `threads`: everybody who follows the thread of one of the request's cards
 */
export type Audience =
  | 'requester'
  | 'beneficiary'
  | 'holders'
  | 'requester-for-another'
  | 'actor'
  | 'people'
  | 'administrators'
  | 'holders-and-administrators'
  | 'channel'
  | 'place'
  | 'threads';

/**
 * What is rendered again.
 * - `cards`: the cards of the request, and the buttons of its messages; `offers`: those buttons
 *   alone
 * - `homes`: the Homes of its holders; `actor-home`: the Home of the actor; `people-homes`: the
 *   Homes of the `people` in the fact
 */
export type Refresh = 'cards' | 'offers' | 'homes' | 'actor-home' | 'people-homes';

interface TellingOf<One, Message, Body> {
  readonly to: Audience;
  readonly message: Message;
  /**
   * The occasion: a second message of the same key is not made. `{name}` stands for a field of the
   * fact. For each person, and for each card in whose thread it is, the key gets their id.
   */
  readonly key: string;
  readonly body: (fact: One) => Body;
  /**
   * The key of an earlier message that says it in the place of a new one, where there is such a
   * message.
   */
  readonly updates?: string;
  /** Nobody is told where this does not hold. */
  readonly when?: (fact: One) => boolean;
}

type Kind = NoticeBody['kind'];
type BodyOf<Name> = NoticeBody extends infer Body
  ? Body extends { readonly kind: infer Names }
    ? Name extends Names
      ? Body & { readonly kind: Name }
      : never
    : never
  : never;

/** One message about a fact. */
export type Telling<One> =
  | { [Name in Kind]: TellingOf<One, Name, BodyOf<Name>> }[Kind]
  /** The fact brings the message along. */
  | TellingOf<One, 'as it says', NoticeBody>;

/** What follows from a fact. */
export interface Reaction<One = unknown> {
  /** `kept`: the fact is an entry of the audit trail. */
  readonly trail: 'kept' | 'none';
  readonly tells?: readonly Telling<One>[];
  readonly shows?: readonly Refresh[];
  /**
   * If the first message was made before for everybody, nothing else follows and nothing is kept.
   */
  readonly isOnce?: true;
}
