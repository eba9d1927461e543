/** When people are told that a decision is still missing. */

/** When a reviewer who does not decide is reminded of a request. */
export interface ReminderPace {
  /** From the beginning of the step to the first reminder. */
  readonly afterSeconds: number;
  /** From the first reminder to the second; every later gap is twice the one before. */
  readonly everySeconds: number;
  /** How many reminders one reviewer gets of one step; 0 = none. */
  readonly atMost: number;
}

/** In working time; emergencies by the clock. */
export interface Reminders extends ReminderPace {
  readonly emergency: ReminderPace;
}

/**
 * Who is told that nobody has decided so long, in working time since the step began; emergencies by
 * the clock.
 */
export interface EscalationTier {
  readonly afterSeconds: number;
  /** Slack ids. */
  readonly people: readonly string[];
  readonly channel: string | null;
  /** The Slack user group that is mentioned in the channel. */
  readonly group: string | null;
  /** The owners of the resource that the entitlement is of. */
  readonly owners: boolean;
  /** The requester is offered to make it an emergency. */
  readonly offersEmergency: boolean;
}
