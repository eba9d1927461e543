/** What follows from a request: sent, waiting, stopped, open, ended. */

import type { ActedBody } from '../../message/kinds/action-messages.ts';
import type { Fact } from '../facts.ts';
import { asItSays, type FactsAbout, inTrail, type Reactions } from './reaction-parts.ts';

type Acted = Fact<'request.withdrawn' | 'request.escalated' | 'request.nudged'>;

const actNames = {
  'request.withdrawn': 'withdraw',
  'request.escalated': 'escalate',
  'request.nudged': 'nudge',
} as const;

function acted({ kind, context: { by } }: Acted): ActedBody {
  return { kind: 'acted', act: actNames[kind], by, text: '' };
}

export const requests: Pick<
  Reactions,
  FactsAbout<
    | 'request'
    | 'group'
    | 'elsewhere'
    | 'emergency'
    | 'correction'
    | 'settlement'
    | 'form'
    | 'reviewers'
    | 'step'
  >
> = {
  'request.asked': inTrail,
  'request.created': inTrail,
  'request.refused': {
    trail: 'kept',
    tells: [
      {
        to: 'requester',
        message: 'request-refused',
        key: 'refused:{requestId}',
        body: ({ detail: { refusal } }) => ({ kind: 'request-refused', refusal }),
      },
    ],
    // An earlier message may say that it waits.
    shows: ['offers', 'homes'],
  },
  'request.uncertain': {
    trail: 'kept',
    // Somebody who tries again may have to be asked again.
    tells: [
      {
        to: 'requester',
        message: 'request-uncertain',
        key: 'uncertain:{requestId}:{at}',
        body: () => ({ kind: 'request-uncertain' }),
      },
    ],
    shows: ['offers', 'homes'],
  },
  'request.sent-again': inTrail,
  'request.abandoned': { trail: 'kept', shows: ['offers', 'homes'] },
  'request.answer-disagrees': inTrail,
  'request.accepted-though-hidden': inTrail,
  'settlement.refused': inTrail,
  'request.stopped': {
    trail: 'none',
    tells: [
      {
        to: 'administrators',
        message: 'grant-stopped',
        key: 'grant-stopped:{requestId}',
        body: ({ context: { refusal } }) => ({ kind: 'grant-stopped', refusal }),
      },
    ],
  },
  'request.waiting': {
    trail: 'none',
    tells: [
      {
        to: 'requester',
        message: 'request-waiting',
        key: 'waiting:{asked}',
        body: ({ context: { system, isBotRefused } }) => ({
          kind: 'request-waiting',
          system,
          ...(isBotRefused ? { isBotRefused } : {}),
        }),
      },
    ],
  },
  'emergency.waiting': {
    trail: 'none',
    tells: [
      {
        to: 'channel',
        message: 'emergency-waiting',
        key: 'emergency-waiting:{asked}',
        body: ({ context: { isBotRefused } }) => ({
          kind: 'emergency-waiting',
          ...(isBotRefused ? { isBotRefused } : {}),
        }),
      },
    ],
  },
  'correction.waiting': {
    trail: 'none',
    tells: [
      {
        to: 'requester',
        message: 'correction-waiting',
        key: 'correction-waiting:{requestId}',
        body: ({ context: { numericId } }) => ({ kind: 'correction-waiting', numericId }),
      },
    ],
  },
  'request.open': {
    trail: 'none',
    tells: [
      {
        to: 'requester',
        message: 'request-open',
        key: 'open:{asked}',
        // It said that the request waits for the service.
        updates: 'waiting:{asked}',
        body: () => ({ kind: 'request-open' }),
      },
      {
        to: 'beneficiary',
        message: 'request-open',
        key: 'open:{asked}',
        body: () => ({ kind: 'request-open' }),
      },
    ],
  },
  'group.open': {
    trail: 'none',
    tells: [
      {
        to: 'requester',
        message: 'group-open',
        key: 'open:{asked}',
        // It said that the request waits for the service.
        updates: 'waiting:{asked}',
        body: () => ({ kind: 'group-open' }),
      },
      {
        to: 'beneficiary',
        message: 'group-open',
        key: 'open:{asked}',
        body: () => ({ kind: 'group-open' }),
      },
    ],
  },
  'request.ended': {
    trail: 'none',
    tells: [
      {
        to: 'holders',
        message: 'as it says',
        key: 'ended:{requestId}',
        body: ({ context }) => context.message,
      },
      {
        to: 'threads',
        message: 'as it says',
        key: 'ended:{requestId}',
        body: ({ context }) => context.message,
      },
    ],
  },
  'elsewhere.ended': {
    trail: 'none',
    tells: [
      {
        to: 'people',
        message: 'as it says',
        key: 'ended:{requestId}',
        body: ({ context }) => context.message,
      },
    ],
  },
  'request.withdrawn': {
    trail: 'none',
    tells: [
      { to: 'holders', message: 'acted', key: 'withdrawn:{requestId}', body: acted },
      { to: 'threads', message: 'acted', key: 'withdrawn:{requestId}', body: acted },
    ],
    shows: ['cards'],
  },
  'request.escalated': {
    trail: 'none',
    tells: [
      { to: 'holders', message: 'acted', key: 'escalated:{requestId}', body: acted },
      { to: 'threads', message: 'acted', key: 'escalated:{requestId}', body: acted },
    ],
  },
  'request.nudged': {
    trail: 'none',
    isOnce: true,
    tells: [
      { to: 'people', message: 'acted', key: 'nudged:{requestId}:{day}', body: acted },
      { to: 'actor', message: 'acted', key: 'nudged:{requestId}:{day}:for:{actor}', body: acted },
      { to: 'threads', message: 'acted', key: 'nudged:{requestId}:{day}', body: acted },
    ],
  },
  'form.due': {
    trail: 'none',
    tells: [
      {
        to: 'people',
        message: 'form-due',
        key: 'form:{requestId}:{step}',
        body: () => ({ kind: 'form-due' }),
      },
    ],
  },
  'reviewers.called': {
    trail: 'none',
    tells: [
      {
        to: 'people',
        message: 'reminder',
        key: 'waits:{requestId}',
        body: ({ requestId, context: { stepId } }) => ({
          kind: 'reminder',
          about: [{ requestId: requestId ?? '', stepId }],
          group: null,
        }),
      },
    ],
  },
  'emergency.hidden': {
    trail: 'none',
    tells: [
      {
        to: 'channel',
        message: 'emergency-elsewhere',
        key: 'emergency-elsewhere:{asked}',
        body: () => ({ kind: 'emergency-elsewhere' }),
      },
    ],
  },
  'request.sending': { trail: 'none', shows: ['offers', 'actor-home'] },
  'step.waiting': { trail: 'none', tells: [asItSays('place')] },
};
