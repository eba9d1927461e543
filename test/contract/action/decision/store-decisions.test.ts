import { describe, expect, it } from 'vitest';
import type { StepOfTask } from '../../../../src/domain/task/task-snapshot.ts';
import type { NewAction } from '../../../../src/use-cases/ports/rows/action-rows.ts';
import { actor, newAction, noon, snapshot } from '../../../support/samples.ts';
import { unique, useStore } from '../../../support/store-fixture.ts';

const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);

describe('decisions and their trail in the store', () => {
  const store = useStore();
  const review = (requestId: string, change: Partial<NewAction> = {}): NewAction & StepOfTask => {
    const id = unique('review');
    const taskId = `task of ${requestId}`;
    return { ...newAction({ id, requestId, shown: 'as it was shown', ...change }), taskId };
  };
  const as = { identityUserId: 'user-ana', occurrence: '' };
  const winnerOf = (taskId: string, stepId: string, occurrence = '') =>
    store.transaction((tx) => tx.actions.winner({ taskId, stepId, occurrence }));

  describe('a decision', () => {
    it('of one person on one step is stored once, until it is refused', async () => {
      const requestId = await store.kept();
      const first = review(requestId);
      const insert = (row: ReturnType<typeof review>) =>
        store.transaction((tx) => tx.actions.insertOnce(row));
      const atOnce = await Promise.all([
        insert(first),
        insert(review(requestId, { verb: 'deny' })),
      ]);
      expect(atOnce.filter(Boolean)).toHaveLength(1);
      expect(await insert(review(requestId))).toBe(false);
      expect(await insert(review(requestId, { by: actor('U0CHO') }))).toBe(true);
      expect(await insert(review(requestId, { stepId: 'step-2' }))).toBe(true);
      const own = await store.transaction((tx) => tx.actions.decisionsOn(first.taskId));
      for (const one of own.filter((row) => row.by.userId === 'U0ANA' && row.stepId === 'step-1')) {
        await store.transaction((tx) =>
          tx.actions.save(one.id, { state: 'refused', refusal: { code: 'closed' }, at: noon }),
        );
      }
      expect(await insert(review(requestId))).toBe(true);
    });

    it('has one winner per step', async () => {
      const requestId = await store.kept();
      const [ana, cho, next] = [
        review(requestId),
        review(requestId, { by: actor('U0CHO') }),
        review(requestId, { stepId: 'step-2' }),
      ];
      const winner = (stepId: string) => winnerOf(ana.taskId, stepId);
      await store.transaction(async (tx) => {
        for (const row of [ana, cho, next]) await tx.actions.insertOnce(row);
      });
      expect(await winner('step-1')).toBeNull();
      await store.transaction((tx) => tx.actions.beginDecision(ana.id, as));
      await expect(store.transaction((tx) => tx.actions.beginDecision(cho.id, as))).rejects.toThrow(
        /one_winner_a_step/,
      );
      expect((await winner('step-1'))?.id).toBe(ana.id);
      await store.transaction((tx) => tx.actions.save(ana.id, { state: 'done', at: later(1) }));
      await expect(store.transaction((tx) => tx.actions.beginDecision(cho.id, as))).rejects.toThrow(
        /one_winner_a_step/,
      );
      expect(await winner('step-1')).toMatchObject({ id: ana.id, state: 'done', at: later(1) });
      expect(await winner('step-2')).toBeNull();
      await store.transaction((tx) => tx.actions.beginDecision(next.id, as));
      expect((await winner('step-2'))?.id).toBe(next.id);
    });

    it('wins once when two are made at the same time under the task’s lock', async () => {
      const requestId = await store.kept();
      const task = snapshot({ id: `task of ${requestId}` });
      const rows = ['U0ANA', 'U0CHO', 'U0DEE'].map((userId) =>
        review(requestId, { by: actor(userId) }),
      );
      await store.transaction(async (tx) => {
        await tx.tasks.save(requestId, task, noon);
        for (const row of rows) await tx.actions.insertOnce(row);
      });
      const claims = await Promise.all(
        rows.map((row) =>
          store.transaction(async (tx) => {
            await tx.tasks.lock(task.id);
            if (
              (await tx.actions.winner({ taskId: task.id, stepId: 'step-1', occurrence: '' })) !==
              null
            )
              return 'lost';
            await tx.actions.beginDecision(row.id, as);
            return 'won';
          }),
        ),
      );
      expect(claims.sort()).toEqual(['lost', 'lost', 'won']);
    });

    it('is on the card while it is likely, being sent or done, oldest first, and never when refused', async () => {
      const requestId = await store.kept();
      const rows = [
        review(requestId, { by: actor('U1'), at: later(5), stepId: 'a' }),
        review(requestId, { by: actor('U2'), at: later(1), stepId: 'b' }),
        review(requestId, { by: actor('U3'), at: later(2), likely: false }),
        review(requestId, { by: actor('U4'), at: later(3) }),
        review(requestId, { by: actor('U5'), at: later(4) }),
      ];
      await store.transaction(async (tx) => {
        for (const row of rows) await tx.actions.insertOnce(row);
        await tx.actions.beginDecision(rows[0]?.id ?? '', as);
        await tx.actions.save(rows[1]?.id ?? '', { state: 'done', at: later(1) });
        await tx.actions.save(rows[4]?.id ?? '', {
          state: 'refused',
          refusal: { code: 'gone' },
          at: later(4),
        });
      });
      const shown = await store.transaction((tx) => tx.actions.decisionsOn(`task of ${requestId}`));
      expect(shown.map((row) => [row.by.userId, row.state])).toEqual([
        ['U2', 'done'],
        ['U4', 'accepted'],
        ['U1', 'sending'],
      ]);
    });
  });
});
