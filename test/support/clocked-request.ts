import { expect } from 'vitest';
import { ok } from '../../src/domain/result.ts';
import type { TaskSnapshot } from '../../src/domain/task/task-snapshot.ts';
import { acceptReview } from '../../src/use-cases/action/accept-action.ts';
import { submitRequest } from '../../src/use-cases/form/submit-request.ts';
import type { CardRow } from '../../src/use-cases/ports/rows/card-rows.ts';
import type { ClockedBot } from './clocked-bot.ts';
import { fingerprintOf } from './reviewing.ts';
import { actor, snapshot } from './samples.ts';
import { type SubmittedChange, submittedForm } from './submitted-form.ts';

/** What one request goes through, as people and the service do it. */
export function clockedRequest(bot: () => ClockedBot) {
  /** Submits the form, and makes the service ready to take the request. Returns its id. */
  async function submits(
    form: SubmittedChange = {},
    task: Partial<TaskSnapshot> = {},
  ): Promise<string> {
    const { deps, governance, kysely } = bot().desk;
    expect(await submitRequest(deps, submittedForm(form))).toEqual(ok(undefined));
    const { id } = await kysely
      .selectFrom('requests')
      .select('id')
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();
    const created = snapshot({ ...task, sourceRequestId: id });
    governance.grants.next(ok(created));
    governance.tasks.set(created.id, created);
    return id;
  }

  /** Runs what is due for so long. */
  const passes = async (ms: number): Promise<void> => {
    await bot().jobs.until(() => false, ms);
    expect(bot().jobs.givenUp).toEqual([]);
  };

  /** Nothing happens for so long; then what fell due meanwhile is done. */
  const rests = async (ms: number): Promise<void> => {
    bot().desk.world.pass(ms);
    await passes(2_000);
  };

  async function cardOf(requestId: string): Promise<CardRow> {
    const cards = await bot().desk.store.transaction((tx) => tx.cards.ofRequest(requestId));
    const card = cards.find(({ ts }) => ts !== null);
    if (card === undefined) throw new Error(`${requestId} has no card`);
    return card;
  }

  /** Clicks on the card as it is now. */
  async function decides(
    requestId: string,
    verb: 'approve' | 'deny',
    { userId = 'U0ANA', reason = '' } = {},
  ): Promise<void> {
    const { deps, store } = bot().desk;
    const card = await cardOf(requestId);
    const shown = await store.transaction((tx) => fingerprintOf(tx, card.id));
    const clicked = { channel: card.channel, ts: card.ts ?? '' };
    const by = actor(userId);
    const click = { verb, by, reason, cardId: card.id, stepId: 'step-1', shown, clicked };
    expect(await acceptReview(deps, click)).toBe('kept');
  }

  /** The service shows the end so long after it took the decision; `change`: what kind of end. */
  function closesAfter(lagMs: number, change: Partial<TaskSnapshot> = {}): void {
    const { governance, world } = bot().desk;
    governance.onReview = ({ taskId }) => {
      const before = governance.tasks.get(taskId) ?? snapshot();
      const close = async (): Promise<void> => {
        const over = { actions: [], currentStepId: null, stepApprovers: [] };
        const outcomeAt = world.now().toISOString();
        const end = { state: 'closed', outcome: 'granted', outcomeAt } as const;
        governance.tasks.set(taskId, { ...before, ...over, ...end, ...change });
      };
      if (lagMs > 0) bot().jobs.at(new Date(world.now().getTime() + lagMs), close);
      return lagMs > 0 ? undefined : close();
    };
  }
  return { submits, passes, rests, cardOf, decides, closesAfter };
}
