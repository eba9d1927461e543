/** Long because it tests every outcome of one POST. */

import { describe, expect, it } from 'vitest';
import { ofService } from '../../../src/domain/refusals/refusals.ts';
import { ok } from '../../../src/domain/result.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import type { FollowTask } from '../../../src/use-cases/deps.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { failing, refusing } from '../../support/fakes.ts';
import {
  actor,
  entitlement,
  firstEntitlement,
  noon,
  person,
  snapshot,
} from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const send = (id = 'request-1') => createTask(desk().deps, id);
const cards = async (id = 'request-1') =>
  (await desk().store.transaction((tx) => tx.cards.ofRequest(id))).map((card) => card.channel);

/** The task that the service made from the POST, whether or not its answer arrived. */
function carriedOut(change: Partial<TaskSnapshot> = {}): TaskSnapshot {
  const task = snapshot(change);
  desk().governance.tasks.set(task.id, task);
  return task;
}

describe('sending a request', () => {
  it.each([
    ['in its conversation, where the app is listed', 'listed', ['C0GENERAL']],
    ['to reviewers in their lists, where all apps are offered', 'all', []],
  ] as const)('shows a request for an app without a channel %s', async (_what, offer, places) => {
    const { apps } = testSettings();
    const [github] = apps;
    const listed = github === undefined ? [] : [{ ...github, channel: null }];
    desk().settings = testSettings({ offer, apps: offer === 'all' ? [] : listed });
    desk().governance.grants.next(ok(carriedOut()));
    await desk().ask();
    await send();
    await desk().runJobs();
    expect(desk().chat.posted.map((post) => post.channel)).toEqual(places);
    const lists = (await desk().said()).filter((one) => one.startsWith('list'));
    expect(lists).toEqual(offer === 'all' ? ['list -> U0ANA', 'list -> U0CHO'] : []);
  });

  it('creates a task, posts a card in the app’s channel, and tells the requester', async () => {
    desk().governance.grants.next(ok(carriedOut()));
    await desk().ask();
    await send();
    expect(await desk().request()).toMatchObject({
      state: 'created',
      identityUserId: 'user-ben',
      taskId: 'task-1',
    });
    expect(desk().governance.orders).toEqual([
      {
        appId: 'app-github',
        entitlementId: 'ent-write',
        identityUserId: 'user-ben',
        justification: 'INC-42: the timetable build is red',
        durationSeconds: 14_400,
        emergency: false,
        requestData: null,
        source: {
          conversationId: 'C0GENERAL',
          externalUrl: 'https://acme.slack.com/archives/C0GENERAL',
          integrationId: 'T0ACME',
          requestId: 'request-1',
          isExtension: false,
        },
      },
    ]);
    expect(await cards()).toEqual(['C0REVIEWS']);
    await desk().runJobs();
    expect(desk().chat.posted.map((post) => post.channel)).toEqual(['C0REVIEWS']);
    expect(await desk().said()).toEqual(['in-review -> U0BEN']);
    expect(await desk().audited()).toEqual(['request.created', 'card.delivered']);
  });

  it('shows the request on Home before it was sent', async () => {
    desk().governance.grants.next(failing('network', true));
    await desk().ask();
    await expect(send()).rejects.toThrow('in a test');
    expect(await desk().takeJobs()).toContainEqual({ kind: 'sync-home', slackUserId: 'U0BEN' });
  });

  it('posts the card of an emergency to the emergency channel as well', async () => {
    desk().governance.grants.next(ok(carriedOut()));
    await desk().ask({ emergency: true });
    await send();
    expect((await cards()).toSorted()).toEqual(['C0INCIDENTS', 'C0REVIEWS']);
  });

  it('logs a task whose origin is not the chat app', async () => {
    desk().governance.grants.next(ok(carriedOut({ origin: 'TASK_ORIGIN_API' })));
    await desk().ask();
    await send();
    expect(desk().world.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', what: 'task has another origin' }),
    );
  });

  it('does nothing for a request that has a task, or that does not exist', async () => {
    desk().governance.grants.next(ok(carriedOut()));
    await desk().ask();
    await send();
    await desk().takeJobs();
    await send();
    await send('request-of-nobody');
    expect(desk().governance.orders).toHaveLength(1);
    expect(await desk().takeJobs()).toEqual([]);
  });

  it('stores one task when it runs twice at the same time', async () => {
    const task = carriedOut();
    desk().governance.grants.next(ok(task), ok(task));
    await desk().ask();
    await Promise.all([send(), send()]);
    expect(await cards()).toHaveLength(1);
    expect((await desk().audited()).filter((kind) => kind === 'request.created')).toHaveLength(1);
  });
});

