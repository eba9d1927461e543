import { describe, expect, it } from 'vitest';
import { refuse } from '../../../src/domain/result.ts';
import { updateCard } from '../../../src/use-cases/card/sync-card.ts';
import { failing } from '../../support/fakes.ts';
import { reviewing } from '../../support/reviewing.ts';
import { snapshot } from '../../support/samples.ts';
import { syncingCards } from '../../support/syncing-cards.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { sync, card, wanted, reread } = syncingCards(desk);
const { click } = reviewing(desk);

async function posted(): Promise<void> {
  await wanted();
  await sync();
  await desk().runJobs();
}

/** Slack carries out the next edit of a card, and its answer is lost. */
function loseAnswer(): void {
  const { chat } = desk();
  const update = chat.updateCard.bind(chat);
  chat.updateCard = async (place, model) => {
    chat.updateCard = update;
    await update(place, model);
    throw failing('timeout', false, 'slack');
  };
}

const tryAgain = async (): Promise<void> => {
  await desk().store.transaction((tx) => tx.enqueue({ kind: 'update-card', cardId: 'card-1' }));
  await desk().runJobs();
};

describe('an edit that Slack may have taken', () => {
  it('is undone where what it showed is', async () => {
    await posted();
    await reread(snapshot({ appName: 'GitHub Enterprise' }));
    loseAnswer();
    await expect(desk().runJobs('update-card')).rejects.toThrow('timeout');
    await reread(snapshot());
    await tryAgain();
    const names = desk().chat.updated.map((one) => one.card.task.appName);
    expect(names).toEqual(['GitHub Enterprise', 'GitHub']);
  });

  it('does not go on naming somebody whose decision was refused', async () => {
    await posted();
    const clicked = { channel: 'C0REVIEWS', ts: (await card())?.ts ?? '' };
    expect(await click('U0ANA', { clicked })).toBe('kept');
    const [job] = await desk().takeJobs('carry-out-action');
    if (job === undefined) throw new Error('the decision is carried out');
    desk().world.pass(300);
    await desk().timers.ring();
    loseAnswer();
    await expect(desk().runJobs('update-card')).rejects.toThrow('timeout');
    expect(desk().chat.updated.at(-1)?.card.reviews).toHaveLength(1);
    desk().directory.add('U0ANA', { isDeactivated: true });
    await desk().store.transaction((tx) => tx.enqueue(job));
    await desk().runJobs('carry-out-action');
    await tryAgain();
    expect(desk().chat.updated.at(-1)?.card.reviews).toEqual([]);
  });
});

describe('a process that was frozen', () => {
  it('leaves the card that another one posted in place of a deleted one', async () => {
    await posted();
    await reread(snapshot({ appName: 'GitHub Enterprise' }));
    const { chat } = desk();
    const gone = refuse({ kind: 'message-gone', code: 'message_not_found' } as const);
    const update = chat.updateCard.bind(chat);
    chat.updateCard = async () => {
      chat.updateCard = update;
      chat.updates.next(gone);
      await updateCard(desk().deps, 'card-1');
      await desk().runJobs('sync-card', 'update-card');
      return gone;
    };
    await desk().runJobs();
    expect(chat.posted).toHaveLength(2);
    expect(chat.deleted).toEqual([]);
  });
});
