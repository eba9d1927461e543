import { expect, it } from 'vitest';
import { closedSnapshot, snapshot } from '../../support/samples.ts';
import { unique, useStore } from '../../support/store-fixture.ts';

const store = useStore();

it('since when an emergency waits of which no reviewer has a card is known, until one has or it is decided', async () => {
  const since = () => store.transaction((tx) => tx.cards.untoldEmergencySince());
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const emergency = (minutes: number) =>
    store.kept({ emergency: true, createdAt: minutesAgo(minutes) });
  await store.kept({ createdAt: minutesAgo(50) });
  await emergency(8 * 24 * 60);
  expect(await since()).toBeNull();

  const sent = await emergency(40);
  const waiting = await emergency(30);
  const abandoned = await emergency(20);
  const at = await since();
  expect(at?.getTime()).toBeLessThan(minutesAgo(39).getTime());
  // Its task is decided: nobody has to be told of it any more.
  const id = unique('task');
  const created = { state: 'created', taskId: id, at: new Date() } as const;
  await store.transaction(async (tx) => {
    await tx.tasks.save(sent, snapshot({ id }), new Date());
    await tx.requests.save(sent, created);
  });
  expect(await since()).toEqual(at);
  await store.transaction((tx) => tx.tasks.save(sent, closedSnapshot({ id }), new Date()));
  expect((await since())?.getTime()).toBeGreaterThan(minutesAgo(31).getTime());
  const cardId = unique('card');
  await store.transaction(async (tx) => {
    await tx.cards.want(cardId, waiting, 'C0REVIEWS');
    await tx.requests.save(abandoned, { state: 'abandoned', at: new Date() });
  });
  expect((await since())?.getTime()).toBeGreaterThan(minutesAgo(31).getTime());
  await store.transaction((tx) =>
    tx.cards.markPosted(cardId, { channel: 'C0REVIEWS', ts: '1.0' }, 'fingerprint'),
  );
  // On-call reads it, and nobody can decide yet.
  expect((await since())?.getTime()).toBeGreaterThan(minutesAgo(31).getTime());
  const waitingTask = unique('task');
  await store.transaction(async (tx) => {
    await tx.tasks.save(waiting, snapshot({ id: waitingTask }), new Date());
    await tx.requests.save(waiting, { ...created, taskId: waitingTask });
  });
  expect(await since()).toBeNull();
});
