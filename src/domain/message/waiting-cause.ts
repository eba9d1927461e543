import type { OutwardFailure } from '../outward/outward-failure.ts';

/** What a message keeps of why something waits: for the access service where it names no system. */
export interface WaitingMarks {
  readonly system?: OutwardFailure['system'];
  /** The service refuses the bot's credentials. */
  readonly isBotRefused?: boolean;
  /** Checked several times; each check was too old before the call could be sent. */
  readonly isLate?: boolean;
  /** The service said yes, and its readings do not show it. */
  readonly isUnshown?: boolean;
  /** Somebody else's answer to the step is under way. */
  readonly isBehind?: boolean;
  /** The callback of the step cannot be opened with the keys that are set. */
  readonly isUnopened?: boolean;
}

export type WaitingCause =
  | OutwardFailure['system']
  | 'refused'
  | 'late'
  | 'unshown'
  | 'behind'
  | 'unopened';

/** What people read as the reason of a wait; a message is rendered again when it changes. */
export function waitingCause(marks: WaitingMarks): WaitingCause {
  if (marks.isUnshown === true) return 'unshown';
  if (marks.isBehind === true) return 'behind';
  if (marks.isUnopened === true) return 'unopened';
  if (marks.isLate === true) return 'late';
  return marks.isBotRefused === true ? 'refused' : (marks.system ?? 'governance');
}
