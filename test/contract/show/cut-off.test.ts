/** What becomes of a post whose process ends in the middle, or that two processes show. */

import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/use-cases/ports/store-ports.ts';
import { showAsking } from '../../../src/use-cases/show/show-asking.ts';
import { failing } from '../../support/fakes.ts';
import { snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();

/** A request whose requester was told that it waits, and that is with its reviewers now. */
async function news(): Promise<void> {
  await desk().ask();
  await desk().store.transaction((tx) =>
    tx.posts.keepWait('request-1', { cause: 'governance', since: tx.at }),
  );
  await desk().runJobs('show-asking');
  const task = snapshot();
  await desk().store.transaction(async (tx) => {
    const saved = { state: 'created', taskId: task.id, identityUserId: 'user-ben' } as const;
    await tx.requests.save('request-1', { ...saved, at: tx.at });
    await tx.tasks.save('request-1', task, tx.at);
    await tx.cards.want('card-1', 'request-1', 'C0REVIEWS');
    await tx.cards.markPosted('card-1', { channel: 'C0REVIEWS', ts: '1.1' }, '');
  });
}

/** The store of a process that ends at this transaction: before it commits, or right after. */
function endingAt(nth: number, when: 'before' | 'after'): Store {
  const { store } = desk();
  let count = 0;
  return {
    async transaction(work, how) {
      count += 1;
      if (count !== nth) return store.transaction(work, how);
      if (when === 'after') await store.transaction(work, how);
      throw new Error('the process ended');
    },
  };
}

const live = () =>
  desk().chat.shown.filter(
    ({ text, place }) =>
      !text.startsWith('TIME: ') && !desk().chat.deleted.some(({ ts }) => ts === place.ts),
  );

describe('a post whose process ends', () => {
  const transactions = [1, 2, 3, 4, 5, 6];
  const points = transactions.flatMap((nth) =>
    (['before', 'after'] as const).map((when) => [when, nth] as const),
  );

  it.each(points)(
    '%s transaction %i commits is there once where its history can be read',
    async (when, nth) => {
      await news();
      desk().chat.found = 'none';
      const dying = { ...desk().deps, store: endingAt(nth, when) };
      await showAsking(dying, 'request-1').catch(() => undefined);
      await showAsking(desk().deps, 'request-1');
      await showAsking(desk().deps, 'request-1');
      await desk().runJobs('retire-copy');
      expect(live().map(({ text }) => text.split('\n')[0])).toEqual([
        expect.stringContaining('is with the reviewers'),
      ]);
      expect(desk().chat.shown).toHaveLength(2);
    },
  );

  it('is there at all where nobody can look, and perhaps twice', async () => {
    await news();
    const dying = { ...desk().deps, store: endingAt(3, 'before') };
    await showAsking(dying, 'request-1').catch(() => undefined);
    await showAsking(desk().deps, 'request-1');
    expect(live().length).toBeGreaterThanOrEqual(1);
  });

  it('is told once by a process that was frozen, and by the one that took its place', async () => {
    await news();
    const frozen = desk().chat;
    const sending = frozen.sendPost.bind(frozen);
    let hasThawed = false;
    frozen.sendPost = async (to, post) => {
      if (!hasThawed) {
        hasThawed = true;
        await showAsking(desk().deps, 'request-1');
      }
      return sending(to, post);
    };
    await showAsking(desk().deps, 'request-1');
    await desk().runJobs('retire-copy');
    expect(live()).toHaveLength(1);
    const row = await desk().kysely.selectFrom('posts').select('ts').executeTakeFirstOrThrow();
    expect(live()[0]?.place.ts).toBe(row.ts);
  });

  it('says what is so by then when Slack limited it for minutes', async () => {
    await news();
    desk().chat.directs.next(failing('rate-limited', true), failing('rate-limited', true));
    await expect(showAsking(desk().deps, 'request-1')).rejects.toMatchObject({
      kind: 'rate-limited',
    });
    await expect(showAsking(desk().deps, 'request-1')).rejects.toMatchObject({
      kind: 'rate-limited',
    });
    desk().world.pass(600_000);
    await desk().store.transaction((tx) =>
      tx.requests.save('request-1', { state: 'withdrawn', at: tx.at }),
    );
    await showAsking(desk().deps, 'request-1');
    expect(live().map(({ text }) => text)).not.toContainEqual(
      expect.stringContaining('is with the reviewers'),
    );
  });
});

describe('what is written while a post is made', () => {
  it('is shown, whichever comes first', async () => {
    await news();
    await desk().runJobs('show-asking');
    for (let minute = 1; minute <= 25; minute += 1) {
      const named = snapshot({ numericId: String(minute), stepApprovers: [] });
      await Promise.all([
        showAsking(desk().deps, 'request-1'),
        desk().store.transaction((tx) =>
          tx.tasks.save(
            'request-1',
            { ...named, untold: ['reviewers'], outcomeAt: String(minute) },
            tx.at,
          ),
        ),
        showAsking(desk().deps, 'request-1'),
        desk().store.transaction(async (tx) => {
          await tx.tasks.lock('task-1');
          await tx.posts.keepNews(
            'request-1',
            { kind: 'not-gone', detail: { outcome: 'denied' }, occurrence: `order ${minute}` },
            tx.at,
          );
        }),
      ]);
      await desk().runJobs('show-asking');
      const before = JSON.stringify(desk().chat.shown);
      await showAsking(desk().deps, 'request-1');
      expect(JSON.stringify(desk().chat.shown)).toBe(before);
    }
  });
});
