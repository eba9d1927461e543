import { describe, expect, it } from 'vitest';
import { type Standing, standings } from '../../../src/domain/action/holder-action.ts';
import { createStore } from '../../../src/store/store.ts';
import {
  accessRequest,
  actor,
  closedSnapshot,
  noon,
  snapshot,
  standingOf,
} from '../../support/samples.ts';
import { unique, useStore } from '../../support/store-fixture.ts';

const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);

describe('the states of requests, in the store', () => {
  const fixture = useStore();

  it.each([true, false])(
    'follow the rule, open or held requests first; tasks read: %s',
    async (areTasksRead) => {
      const store = createStore(fixture.kysely, async () => undefined, {
        areTasksRead: () => areTasksRead,
      });
      const ben = unique('U0BEN');
      const grant = { startedAt: noon, endsAt: null };
      const states = [
        'submitted',
        'sending',
        'created',
        'refused',
        'uncertain',
        'abandoned',
      ] as const;
      let seconds = 0;
      for (const state of states) {
        for (const task of [
          null,
          snapshot(),
          closedSnapshot(),
          snapshot({ state: 'unheard of' }),
        ]) {
          for (const held of ['not', 'held', 'ended'] as const) {
            seconds += 1;
            const id = await fixture.kept({ requester: actor(ben), createdAt: later(seconds) });
            await store.transaction(async (tx) => {
              const taskId = task === null ? {} : { taskId: `task of ${id}` };
              await tx.requests.save(id, { state, ...taskId, at: noon });
              if (task !== null) await tx.tasks.save(id, { ...task, id: `task of ${id}` }, noon);
              if (held !== 'not') await tx.grants.begin(id, grant);
              if (held === 'ended') await tx.grants.end(id, 'expired', noon);
            });
          }
        }
      }
      const read = (limit: number, asked: readonly Standing[] = standings) =>
        store.transaction((tx) => tx.requests.ofHolder(ben, { standings: asked, limit }));
      const { rows, total } = await read(100);
      expect(rows).toHaveLength(72);
      for (const row of rows) expect(row.standing).toBe(standingOf(row, areTasksRead));
      for (const one of standings)
        expect(total[one]).toBe(rows.filter((row) => row.standing === one).length);
      const isFirst = ({ standing }: { standing: Standing }) =>
        standing === 'open' || standing === 'active';
      const ordered = [...rows].sort(
        (a, b) =>
          Number(isFirst(b)) - Number(isFirst(a)) ||
          b.request.createdAt.getTime() - a.request.createdAt.getTime(),
      );
      expect(rows.map((row) => row.request.id)).toEqual(ordered.map((row) => row.request.id));
      expect(await read(5)).toEqual({ rows: rows.slice(0, 5), total });
      const [one] = rows;
      expect(await store.transaction((tx) => tx.requests.standing(one?.request.id ?? ''))).toEqual(
        one,
      );
      expect(await store.transaction((tx) => tx.requests.standing('x'))).toBeNull();
      expect(
        await store.transaction((tx) =>
          tx.requests.forEntitlement({ slackUserId: ben, isPassedOn: false }, accessRequest(), 100),
        ),
      ).toEqual(
        rows.toSorted((a, b) => b.request.createdAt.getTime() - a.request.createdAt.getTime()),
      );
      expect((await read(100, ['ended'])).total).toEqual({
        open: 0,
        active: 0,
        sent: 0,
        ended: total.ended,
      });
    },
  );
});
