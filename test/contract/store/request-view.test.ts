import { expect, it } from 'vitest';
import { actor, noon, person, snapshot } from '../../support/samples.ts';
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
