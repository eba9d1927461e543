import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { createSystemStatus } from '../../../src/operator/health/system-status.ts';
import { openDoors } from '../../../src/start/doors.ts';
import { Stopping } from '../../../src/start/stopping.ts';
import { botEnvironment } from '../../support/bot-environment.ts';
import { FakeWorld } from '../../support/fakes.ts';

const nowhere = 'http://127.0.0.1:9';
const environment = botEnvironment({
  database: { kind: 'postgres', url: nowhere },
  slackApiUrl: nowhere,
  governanceUrl: nowhere,
});

async function openedDoors() {
  const world = new FakeWorld();
  const stopping = new Stopping(20_000, world.log);
  const onStop: Stopping['add'] = (close, name) => stopping.add(close, name);
  const context = { environment, world, onStop, stopping };
  const doors = await openDoors(context, answering(() => null).ops);
  onTestFinished(() => stopping.run());
  const origin = `http://127.0.0.1:${doors.port}`;
  const ask = async (path: string, base: string | null = origin) => {
    const answer = await fetch(`${base}${path}`);
    return [answer.status, await answer.text()];
  };
  return { doors, stopping, ask };
}

function answering(isConnected: () => boolean | null) {
  const away = async () => {
    throw new Error('the database does not answer');
  };
  const probe = { probe: away };
  const systems = {
    database: probe,
    slack: probe,
    socket: probe,
    governance: probe,
    catalogue: probe,
  };
  return {
    routes: [],
    ops: {
      registry: new Registry(),
      status: createSystemStatus(systems, () => new Date()),
      warning: () => null,
      more: async () => ({}),
    },
    isConnected,
  };
}

it('is alive and says what it waits for before anything is open, and has the rest sent again', async () => {
  const { doors, ask } = await openedDoors();
  const waitsFor = 'the database, or its migration';
  expect(await ask('/healthz')).toEqual([200, '{"status":"ok"}']);
  expect(await ask('/readyz')).toEqual([503, JSON.stringify({ status: 'not ready', waitsFor })]);
  expect(await ask('/slack/events')).toEqual([503, '']);
  expect(await ask('/readyz', doors.opsUrl)).toEqual([
    503,
    JSON.stringify({
      status: 'not ready',
      says: `the bot starts, and waits for ${waitsFor}`,
      waitsFor,
    }),
  ]);
  // Or whoever watches it would take a database that is away for a bot that is down.
  expect((await ask('/metrics', doors.opsUrl))[0]).toBe(200);
  const [status, says] = await ask('/status', doors.opsUrl);
  expect([status, says]).toEqual([200, expect.stringContaining('does not answer')]);
});

it('is ready whatever the database and Slack do, and answers 404 where nothing is', async () => {
  const { doors, ask } = await openedDoors();
  doors.open(answering(() => null));
  expect(await ask('/readyz')).toEqual([200, '{"status":"ok"}']);
  expect(await ask('/readyz', doors.opsUrl)).toEqual([200, '{"status":"ok"}']);
  expect(await ask('/slack/events')).toEqual([404, '']);
});

it('is not ready while its own socket is down', async () => {
  const { doors, ask } = await openedDoors();
  let isConnected = false;
  doors.open(answering(() => isConnected));
  expect((await ask('/readyz'))[0]).toBe(503);
  isConnected = true;
  expect((await ask('/readyz'))[0]).toBe(200);
});

it('is not ready from the moment on that it stops', async () => {
  const { doors, stopping, ask } = await openedDoors();
  doors.open(answering(() => null));
  const last = Promise.withResolvers<void>();
  stopping.add(() => last.promise);
  const stopped = stopping.run();
  expect(await ask('/readyz', doors.opsUrl)).toEqual([
    503,
    '{"status":"not ready","says":"the bot stops"}',
  ]);
  last.resolve();
  await stopped;
});
