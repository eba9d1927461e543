import type { IdentityPerson } from '../people/identity-person.ts';

/**
 * When the service takes the current step out of the hands of those who have not decided, and what
 * it does then (docs/spec/deployments.md#policy-and-steps).
 */
export interface StepDeadline {
  /** ISO 8601. */
  readonly at: string;
  readonly result: AfterDeadline;
}

export type AfterDeadline =
  /** Nobody where the service does not tell who. */
  | { readonly kind: 'goes-to'; readonly people: readonly IdentityPerson[] }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'other-policy' }
  /** Not told, or nothing that anybody knows yet. */
  | { readonly kind: 'unknown' };

interface Step {
  readonly state: string;
  readonly stepDeadline?: StepDeadline;
}

/** The deadline of an open task's step while it is still to come; null where there is none. */
export function deadlineAhead({ state, stepDeadline }: Step, now: Date): StepDeadline | null {
  if (state === 'closed' || stepDeadline === undefined) return null;
  return Date.parse(stepDeadline.at) > now.getTime() ? stepDeadline : null;
}

/**
 * A step that the service handed to the bot by a webhook, and that waits for the bot's answer
 * (docs/spec/deployments.md#webhooks).
 */
export interface DeliveredStep {
  /** Whether people decide on it, or set the access up by hand. */
  readonly kind: 'approval' | 'provision';
  /** ISO 8601. */
  readonly receivedAt: string;
  /** ISO 8601; when the bot denies it because nobody decided; null where it does not. */
  readonly deniedAt: string | null;
  /** The tenant does not let the task be read, so what the delivery said is all that is known. */
  readonly isOnlySource?: true;
}

/** What a person may do with a step that they set up, in the place of the service's own actions. */
export const setUpActions = { done: 'SET_UP_DONE', failed: 'SET_UP_FAILED' } as const;

/**
 * Whether what a card shows of a step is so old that a decision needs a second look: only where the
 * tenant does not let the task be read again.
 */
export function isStale(
  { delivered }: { readonly delivered?: DeliveredStep },
  now: Date,
  freshForSeconds: number,
): boolean {
  if (delivered?.isOnlySource !== true) return false;
  return now.getTime() - Date.parse(delivered.receivedAt) > freshForSeconds * 1_000;
}
