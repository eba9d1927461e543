import { ifFailing, OutwardFailure } from '../../domain/outward/outward-failure.ts';
import type { World } from './ports.ts';

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
