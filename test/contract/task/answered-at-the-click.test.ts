import { beforeEach, describe, expect, it } from 'vitest';
import type { Place } from '../../../src/domain/message/place.ts';
import { clickOutcome } from '../../../src/use-cases/action/refused-click.ts';
import { openHome } from '../../../src/use-cases/home/sync-home.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import { failing } from '../../support/fakes.ts';
import { reviewing } from '../../support/reviewing.ts';
import { closedSnapshot, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, reviews, closing } = reviewing(desk);
const day = 86_400;

beforeEach(() => desk().opened());

/** The card showed one day; the service says seven since. */
async function clickOnWhatChanged(change: Parameters<typeof click>[1] = {}): Promise<void> {
  desk().governance.tasks.set('task-1', snapshot({ grantDurationSeconds: 7 * day }));
  await click('U0ANA', change);
  await carryOut();
}

async function home() {
  desk().world.pass(3_000);
  await desk().runJobs('sync-home');
  return desk().chat.homes.findLast(({ slackUserId }) => slackUserId === 'U0ANA')?.home;
}

describe('a refused click', () => {
  it('is answered beside the card that was clicked', async () => {
    await clickOnWhatChanged();
    expect(await desk().said()).toEqual(['action-refused -> U0ANA in C0REVIEWS']);
  });

  it('is answered directly when its answer took long, because nobody can know who still looks', async () => {
    await click('U0BEN');
    desk().world.pass(20_000);
    await carryOut();
    expect(await desk().said()).toEqual(['action-refused -> U0BEN']);
  });

  it('is answered directly with what was typed', async () => {
    await clickOnWhatChanged({ verb: 'deny', reason: 'use staging' });
    expect(await desk().said()).toEqual(['action-refused -> U0ANA']);
  });
});

describe('a refused click on a card in direct messages', () => {
  const own = { channel: 'D0ANA', ts: '1772452800.000900' };
  const shown = () => desk().chat.updated.findLast(({ place }) => place.ts === own.ts)?.card;
  async function clickOnOwnCard(): Promise<void> {
    desk().chat.posts.next({ ok: true, value: own });
    await desk().store.transaction(async (tx) => {
      await tx.cards.want('card-ana', 'request-1', 'U0ANA');
      await tx.enqueue({ kind: 'sync-card', cardId: 'card-ana' });
    });
    await desk().runJobs('sync-card');
    await clickOnWhatChanged({ cardId: 'card-ana', clicked: own });
    await desk().runJobs('update-card');
  }

  it('is answered on that card, without a message', async () => {
    await clickOnOwnCard();
    expect(shown()?.refused).toMatchObject({ refusal: { code: 'changed' } });
    expect(await desk().said()).toEqual([]);
    expect(desk().chat.updated.find(({ card }) => card.readerId === null)?.card.refused).toBeNull();
  });

  it('is not answered there once a second click counted', async () => {
    await clickOnOwnCard();
    closing();
    await click('U0ANA', { cardId: 'card-ana', clicked: own });
    await carryOut();
    await desk().runJobs('update-card');
    expect(shown()?.refused).toBeNull();
  });
});

describe('a click in a window', () => {
  const outcome = () =>
    clickOutcome(desk().deps, { cardId: 'card-1', slackUserId: 'U0ANA' }, carryOut);

  it('is followed until it was carried out', async () => {
    closing();
    await click('U0ANA');
    expect(await outcome()).toBe('over');
  });

  it('is followed until it was refused', async () => {
    desk().governance.tasks.set('task-1', snapshot({ grantDurationSeconds: 7 * day }));
    await click('U0ANA');
    expect(await outcome()).toMatchObject({ refusal: { code: 'changed' } });
  });

  it('is left alone while the service does not answer', async () => {
    desk().governance.readings.next(failing('network', true));
    await click('U0ANA');
    await expect(carryOut()).rejects.toMatchObject({ kind: 'network' });
    expect(await outcome()).toBeNull();
  });
});

