import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const lookEveryMs = 15;

/**
 * Polls a condition until it holds. The limit is for a busy machine: a shorter one would only fail
 * tests for no reason.
 */
export async function until<T>(
  what: string | (() => string),
  look: () => T | null | undefined | false,
  limitMs = 45_000,
): Promise<T> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const seen = look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    if (performance.now() > endMs)
      throw new Error(`never so: ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/** A folder of its own that is removed afterwards. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'access-bot-'));
  return {
    path,
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}
