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
