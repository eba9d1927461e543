/** What follows from everything else that people do with a request. */
import type { ActionVerb } from '../action.ts';
import type { ReviewVerb } from '../review.ts';
import { asItSays, type FactsAbout, kept, type Reactions } from './reaction-parts.ts';

const keptAct = { trail: 'kept', shows: ['offers', 'actor-home'] } as const;

type OtherVerb = Exclude<ActionVerb, ReviewVerb>;

export const actions: Pick<Reactions, FactsAbout<'act' | 'let-end' | OtherVerb>> = {
  'let-end.done': kept,
  'escalate.done': keptAct,
  'escalate.refused': kept,
  'withdraw.done': keptAct,
  'withdraw.refused': kept,
  'nudge.done': keptAct,
  'nudge.refused': kept,
  'give-back.done': keptAct,
  'give-back.refused': kept,
  'ask.done': keptAct,
  'ask.refused': kept,
  'comment.done': keptAct,
  'comment.refused': kept,
  'reassign.done': keptAct,
  'reassign.refused': kept,
  'shorten.done': keptAct,
  'shorten.refused': kept,
  'fill-in.done': keptAct,
  'fill-in.refused': kept,
  'set-up.done': keptAct,
  'set-up.refused': kept,
  'cannot-set-up.done': keptAct,
  'cannot-set-up.refused': kept,
  'skip-step.done': keptAct,
  'skip-step.refused': kept,
  'restart.done': keptAct,
  'restart.refused': kept,
  'retry-provisioning.done': keptAct,
  'retry-provisioning.refused': kept,
  'close.done': keptAct,
  'close.refused': kept,
  'answer.done': keptAct,
  'answer.refused': kept,
  'act.carried-out': {
    trail: 'none',
    tells: [
      { to: 'people', message: 'acted', key: '{key}', body: ({ context }) => context.message },
      { to: 'threads', message: 'acted', key: '{key}', body: ({ context }) => context.message },
    ],
    shows: ['cards'],
  },
  'act.refused': { trail: 'none', tells: [asItSays('place')] },
  'act.waiting': { trail: 'none', tells: [asItSays('actor')] },
  'act.released': { trail: 'none', shows: ['offers', 'actor-home'] },
};
