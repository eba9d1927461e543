/** What follows from steps that the service hands to the bot. */
import { type FactsAbout, kept, type Reactions } from './reaction-parts.ts';

export const deliveredSteps: Pick<Reactions, FactsAbout<'delivery'>> = {
  'delivery.opened': { trail: 'kept', shows: ['cards', 'people-homes'] },
  'delivery.denied-undecided': kept,
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
