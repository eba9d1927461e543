import { ifFailing } from '../../domain/outward/outward-failure.ts';
import type { Unknown, World } from './ports.ts';

/**
 * What the other side answers; null, with a line in the log that says `what` was not done, where it
 * does not answer, and without one where the tenant cannot tell.
 */
export function answerOrNull<T>(
  { log }: Pick<World, 'log'>,
  asked: Promise<T | Unknown>,
  what: string,
  about: Readonly<Record<string, unknown>> = {},
): Promise<T | null> {
  return asked.then(
    (answer) => (answer === 'unknown' ? null : answer),
    ifFailing((err) => {
      log.warn({ ...about, err }, what);
      return null;
    }),
  );
}
