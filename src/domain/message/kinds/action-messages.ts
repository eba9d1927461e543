/** Messages about what people do beside deciding. */

import type { ActionKind } from '../../action/action.ts';
import type { TaskActionKind } from '../../action/action-form.ts';
import type { HolderActionRefusal } from '../../action/holder-action.ts';
import type { OutwardFailure } from '../../outward/outward-failure.ts';
import type { SlackActor } from '../../request/access-request.ts';
import { type BodyOf, message } from '../message-object.ts';

/**
 * Somebody did this; a question has a button to answer it. `by`: null = an administrator on the
 * command line.
 */
export const acted = message<{
  act: TaskActionKind | 'withdraw' | 'nudge' | 'escalate' | 'take-away';
  by: Pick<SlackActor, 'userId'> | null;
  text: string;
  /** Of the act itself, by which an answer names its question; none in older messages. */
  actionId?: string;
  /** Of a request that was shortened: its time since. */
  durationSeconds?: number | null;
  /** Others decide since: they are called, and the message names them. */
  isHandedOn?: boolean;
}>()({
  kind: 'acted',
  buttons: ({ act }) => (act === 'ask' ? ['answer'] : []),
  links: 'request-and-console',
  quotes: ({ act, text }) => ({ kind: act === 'ask' ? 'question' : 'words', text }),
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: ({ act, isHandedOn = act === 'escalate' }) => (isHandedOn ? 'named' : 'left-out'),
  calls: ({ act, isHandedOn = false }) => {
    // Only they can close what the service did not let the requester withdraw.
    if (act === 'withdraw') return 'reviewers-while-open';
    return act === 'nudge' || act === 'escalate' || isHandedOn ? 'reviewers' : 'nobody';
  },
  changesWith: [],
  // The access is there.
  needlessOnce: ({ act, text }) => (act === 'set-up' && text === '' ? 'request-ended' : 'never'),
});

/** Messages that somebody did something beside deciding. */
export type ActedBody = BodyOf<typeof acted>;

/**
 * To the person who clicked: why it is not done. `typed`: what they typed, given back if they
 * have to repeat the act.
 */
export const actionRefused = message<{ refusal: HolderActionRefusal; typed?: string }>()({
  kind: 'action-refused',
  buttons: ({ refusal }) => (refusal.kind === 'granted-first' ? ['give-back'] : []),
  links: 'request',
  quotes: ({ typed }) => (typed === undefined ? null : { kind: 'own-words', text: typed }),
  readers: 'clicker',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
});

/**
 * To the person who clicked: what it waits for. `canBeTakenBack`: it is a decision, which is not
 * sent if its person takes it back while it waits.
 */
export const actionWaiting = message<{
  actionId: string;
  canBeTakenBack?: boolean;
  system?: OutwardFailure['system'];
  /** The service refuses the bot's credentials. */
  isBotRefused?: boolean;
  /** Checked several times; each check was too old before the call could be sent. */
  isLate?: boolean;
  /** The service said yes, and its readings do not show it. */
  isUnshown?: boolean;
  /** Somebody else's answer to the step is under way. */
  isBehind?: boolean;
  /** The callback of the step cannot be opened with the keys that are set. */
  isUnopened?: boolean;
}>()({
  kind: 'action-waiting',
  buttons: ['take-back'],
  links: 'request',
  quotes: null,
  readers: 'clicker',
  waitsFor: 'action',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: ['action'],
  needlessOnce: 'never',
});

/** To the administrators, once: the service refused what it offers. */
export const missingRight = message<{ verb: ActionKind }>()({
  kind: 'missing-right',
  buttons: [],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
});
