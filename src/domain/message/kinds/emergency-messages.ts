/** Messages about emergencies. */

import { isEmergency } from '../../request/untold.ts';
import type { MessageContext } from '../message-context.ts';
import { type Phrase, say } from '../phrase.ts';

export const saidToBeEmergency = {
  called: [
    'It is an emergency: I told {channel:everybody}. If it cannot wait, ask there.',
    'Es ist ein Notfall: In {channel:everybody} habe ich Bescheid gesagt. Wenn es nicht warten kann, frag dort.',
  ],
  uncalled: ['It is an emergency.', 'Es ist ein Notfall.'],
} as const;

/**
 * Says that a request is an emergency, and where on-call reads of it: a person in need must not
 * assume that help is under way. null of any other request.
 */
export function emergencyPhrase({
  request,
  task,
  onCallCard,
}: Pick<MessageContext, 'request' | 'task'> & {
  readonly onCallCard: { readonly channel: string } | null;
}): Phrase | null {
  if (!(task === null ? request.emergency : isEmergency(task, request))) return null;
  if (onCallCard === null) return say(saidToBeEmergency.uncalled);
  return say(saidToBeEmergency.called, { channel: [onCallCard] });
}

export const hadEmergency = [
  '{holder} had emergency access to {what} for {seconds:duration}, from {from:moment}.',
  '{holder} hatte {seconds:duration} lang Notfallzugriff auf {what}, Beginn {from:moment}.',
] as const;

/** The follow-up of an emergency, before how it ended. */
export function hadEmergencyPhrase(from: Date, endedAt: Date): Phrase {
  const seconds = Math.max(0, Math.round((endedAt.getTime() - from.getTime()) / 1_000));
  return say(hadEmergency, { seconds, from });
}
