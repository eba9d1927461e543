import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { repeat, Turns } from '../../../src/queue/process-timers.ts';
import { FakeWorld } from '../../support/fakes.ts';

describe('what a process repeats', () => {
  let world: FakeWorld;
  let did: string[];
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    world = new FakeWorld();
    did = [];
  });

  it('begins at once, and never runs twice at the same time', async () => {
    const first = Promise.withResolvers<void>();
    const stop = repeat(
      1_000,
      async () => {
        did.push('turn');
        await first.promise;
      },
      world.log,
    );
    await vi.advanceTimersByTimeAsync(5_000);
    expect(did).toEqual(['turn']);
    first.resolve();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(did).toEqual(['turn', 'turn']);
    await stop();
  });

  it('logs a turn that fails, and has the next one come', async () => {
    const work = async () => {
      did.push('turn');
      throw new Error('the database is away');
    };
    const stop = repeat(1_000, work, world.log);
    await vi.advanceTimersByTimeAsync(1_000);
    await stop();
    expect(did).toEqual(['turn', 'turn']);
    const line = {
      level: 'warn',
      fields: { err: new Error('the database is away'), waiting: work },
      what: 'repeated work failed',
    };
    expect(world.lines).toEqual([line, line]);
  });

  it('is over when the turn under way is', async () => {
    const working = Promise.withResolvers<void>();
    const stop = repeat(1_000, () => working.promise.then(() => did.push('turn')), world.log);
    const stopped = stop().then(() => did.push('stopped'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(did).toEqual([]);
    working.resolve();
    await stopped;
    expect(did).toEqual(['turn', 'stopped']);
  });

  it('ends early, and its turns under way are waited for late, also one that fails', async () => {
    const turns = new Turns(world.log);
    const [reading, failing, once] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const stops = [
      turns.every(1_000, async () => {
        await reading?.promise;
        did.push('read');
      }),
      turns.every(1_000, async () => failing?.promise),
    ];
    const tracked = turns.track((once?.promise ?? Promise.resolve()).then(() => did.push('once')));
    for (const stop of stops) stop();
    const ended = turns.ended().then(() => did.push('ended'));
    failing?.reject(new Error('cut off'));
    reading?.resolve();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(did).toEqual(['read']);
    once?.resolve();
    await Promise.all([tracked, ended]);
    expect(did).toEqual(['read', 'once', 'ended']);
    expect(world.lines).toHaveLength(1);
  });
});
