/** Messages about emergencies. */

import type { GrantEnd } from '../../access/grant.ts';
import { isEmergency } from '../../request/untold.ts';
import type { MessageContext } from '../message-context.ts';
import { type Phrase, say } from '../phrase.ts';

/** Where to ask in an emergency: a person in need must not assume that help is under way. */
export const calledInEmergency = {
  channelTold: [
    'I told {channel:channel}. If it cannot wait, ask there.',
    'In {channel:channel} habe ich Bescheid gesagt. Wenn es nicht warten kann, frage dort.',
  ],
} as const;

/** Says where on-call reads of it; null where they read nothing. */
export function calledPhrase({
  onCallCard,
}: {
  readonly onCallCard: { readonly channel: string } | null;
}): Phrase | null {
  return onCallCard && say(calledInEmergency.channelTold, { channel: onCallCard.channel });
}

/** In the first message about a request that is with its reviewers. */
export const saidToBeEmergency = {
  called: [
    'It is an emergency: I told {channel:channel}.',
    'Es ist ein Notfall: In {channel:channel} habe ich Bescheid gesagt.',
  ],
  uncalled: ['It is an emergency.', 'Es ist ein Notfall.'],
} as const;

/** Says that a request is an emergency, and where on-call reads of it; null of any other. */
export function emergencyPhrase({
  request,
  task,
  onCallCard,
}: Pick<MessageContext, 'request' | 'task'> & {
  readonly onCallCard: { readonly channel: string } | null;
}): Phrase | null {
  if (!(task === null ? request.emergency : isEmergency(task, request))) return null;
  if (onCallCard === null) return say(saidToBeEmergency.uncalled);
  return say(saidToBeEmergency.called, { channel: onCallCard.channel });
}

export const hadEmergency = [
  '{holder} had emergency access to {what} for {seconds:duration}, from {from:moment}: {ending:ending}.',
  '{holder} hatte {seconds:duration} lang Notfallzugriff auf {what}, Beginn {from:moment}: {ending:ending}.',
] as const;

/** The follow-up of an emergency. `end`: null where a later request goes on with it. */
export function hadEmergencyPhrase({
  end,
  startedAt: from,
  endedAt: at,
}: {
  readonly end: GrantEnd | null;
  readonly startedAt: Date;
  readonly endedAt: Date;
}): Phrase {
  const seconds = Math.max(0, Math.round((at.getTime() - from.getTime()) / 1_000));
  return say(hadEmergency, { seconds, from, ending: { end, at } });
}
