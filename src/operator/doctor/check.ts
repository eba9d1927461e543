import { setTimeout as sleep } from 'node:timers/promises';
import { mendOf } from './outward-mends.ts';

/** One line of the doctor: the subject, and a sentence with the finding and its remedy. */
export interface Check {
  readonly what: string;
  /** `warning`: the bot goes without it, or it was not checked. */
  readonly state: 'ok' | 'warning' | 'error';
  readonly says: string;
}

/** Thrown by a look: the problem and its remedy. */
export class Finding extends Error {
  override readonly name = 'Finding';
  readonly state: 'warning' | 'error';

  constructor(state: 'warning' | 'error', says: string) {
    super(says);
    this.state = state;
  }
}

/** Something that the doctor looks at. */
export interface Look {
  readonly what: string;
  /**
   * Answers with a sentence about what is well, with several lines, or with null to print none.
   *
   * @throws Finding where something is wrong
   */
  readonly ask: () => Promise<string | null | readonly Check[]>;
  /** What to do where looking itself failed. */
  readonly mend: string;
}

/** An operator waits for the doctor: calls that have not been answered by then are cut off. */
export const longestMs = 50_000;

export const slowWords = 'not checked: it is slow to answer.';

/** @param ends what fails after it was cut off, and says nothing of what was looked at */
export async function judge(
  { what, ask, mend }: Look,
  ends?: AbortSignal,
): Promise<readonly Check[]> {
  try {
    const answer = await ask();
    if (answer === null) return [];
    return typeof answer === 'string' ? [{ what, state: 'ok', says: answer }] : answer;
  } catch (error) {
    if (error instanceof Finding) return [{ what, state: error.state, says: error.message }];
    if (ends?.aborted === true) return [{ what, state: 'warning', says: slowWords }];
    const words = error instanceof Error ? error.message : String(error);
    return [{ what, state: 'error', says: `${words}. ${mendOf(error, mend)}` }];
  }
}

/** For a look that always has something to say. */
export async function check(look: Look): Promise<Check> {
  const [one] = await judge(look);
  return one ?? notChecked(look.what, 'nothing was said.');
}

export function notChecked(what: string, says: string): Check {
  return { what, state: 'warning', says: `not checked: ${says}` };
}

/** Hears of each line as it comes. */
export type Tell = (one: Check) => Promise<void>;

/** In their order: who compares two runs finds the lines in one. */
export async function tellAll(
  looks: readonly Look[],
  tell: Tell,
  ends?: AbortSignal,
): Promise<void> {
  await someAtOnce(
    looks,
    (one) => judge(one, ends),
    async (checks) => {
      for (const one of checks) await tell(one);
    },
  );
}

export async function judgeAll(looks: readonly Look[]): Promise<readonly Check[]> {
  const checks: Check[] = [];
  await tellAll(looks, async (one) => void checks.push(one));
  return checks;
}

/** A tenant limits calls. */
const atOnce = 8;

/** Some side by side, and the answers in their order. */
export async function someAtOnce<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
  hear: (answer: Answer) => Promise<void> | void,
): Promise<void> {
  for (let start = 0; start < items.length; start += atOnce) {
    const some = items.slice(start, start + atOnce);
    for (const answer of await Promise.all(some.map(ask))) await hear(answer);
  }
}

/** Waits as Slack asks with a 429, but no longer than an operator does: then the 429 is an answer. */
export function patientWaits(): (ms: number) => Promise<boolean> {
  const latestMs = performance.now() + longestMs;
  return async (ms) => {
    if (performance.now() + ms > latestMs) return false;
    await sleep(ms);
    return true;
  };
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
