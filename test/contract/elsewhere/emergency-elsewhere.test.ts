import { expect, it } from 'vitest';
import { syncCard } from '../../../src/use-cases/card/sync-card.ts';
import { keepElsewhere } from '../../../src/use-cases/task/keep-elsewhere.ts';
import { recordReading } from '../../../src/use-cases/task/record-reading.ts';
import { person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();

it.each(['shared', 'unknown'] as const)(
  'tells on-call that an emergency waits where its channel is %s, and its reviewers directly',
  async (sharing) => {
    const request = { emergency: true, channel: 'C0INCIDENTS' };
    const cardId = await desk().wanted(snapshot({ emergency: true }), request);
    desk().chat.sharings.set('C0INCIDENTS', sharing);
    await syncCard(desk().deps, cardId);
    await desk().runJobs();
    const told = ['emergency-elsewhere -> C0INCIDENTS', 'list -> U0ANA', 'list -> U0CHO'];
    expect(await desk().said()).toEqual(expect.arrayContaining(told));
    expect(desk().chat.posted).toEqual([]);
  },
);

it('leaves an urgent removal out of every channel', async () => {
  const task = snapshot({ emergency: true, takesAway: true, sourceRequestId: null });
  await desk().store.transaction(async (tx) => {
    const subject = await keepElsewhere(tx, task, tx.at);
    await recordReading(tx, desk().deps, subject, task);
  });
  await desk().runJobs();
  expect(desk().chat.posted).toEqual([]);
});

it('counts as untold until Slack has taken a list of it', async () => {
  const { chat, store, kysely } = desk();
  const task = snapshot({ emergency: true, stepApprovers: [person('user-ana')] });
  const cardId = await desk().wanted(task, { emergency: true, channel: 'C0INCIDENTS' });
  await kysely.updateTable('requests').set({ createdAt: new Date() }).execute();
  const since = () => store.transaction((tx) => tx.cards.untoldEmergencySince());
  chat.sharings.set('C0INCIDENTS', 'shared');
  await syncCard(desk().deps, cardId);
  chat.directs.next({ ok: false, refusal: { kind: 'rejected', code: 'user_disabled' } });
  await desk().runJobs('show-list');
  expect(await since()).not.toBeNull();
  const call = { requestId: 'request-1', occasion: 'reminder' };
  await store.transaction((tx) => tx.lists.call(['U0ANA'], { ...call, at: tx.at }));
  await desk().runJobs('show-list');
  expect(await since()).toBeNull();
});
