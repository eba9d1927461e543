import { describe, expect, it } from 'vitest';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { ok } from '../../../src/domain/result.ts';
import { syncCard } from '../../../src/use-cases/card/sync-card.ts';
import { closedSnapshot, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const turnIn = (retryAfterMs: number) =>
  new OutwardFailure({
    system: 'slack',
    kind: 'rate-limited',
    message: 'C0REVIEWS: its turn comes later',
    certainlyNotDone: true,
    retryAfterMs,
  });

describe('the overview of a channel', () => {
  const desk = useCaseDesk();

  /** A request whose card has to wait so long for its turn. */
  async function waiting(
    id: string,
    turnMs: number,
    change: { readonly emergency?: boolean } = {},
  ): Promise<string> {
    const cardId = await desk().wanted(snapshot({ id: `task of ${id}` }), { id, ...change });
    desk().chat.posts.next(turnIn(turnMs));
    await expect(syncCard(desk().deps, cardId)).rejects.toThrow('its turn comes later');
    desk().world.pass(1_000);
    return cardId;
  }
  const overviewJobs = async () =>
    (await desk().takeJobs()).filter((job) => job.kind === 'sync-overview');

  it('is not posted when the cards are posted within a minute', async () => {
    await waiting('request-1', 60_000);
    expect(await overviewJobs()).toEqual([]);
  });

  it('is posted once, lists emergencies first, and is updated in place', async () => {
    await waiting('request-1', 61_000);
    await waiting('request-2', 62_000, { emergency: true });
    await desk().runJobs('sync-overview');
    await desk().runJobs('sync-overview');
    expect(desk().chat.overviews).toMatchObject([
      {
        place: { channel: 'C0REVIEWS' },
        overview: {
          total: 2,
          first: [{ request: { id: 'request-2' } }, { request: { id: 'request-1' } }],
        },
      },
      { overview: { total: 2 } },
    ]);
    expect(desk().chat.overviews[1]?.place).toEqual(desk().chat.overviews[0]?.place);
  });

  it('uses the tenant’s words for risks', async () => {
    desk().governance.operations.add('riskLevels');
    desk().governance.risks.next(ok([{ id: '2xYz', name: 'Crown jewels' }]));
    await waiting('request-1', 61_000);
    await desk().runJobs('sync-overview');
    expect(desk().chat.overviews[0]?.overview.riskNames).toEqual({ '2xYz': 'Crown jewels' });
  });

  it('drops requests decided or posted meanwhile, and is deleted when none waits', async () => {
    const first = await waiting('request-1', 61_000);
    await waiting('request-2', 62_000);
    await desk().runJobs('sync-overview');
    await desk().store.transaction((tx) =>
      tx.tasks.save('request-2', closedSnapshot({ id: 'task of request-2' }), desk().world.now()),
    );
    await desk().runJobs('sync-overview');
    expect(desk().chat.overviews.at(-1)?.overview.total).toBe(1);
    await syncCard(desk().deps, first);
    await desk().runJobs('sync-overview');
    expect(desk().chat.deleted).toEqual([desk().chat.overviews[0]?.place]);
    await waiting('request-3', 61_000);
    expect(await overviewJobs()).toEqual([{ kind: 'sync-overview', channel: 'C0REVIEWS' }]);
  });

  it('is deleted, and names nobody, when the channel becomes shared with another company', async () => {
    await waiting('request-1', 61_000);
    await desk().runJobs('sync-overview');
    desk().chat.sharings.set('C0REVIEWS', 'shared');
    await desk().runJobs('sync-overview');
    expect(desk().chat.overviews).toHaveLength(1);
    expect(desk().chat.deleted).toEqual([desk().chat.overviews[0]?.place]);
  });
});
