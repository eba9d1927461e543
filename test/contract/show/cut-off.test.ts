/** What becomes of a post whose process ends in the middle, or that two processes show. */

import { App as BoltApp } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import type { Place } from '../../../src/domain/message/place.ts';
import { refuse } from '../../../src/domain/result.ts';
import { postClicked } from '../../../src/slack/home/holder.ts';
import type { Store } from '../../../src/use-cases/ports/store-ports.ts';
import { showAsking } from '../../../src/use-cases/show/show-asking.ts';
import { failing } from '../../support/fakes.ts';
import { actor, snapshot } from '../../support/samples.ts';
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
      !text.includes(' · TIME') && !desk().chat.deleted.some(({ ts }) => ts === place.ts),
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

/** Ben clicks on a button of this message. Returns what the button brought about. */
async function clicks(
  { channel, ts }: Place,
  { block_id = 'post', value = 'request-1' } = {},
): Promise<readonly string[]> {
  const honoured: string[] = [];
  const receiver = { init: () => undefined, start: async () => 1, stop: async () => 1 };
  const bolt = new BoltApp({ receiver, authorize: async () => ({ botToken: 'xoxb-test' }) });
  postClicked(bolt, desk().deps);
  bolt.action('request.nudge', async ({ ack }) => {
    honoured.push('request.nudge');
    await ack();
  });
  await bolt.processEvent({
    body: {
      type: 'block_actions',
      user: { id: 'U0BEN' },
      team: { id: 'T0ACME' },
      container: { type: 'message', channel_id: channel, message_ts: ts },
      actions: [{ type: 'button', action_id: 'request.nudge', block_id, value }],
    },
    ack: async () => undefined,
  });
  await desk().runJobs('show-asking', 'retire-copy');
  return honoured;
}

describe('a click on a post', () => {
  const lastOf = () => desk().chat.shown.at(-1)?.place ?? { channel: '', ts: '' };

  /** The place of a post that was taken, and of the one that was noted in its stead. */
  async function copied(): Promise<{ readonly copy: Place; readonly noted: Place }> {
    await news();
    const { store, chat } = desk();
    const count = chat.shown.length;
    const dying: Store = {
      async transaction(work, how) {
        if (chat.shown.length > count) throw new Error('the process ended');
        return store.transaction(work, how);
      },
    };
    await showAsking({ ...desk().deps, store: dying }, 'request-1').catch(() => undefined);
    const copy = lastOf();
    await showAsking(desk().deps, 'request-1');
    expect(live()).toHaveLength(2);
    return { copy, noted: lastOf() };
  }

  it('that is a copy takes that away, and is honoured', async () => {
    const { copy, noted } = await copied();
    expect(await clicks(copy)).toEqual(['request.nudge']);
    expect(desk().chat.deleted).toEqual([copy]);
    expect(live().map(({ place }) => place)).toEqual([noted]);
    await showAsking(desk().deps, 'request-1');
    expect(desk().chat.deleted).toEqual([copy]);
  });

  it('that is a copy leaves a line where that cannot be deleted', async () => {
    const { copy, noted } = await copied();
    desk().chat.deleteMessage = async () => refuse({ kind: 'rejected', code: 'cant_delete' });
    await clicks(copy);
    expect(live().map(({ place }) => place)).toEqual([noted]);
    expect(desk().chat.shown.find(({ place }) => place.ts === copy.ts)?.buttons).toEqual([]);
  });

  it('that is a copy with a question finds it by the id of the question', async () => {
    const { copy } = await copied();
    await desk().store.transaction((tx) =>
      tx.actions.insertOnce({
        id: 'question-1',
        requestId: 'request-1',
        taskId: 'task-1',
        stepId: '',
        occurrence: '',
        verb: 'ask',
        by: actor('U0ANA'),
        reason: 'Which cluster?',
        channel: '',
        at: tx.at,
        durationSeconds: null,
        shown: null,
        input: null,
        likely: false,
      }),
    );
    await clicks(copy, { value: 'question-1' });
    expect(desk().chat.deleted).toEqual([copy]);
  });

  it('that is noted, or becomes a line meanwhile, deletes nothing', async () => {
    await news();
    const before = lastOf();
    desk().chat.updates.next(failing('network', true));
    await expect(showAsking(desk().deps, 'request-1')).rejects.toMatchObject({ kind: 'network' });
    expect(live()).toHaveLength(2);
    await clicks(before);
    await clicks(lastOf());
    await showAsking(desk().deps, 'request-1');
    // It was clicked before it became a line.
    await clicks(before);
    expect(desk().chat.deleted).toEqual([]);
    expect(live().map(({ place }) => place)).toEqual([lastOf()]);
  });

  it('whose place is about to be noted deletes nothing', async () => {
    await news();
    const { chat } = desk();
    const sending = chat.sendPost.bind(chat);
    chat.sendPost = async (to, post) => {
      const answer = await sending(to, post);
      await desk().takeJobs();
      await clicks(lastOf());
      return answer;
    };
    await showAsking(desk().deps, 'request-1');
    await desk().runJobs('show-asking', 'retire-copy');
    expect(chat.deleted).toEqual([]);
    const row = await desk().kysely.selectFrom('posts').select('ts').executeTakeFirstOrThrow();
    expect(live().map(({ place }) => place.ts)).toEqual([row.ts]);
  });

  it('that belongs to another message leaves that alone', async () => {
    await news();
    await clicks({ channel: 'DU0BEN', ts: '9.9' }, { block_id: 'notice' });
    expect(desk().chat.deleted).toEqual([]);
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