describe('more time', () => {
  const held = async (seconds: number, longestSeconds: number | null) => {
    await desk().ask();
    await desk().ask({ id: 'request-2', extendsRequestId: 'request-1', durationSeconds: 3_600 });
    const endsAt = new Date(noon.getTime() + seconds * 1_000);
    await desk().store.transaction((tx) =>
      tx.grants.begin('request-1', { startedAt: noon, endsAt }),
    );
    desk().entitlements = [entitlement({ longestSeconds })];
    desk().governance.grants.next(ok(carriedOut()));
  };
  const askedFor = async () => {
    await send('request-2');
    return desk().governance.orders.map(({ durationSeconds, source }) => [
      durationSeconds,
      source.isExtension,
    ]);
  };

  it('requests the remaining time of the grant plus the picked time', async () => {
    await held(3_600, null);
    desk().world.pass(3 * 60_000);
    expect(await askedFor()).toEqual([[57 * 60 + 3_600, true]]);
  });

  it('requests no more than the entitlement allows', async () => {
    await held(3_600, 5_400);
    expect(await askedFor()).toEqual([[5_400, true]]);
  });

  it.each([
    ['is over', async () => desk().world.pass(2 * 3_600_000)],
    [
      'was given back',
      async () => desk().store.transaction((tx) => tx.grants.end('request-1', 'given-back', noon)),
    ],
  ])('requests only the picked time when the earlier grant %s', async (_what, over) => {
    await held(3_600, null);
    await over();
    expect(await askedFor()).toEqual([[3_600, true]]);
  });
});

describe('a person unknown to the service', () => {
  it('is refused with a message, without a call that creates a task', async () => {
    desk().governance.people.clear();
    await desk().ask();
    await send();
    expect(await desk().request()).toMatchObject({
      state: 'refused',
      refusal: { code: 'unknown-person', email: 'ben@acme.example' },
    });
    expect(desk().governance.orders).toEqual([]);
    expect(await desk().said()).toEqual(['refused -> U0BEN']);
    expect(await desk().audited()).toEqual(['request.refused']);
  });
});

