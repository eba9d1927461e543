/** Messages about requests that nobody decides. */

import type { CallMade, NextCall, Reminded } from '../../due/unanswered.ts';
import { asItSays, type KeyedMessage, news, tell } from '../fact-object.ts';
import { type BodyOf, composedMessage } from '../message-object.ts';

/**
 * A request, with the step that waited when the message was made: where it was decided since, the
 * message leaves it out.
 */
export interface StepSeen {
  readonly requestId: string;
  /** Empty where the service tells no step. */
  readonly stepId: string;
  /** Only in reminders of an emergency. */
  readonly reminded?: Reminded;
  /** Only in reminders: as whom the reader decides. Reminders of an earlier version do not tell. */
  readonly reviewerId?: string;
}

interface ListedSteps {
  readonly about: readonly StepSeen[];
}

/** `group`: mentioned. */
interface ListForGroup extends ListedSteps {
  readonly group: string | null;
}

/** To a reviewer: these wait for them. */
export const reminder = composedMessage<ListForGroup>()({
  kind: 'reminder',
  buttons: ['decide', 'snooze'],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: ['requests', 'settled', 'refusals'],
  needlessOnce: 'never',
});

/** To the people whom a tier of the escalation names: nobody has decided on these. */
export const overdue = composedMessage<ListForGroup>()({
  kind: 'overdue',
  buttons: [],
  links: 'none',
  quotes: null,
  readers: 'escalation-tier',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: ['requests', 'settled', 'refusals'],
  needlessOnce: 'never',
});

/** To the requester: who was told that nobody has decided. Slack ids of people and channels. */
export const overdueTold = composedMessage<
  ListedSteps & {
    people: readonly string[];
    channels: readonly string[];
    offersEmergency: boolean;
  }
>()({
  kind: 'overdue-told',
  buttons: ({ offersEmergency }) => (offersEmergency ? ['escalate'] : []),
  links: 'request-and-console',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'named-with-absences',
  calls: 'nobody',
  changesWith: ['settled'],
  needlessOnce: 'never',
});

/** To the requester of an emergency, brought up to date: who was called, and what happens next. */
export const unanswered = composedMessage<
  ListedSteps & {
    sinceMs: number;
    asOfMs: number;
    calls: readonly CallMade[];
    /** The channel of emergencies, where the card calls on-call; null where it is not posted. */
    calledIn: string | null;
    next: NextCall | null;
    /** When it is brought up to date at the latest; null = when somebody decides. */
    updateMs: number | null;
  }
>()({
  kind: 'unanswered',
  buttons: ['nudge'],
  links: 'request-and-console',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'named-with-absences',
  calls: 'nobody',
  changesWith: ['calls', 'settled'],
  needlessOnce: 'never',
});

type ListingBody = BodyOf<
  typeof reminder | typeof overdue | typeof overdueTold | typeof unanswered
>;

export const undecidedFacts = {
  /** A card in a channel that names nobody calls nobody, so its reviewers are told directly. */
  'reviewers.called': news<{ stepId: string }, 'people'>()({
    tells: [
      tell('people', reminder, {
        key: (_, { requestId }) => `waits:${requestId}`,
        body: ({ requestId, context: { stepId } }) => ({
          about: [{ requestId: requestId ?? '', stepId }],
          group: null,
        }),
      }),
    ],
  }),
  /** What is due by the clock. */
  'step.waiting': news<KeyedMessage<ListingBody>, 'place'>()({
    tells: [asItSays('place', ({ context: { key } }) => key)],
  }),
};
