/** What follows from steps that the service hands to the bot. */
import { type FactsAbout, inTrail, type Reactions } from './reaction-parts.ts';

export const deliveredSteps: Pick<Reactions, FactsAbout<'delivery'>> = {
  'delivery.opened': { trail: 'kept', shows: ['cards', 'people-homes'] },
  'delivery.denied-undecided': inTrail,
  'delivery.ended-withdrawn': inTrail,
  'delivery.unreadable': inTrail,
  'delivery.nobody-found': {
    trail: 'kept',
    tells: [
      {
        to: 'administrators',
        message: 'nobody-answers',
        key: 'nobody-answers:{taskId}:{stepId}',
        body: () => ({ kind: 'nobody-answers' }),
      },
    ],
  },
  'delivery.answer-refused': {
    trail: 'kept',
    tells: [
      {
        to: 'administrators',
        message: 'answer-refused',
        key: 'answer-refused:{taskId}:{stepId}',
        body: () => ({ kind: 'answer-refused' }),
      },
    ],
  },
};
