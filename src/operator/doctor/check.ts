import { mendOf } from './outward-mends.ts';

/** One line of the doctor: the subject, and a sentence with the finding and its remedy. */
export interface Check {
  readonly what: string;
  /** `warning`: the bot goes without it, or it was not checked. */
  readonly state: 'ok' | 'warning' | 'error';
  readonly says: string;
}

/** Thrown by a check: the problem and its remedy. */
export class Finding extends Error {
  override readonly name = 'Finding';
  readonly state: 'warning' | 'error';

  constructor(state: 'warning' | 'error', says: string) {
    super(says);
    this.state = state;
  }
}

/** @param mend what to do where looking itself failed */
export async function check(
  what: string,
  look: () => Promise<string>,
  mend: string,
): Promise<Check> {
  try {
    return { what, state: 'ok', says: await look() };
  } catch (error) {
    if (error instanceof Finding) return { what, state: error.state, says: error.message };
    const words = error instanceof Error ? error.message : String(error);
    return { what, state: 'error', says: `${words}. ${mendOf(error, mend)}` };
  }
}

export function notChecked(what: string, says: string): Check {
  return { what, state: 'warning', says: `not checked: ${says}` };
}

/**
 * Throws a finding when two clocks differ too much; Slack’s signatures are good for five minutes.
 */
export function clockSays(differenceMs: number): string {
  const seconds = Math.round(Math.abs(differenceMs) / 1_000);
  if (seconds <= 30) return `differs by ${seconds} s from this machine's`;
  throw new Finding(
    seconds > 240 ? 'error' : 'warning',
    `differs by ${seconds} s from this machine's. Have both set their clocks by NTP.`,
  );
}

/** For `catch`: one line for several checks, where a finding ended what they begin with. */
export function asOneLine(what: string): (error: unknown) => readonly Check[] {
  return (error) => {
    if (!(error instanceof Finding)) throw error;
    return [{ what, state: error.state, says: error.message }];
  };
}

/** Hears of each line as it comes. */
export type Tell = (one: Check) => Promise<void>;

/** Looks that are under way side by side. */
export type Looks = readonly Promise<Check | readonly Check[]>[];

/** Each line as soon as those before it are told: who compares two runs finds them in one order. */
export async function tellInOrder(looks: Looks, tell: Tell): Promise<void> {
  // A bug in a later one is thrown when its turn comes.
  void Promise.allSettled(looks);
  for (const look of looks) for (const one of [await look].flat()) await tell(one);
}

/** An operator waits for the doctor: calls that have not been answered by then are cut off. */
export const longestMs = 50_000;
