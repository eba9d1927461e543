/** What follows from everything else that people do with a request. */
import type { ActionKind } from '../../action/action.ts';
import type { DecisionKind } from '../../action/review.ts';
import { asItSays, type FactsAbout, inTrail, type Reactions } from './reaction-parts.ts';

const keptAction = { trail: 'kept', shows: ['offers', 'actor-home'] } as const;

type OtherActionKind = Exclude<ActionKind, DecisionKind>;

export const actionReactions: Pick<Reactions, FactsAbout<'act' | 'let-end' | OtherActionKind>> = {
  'let-end.done': inTrail,
  'escalate.done': keptAction,
  'escalate.refused': inTrail,
  'withdraw.done': keptAction,
  'withdraw.refused': inTrail,
  'nudge.done': keptAction,
  'nudge.refused': inTrail,
  'give-back.done': keptAction,
  'give-back.refused': inTrail,
  'ask.done': keptAction,
  'ask.refused': inTrail,
  'comment.done': keptAction,
  'comment.refused': inTrail,
  'reassign.done': keptAction,
  'reassign.refused': inTrail,
  'shorten.done': keptAction,
  'shorten.refused': inTrail,
  'fill-in.done': keptAction,
  'fill-in.refused': inTrail,
  'set-up.done': keptAction,
  'set-up.refused': inTrail,
  'cannot-set-up.done': keptAction,
  'cannot-set-up.refused': inTrail,
  'skip-step.done': keptAction,
  'skip-step.refused': inTrail,
  'restart.done': keptAction,
  'restart.refused': inTrail,
  'retry-provisioning.done': keptAction,
  'retry-provisioning.refused': inTrail,
  'close.done': keptAction,
  'close.refused': inTrail,
  'answer.done': keptAction,
  'answer.refused': inTrail,
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
