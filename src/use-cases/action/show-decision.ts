import type { LocalDeps, ShowUnlessOver } from '../deps.ts';
import type { Timers } from '../ports/ports.ts';

/** Most decisions are over by then: their cards change once, and show what came of it. */
const settledWithinMs = 300;

/**
 * A timer and no job: a job would wait for a free worker where many decisions wait for the service,
 * and a delayed `update-card` would hold up those of the same card behind it.
 */
export function createShowUnlessOver(
  deps: Pick<LocalDeps, 'store'>,
  timers: Timers,
): ShowUnlessOver {
  return (actionId) =>
    timers.after(settledWithinMs, `show-decision:${actionId}`, () => showDecision(deps, actionId));
}

async function showDecision({ store }: Pick<LocalDeps, 'store'>, actionId: string): Promise<void> {
  await store.transaction(async (tx) => {
    const requestId = await tx.actions.noteRendered(actionId, tx.at);
    if (requestId !== null) tx.marks.mark(requestId);
  });
}
