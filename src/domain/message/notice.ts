import { accessRemoved, notGone } from './kinds/access-messages.ts';
import { actionDone, actionRefused, actionWaiting } from './kinds/click-messages.ts';
import { ended } from './kinds/decision-messages.ts';
import { emergencyElsewhere } from './kinds/emergency-messages.ts';
import { formDue } from './kinds/request-messages.ts';
import { trouble } from './kinds/trouble-messages.ts';
import { overdue } from './kinds/undecided-messages.ts';
import type { MessageContext } from './message-context.ts';
import { type MessageObject, type MessageTraits, traitsFor } from './message-object.ts';
import type { Phrase } from './phrase.ts';
import type { NoticeTarget } from './place.ts';

/** Every message that the bot sends. */
const messages = {
  'form-due': formDue,
  'emergency-elsewhere': emergencyElsewhere,
  overdue,
  'action-refused': actionRefused,
  'action-waiting': actionWaiting,
  ended,
  'action-done': actionDone,
  'access-removed': accessRemoved,
  'not-gone': notGone,
  trouble,
};

type Messages = typeof messages;
export type MessageKind = keyof Messages;

type Fields = {
  [Kind in MessageKind]: Messages[Kind] extends MessageObject<Kind, infer Own> ? Own : never;
};

/** What is stored of a message of one kind, or of any. Data only: the words are made when it is sent. */
export type NoticeBody<Kind extends MessageKind = MessageKind> = {
  [One in Kind]: { readonly kind: One } & Readonly<Fields[One]>;
}[Kind];

/**
 * A message that is sent once. `key` names the occasion: a second notice with the same key is not
 * made.
 */
export interface Notice {
  readonly id: string;
  readonly key: string;
  readonly requestId: string;
  readonly target: NoticeTarget;
  readonly body: NoticeBody;
}

/** Each under its own kind, or this does not compile. */
export const messageObjects: {
  readonly [Kind in MessageKind]: MessageObject<Kind, NoticeBody<Kind>>;
} = messages;

/** What its kind decides about a message. */
export function traitsOf<Kind extends MessageKind>(body: NoticeBody<Kind>): MessageTraits {
  return traitsFor<NoticeBody<Kind>>(messageObjects[body.kind], body);
}

/** What a message says, as it is now. */
export function saidIn<Kind extends MessageKind>(
  body: NoticeBody<Kind>,
  context: MessageContext,
): readonly Phrase[] {
  const object: MessageObject<Kind, NoticeBody<Kind>> = messageObjects[body.kind];
  return object.says(body, context).filter((one) => one !== null);
}
