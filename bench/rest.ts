/**
 * What the bot costs while nothing happens: memory, and the calls of a minute, with no open task,
 * with 260 and with 10,000 (of the last day, read within the last ten minutes); memory with 100,000
 * entitlements in its catalogue. With 10,000, how long it takes until the card shows what somebody
 * did in the service itself. Long because all of it stands on the same tasks.
 */

import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownServer } from '../src/extras/embedded-database/index.ts';
import { openDatabase } from '../src/store/platform/database.ts';
import { createStore } from '../src/store/store.ts';
import type { ActionOrder } from '../src/use-cases/ports/ports.ts';
import { order } from '../test/support/governance-tenant.ts';
import { portOf } from '../test/support/port-of.ts';
import { accessRequest } from '../test/support/samples.ts';
import { Bot } from './bot.ts';
import { appId, appName, channelId, entitlementId, entitlementName, personId } from './company.ts';
import { serviceOf } from './service.ts';
import { Stage } from './stage.ts';
import { type Measure, median, type Row } from './table.ts';
import { soon } from './waiting.ts';

const people = 400;
const apps = 40;
const dayMs = 86_400_000;
const minuteMs = 60_000;
/** A reading of an old task is good for ten minutes. */
const readingMs = 10 * minuteMs;
const settleMs = 15_000;

export const rest: Measure = {
  about: 'memory and calls a minute at rest: 0, 260 and 10,000 open tasks; 100,000 entitlements',
  seconds: 400,
  async run() {
    // Two that do next to nothing do not disturb each other.
    const small = await Promise.all([atRest(0, {}), atRest(260, { aim: 'Slack 0, service 10' })]);
    const rows = [
      ...small.flat(),
      ...(await atRest(10_000, { aim: 'Slack 0, service 30' }, shownFromElsewhere)),
    ];
    rows.push(await withEntitlements(100_000));
    return { rows };
  },
};

function atRest(
  count: number,
  aim: Pick<Row, 'aim'>,
  more: (stage: Stage) => Promise<readonly Row[]> = async () => [],
): Promise<readonly Row[]> {
  return Stage.with({ engine: 'embedded', people, apps }, async (stage) => {
    await openTasks(stage, count);
    await stage.startBots();
    await sleep(settleMs);
    const { slack, governance } = stage.world;
    const sinceMs = Date.now();
    await sleep(minuteMs);
    const slackCalls = slack.calls().filter((one) => Date.parse(one.at) > sinceMs).length;
    const serviceCalls = governance.requests().filter((one) => one.at.getTime() > sinceMs).length;
    const cost = await stage.bots[0]?.cost();
    const name = `${count.toLocaleString('en')} open tasks at rest`;
    console.error(`  ${name}: Slack ${slackCalls}, service ${serviceCalls}`);
    return [
      {
        what: `${name}: calls a minute`,
        measured: `Slack ${slackCalls}, service ${serviceCalls}`,
        ...aim,
      },
      {
        what: `${name}: memory`,
        measured: `${cost?.residentMb.toFixed(0)} MB, JavaScript heap ${cost?.heapMb.toFixed(0)} MB`,
      },
      ...(await more(stage)),
    ];
  });
}

const times = 3;

/**
 * Old requests that are closed there, and requests of just now that are passed on there; the rounds
 * of readings come every 15 s.
 */
async function shownFromElsewhere(stage: Stage): Promise<readonly Row[]> {
  const { world } = stage;
  const { client, governance } = serviceOf(stage);
  const updates = () => world.slack.calls().filter((one) => one.method === 'chat.update').length;
  /** Milliseconds until a card is updated; between two rounds, wherever that is. */
  const shows = async (order: ActionOrder) => {
    await sleep(Math.random() * 15_000);
    const before = updates();
    const startedMs = performance.now();
    const answer = await governance.act(order);
    if (!answer.ok) throw new Error(answer.refusal.message);
    await soon('a card is updated', () => updates() > before);
    return performance.now() - startedMs;
  };
  const inSeconds = (all: readonly number[]) =>
    `${(median(all) / 1_000).toFixed(0)} s, at most ${(Math.max(...all) / 1_000).toFixed(0)} s`;
  const closed: number[] = [];
  for (const { id } of world.governance.tasks().slice(0, times))
    closed.push(await shows({ taskId: id, act: 'close' }));
  await stage.record();
  const [pool] = stage.pools;
  const moved: number[] = [];
  for (let number = 1; pool !== undefined && number <= times; number += 1) {
    await stage.send(pool, 'submission', { person: number, app: 0, entitlement: 19 });
    await world.quiet();
    const newest = world.governance.tasks().at(-1)?.id ?? '';
    const stepId = (await governance.readTasks([newest])).get(newest)?.currentStepId;
    if (stepId === undefined || stepId === null) throw new Error('the request has no step');
    const newReviewerIds = ['user-p00001'];
    moved.push(await shows({ taskId: newest, act: 'reassign', stepId, newReviewerIds }));
  }
  await client.close();
  return [
    {
      what: 'with 10,000 open tasks: closed elsewhere, until its card shows it',
      measured: inSeconds(closed),
      aim: '30 s',
    },
    {
      what: 'with 10,000 open tasks: a request of just now, passed on elsewhere, until its card shows it',
      measured: inSeconds(moved),
      aim: '60 s',
    },
  ];
}