describe('a refused click on a reminder', () => {
  /** Ana is reminded of the request; the place of that message. */
  async function reminded(): Promise<Place> {
    const about = [{ requestId: 'request-1', stepId: 'step-1' }];
    await desk().store.transaction(async (tx) => {
      const notice = {
        id: 'reminder-1',
        key: 'reminder:1',
        requestId: 'request-1',
        target: { kind: 'direct', slackUserId: 'U0ANA' },
        body: { kind: 'reminder', group: null, about },
      } as const;
      await tx.notices.insertNew([notice], tx.at);
      await tx.enqueue({ kind: 'send-notice', noticeId: notice.id });
    });
    await desk().runJobs('send-notice');
    const notice = await desk().store.transaction((tx) => tx.notices.find('reminder-1'));
    if (notice === null || notice.place === null) throw new Error('the reminder was posted');
    return notice.place;
  }

  const lines = (context: NoticeContext | undefined) =>
    [...(context?.group ?? []), ...(context?.settled ?? [])].map(
      ({ refused }) => refused?.refusal.code,
    );

  it('is answered on the line of the reminder, and in no message', async () => {
    const reminder = await reminded();
    await clickOnWhatChanged({ clicked: null, reminder });
    expect(await desk().said()).toEqual(['reminder -> U0ANA']);
    expect(lines(desk().chat.noticesUpdated.at(-1)?.context)).toEqual(['changed']);
    await click('U0ANA', { clicked: null, reminder });
    await carryOut();
    await desk().runJobs('send-notice');
    expect(lines(desk().chat.noticesUpdated.at(-1)?.context)).toEqual([undefined]);
  });

  it('is answered there as well if the request waits no more', async () => {
    const reminder = await reminded();
    desk().governance.tasks.set('task-1', closedSnapshot());
    await click('U0ANA', { clicked: null, reminder });
    await carryOut();
    expect(await desk().said()).not.toContain('action-refused -> U0ANA');
    expect(lines(desk().chat.noticesUpdated.at(-1)?.context)).toEqual(['closed']);
  });

  it('is answered directly if that reminder is gone', async () => {
    const reminder = await reminded();
    await desk().store.transaction((tx) => tx.notices.retire('reminder:1', tx.at));
    await clickOnWhatChanged({ clicked: null, reminder });
    expect(await desk().said()).toEqual(['reminder -> U0ANA', 'action-refused -> U0ANA']);
  });

  it('counts as none on Home', async () => {
    await openHome(desk().deps, 'U0ANA');
    await clickOnWhatChanged({ clicked: null, reminder: await reminded() });
    expect((await home())?.refused).toEqual([]);
  });
});

describe('a refused click on Home', () => {
  beforeEach(() => openHome(desk().deps, 'U0ANA'));

  it('is answered there, with what the request was before, and in no message', async () => {
    await clickOnWhatChanged({ clicked: null });
    expect(await desk().said()).toEqual([]);
    expect((await reviews()).map(([, state]) => state)).toEqual(['refused']);
    const refused = (await home())?.refused ?? [];
    const before = snapshot().grantDurationSeconds;
    expect(refused.map(({ refusal }) => refusal)).toEqual([
      { code: 'changed', fields: ['duration'], secondsBefore: before },
    ]);
  });

  it('is no longer answered after a second click that counts, nor after a quarter of an hour', async () => {
    await clickOnWhatChanged({ clicked: null });
    desk().world.pass(16 * 60_000);
    await openHome(desk().deps, 'U0ANA');
    expect((await home())?.refused).toEqual([]);
    await clickOnWhatChanged({ clicked: null, shown: null });
    expect((await home())?.refused).toHaveLength(1);
    await click('U0ANA', { clicked: null });
    expect((await home())?.refused).toEqual([]);
  });
});
