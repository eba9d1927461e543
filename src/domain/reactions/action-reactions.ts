/** What follows from everything else that people do with a request. */
import type { ActionKind } from '../action.ts';
import type { DecisionKind } from '../review.ts';
import { asItSays, type FactsAbout, kept, type Reactions } from './reaction-parts.ts';

const keptAction = { trail: 'kept', shows: ['offers', 'actor-home'] } as const;

type OtherActionKind = Exclude<ActionKind, DecisionKind>;

export const actionReactions: Pick<Reactions, FactsAbout<'act' | 'let-end' | OtherActionKind>> = {
  'let-end.done': kept,
  'escalate.done': keptAction,
  'escalate.refused': kept,
  'withdraw.done': keptAction,
  'withdraw.refused': kept,
  'nudge.done': keptAction,
  'nudge.refused': kept,
  'give-back.done': keptAction,
  'give-back.refused': kept,
  'ask.done': keptAction,
  'ask.refused': kept,
  'comment.done': keptAction,
  'comment.refused': kept,
  'reassign.done': keptAction,
  'reassign.refused': kept,
  'shorten.done': keptAction,
  'shorten.refused': kept,
  'fill-in.done': keptAction,
  'fill-in.refused': kept,
  'set-up.done': keptAction,
  'set-up.refused': kept,
  'cannot-set-up.done': keptAction,
  'cannot-set-up.refused': kept,
  'skip-step.done': keptAction,
  'skip-step.refused': kept,
  'restart.done': keptAction,
  'restart.refused': kept,
  'retry-provisioning.done': keptAction,
  'retry-provisioning.refused': kept,
  'close.done': keptAction,
  'close.refused': kept,
  'answer.done': keptAction,
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