/**
 * Open tasks in the service, with their requests and cards in the bot's database. Slack is not
 * asked.
 */
async function openTasks(stage: Stage, count: number): Promise<void> {
  const { client, governance } = serviceOf(stage);
  const database = await openDatabase(stage.database, { ownServer });
  const store = createStore(database.kysely, async () => undefined);
  const chunk = 50;
  for (let from = 0; from < count; from += chunk) {
    const numbers = Array.from(
      { length: Math.min(chunk, count - from) },
      (_, index) => from + index,
    );
    const tasks = await Promise.all(
      numbers.map((number) => governance.requestGrant(orderOf(number))),
    );
    await store.transaction(async (tx) => {
      for (const [index, task] of tasks.entries()) {
        if (!task.ok) throw new Error(task.refusal.message);
        const number = from + index;
        const { requestId, access, channel } = requestOf(number);
        const at = new Date(Date.now() - dayMs);
        await tx.requests.insertOnce({ id: requestId, key: requestId, access, at });
        const identityUserId = orderOf(number).identityUserId;
        await tx.requests.save(requestId, {
          state: 'created',
          identityUserId,
          taskId: task.value.id,
          at,
        });
        await tx.tasks.save(
          requestId,
          task.value,
          new Date(Date.now() - Math.random() * readingMs),
        );
        await tx.cards.want(`card-${number}`, requestId, channel);
        const ts = `1772452800.${String(number).padStart(6, '0')}`;
        await tx.cards.markPosted(`card-${number}`, { channel, ts }, '');
      }
    });
  }
  await database.close();
  await client.close();
}

/**
 * Everybody asks for another entitlement of another app each time; the first people for none of the
 * first app.
 */
function placeOf(number: number) {
  const round = Math.floor(number / people);
  return {
    person: number % people,
    app: (number + round + 10) % apps,
    entitlement: Math.floor(round / apps),
  };
}

function orderOf(number: number) {
  const { person, app, entitlement } = placeOf(number);
  return order({
    appId: appId(app),
    entitlementId: entitlementId(app, entitlement),
    identityUserId: `user-${personId(person).slice(2).toLowerCase()}`,
    source: { ...order().source, requestId: `request-${number}` },
  });
}

function requestOf(number: number) {
  const { person, app, entitlement } = placeOf(number);
  const userId = personId(person);
  return {
    requestId: `request-${number}`,
    access: accessRequest({
      requester: { userId, teamId: 'T0ACME', userName: userId.slice(2).toLowerCase() },
      appId: appId(app),
      appName: appName(app),
      entitlementId: entitlementId(app, entitlement),
      entitlementName: entitlementName(app, entitlement),
    }),
    channel: channelId(app),
  };
}

/**
 * The catalogue's memory is the bot's alone, so the service is a server that answers pages and
 * nothing else.
 */
async function withEntitlements(count: number): Promise<Row> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    request.resume();
    response.setHeader('content-type', 'application/json');
    if (url.pathname === '/auth/v1/token') {
      response.end(
        JSON.stringify({ access_token: 'bench-token', token_type: 'Bearer', expires_in: 3600 }),
      );
    } else if (url.pathname.includes('/entitlements/')) {
      response.end(pageOf(Number(url.searchParams.get('pageToken') ?? '0'), count));
    } else response.end(JSON.stringify({ list: [], expanded: [], nextPageToken: '' }));
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    return await Stage.with({ engine: 'embedded', apps: 1 }, async (stage) => {
      const bot = await Bot.start({
        slackApiUrl: stage.world.slack.apiUrl,
        governanceUrl: `http://127.0.0.1:${portOf(server)}`,
        accessFile: stage.accessFile,
        database: stage.database,
        isPaced: true,
      });
      // It is kept when the bot has nothing more to do.
      let before = await bot.cost();
      for (let spentMs = Number.POSITIVE_INFINITY; spentMs > 500; ) {
        await sleep(4_000);
        const now = await bot.cost();
        spentMs = now.cpuMs - before.cpuMs;
        before = now;
      }
      await bot.stop();
      return {
        what: `${count.toLocaleString('en')} entitlements: memory`,
        measured: `${before.residentMb.toFixed(0)} MB, JavaScript heap ${before.heapMb.toFixed(0)} MB`,
      };
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const pageSize = 100;

function pageOf(page: number, count: number): string {
  const list = Array.from({ length: pageSize }, (_, index) => {
    const number = page * pageSize + index;
    return {
      appEntitlement: {
        id: `ent-${number}`,
        appId: appId(0),
        appResourceId: 'north',
        appResourceTypeId: 'lamp',
        displayName: entitlementName(0, number),
        alias: `lamp-${number}`,
        description: 'Keeps the lamp burning, polishes the lens and writes the log.',
        riskLevelValueId: 'risk-low',
        durationGrant: '604800s',
      },
    };
  });
  const isLast = (page + 1) * pageSize >= count;
  return JSON.stringify({ list, expanded: [], nextPageToken: isLast ? '' : String(page + 1) });
}
