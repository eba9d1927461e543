import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startRepeating, Turns } from '../../../src/queue/process-timers.ts';
import { FakeWorld } from '../../support/fakes.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

describe('what the bot does now and then', () => {
  const stops: (() => unknown)[] = [];
  let did: string[] = [];
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    did = [];
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    vi.useRealTimers();
  });

  function start(settle: () => boolean | Promise<boolean>): Turns {
    const doing = (what: string) => async () => void did.push(what);
    const world = new FakeWorld();
    const turns = new Turns(world.log);
    startRepeating({
      ofExtras: [],
      turns,
      store: { transaction: () => Promise.reject(new Error('this test has no store')) },
      visibility: {
        refresh: doing('reads the catalogs'),
        refreshUnread: doing('reads catalogs that were not answered'),
      },
      catalogue: {
        refresh: doing('reads the catalogue'),
        refreshUnread: doing('reads what was never read'),
      },
      queue: { enqueueEvery: async ({ kind }) => void did.push(kind) },
      onStop: (stop) => void stops.push(stop),
      settle: async () => settle(),
    });
    return turns;
  }

  const times = (what: string) => did.filter((one) => one === what).length;

  it('comes at the start and then each in its time', async () => {
    start(() => true);
    await vi.advanceTimersByTimeAsync(30 * minuteMs - 1);
    const before = { catalogue: 3, catalogs: 3, unread: 90, unanswered: 90, tasks: 120, ends: 450 };
    const counted = () => ({
      catalogue: times('reads the catalogue'),
      catalogs: times('reads the catalogs'),
      unread: times('reads what was never read'),
      unanswered: times('reads catalogs that were not answered'),
      tasks: times('refresh-tasks'),
      ends: times('end-grants'),
    });
    expect(counted()).toEqual(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(counted()).toEqual({
      catalogue: 4,
      catalogs: 4,
      unread: 91,
      unanswered: 91,
      tasks: 121,
      ends: 451,
    });
  });

  it('waits until what a restore left is settled, which is tried every 5 s', async () => {
    let isSettled = false;
    start(() => isSettled);
    await vi.advanceTimersByTimeAsync(10 * secondMs - 1);
    isSettled = true;
    expect(did).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(new Set(did)).toEqual(
      new Set([
        'reads the catalogue',
        'reads the catalogs',
        'reads what was never read',
        'reads catalogs that were not answered',
        'refresh-tasks',
        'end-grants',
      ]),
    );
  });

  it('ends with the process although it never was settled', async () => {
    const turns = start(() => false);
    await vi.advanceTimersByTimeAsync(0);
    for (const stop of stops.splice(0)) stop();
    await turns.ended();
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(did).toEqual([]);
  });

  it('does not begin where it is settled after the process has begun to stop', async () => {
    const settling = Promise.withResolvers<boolean>();
    const turns = start(() => settling.promise);
    for (const stop of stops.splice(0)) stop();
    settling.resolve(true);
    await turns.ended();
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(did).toEqual([]);
  });
});
