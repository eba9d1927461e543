/** The one message that tells a reviewer what waits for them. */

import { describe, expect, it } from 'vitest';
import { refuse } from '../../../src/domain/result.ts';
import type { Store } from '../../../src/use-cases/ports/store-ports.ts';
import { showList } from '../../../src/use-cases/show/show-list.ts';
import { failing } from '../../support/fakes.ts';
import { actor, closedSnapshot, newAction, person } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { numbersIn, waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { waits, reads } = waiting(desk);

const by = (...people: readonly string[]) => ({ stepApprovers: people.map((id) => person(id)) });
const taskOf = (number: number) => ({ id: `task-${number}` });

/** Calls Ana for a request. */
const calls = (number: number, occasion = 'waits', slackUserId = 'U0ANA') =>
  desk().store.transaction((tx) =>
    tx.lists.call([slackUserId], { requestId: `request-${number}`, occasion, at: tx.at }),
  );

const shownTo = (slackUserId: string) => numbersIn(desk().chat.listOf(slackUserId)?.text ?? '');
const standing = () =>
  desk().chat.lists.filter(({ place }) => !desk().chat.deleted.some((one) => one.ts === place.ts));

const trail = async () => {
  const rows = await desk().kysely.selectFrom('audit').select('kind').execute();
  return rows.map(({ kind }) => kind);
};

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

describe('a list', () => {
  it('is posted anew for each occasion once, and takes the place of the one before', async () => {
    await waits(1, by('user-ana'));
    for (const occasion of ['waits', 'waits', 'reminder']) {
      await calls(1, occasion);
      await desk().runJobs('show-list', 'retire-copy');
    }
    expect(desk().chat.lists).toHaveLength(2);
    expect(standing()).toHaveLength(1);
    expect(await trail()).toContain('notice.delivered');
  });

  it('is not posted for what waits for others, or no more', async () => {
    await waits(1, by('user-cho'));
    await waits(2, by('user-ana'));
    await calls(1);
    await calls(2);
    await reads(2, closedSnapshot(taskOf(2)));
    await desk().runJobs('show-list');
    expect(desk().chat.lists).toEqual([]);
  });

  it('comes once a decision that kept it back has come to nothing', async () => {
    await waits(1, by('user-ana', 'user-cho'));
    const action = newAction({ id: 'action-1', by: actor('U0CHO') });
    await desk().store.transaction((tx) => tx.actions.insertOnce(action));
    await desk().kysely.updateTable('actions').set({ state: 'sending' }).execute();
    await calls(1);
    await desk().runJobs('show-list');
    expect(desk().chat.lists).toEqual([]);
    await desk().store.transaction((tx) => tx.actions.save('action-1', { state: 'refused' }));
    await desk().runJobs('show-list');
    expect(shownTo('U0ANA')).toEqual([1]);
  });

  it('follows whatever moves, for everybody concerned', async () => {
    for (const number of [1, 2, 3]) await waits(number, by('user-ana'));
    await waits(4, by('user-cho'));
    await calls(1);
    await calls(4, 'waits', 'U0CHO');
    await desk().runJobs('show-list');
    // Handed to Cho; at the next step, which is Cho's; granted in the console; a new one.
    await reads(1, by('user-cho'));
    await reads(2, { ...by('user-cho'), currentStepId: 'step-2' });
    await reads(3, closedSnapshot(taskOf(3)));
    await waits(5, by('user-ana', 'user-cho'));
    await desk().runJobs('show-list');
    expect(shownTo('U0ANA')).toEqual([5]);
    expect(shownTo('U0CHO')).toEqual([4, 1, 2, 5]);
    expect(desk().chat.lists).toHaveLength(2);
  });

  it('names at most ten, and says how many others wait', async () => {
    for (let number = 1; number <= 12; number += 1) {
      await waits(number, by('user-ana'));
      desk().world.pass(1_000);
    }
    await calls(12);
    const { chat } = desk();
    const renderList = chat.renderList.bind(chat);
    const lefts: number[] = [];
    chat.renderList = (content) => {
      lefts.push(content.left);
      return renderList(content);
    };
    await desk().runJobs('show-list');
    expect(shownTo('U0ANA')).toEqual([12, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(lefts).toEqual([2]);
  });

  it('that is gone waits for the next call', async () => {
    await waits(1, by('user-ana'));
    await calls(1);
    await desk().runJobs('show-list');
    desk().chat.updates.next(refuse({ kind: 'message-gone', code: 'message_not_found' }));
    await reads(1, { ...by('user-ana'), grantDurationSeconds: 60 });
    await desk().runJobs('show-list');
    await reads(1, { ...by('user-ana'), grantDurationSeconds: 120 });
    await desk().runJobs('show-list');
    expect(desk().chat.lists).toHaveLength(1);
    await calls(1, 'reminder');
    await desk().runJobs('show-list');
    expect(desk().chat.lists).toHaveLength(2);
  });

  it('that Slack never takes is told to the administrators, and the one before stays', async () => {
    await waits(1, by('user-ana'));
    await calls(1);
    await desk().runJobs('show-list');
    desk().chat.directs.next(refuse({ kind: 'rejected', code: 'user_disabled' }));
    await calls(1, 'reminder');
    await desk().runJobs('show-list', 'retire-copy');
    expect(standing()).toHaveLength(1);
    expect(await trail()).toContain('notice.undeliverable');
    expect(await desk().said()).toContain('undelivered -> U0HANA');
  });

  it.each([
    ['is a guest', () => desk().directory.add('U0ANA', { isGuest: true })],
    ['is nobody whom the service knows', () => desk().governance.people.clear()],
  ])(
    'that cannot be shown, because its reader %s, is told to the administrators once',
    async (_what, change) => {
      change();
      await waits(1, by('user-ana'));
      await calls(1);
      await desk().runJobs('show-list');
      await desk().runJobs('show-list');
      expect(await desk().said()).toEqual(['undelivered -> U0HANA']);
      expect(desk().chat.lists).toEqual([]);
    },
  );

  it('whose edit Slack refuses with a code that nobody listed is tried again', async () => {
    await waits(1, by('user-ana'));
    await calls(1);
    await desk().runJobs('show-list');
    await reads(1, closedSnapshot(taskOf(1)));
    desk().chat.updates.next(refuse({ kind: 'rejected', code: 'not_today' }));
    await expect(showList(desk().deps, 'U0ANA')).rejects.toMatchObject({ code: 'not_today' });
    await showList(desk().deps, 'U0ANA');
    expect(desk().chat.listOf('U0ANA')?.text).toBe('Nothing waits for you any more.');
  });
});

describe('a list whose process ends', () => {
  const points = [1, 2, 3, 4, 5, 6].flatMap((nth) =>
    (['before', 'after'] as const).map((when) => [when, nth] as const),
  );

  it.each(points)(
    '%s transaction %i commits is there once where its history can be read',
    async (when, nth) => {
      await waits(1, by('user-ana'));
      await calls(1);
      await desk().runJobs('show-list');
      desk().chat.found = 'none';
      await calls(1, 'reminder');
      const dying = { ...desk().deps, store: endingAt(nth, when) };
      await showList(dying, 'U0ANA').catch(() => undefined);
      await showList(desk().deps, 'U0ANA');
      await showList(desk().deps, 'U0ANA');
      await desk().runJobs('retire-copy');
      expect(desk().chat.lists).toHaveLength(2);
      expect(standing()).toHaveLength(1);
    },
  );

  it('is there once where another process took the place of a frozen one', async () => {
    await waits(1, by('user-ana'));
    await calls(1);
    const { chat } = desk();
    const send = chat.sendPost.bind(chat);
    chat.sendPost = async (to, post) => {
      chat.sendPost = send;
      await showList(desk().deps, 'U0ANA');
      return send(to, post);
    };
    await showList(desk().deps, 'U0ANA');
    await desk().runJobs('show-list', 'retire-copy');
    expect(standing()).toHaveLength(1);
    expect(standing()[0]?.place.ts).toBe((await kept())?.place?.ts);
  });
});

const kept = () =>
  desk().store.transaction((tx) =>
    tx.posts.find({ askingId: null, workspaceId: '', readerId: 'U0ANA' }),
  );

it('a list says what is so by then when Slack limited it for minutes', async () => {
  await waits(1, by('user-ana'));
  await waits(2, by('user-ana'));
  await calls(1);
  desk().chat.directs.next(failing('rate-limited', true, 'slack'));
  await expect(showList(desk().deps, 'U0ANA')).rejects.toMatchObject({ kind: 'rate-limited' });
  await reads(2, closedSnapshot(taskOf(2)));
  await showList(desk().deps, 'U0ANA');
  expect(shownTo('U0ANA')).toEqual([1]);
});

it('what commits while a list is read is on it in the end, however the two meet', async () => {
  await waits(1, by('user-ana'));
  await calls(1);
  await desk().runJobs('show-list');
  for (let turn = 0; turn < 50; turn += 1) {
    const change = { ...by('user-ana'), grantDurationSeconds: 60 + turn };
    await Promise.all([reads(1, change), showList(desk().deps, 'U0ANA')]);
    await desk().runJobs('show-list');
    const { edits } = desk().chat.lists[0] ?? {};
    await showList(desk().deps, 'U0ANA');
    expect(desk().chat.lists[0]?.edits).toBe(edits);
  }
});
