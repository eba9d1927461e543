import type { UseCaseDeps } from '../deps.ts';
import { settleRestore } from './refresh-tasks.ts';

/** Subjects in one transaction, so that other work goes on in between. */
const atOnce = 100;

/**
 * Renders the cards and messages of everything open again, once after a start: settings decide what
 * a card offers, and with `review.mode: link` nobody may click an old *Approve*. A card that stays
 * the same is not sent to Slack.
 */
export async function renderOpen({ store }: Pick<UseCaseDeps, 'store'>): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const ids = await store.transaction(async (tx) => {
      const open = await tx.tasks.openSubjects(from, atOnce);
      for (const id of open) tx.marks.mark(id);
      return open;
    });
    after = ids.at(-1);
  }
}

/**
 * Settles what a restore may have left, and renders what is open. False where the service did not
 * answer: to be called again.
 */
export async function settleStart(deps: UseCaseDeps): Promise<boolean> {
  const isSettled = await settleRestore(deps);
  if (isSettled) await renderOpen(deps);
  return isSettled;
}
