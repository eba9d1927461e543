import { LRUCache } from 'lru-cache';
import { ifFailing, OutwardFailure } from '../../domain/outward/outward-failure.ts';
import type { World } from './ports.ts';

/**
 * The options of an `LRUCache` with at most so many entries. `max` would take the memory for all of
 * them at once, and most of the time of a start.
 */
export function entries(most: number): {
  readonly maxSize: number;
  readonly sizeCalculation: () => number;
} {
  return { maxSize: most, sizeCalculation: () => 1 };
}

/**
 * Asks once for many: an answer is remembered (for ever without `settings`), those who ask
 * meanwhile wait for the same one, and a failure is not remembered. `Asked` is compared as JSON.
 */
export function rememberAnswers<Question extends string | object, Answer>(
  ask: (question: Question) => Promise<Answer>,
  settings: { readonly forMs: number; readonly now: () => Date } = {
    forMs: 0,
    now: () => new Date(),
  },
): (question: Question) => Promise<Answer> {
  const answers = new LRUCache<string, Promise<Answer>>({
    ...entries(10_000),
    ttl: settings.forMs,
    // The clock of tests does not pass by itself.
    ttlResolution: 0,
    perf: { now: () => settings.now().getTime() },
  });
  return (question) => {
    const key = JSON.stringify(question);
    const earlier = answers.get(key);
    if (earlier !== undefined) return earlier;
    const answer = ask(question);
    answers.set(key, answer);
    answer.catch(() => {
      if (answers.peek(key) === answer) answers.delete(key);
    });
    return answer;
  };
}

/**
 * What the other side answers; null, with a line in the log that says `what` was not done, where it
 * does not answer, and without one where the tenant cannot tell.
 */
export function answerOrNull<T>(
  { log }: Pick<World, 'log'>,
  asked: Promise<T | null>,
  what: string,
  about: Readonly<Record<string, unknown>> = {},
): Promise<T | null> {
  return asked.catch(
    ifFailing((err) => {
      log.warn({ ...about, err }, what);
      return null;
    }),
  );
}

/** Throws where the tenant cannot tell: that is another matter than nobody, or nothing. */
export function answerOrFailure<T>(answer: T | null, what: string): T {
  if (answer !== null) return answer;
  throw new OutwardFailure({
    system: 'governance',
    kind: 'http',
    message: `the list of ${what} is not in the tenant`,
    certainlyNotDone: true,
  });
}
