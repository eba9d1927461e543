/** Messages about emergencies. */

import type { GrantEnd } from '../../access/grant.ts';
import { news, tell } from '../fact-object.ts';
import { composedMessage } from '../message-object.ts';

/**
 * To those who answer emergencies: the service does not answer, or refuses the bot, so there is
 * nothing to decide on yet.
 */
export const emergencyWaiting = composedMessage<{ isBotRefused?: boolean }>()({
  kind: 'emergency-waiting',
  buttons: [],
  links: 'none',
  quotes: { kind: 'justification' },
  readers: 'concerned',
  waitsFor: 'service',
  isOncePerGroup: true,
  reviewers: 'left-out',
  calls: 'on-call',
  changesWith: ['waiting'],
  needlessOnce: 'never',
});

/**
 * To on-call, in a channel that may be shared with another company: says that an emergency waits,
 * and nothing else about it.
 */
export const emergencyElsewhere = composedMessage()({
  kind: 'emergency-elsewhere',
  buttons: [],
  links: 'none',
  quotes: null,
  readers: 'other-companies',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'on-call',
  changesWith: ['under-way'],
  needlessOnce: 'never',
});

/** The follow-up in the thread of an emergency: who had what, why, how long. Times in ISO 8601. */
export const emergencyEnded = composedMessage<{
  end: GrantEnd;
  startedAt: string;
  endedAt: string;
}>()({
  kind: 'emergency-ended',
  buttons: [],
  links: 'none',
  quotes: { kind: 'justification' },
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
});

export const emergencyFacts = {
  /** The service does not answer or refuses the bot; those who answer emergencies hear of it. */
  'emergency.waiting': news<{ asked: string; isBotRefused: boolean }, 'channel'>()({
    tells: [
      tell('channel', emergencyWaiting, {
        key: ({ context: { asked } }) => `emergency-waiting:${asked}`,
        isReworded: true,
        body: ({ context: { isBotRefused } }) => (isBotRefused ? { isBotRefused } : {}),
      }),
    ],
  }),
  /** The channel of emergencies may be shared with another company. */
  'emergency.hidden': news<{ asked: string }, 'channel'>()({
    tells: [
      tell('channel', emergencyElsewhere, {
        key: ({ context: { asked } }) => `emergency-elsewhere:${asked}`,
        body: () => ({}),
      }),
    ],
  }),
};
