/** What follows from decisions on a step, and from readings of the task. */

import type { NoticeBody } from '../../message/notice.ts';
import type { Fact } from '../facts.ts';
import type { Reaction } from '../reaction.ts';
import { type FactsAbout, inTrail, type Reactions } from './reaction-parts.ts';

type Decision = Fact<'review.approved' | 'review.denied'>;

/** Says that somebody decided; what came of it follows in the same message. */
function decided({ kind, detail, context }: Decision): Extract<NoticeBody, { kind: 'decided' }> {
  const verb = kind === 'review.approved' ? 'approve' : 'deny';
  const { reason, durationSeconds } = detail;
  return {
    kind: 'decided',
    verb,
    by: context.by,
    reason,
    durationSeconds,
    next: { kind: 'pending' },
  };
}

const decision: Reaction<Decision> = {
  trail: 'kept',
  tells: [
    { to: 'holders', message: 'decided', key: 'decided:{actionId}', body: decided },
    { to: 'threads', message: 'decided', key: 'decided:{actionId}', body: decided },
  ],
  shows: ['cards'],
};

export const decisions: Pick<Reactions, FactsAbout<'review' | 'decision' | 'task' | 'right'>> = {
  'review.approved': decision,
  'review.denied': decision,
  'review.refused': inTrail,
  'review.self-approved': {
    trail: 'kept',
    tells: [
      {
        to: 'administrators',
        message: 'self-approved',
        key: 'self-approved:{taskId}:{stepId}',
        body: () => ({ kind: 'self-approved' }),
      },
    ],
  },
  'task.found': { trail: 'kept', shows: ['cards', 'people-homes'] },
  'task.closed': inTrail,
  'task.reopened': inTrail,
  'task.step-advanced': inTrail,
  'decision.arrived': {
    trail: 'none',
    tells: [
      {
        to: 'actor',
        message: 'decision-arrived',
        key: 'decision-arrived:{actionId}',
        body: () => ({ kind: 'decision-arrived' }),
      },
    ],
  },
  'decision.unclear': {
    trail: 'none',
    tells: [
      {
        to: 'actor',
        message: 'action-refused',
        key: 'perhaps-arrived:{actionId}',
        body: () => ({ kind: 'action-refused', refusal: { kind: 'perhaps-decided' } }),
      },
    ],
  },
  'right.missing': {
    trail: 'none',
    tells: [
      {
        to: 'administrators',
        message: 'missing-right',
        key: 'missing-right:{verb}',
        body: ({ context: { verb } }) => ({ kind: 'missing-right', verb }),
      },
    ],
  },
  'task.read': { trail: 'none', shows: ['cards', 'people-homes'] },
  'decision.kept': { trail: 'none', shows: ['cards'] },
  'decision.begun': { trail: 'none', shows: ['cards'] },
  'decision.released': { trail: 'none', shows: ['cards', 'actor-home'] },
};
