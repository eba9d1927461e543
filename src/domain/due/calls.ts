/** Who was called because nobody had decided, and who is called next. */

/** So many people of a call are named; the others are counted. */
const namedPeople = 5;

/** Those who are called. */
export interface Called {
  /** The first of them, by Slack id. */
  readonly people: readonly string[];
  readonly count: number;
  readonly channels: readonly string[];
}

/** Somebody is called at this time if nobody has decided. Milliseconds since 1970, for JSON. */
export interface NextCall extends Called {
  readonly atMs: number;
}

/**
 * Somebody was called because nobody had decided: the reviewers, who were reminded so many times, or
 * the people of a tier of the escalation.
 */
export type CallMade = NextCall &
  ({ readonly kind: 'reminded'; readonly times: number } | { readonly kind: 'told' });

/** The calls of a step, as its requester reads them. */
export interface StepCalls {
  /** The last of them, oldest first. */
  readonly made: readonly CallMade[];
  /** Who is called next. Always null for an ordinary request; of an emergency, null if nobody is left. */
  readonly next: NextCall | null;
  /** Whether a tier offers to make an emergency of it. */
  readonly offersEmergency: boolean;
}

/** What a reviewer reads of a reminder in an emergency. */
export interface Reminded {
  readonly count: number;
  readonly waitedSeconds: number;
}

export function called(people: readonly string[], channels: readonly string[]): Called {
  return { people: people.slice(0, namedPeople), count: people.length, channels };
}
