import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { World } from './ports.ts';

/**
 * What the other side answers; null, with a line in the log that says `what` was not done, where it
 * does not answer.
 */
export function answerOrNull<T>(
  { log }: Pick<World, 'log'>,
  asked: Promise<T>,
  what: string,
  about: Readonly<Record<string, unknown>> = {},
): Promise<T | null> {
  return unlessFailing(asked, (err) => {
    log.warn({ ...about, err }, what);
    return null;
  });
}
