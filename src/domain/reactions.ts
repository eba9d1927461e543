/** Long because who hears of what is one table. */
import type { Fact, FactKind } from './facts.ts';
import type { ActedBody, NoticeBody } from './notice.ts';
import type { Audience, Reaction, Telling } from './reaction.ts';

type Reactions = { readonly [Kind in FactKind]: Reaction<Fact<Kind>> };

const kept = { trail: 'kept' } as const;
const keptAct = { trail: 'kept', shows: ['offers', 'actor-home'] } as const;

/** A message whose words and key the fact brings along. */
function asItSays<Body extends NoticeBody>(to: Audience): Telling<SaysItself<Body>> {
  return { to, message: 'as it says', key: '{key}', body: ({ context }) => context.message };
}

interface SaysItself<Body> {
  readonly context: { readonly message: Body };
}

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

type Acted = Fact<'request.withdrawn' | 'request.escalated' | 'request.nudged'>;

const actNames = {
  'request.withdrawn': 'withdraw',
  'request.escalated': 'escalate',
  'request.nudged': 'nudge',
} as const;

function acted({ kind, context: { by } }: Acted): ActedBody {
  return { kind: 'acted', act: actNames[kind], by, text: '' };
}

/**
 * For every fact: who is told what, and what is rendered again. `docs/messages.md` is made from it.
 */
export const reactions: Reactions = {
  'request.asked': kept,
  'request.created': kept,
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
  'request.sent-again': kept,
  'request.abandoned': { trail: 'kept', shows: ['offers', 'homes'] },
  'request.answer-disagrees': kept,
  'settlement.refused': kept,
  'review.approved': decision,
  'review.denied': decision,
  'review.refused': kept,
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
  'let-end.done': kept,
  'task.closed': kept,
  'task.reopened': kept,
  'task.step-advanced': kept,
  'grant.ended': {
    trail: 'kept',
    tells: [
      {
        to: 'holders',
        message: 'access-ended',
        key: 'access-ended:{occasion}',
        // They were warned of just this end, so it rings no bell again.
        updates: 'ending:{requestId}:{endsAt}',
        body: ({ detail: { end } }) => ({ kind: 'access-ended', end }),
        when: ({ detail }) => detail.end === 'expired',
      },
      {
        to: 'holders',
        message: 'access-ended',
        key: 'access-ended:{occasion}',
        body: ({ detail: { end } }) => ({ kind: 'access-ended', end }),
        // Who was given more time has lost nothing.
        when: ({ detail }) => detail.end !== 'expired' && detail.end !== 'extended',
      },
      {
        to: 'threads',
        message: 'access-ended',
        key: 'access-ended:{requestId}',
        body: ({ detail: { end } }) => ({ kind: 'access-ended', end }),
        when: ({ context }) => !context.isEmergency,
      },
      {
        to: 'threads',
        message: 'emergency-ended',
        key: 'access-ended:{requestId}',
        body: ({ detail: { end, startedAt, endedAt } }) => ({
          kind: 'emergency-ended',
          end,
          startedAt,
          endedAt,
        }),
        when: ({ context }) => context.isEmergency,
      },
    ],
    shows: ['cards', 'homes'],
  },
  'grant.not-ended': {
    trail: 'kept',
    isOnce: true,
    tells: [
      {
        to: 'holders-and-administrators',
        message: 'not-gone',
        key: 'not-gone:{requestId}:{occasion}:{outcome}',
        body: ({ detail: { outcome } }) => ({ kind: 'not-gone', outcome }),
      },
    ],
  },
  'card.delivered': kept,
  'card.unreachable': kept,
  'notice.delivered': kept,
  'notice.undeliverable': kept,
  'digest.delivered': kept,
  'digest.undeliverable': kept,
  'job.failed': kept,
  'limit.reached': kept,
  'admin-command': kept,
  'database.backed-up': kept,
  'requests.pruned': kept,
  'audit.pruned': kept,
  'audit.head-undeliverable': kept,
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
        body: ({ context: { system } }) => ({ kind: 'request-waiting', system }),
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
        body: () => ({ kind: 'emergency-waiting' }),
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
  'act.carried-out': {
    trail: 'none',
    tells: [
      { to: 'people', message: 'acted', key: '{key}', body: ({ context }) => context.message },
      { to: 'threads', message: 'acted', key: '{key}', body: ({ context }) => context.message },
    ],
    shows: ['cards'],
  },
  'act.refused': { trail: 'none', tells: [asItSays('actor')] },
  'act.waiting': { trail: 'none', tells: [asItSays('actor')] },
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
  'card.elsewhere': {
    trail: 'none',
    tells: [
      {
        to: 'requester',
        message: 'card-elsewhere',
        key: 'elsewhere:{card}',
        body: ({ context: { reviewers } }) => ({ kind: 'card-elsewhere', reviewers }),
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
  'access.ending': {
    trail: 'none',
    tells: [
      {
        to: 'people',
        message: 'ending-soon',
        key: 'ending:{requestId}:{endsAt}',
        body: ({ context: { endsAt } }) => ({ kind: 'ending-soon', endsAt }),
      },
    ],
  },
  'access.taking-away': {
    trail: 'none',
    tells: [
      {
        to: 'people',
        message: 'acted',
        key: 'taking-away:{order}',
        body: ({ context: { by, reason } }) => ({
          kind: 'acted',
          act: 'take-away',
          by,
          text: reason,
        }),
      },
    ],
  },
  'request.sending': { trail: 'none', shows: ['offers', 'actor-home'] },
  'task.read': { trail: 'none', shows: ['cards', 'people-homes'] },
  'decision.kept': { trail: 'none', shows: ['cards'] },
  'decision.begun': { trail: 'none', shows: ['cards'] },
  'decision.released': { trail: 'none', shows: ['cards', 'actor-home'] },
  'act.released': { trail: 'none', shows: ['offers', 'actor-home'] },
  'access.changed': { trail: 'none', shows: ['cards', 'homes'] },
  'card.outdated': { trail: 'none', shows: ['cards', 'actor-home'] },
  'home.clicked': { trail: 'none', shows: ['actor-home'] },
  'step.waiting': { trail: 'none', tells: [asItSays('place')] },
  'thread.unseen': { trail: 'none', tells: [asItSays('people')] },
};
