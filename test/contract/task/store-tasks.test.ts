import { describe, expect, it } from 'vitest';
import { closedSnapshot, noon, person, snapshot } from '../../support/samples.ts';
import { unique, useStore } from '../../support/store-fixture.ts';

const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);

describe('the store', () => {
  const store = useStore();

  describe('a task', () => {
    it('is stored even with characters that the database cannot store', async () => {
      const requestId = await store.kept();
      const odd = snapshot({
        id: unique('task\0'),
        justification: 'a\0b\uD83D',
        stepApprovers: [person('u', { name: '\uDE00' })],
      });
      await store.transaction((tx) => tx.tasks.save(requestId, odd, noon));
      expect((await store.transaction((tx) => tx.tasks.find(odd.id)))?.snapshot).toMatchObject({
        justification: 'a\uFFFDb\uFFFD',
        stepApprovers: [{ name: '\uFFFD' }],
      });
    });

    it('open tasks are listed least recently read first, and closed ones not at all', async () => {
      await store.kysely.deleteFrom('tasks').execute();
      const requestId = await store.kept();
      const ids = ['late', 'early', 'closed', 'middle', 'odd'];
      const at = [40, 10, 5, 20, 30];
      await store.transaction(async (tx) => {
        for (const [index, id] of ids.entries()) {
          const state = id === 'closed' ? 'closed' : id === 'odd' ? 'TASK_STATE_ON_HOLD' : 'open';
          await tx.tasks.save(requestId, snapshot({ id, state }), later(at[index] ?? 0));
        }
      });
      const open = (limit: number) => store.transaction((tx) => tx.tasks.openIds(limit));
      expect(await open(10)).toEqual(['early', 'middle', 'odd', 'late']);
      const longestUnread = () => store.transaction((tx) => tx.tasks.longestUnread());
      expect(await longestUnread()).toEqual(later(10));
      expect(await open(2)).toEqual(['early', 'middle']);
      await store.transaction((tx) =>
        tx.tasks.save(requestId, snapshot({ id: 'early' }), later(99)),
      );
      await store.transaction((tx) =>
        tx.tasks.save(requestId, closedSnapshot({ id: 'middle' }), later(99)),
      );
      expect(await open(10)).toEqual(['odd', 'late', 'early']);
      expect(await longestUnread()).toEqual(later(30));
      await store.kysely.deleteFrom('tasks').execute();
      expect(await longestUnread()).toBeNull();
    });

    it('is due often after the request and less often later, at least every ten minutes', async () => {
      await store.kysely.deleteFrom('tasks').execute();
      const requestId = await store.kept();
      const { createdAt } = await store.kysely
        .selectFrom('requests')
        .select('createdAt')
        .where('id', '=', requestId)
        .executeTakeFirstOrThrow();
      const inMinutes = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);
      await store.transaction((tx) =>
        tx.tasks.save(requestId, snapshot({ id: 'read' }), inMinutes(60)),
      );
      const due = (minutes: number) =>
        store.transaction((tx) => tx.tasks.dueIds(10, inMinutes(minutes)));
      expect([await due(60), await due(62), await due(64)]).toEqual([[], [], ['read']]);
      await store.transaction((tx) =>
        tx.tasks.save(requestId, snapshot({ id: 'read' }), inMinutes(6_000)),
      );
      expect([await due(6_009), await due(6_010)]).toEqual([[], ['read']]);
    });

    it('is read before older tasks when its request is new', async () => {
      await store.kysely.deleteFrom('tasks').execute();
      const old = await store.kept();
      const [fresh, at] = [await store.kept(), later(10_000)];
      const secondsBefore = (seconds: number) => new Date(at.getTime() - seconds * 1_000);
      const asked = async (id: string, createdAt: Date) =>
        store.kysely.updateTable('requests').set({ createdAt }).where('id', '=', id).execute();
      await asked(old, secondsBefore(86_400));
      await asked(fresh, secondsBefore(60));
      await store.transaction(async (tx) => {
        await tx.tasks.save(old, snapshot({ id: 'overdue' }), secondsBefore(900));
        await tx.tasks.save(fresh, snapshot({ id: 'fresh' }), secondsBefore(15));
      });
      expect(await store.transaction((tx) => tx.tasks.dueIds(1, at))).toEqual(['fresh']);
      await store.transaction((tx) => tx.tasks.markRead(['fresh'], at));
      expect(await store.transaction((tx) => tx.tasks.dueIds(2, at))).toEqual(['overdue']);
    });
  });

  describe('a card', () => {
    it('is stored once per request and destination', async () => {
      const requestId = await store.kept();
      const want = (id: string, channel = 'C0REVIEWS') =>
        store.transaction((tx) => tx.cards.want(id, requestId, channel));
      const [first, second] = await Promise.all([want(unique('card')), want(unique('card'))]);
      expect(first).toEqual(second);
      const other = await want(unique('card'), 'C0INCIDENTS');
      const all = await store.transaction((tx) => tx.cards.ofRequest(requestId));
      expect(all.map((one) => one.id).sort()).toEqual([first.id, other.id].sort());
    });

    it('keeps no link of an earlier post', async () => {
      const requestId = await store.kept();
      const { id } = await store.transaction((tx) => tx.cards.want('card-1', requestId, 'U0ANA'));
      const linkAfter = async (ts: string) => {
        await store.transaction((tx) =>
          tx.cards.keepPermalink(id, ts, `https://acme.slack.com/${ts}`),
        );
        return (await store.transaction((tx) => tx.cards.find(id)))?.permalink;
      };
      await store.transaction((tx) =>
        tx.cards.markPosted(id, { channel: 'D0ANA', ts: '1.2' }, 'f1'),
      );
      expect([await linkAfter('1.1'), await linkAfter('1.2')]).toEqual([
        null,
        'https://acme.slack.com/1.2',
      ]);
    });
  });
});
