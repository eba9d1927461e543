/**
 * Messages about a request that the service has not taken. Long because each stands here with its words and what leads
 * to it.
 */

import type { OutwardFailure } from '../../outward/outward-failure.ts';
import type { Refusal } from '../../refusals/refusals.ts';
import type { GrantPart } from '../../task/task-snapshot.ts';
import { entry, news, tell } from '../fact-object.ts';
import { isUnsent, outcomeOfSubject } from '../message-context.ts';
import { type MessageButton, message } from '../message-object.ts';
import { say } from '../phrase.ts';
import type { WaitingMarks } from '../waiting-cause.ts';
import { calledInEmergency, calledPhrase } from './emergency-messages.ts';
import { closed, closedPhrase, lengths } from './request-messages.ts';
import { answeredOther, notSentAgain, stoppedPhrase, trouble } from './trouble-messages.ts';

/**
 * The service does not answer, or refuses the bot (`isBotRefused`), or Slack refuses what the bot
 * needs.
 */
export const requestWaiting = message<Pick<WaitingMarks, 'system' | 'isBotRefused'>>()({
  kind: 'request-waiting',
  buttons: ['withdraw', 'withdraw-all'],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'service',
  isOncePerGroup: true,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: ['waiting'],
  needlessOnce: 'never',
  sentences: {
    /** By the system that fails; `refused`: the service refuses the bot. */
    waits: {
      governance: [
        'The access service is not answering. I kept {request} and will send it when it is back.',
        'Der Zugriffsdienst antwortet nicht. Ich habe {request} gespeichert und schicke sie, sobald er wieder da ist.',
      ],
      refused: [
        'The access service refuses me, because my credentials are wrong. I kept {request} and will send it when that is mended. Tell {helpers}.',
        'Der Zugriffsdienst weist mich ab, weil meine Zugangsdaten nicht stimmen. Ich habe {request} gespeichert und schicke sie, sobald das behoben ist. Sag {helpers} Bescheid.',
      ],
      slack: [
        'Slack does not let me look people up. I kept {request} and will send it when it does. Tell {helpers}.',
        'Slack lässt mich keine Personen nachschlagen. Ich habe {request} gespeichert und schicke sie, sobald es geht. Sag {helpers} Bescheid.',
      ],
    },
    /** In the place of that, when it waits no more. */
    sent: [
      '{opening} had to wait for the access service. It was sent.',
      '{opening} musste auf den Zugriffsdienst warten. Sie wurde gesendet.',
    ],
    /** Another message says why. */
    notSent: [
      '{opening} had to wait. It is no longer waiting.',
      '{opening} musste warten. Sie wartet nicht mehr.',
    ],
    calledInEmergency,
    closed,
    lengths,
  },
  says: ({ system = 'governance', isBotRefused = false }, context, { waits, sent, notSent }) => {
    const { group } = context;
    const requests = group.length === 0 ? [context] : group;
    if (requests.some(({ request }) => isUnsent(request)))
      return [
        say(waits[isBotRefused ? 'refused' : system]),
        system === 'slack' ? null : calledPhrase(context),
      ];
    const outcome = outcomeOfSubject(context);
    if (outcome !== null && group.length === 0) return [closedPhrase(context, outcome)];
    return [say(requests.every(({ task }) => task !== null) ? sent : notSent)];
  },
});

/**
 * A corrected request waits until the service has closed the one that it replaces. `numericId`:
 * of that one.
 */
export const correctionWaiting = message<{ numericId: string }>()({
  kind: 'correction-waiting',
  buttons: [],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'service',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: ['waiting'],
  needlessOnce: 'never',
  sentences: {
    waits: [
      'Your corrected request for {whatForWhom} has to wait: the access service has not closed your first one{numericId:number} yet. Until then the first one stands, and it can still be decided on. I will send the corrected one when the first is closed.',
      'Deine berichtigte Anfrage für {whatForWhom} muss warten: Der Zugriffsdienst hat die erste{numericId:number} noch nicht geschlossen. Bis dahin gilt die erste, und über sie kann noch entschieden werden. Sobald sie geschlossen ist, schicke ich die berichtigte.',
    ],
    over: [
      'Your corrected request for {whatForWhom} had to wait until your first one{numericId:number} was over. It is not waiting for that any more.',
      'Deine berichtigte Anfrage für {whatForWhom} musste warten, bis die erste{numericId:number} vorbei war. Darauf wartet sie nicht mehr.',
    ],
  },
  says: ({ numericId }, { request }, { waits, over }) => [
    say(isUnsent(request) ? waits : over, { numericId }),
  ],
});