describe('a refusal of the service', () => {
  it('ends the request with a message', async () => {
    desk().governance.grants.next(refusing('forbidden'));
    await desk().ask();
    await send();
    expect(await desk().request()).toMatchObject({
      state: 'refused',
      refusal: { code: 'forbidden' },
    });
    expect(await desk().said()).toEqual(['refused -> U0BEN']);
    await send();
    expect(desk().governance.orders).toHaveLength(1);
  });

  it('as a duplicate of the bot’s own earlier POST gives the request that task', async () => {
    carriedOut();
    desk().governance.grants.next(refusing('duplicate', 'task-1'));
    await desk().ask();
    await send();
    expect(await desk().request()).toMatchObject({ state: 'created', taskId: 'task-1' });
  });

  it.each([
    ['somebody else’s', { sourceRequestId: 'request-of-another' }, 'task-1'],
    ['of another way in', { sourceRequestId: null }, 'task-1'],
    ['for other access', { entitlements: [{ ...firstEntitlement(), id: 'ent-admin' }] }, 'task-1'],
    ['not to be read', { id: 'task-2' }, 'task-1'],
    ['not named', {}, null],
  ])('as a duplicate of a task that is %s ends the request', async (_what, change, existing) => {
    carriedOut(change);
    desk().governance.grants.next(refusing('duplicate', existing));
    await desk().ask();
    await send();
    expect(await desk().request()).toMatchObject({
      state: 'refused',
      refusal: { code: 'duplicate' },
    });
    expect(await desk().said()).toEqual(['refused -> U0BEN']);
  });

  it('as a duplicate links to the card of the open request, or else to the console', async () => {
    await desk().opened();
    const { chat, governance } = desk();
    const render = chat.renderPost.bind(chat);
    const links = new Map<string, string | null>();
    chat.renderPost = (content) => {
      for (const { request, existingUrl } of content.sections) links.set(request.id, existingUrl);
      return render(content);
    };
    for (const [id, existing] of [
      ['request-2', 'task-1'],
      ['request-3', 'task-9'],
    ] as const) {
      await desk().ask({ id });
      governance.grants.next(refusing('duplicate', existing));
      await send(id);
      await desk().runJobs('send-notice');
      expect(chat.shown.at(-1)?.buttons).toEqual(['request.see']);
    }
    expect([links.get('request-2'), links.get('request-3')]).toEqual([
      'https://acme.slack.com/archives/C0REVIEWS/p1772452800000100',
      'https://acme.example/task/task-9',
    ]);
  });

  it('as a duplicate of what its person requested elsewhere has them told how that ends', async () => {
    carriedOut({ sourceRequestId: null, createdBy: { id: 'user-ben' } });
    desk().governance.grants.next(refusing('duplicate', 'task-1'));
    const followed: string[] = [];
    const followTask: FollowTask = async (_deps, { slackUserId, task: { id } }) =>
      followed.push(`${id} by ${slackUserId}`) > 0;
    desk().extras = [{ followTask }];
    await desk().ask();
    await send();
    expect(followed).toEqual(['task-1 by U0BEN']);
  });

  it.each([
    ['the service tells it', ['userSearch', 'taskRead'], 'request-of-another', 'U0BEN'],
    ['we heard of it before', ['userSearch'], 'first', 'U0BEN'],
    ['somebody else asked for it', ['userSearch'], 'first', 'U0ANA'],
  ] as const)(
    'as a duplicate describes the other request when %s',
    async (_how, operations, source, slackUserId) => {
      desk().governance.operations = new Set(operations);
      const task = snapshot({ numericId: '1001', sourceRequestId: source });
      await desk().ask({ id: 'first', requester: actor(slackUserId) });
      if (source === 'first')
        await desk().store.transaction((tx) => tx.tasks.save('first', task, noon));
      else desk().governance.tasks.set('task-1', task);
      desk().governance.grants.next(refusing('duplicate', 'task-1'));
      await desk().ask();
      await send();
      const existing = { numericId: '1001', reviewers: ['Ana', 'Cho'] };
      expect((await desk().request())?.refusal).toMatchObject({
        code: 'duplicate',
        existingTaskId: 'task-1',
        ...existing,
      });
    },
  );

  it.each([
    [
      'is about something else tells nothing of it',
      { target: person('user-dee') },
      { existingTaskId: null },
    ],
    [
      'does not tell what it is about tells of it',
      { entitlements: [] },
      { numericId: '1042', reviewers: ['Ana', 'Cho'] },
    ],
  ])('as a duplicate of a task that %s', async (_what, change, told) => {
    carriedOut({ sourceRequestId: 'request-of-another', ...change });
    desk().governance.grants.next(refusing('duplicate', 'task-1'));
    await desk().ask();
    await send();
    const refusal = { ...ofService(refusing('duplicate', 'task-1').refusal), ...told };
    expect((await desk().request())?.refusal).toEqual(refusal);
  });

  it('as an unreadable duplicate counts as not sent, and the next run starts over', async () => {
    desk().governance.grants.next(refusing('duplicate', 'task-1'));
    desk().governance.readings.next(failing('network', true));
    await desk().ask();
    await expect(send()).rejects.toMatchObject({ kind: 'network' });
    expect(await desk().request()).toMatchObject({ state: 'submitted' });
  });

  it('as a duplicate stays a refusal when tasks cannot be read', async () => {
    desk().governance.operations = new Set(['userSearch']);
    carriedOut();
    desk().governance.grants.next(refusing('duplicate', 'task-1'));
    await desk().ask();
    await send();
    expect(await desk().request()).toMatchObject({ state: 'refused' });
    expect(desk().governance.read).toEqual([]);
  });
});
