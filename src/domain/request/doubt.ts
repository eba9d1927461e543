import type { UnsureReason } from '../task/link-reason.ts';
import { isOpen, type TaskSnapshot } from '../task/task-snapshot.ts';
import { areReviewersUntold } from './untold.ts';

/**
 * Why it cannot be known what a request or an access is now, by reason code. Then nothing is done,
 * and whoever reads of it reads the one sentence for what they are (`slack/card/doubt-texts.ts`),
 * with the code. The log has the code with what it means; `docs/operating.md` lists them.
 */
export const doubts = {
  'unclear-person': {
    cause: 'contradictory',
    means: 'the service names two people for the access, or another one than the request',
  },
  'unclear-account': {
    cause: 'contradictory',
    means: 'the service names two accounts, or another one than the requester picked',
  },
  'unclear-app': { cause: 'contradictory', means: 'the service names two apps' },
  'unclear-entitlement': { cause: 'contradictory', means: 'the service names two permissions' },
  'unclear-request': {
    cause: 'contradictory',
    means: 'the service names two requests of the bot for one task',
  },
  'unreadable-duration': {
    cause: 'unreadable',
    means: 'the service tells a duration that the bot cannot read',
  },
  'unreadable-end': {
    cause: 'unreadable',
    means: 'access was granted for a time, or has an end, that the bot cannot read',
  },
  untold: {
    cause: 'untold',
    means:
      'the service does not tell whether the task is open, at which step, what it grants, or for whom',
  },
  'untold-reviewers': {
    cause: 'untold',
    means: 'the service does not tell who reviews the step',
  },
} as const satisfies Readonly<
  Record<
    UnsureReason | 'unreadable-end' | 'untold-reviewers',
    { readonly cause: 'contradictory' | 'unreadable' | 'untold'; readonly means: string }
  >
>;
export type Doubt = keyof typeof doubts;

export function isDoubt(reason: string): reason is Doubt {
  return Object.hasOwn(doubts, reason);
}

/**
 * Why an approval is left to the console: the service's answer names two different values for a
 * part of the grant, or a duration that cannot be read here, or it does not tell what is approved.
 * An approval here could grant something else than what the card shows. null where the reading is
 * clear.
 */
export function unsureReason(
  task: Pick<
    TaskSnapshot,
    'contradictions' | 'hasUnreadableDuration' | 'untold' | 'state' | 'delivered' | 'entitlements'
  >,
): UnsureReason | null {
  const [part] = task.contradictions ?? [];
  if (part !== undefined) return `unclear-${part}`;
  if (task.hasUnreadableDuration === true) return 'unreadable-duration';
  // The open callback of a delivered step says that the task is open.
  const isOpenForSure = task.state === 'open' || task.delivered !== undefined;
  return isOpenForSure && task.entitlements.length > 0 ? null : 'untold';
}

/** What a reading leaves in doubt. */
export function doubtsOf(task: TaskSnapshot): readonly Doubt[] {
  if (!isOpen(task))
    return task.outcome === 'granted' && task.hasUnreadableDuration === true
      ? ['unreadable-end']
      : [];
  const unsure = unsureReason(task);
  return [
    ...(unsure === null ? [] : [unsure]),
    ...(areReviewersUntold(task) ? (['untold-reviewers'] as const) : []),
  ];
}
