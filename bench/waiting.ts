/** Waits for things to be seen in the stand-ins. */
import { setTimeout as sleep } from 'node:timers/promises';
import { wordsOf } from '../test/support/asking.ts';
import type { ClickableWorld } from '../test/support/bot-world.ts';

const longestWaitMs = 120_000;

/** Like `until`, looking more often and longer. */
export async function soon<T>(
  what: string,
  look: () => T | undefined | false,
  waitMs = longestWaitMs,
): Promise<T> {
  const endMs = performance.now() + waitMs;
  for (;;) {
    const seen = look();
    if (seen !== undefined && seen !== false) return seen;
    if (performance.now() > endMs) throw new Error(`never so: ${what}`);
    await sleep(3);
  }
}

/**
 * Waits for what is seen in one conversation: looks when something changed there, which costs the
 * stand-in least.
 */
export async function seenIn<T>(
  { client }: ClickableWorld,
  conversationId: string,
  what: string,
  look: () => T | undefined | false,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const lookNow = () => {
    const seen = look();
    if (seen !== undefined && seen !== false) resolve(seen);
  };
  const late = setTimeout(() => reject(new Error(`never so: ${what}`)), longestWaitMs);
  const stop = client.subscribe((change) => {
    if (change.kind === 'conversation' && change.conversationId === conversationId) lookNow();
  });
  lookNow();
  return promise.finally(() => {
    stop();
    clearTimeout(late);
  });
}

/**
 * The catalogue is read page by page after the start, and a form offers nothing before that: its
 * last page is behind the first pause.
 */
export async function catalogueRead({ governance }: ClickableWorld): Promise<void> {
  const newest = () => governance.requests().findLast((one) => one.path.includes('/entitlements/'));
  await soon(
    'the catalogue is read',
    () => Date.now() - (newest()?.at.getTime() ?? Date.now()) > 1_000,
  );
}

/** How many requests wait for this person by their Home. */
export function waitingOnHome({ client }: ClickableWorld, person: string): number {
  const words = wordsOf({ text: '', blocks: client.home(person)?.blocks ?? [] });
  return Number(/Waiting for me: (\d+)/.exec(words)?.[1] ?? 0);
}
