import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProcessTimers } from '../../../src/queue/process-timers.ts';
import { FakeWorld } from '../../support/fakes.ts';

describe('the timers of a process', () => {
  let world: FakeWorld;
  let timers: ProcessTimers;
  let done: string[];
  const doing = (what: string) => async () => void done.push(what);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    world = new FakeWorld();
    timers = new ProcessTimers(world.log);
    done = [];
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('do each work once, after its time', async () => {
    timers.after(300, 'one', doing('one'));
    timers.after(500, 'other', doing('other'));
    await vi.advanceTimersByTimeAsync(299);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['one']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(done).toEqual(['one', 'other']);
  });

  it('let work of one key wait once, and again when it was done', async () => {
    timers.after(300, 'one', doing('first'));
    await vi.advanceTimersByTimeAsync(200);
    timers.after(300, 'one', doing('second'));
    await vi.advanceTimersByTimeAsync(300);
    expect(done).toEqual(['first']);
    timers.after(300, 'one', doing('third'));
    await vi.advanceTimersByTimeAsync(300);
    expect(done).toEqual(['first', 'third']);
  });

  it('are idle while no work waits or runs', async () => {
    expect(timers.isIdle).toBe(true);
    const working = Promise.withResolvers<void>();
    timers.after(300, 'one', () => working.promise);
    expect(timers.isIdle).toBe(false);
    await vi.advanceTimersByTimeAsync(300);
    expect(timers.isIdle).toBe(false);
    working.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(timers.isIdle).toBe(true);
  });

  it('log work that fails', async () => {
    timers.after(300, 'one', () => Promise.reject(new Error('the database is away')));
    await vi.advanceTimersByTimeAsync(300);
    expect(world.lines).toEqual([
      {
        level: 'warn',
        fields: { err: new Error('the database is away') },
        what: 'the work of a timer failed',
      },
    ]);
    expect(timers.isIdle).toBe(true);
  });

  it('end with the process: what waits is not done, what runs is waited for', async () => {
    const working = Promise.withResolvers<void>();
    timers.after(100, 'running', () => working.promise.then(doing('running')));
    timers.after(300, 'waiting', doing('waiting'));
    await vi.advanceTimersByTimeAsync(100);
    const stopped = timers.stop().then(doing('stopped'));
    timers.after(100, 'new', doing('new'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(done).toEqual([]);
    working.resolve();
    await stopped;
    expect(done).toEqual(['running', 'stopped']);
    expect(timers.isIdle).toBe(true);
  });

  it('do not keep the process running', async () => {
    vi.useRealTimers();
    const keptBy = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
    const before = keptBy();
    timers.after(300, 'one', doing('one'));
    expect(timers.isIdle).toBe(false);
    expect(keptBy()).toBe(before);
    await timers.stop();
  });
});
