import { expect, it } from 'vitest';
import type { StoreTransaction } from '../../../src/use-cases/ports/store-ports.ts';
import { actor, newAction, noon, person, snapshot } from '../../support/samples.ts';
import { unique, useStore } from '../../support/store-fixture.ts';

const store = useStore();

/** A request with its task and a card, for somebody whom the bot knows. */
async function kept(requester = actor(unique('U0')), groupId: string | null = null) {
  const id = await store.kept({ requester, groupId });
  const taskId = unique('task');
  await store.transaction(async (tx) => {
    const known = person(`user of ${requester.userId}`);
    await tx.identities.saveResolved({
      slackUserId: requester.userId,
      person: known,
      checkedAt: noon,
    });
    await tx.requests.save(id, { state: 'created', taskId, at: noon });
    await tx.tasks.save(id, snapshot({ id: taskId }), noon);
    await tx.cards.want(`card of ${id}`, id, 'C0REVIEWS');
  });
  return { id, taskId, cardId: `card of ${id}`, requester };
}

const viewOf = (id: string) => store.transaction((tx) => tx.views.of(id));

it('shows the same of a request by its id, its card and its message', async () => {
  const { id, cardId, taskId, requester } = await kept();
  await store.transaction((tx) => tx.cards.save(cardId, { postingSince: noon }));
  const view = await viewOf(id);
  expect(view).toMatchObject({
    request: { id, requester },
    task: { id: taskId },
    standing: 'open',
    requester: { id: `user of ${requester.userId}` },
    cards: [{ id: cardId, postingSince: noon }],
    readAt: noon,
  });
  const [row, cards] = await store.transaction(async (tx) => [
    await tx.subjects.standing(id),
    await tx.cards.ofRequest(id),
  ]);
  expect(view).toMatchObject({ ...row, cards });
  expect(await store.transaction((tx) => tx.views.ofCard(cardId))).toEqual(view);
});

it('has another version after every change that a card or a message shows', async () => {
  const requester = actor(unique('U0'));
  const groupId = unique('group');
  const { id, cardId, taskId } = await kept(requester, groupId);
  const other = await kept(actor(unique('U0')), groupId);
  const sameAccess = await kept(requester);
  const place = { channel: 'C0REVIEWS', ts: '1.2' };
  const period = { startedAt: noon, endsAt: null };
  const changes: Record<string, (tx: StoreTransaction) => Promise<unknown>> = {
    'its state': (tx) => tx.requests.save(id, { state: 'withdrawn', at: noon }),
    'its task': (tx) => tx.tasks.save(id, snapshot({ id: taskId, state: 'closed' }), noon),
    'an action': (tx) => tx.actions.insertOnce(newAction({ requestId: id, taskId })),
    'its grant': (tx) => tx.grants.begin(id, period),
    'its card': (tx) => tx.cards.markPosted(cardId, place, 'shown'),
    'another of its group': (tx) => tx.requests.save(other.id, { state: 'withdrawn', at: noon }),
    'the same access': (tx) => tx.grants.begin(sameAccess.id, period),
  };
  const unnoticed: string[] = [];
  for (const [what, change] of Object.entries(changes)) {
    const before = (await viewOf(id))?.version;
    expect((await viewOf(id))?.version).toBe(before);
    await store.transaction(change);
    if ((await viewOf(id))?.version === before) unnoticed.push(what);
  }
  expect(unnoticed).toEqual([]);
  const version = (await viewOf(id))?.version;
  const afterUpdate = await store.transaction(async (tx) => {
    await tx.tasks.lock(taskId);
    return tx.cards.markUpdated(cardId, 'shown again');
  });
  expect(afterUpdate).toBe(version);
});
