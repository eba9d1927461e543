/**
 * The list of a reviewer under attack: lost answers, frozen processes, people whom nobody knows. Long because
 * each attack stands by itself.
 */
import { App as BoltApp } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import { refuse } from '../../../src/domain/result.ts';
import { postClicked } from '../../../src/slack/home/holder.ts';
import { renderedList } from '../../../src/slack/show/waiting-list.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { Store } from '../../../src/use-cases/ports/store-ports.ts';
import { showList } from '../../../src/use-cases/show/show-list.ts';
import { failing } from '../../support/fakes.ts';
import {
  accessRequest,
  actor,
  cardModel,
  closedSnapshot,
  homeReview,
  newAction,
  person,
  snapshot,
} from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { numbersIn, waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { waits, reads } = waiting(desk);
const by = (...people: readonly string[]) => ({ stepApprovers: people.map((id) => person(id)) });
const taskOf = (number: number) => ({ id: `task-${number}` });
const calls = (number: number, occasion = 'waits', slackUserId = 'U0ANA') =>
  desk().store.transaction((tx) =>
    tx.lists.call([slackUserId], { requestId: `request-${number}`, occasion, at: tx.at }),
  );
const shownTo = (slackUserId: string) => numbersIn(desk().chat.listOf(slackUserId)?.text ?? '');
const standing = () =>
  desk().chat.lists.filter(({ place }) => !desk().chat.deleted.some((one) => one.ts === place.ts));
/** The store of a process that ends once Slack has taken another list. */
function dyingAfterPost(): Store {
  const { store, chat } = desk();
  const count = chat.lists.length;
  return {
    async transaction(work, how) {
      if (chat.lists.length > count) throw new Error('the process ended');
      return store.transaction(work, how);
    },
  };
}

it('a call survives a time in which nobody can say who the reviewer is', async () => {
  await waits(1, by('user-ana'));
  await calls(1);
  const { directory } = desk();
  const answering = directory.person;
  directory.person = () => Promise.reject(failing('network', true, 'slack'));
  await showList(desk().deps, 'U0ANA').catch(() => undefined);
  directory.person = answering;
  await reads(1, { ...by('user-ana'), grantDurationSeconds: 60 });
  await desk().runJobs('show-list');
  await showList(desk().deps, 'U0ANA');
  expect(shownTo('U0ANA')).toEqual([1]);
});

it('a call survives a moment in which the service knows nobody with the address', async () => {
  await waits(1, by('user-ana'));
  await calls(1);
  const ana = desk().governance.people.get('ana@acme.example');
  desk().governance.people.delete('ana@acme.example');
  await showList(desk().deps, 'U0ANA').catch(() => undefined);
  if (ana !== undefined) desk().governance.people.set('ana@acme.example', ana);
  await reads(1, { ...by('user-ana'), grantDurationSeconds: 60 });
  await desk().runJobs('show-list');
  expect(shownTo('U0ANA')).toEqual([1]);
});

it('a list that is posted does not say "nothing waits" while nobody can say who reads it', async () => {
  await waits(1, by('user-ana'));
  await calls(1);
  await desk().runJobs('show-list');
  await desk().kysely.deleteFrom('identities').execute();
  desk().directory.person = () => Promise.reject(failing('network', true, 'slack'));
  await reads(1, { ...by('user-ana'), grantDurationSeconds: 60 });
  await desk()
    .runJobs('show-list')
    .catch(() => undefined);
  expect(desk().chat.listOf('U0ANA')?.text).not.toContain('Nothing waits');
});

it('a call that a decision kept back comes also where it is not among the first ten', async () => {
  for (let number = 1; number <= 12; number += 1) {
    await waits(number, by('user-ana', 'user-cho'));
    desk().world.pass(1_000);
  }
  const action = newAction({
    id: 'action-12',
    requestId: 'request-12',
    taskId: 'task-12',
    by: actor('U0CHO'),
  });
  await desk().store.transaction((tx) => tx.actions.insertOnce(action));
  await desk().kysely.updateTable('actions').set({ state: 'sending' }).execute();
  await calls(12);
  await desk().runJobs('show-list');
  expect(desk().chat.lists).toEqual([]);
  await desk().store.transaction((tx) => tx.actions.save('action-12', { state: 'refused' }));
  await desk().runJobs('show-list');
  expect(shownTo('U0ANA')[0]).toBe(12);
});

it('a call for what has no card yet comes with the card', async () => {
  const { store, world } = desk();
  const id = await desk().ask({ id: 'request-1' });
  await store.transaction((tx) =>
    tx.requests.save(id, {
      state: 'created',
      identityUserId: 'user-ben',
      taskId: 'task-1',
      at: world.now(),
    }),
  );
  await reads(1, by('user-ana'));
  await calls(1);
  await desk().runJobs('show-list');
  expect(desk().chat.lists).toEqual([]);
  await store.transaction((tx) => tx.cards.want('card-1', id, 'C0REVIEWS'));
  await desk().runJobs();
  expect(shownTo('U0ANA')).toEqual([1]);
});

it('an old edit that arrives last does not stay (list)', async () => {
  await waits(1, by('user-ana'));
  await waits(2, by('user-ana'));
  await calls(1);
  await desk().runJobs('show-list');
  const { chat } = desk();
  const update = chat.updatePost.bind(chat);
  await reads(1, { ...by('user-ana'), grantDurationSeconds: 60 });
  chat.updatePost = async (place, post, ...more) => {
    chat.updatePost = update;
    // Another process shows what is so by then, while this one is frozen.
    await reads(2, closedSnapshot(taskOf(2)));
    await showList(desk().deps, 'U0ANA');
    return update(place, post, ...more);
  };
  await showList(desk().deps, 'U0ANA');
  await desk().runJobs('show-list');
  await desk().runJobs('show-list');
  expect(shownTo('U0ANA')).toEqual([1]);
});

it('a lost list that is found says what is so now', async () => {
  await waits(1, by('user-ana'));
  await waits(2, by('user-ana'));
  await calls(1);
  await desk().runJobs('show-list');
  desk().chat.found = 'none';
  await calls(2, 'reminder');
  await expect(showList({ ...desk().deps, store: dyingAfterPost() }, 'U0ANA')).rejects.toThrow(
    'ended',
  );
  await reads(1, closedSnapshot(taskOf(1)));
  await desk().runJobs('show-list', 'retire-copy');
  await showList(desk().deps, 'U0ANA');
  expect(desk().chat.lists).toHaveLength(2);
  expect(shownTo('U0ANA')).toEqual([2]);
});

it('a lost list whose call is over by then offers nothing any more', async () => {
  await waits(1, by('user-ana'));
  await calls(1);
  await desk().runJobs('show-list');
  desk().chat.found = 'none';
  await calls(1, 'reminder');
  await expect(showList({ ...desk().deps, store: dyingAfterPost() }, 'U0ANA')).rejects.toThrow(
    'ended',
  );
  await reads(1, closedSnapshot(taskOf(1)));
  await desk().runJobs('show-list', 'retire-copy');
  await showList(desk().deps, 'U0ANA');
  await desk().runJobs('show-list', 'retire-copy');
  expect(standing().filter(({ buttons }) => buttons.includes('review.approve'))).toEqual([]);
});

it('a call that one process read is told although another one posted meanwhile', async () => {
  await waits(1, by('user-ana'));
  await waits(2, by('user-ana'));
  await calls(1);
  await desk().runJobs('show-list');
  desk().world.pass(60_000);
  await calls(1, 'reminder');
  await desk().takeJobs('show-list');
  const { chat } = desk();
  const render = chat.renderList.bind(chat);
  const posted = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  let count = 0;
  chat.renderList = async (content) => {
    count += 1;
    const nth = count;
    const rendered = await render(content);
    started.resolve();
    // The first process is slow until another call is there and the second one has read it.
    if (nth === 1) await second.promise;
    if (nth === 2) {
      second.resolve();
      await posted.promise;
    }
    return rendered;
  };
  const first = showList(desk().deps, 'U0ANA').then(() => posted.resolve());
  await started.promise;
  await calls(2, 'reminder');
  await desk().takeJobs('show-list');
  const other = showList(desk().deps, 'U0ANA');
  await Promise.all([first, other]);
  await desk().runJobs('show-list', 'retire-copy');
  const open = await desk()
    .kysely.selectFrom('listCalls')
    .selectAll()
    .where('toldAt', 'is', null)
    .execute();
  expect(open).toEqual([]);
});

it('an emergency of which the service does not tell that it is one is above what is ordinary', async () => {
  for (let number = 1; number <= 10; number += 1) await waits(number, by('user-ana'));
  await waits(11, { ...by('user-ana'), emergency: null as never }, { emergency: true });
  for (let number = 1; number <= 10; number += 1) await calls(number);
  await desk().runJobs('show-list');
  expect(shownTo('U0ANA')[0]).toBe(11);
});

it('a list that cannot be edited any more is there for what still waits', async () => {
  await waits(1, by('user-ana'));
  await waits(2, by('user-ana'));
  await calls(1);
  await desk().runJobs('show-list');
  desk().chat.updates.next(refuse({ kind: 'message-fixed', code: 'edit_window_closed' }));
  await reads(1, closedSnapshot(taskOf(1)));
  await desk().runJobs('show-list', 'retire-copy');
  expect(shownTo('U0ANA')).toEqual([2]);
});

it('the next owner of an account gets nothing of the former one while the service is down', async () => {
  await waits(1, by('user-ana'));
  await calls(1);
  await desk().runJobs('show-list');
  desk().world.pass(3_600_000);
  // Slack already knows that it is Eve's; the service does not answer.
  desk().directory.add('U0ANA', { name: 'eve', email: 'eve@acme.example' });
  desk().governance.findPersonByEmail = () => Promise.reject(failing('network', true));
  await calls(1, 'reminder');
  await expect(showList(desk().deps, 'U0ANA')).rejects.toMatchObject({ kind: 'network' });
  expect(desk().chat.lists).toHaveLength(1);
});

it('the copy of a first list that a crash left is closed by a click on it', async () => {
  await waits(1, by('user-ana'));
  await calls(1);
  const { chat } = desk();
  await showList({ ...desk().deps, store: dyingAfterPost() }, 'U0ANA').catch(() => undefined);
  await desk().runJobs('show-list');
  await showList(desk().deps, 'U0ANA');
  await desk().runJobs('retire-copy');
  const copy = chat.lists[0]?.place ?? { channel: '', ts: '' };
  expect(chat.lists).toHaveLength(2);
  const receiver = { init: () => undefined, start: async () => 1, stop: async () => 1 };
  const bolt = new BoltApp({ receiver, authorize: async () => ({ botToken: 'xoxb-test' }) });
  postClicked(bolt, desk().deps);
  bolt.action('card.approve', async ({ ack }) => ack());
  await bolt.processEvent({
    body: {
      type: 'block_actions',
      user: { id: 'U0ANA' },
      team: { id: 'T0ACME' },
      container: { type: 'message', channel_id: copy.channel, message_ts: copy.ts },
      actions: [
        { type: 'button', action_id: 'card.approve', block_id: 'waits.card-1', value: 'x' },
      ],
    },
    ack: async () => undefined,
  });
  await desk().runJobs('show-list', 'retire-copy');
  // And what it says follows nothing.
  await reads(1, closedSnapshot(taskOf(1)));
  await desk().runJobs('show-list', 'retire-copy');
  expect(standing().filter(({ buttons }) => buttons.length > 0)).toEqual([]);
});

it('the administrators hear once that Slack takes nothing for a person', async () => {
  for (let number = 1; number <= 10; number += 1) await waits(number, by('user-ana'));
  for (let number = 1; number <= 10; number += 1) await calls(number, 'reminder');
  desk().chat.directs.next(refuse({ kind: 'rejected', code: 'user_disabled' }));
  await desk().runJobs('show-list', 'send-notice');
  const told = desk().chat.notices.filter(({ body }) => body.kind === 'trouble');
  expect(told.map(({ to }) => to)).toEqual(['U0HANA']);
});

describe('ten emergencies that nobody can decide here at the moment', () => {
  it('fit the 50 blocks of a message', () => {
    const reviews = Array.from({ length: 10 }, (_, index) => ({
      ...homeReview(),
      reminded: { count: 3, waitedSeconds: 900 },
      card: cardModel({
        cardId: `request-${index}:C0REVIEWS`,
        request: accessRequest({ emergency: true, justification: 'down' }),
        task: snapshot({ emergency: true, justification: 'down' }),
        remarks: [{ by: actor('U0BEN'), reason: 'eu-1' }],
        offered: { decisions: [], acts: [], elsewhere: [] },
        consoleUrl: null,
      }),
    }));
    const emergency = { channel: 'C0INCIDENTS', onCall: null };
    const content = { readerId: 'U0ANA', emergency, reviews, left: 3 };
    const { blocks } = renderedList(textsFor('en'), content);
    expect(blocks.length).toBeGreaterThan(0);
    expect(blocks.length).toBeLessThanOrEqual(50);
  });
});
