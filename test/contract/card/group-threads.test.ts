import { describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { recordReading } from '../../../src/use-cases/task/record-reading.ts';
import { failing, refusing } from '../../support/fakes.ts';
import { patiently } from '../../support/patiently.ts';
import { ids, recordEscalation, submittingGroup } from '../../support/submitting-group.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

describe('several requests of one submission', () => {
  const desk = useCaseDesk();
  const { submit, taskOf, create, card, sync } = submittingGroup(desk);
  it('share one thread in each channel: the first card starts it, the others reply to it', async () => {
    await submit();
    await create(...ids);
    const root = await card('id-0001');
    expect(root.threadOf).toBeNull();
    expect([(await card('id-0002')).threadOf, (await card('id-0003')).threadOf]).toEqual([
      root.id,
      root.id,
    ]);
  });

  it('share a thread even if the first request is refused', async () => {
    await submit();
    desk().governance.grants.next(refusing('forbidden'));
    await createTask(desk().deps, 'id-0001');
    await create('id-0002', 'id-0003');
    const root = await card('id-0002');
    expect(root.threadOf).toBeNull();
    expect((await card('id-0003')).threadOf).toBe(root.id);
  });

  it('share a thread even if their tasks are made at the same time', async () => {
    await submit();
    desk().governance.requestGrant = async ({ source }) => ok(taskOf(source.requestId));
    await Promise.all(ids.map((id) => patiently(() => createTask(desk().deps, id))));
    const threads = await Promise.all(ids.map(async (id) => (await card(id)).threadOf));
    expect(threads.filter((one) => one === null)).toHaveLength(1);
  });

  it('share a thread in the emergency channel, even if all become emergencies at the same time', async () => {
    await submit();
    await create(...ids);
    await Promise.all(
      ids.map((id) =>
        desk().store.transaction(async (tx) => {
          const request = await tx.requests.find(id);
          if (request !== null)
            await recordReading(tx, desk().deps, request, { ...taskOf(id), emergency: true });
        }),
      ),
    );
    const threads = await Promise.all(
      ids.map(async (id) => (await card(id, 'C0INCIDENTS')).threadOf),
    );
    expect(threads.filter((one) => one === null)).toHaveLength(1);
    expect(new Set(threads).size).toBe(2);
  });

  it('a card waits until the first one is posted, and goes into its thread', async () => {
    await submit();
    await create(...ids);
    expect(await sync('id-0002')).toBe('not-yet');
    expect(desk().chat.posted).toEqual([]);
    expect(await card('id-0002')).toMatchObject({ postingSince: null });
    desk().chat.address = 'https://acme.example';
    await sync('id-0001');
    await sync('id-0002');
    const [root, reply] = [await card('id-0001'), await card('id-0002')];
    expect(desk().chat.posted.map((post) => post.threadTs)).toEqual([null, root.ts]);
    expect(reply.permalink).toBe(`https://acme.example/C0REVIEWS/${reply.ts} in ${root.ts}`);
  });

  it('a card goes to the channel itself if the first card cannot be posted there', async () => {
    await submit();
    await create(...ids);
    const root = await card('id-0001');
    await desk().store.transaction((tx) =>
      tx.cards.save(root.id, { state: 'unreachable', postingSince: null }),
    );
    await sync('id-0002');
    expect(desk().chat.posted.map((post) => post.threadTs)).toEqual([null]);
    const places = await noticed('id-0002');
    expect(places).toEqual([(await card('id-0002')).ts]);
  });

  /** Timestamps of the threads that get a message about a request. */
  async function noticed(requestId: string): Promise<readonly string[]> {
    await desk().takeJobs();
    const request = await desk().request(requestId);
    if (request === null) throw new Error('the request is there');
    const threads: string[] = [];
    const { chat } = desk();
    const postLine = chat.postLine.bind(chat);
    chat.postLine = (thread, content, claim) => {
      threads.push(thread.ts);
      return postLine(thread, content, claim);
    };
    await desk().store.transaction((tx) => recordEscalation(tx, request));
    await desk().runJobs('update-card', 'sync-card');
    return threads;
  }

  it('a message about a card goes to its thread, and waits while the thread’s first card is gone', async () => {
    await submit();
    await create(...ids);
    for (const id of ids) await sync(id);
    const root = await card('id-0001');
    expect(await noticed('id-0003')).toEqual([root.ts]);
    await desk().store.transaction((tx) => tx.cards.markGone(root.id, root.ts ?? ''));
    expect(await noticed('id-0002')).toEqual([]);
    expect(await desk().takeJobs('sync-card')).toMatchObject([{ kind: 'sync-card' }]);
  });

  it('a card whose post was not answered is looked for in the thread', async () => {
    await submit();
    await create(...ids);
    await sync('id-0001');
    const root = await card('id-0001');
    const { chat } = desk();
    chat.posts.next(failing('timeout', false, 'slack'));
    await expect(sync('id-0002')).rejects.toMatchObject({ kind: 'timeout' });
    const threads: (string | null)[] = [];
    chat.findCard = async ({ channel }, _since, threadTs) => {
      threads.push(threadTs);
      return { channel, ts: '1772452800.777777' };
    };
    await sync('id-0002');
    expect(threads).toEqual([root.ts]);
    expect((await card('id-0002')).ts).toBe('1772452800.777777');
    expect(chat.posted).toHaveLength(2);
  });
});