/** To the requester: it was sent, and nobody knows whether it arrived. */
export const requestUncertain = message()({
  kind: 'request-uncertain',
  buttons: ['settle'],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
  sentences: {
    explained: [
      'I sent {request} and got no answer. Look for it in the governance console, or ask {helpers}. If it is not there, send it again.',
      'Ich habe {request} abgeschickt und keine Antwort bekommen. Sieh in der Zugriffsverwaltung nach, oder wende dich an {helpers}. Wenn sie dort nicht ist, schick sie noch einmal.',
    ],
  },
  says: (_body, _context, { explained }) => [say(explained)],
});

/** To the requester: why it was not sent, or not accepted. */
export const requestRefused = message<{ refusal: Refusal }>()({
  kind: 'request-refused',
  buttons: ({ refusal }) => buttonsAfter(refusal),
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
  sentences: {
    refused: [
      '{opening} did not go through. {refusal:refusal}',
      '{opening} ging nicht durch. {refusal:refusal}',
    ],
    notSentAgain,
    answeredOther,
    /** The refusal says "this", because each request of a group has its own message. */
    duplicate: ['{whatForWhom}: {refusal:refusal}', '{whatForWhom}: {refusal:refusal}'],
  },
  says: ({ refusal }, _, { refused, duplicate }) => {
    if (refusal.code === 'duplicate') return [say(duplicate, { refusal })];
    return [stoppedPhrase(refusal) ?? say(refused, { refusal })];
  },
});

function buttonsAfter(refusal: Refusal): readonly MessageButton[] {
  // What may already be in the service must not be requested again with one click.
  if (refusal.isPerhapsThere) return [];
  return refusal.code === 'duplicate' ? ['see'] : ['mend'];
}

export const unsentFacts = {
  'request.refused': entry<{ refusal: Refusal }>()(
    { event: 'was refused by the service' },
    {
      tells: [
        tell('requester', requestRefused, {
          key: (_, { requestId }) => `refused:${requestId}`,
          body: ({ detail: { refusal } }) => ({ refusal }),
        }),
      ],
      // An earlier message may say that it waits.
      shows: ['offers', 'homes'],
    },
  ),
  'request.uncertain': entry()(
    { event: 'was sent, and the service did not answer' },
    {
      tells: [
        tell('requester', requestUncertain, {
          // Somebody who tries again may have to be asked again.
          key: (_, { requestId, at }) => `uncertain:${requestId}:${at}`,
          body: () => ({}),
        }),
      ],
      shows: ['offers', 'homes'],
    },
  ),
  'request.sent-again': entry()({ deed: 'sent again' }),
  'request.abandoned': entry()(
    { deed: 'gave up', event: 'was given up' },
    { shows: ['offers', 'homes'] },
  ),
  /** The service told of a task about something else than was asked for; `told`: what it said. */
  'request.answer-disagrees': entry<{ parts: readonly GrantPart[]; told: object }>()({
    event: 'was answered by the service with something else',
  }),
  /** Nothing is sent for this person. */
  'request.stopped': news<{ refusal: Refusal }, 'administrators'>()({
    tells: [
      tell('administrators', trouble, {
        key: (_, { requestId }) => `grant-stopped:${requestId}`,
        body: ({ context: { refusal } }) => ({ what: 'request-stopped', refusal }) as const,
      }),
    ],
  }),
  /** `asked`: the request, or the group that it was asked for in. */
  'request.waiting': news<{
    asked: string;
    system: OutwardFailure['system'];
    isBotRefused: boolean;
  }>()({
    tells: [
      tell('requester', requestWaiting, {
        key: ({ context: { asked } }) => `waiting:${asked}`,
        isReworded: true,
        body: ({ context: { system, isBotRefused } }) => ({
          system,
          ...(isBotRefused ? { isBotRefused } : {}),
        }),
      }),
    ],
  }),
  /** A corrected request waits for the end of the first. `numericId`: of the first. */
  'correction.waiting': news<{ numericId: string }>()({
    tells: [
      tell('requester', correctionWaiting, {
        key: (_, { requestId }) => `correction-waiting:${requestId}`,
        body: ({ context: { numericId } }) => ({ numericId }),
      }),
    ],
  }),
  /**
   * A request is about to be sent, so messages about the same access no longer offer to ask for it.
   */
  'request.sending': news()({ shows: ['offers', 'actor-home'] }),
};
