import { DatabaseFailure } from '../../src/domain/outward/outward-failure.ts';

const limitMs = 45_000;

/**
 * Again where the database did not do it in the seconds that people wait: on a busy machine that
 * tells nothing of what a test is about.
 */
export async function patiently<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof DatabaseFailure) || performance.now() > endMs) throw error;
    }
  }
}
