import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { Pacer } from '../../../src/slack/platform/pacer.ts';
import { InFlight } from '../../../src/slack/receiving/socket-receiver.ts';
import { FakeWorld } from '../../support/fakes.ts';

describe('the pacer', () => {
  const pacerAt = (world: FakeWorld, spacingMs = 1_000) => {
    const waits: number[] = [];
    const pacer = new Pacer({
      spacingMs,
      now: () => world.now(),
      sleep: async (ms) => void waits.push(ms),
    });
    return { pacer, waits };
  };

  it('lets the first through at once and gives each later one the next second', async () => {
    const { pacer, waits } = pacerAt(new FakeWorld());
    for (let turn = 0; turn < 4; turn += 1) await pacer.turn('C1');
    expect(waits).toEqual([1_000, 2_000, 3_000]);
  });

  it('lets a burst through at once, and keeps the pace on average', async () => {
    const world = new FakeWorld();
    const { pacer, waits } = pacerAt(world);
    for (let turn = 0; turn < 5; turn += 1) await pacer.turn('C1', { burst: 3 });
    expect(waits).toEqual([1_000, 2_000]);
    world.pass(4_000);
    waits.length = 0;
    for (let turn = 0; turn < 3; turn += 1) await pacer.turn('C1', { burst: 3 });
    expect(waits).toEqual([1_000]);
  });

  it('takes as many a minute as the method does', async () => {
    const { pacer, waits } = pacerAt(new FakeWorld());
    for (let turn = 0; turn < 3; turn += 1)
      await pacer.turn('chat.update', { perMinute: 50, burst: 2 });
    expect(waits).toEqual([1_200]);
  });

  it('gives up turns that the process slept through, because another process may have used them', async () => {
    const world = new FakeWorld();
    let sleptMs = 5_000;
    const pacer = new Pacer({
      spacingMs: 1_000,
      now: () => world.now(),
      sleep: async () => world.pass(sleptMs),
    });
    await pacer.turn('C1');
    await pacer.turn('C1');
    sleptMs = 40_000;
    await pacer.turn('C1');
    await expect(pacer.turn('C1')).rejects.toMatchObject({
      certainlyNotDone: true,
      retryAfterMs: 0,
    });
  });

  describe('with tickets', () => {
    const asked = async (pacer: Pacer, ticket: string) => {
      try {
        await pacer.turn('C1', { ticket });
        return 'posted';
      } catch (error) {
        return error instanceof OutwardFailure && error.certainlyNotDone
          ? error.retryAfterMs
          : 'broken';
      }
    };

    it('rejects callers that would wait long, each with a time of its own', async () => {
      const { pacer, waits } = pacerAt(new FakeWorld());
      const told = [];
      for (const ticket of ['a', 'b', 'c', 'd', 'e']) told.push(await asked(pacer, ticket));
      expect(told).toEqual(['posted', 'posted', 'posted', 3_000, 4_000]);
      expect(waits).toEqual([1_000, 2_000]);
    });

    // Two jobs about the same thing have one ticket.
    it('rejects a caller that is back before its time until then', async () => {
      const world = new FakeWorld();
      const { pacer } = pacerAt(world);
      for (const ticket of ['a', 'b', 'c', 'd', 'e']) await asked(pacer, ticket);
      expect(await asked(pacer, 'e')).toBe(4_000);
      world.pass(1_000);
      expect(await asked(pacer, 'e')).toBe(3_000);
      world.pass(3_000);
      expect(await asked(pacer, 'e')).toBe('posted');
    });

    it('posts a flood in order, one a second, with others in between', async () => {
      const world = new FakeWorld();
      const { pacer, waits } = pacerAt(world);
      const due = new Map(Array.from({ length: 200 }, (_none, number) => [`card ${number}`, 0]));
      const posted: { readonly ticket: string; readonly atMs: number }[] = [];
      for (let ms = 0; due.size > 0; ms += 500) {
        for (const [ticket, atMs] of due) {
          if (atMs > ms) continue;
          waits.length = 0;
          const answer = await asked(pacer, ticket);
          if (typeof answer === 'number') due.set(ticket, ms + answer);
          else {
            posted.push({ ticket, atMs: ms + (waits[0] ?? 0) });
            due.delete(ticket);
          }
        }
        world.pass(500);
      }
      expect(posted.map((one) => one.ticket)).toEqual(
        posted.map((_one, number) => `card ${number}`),
      );
      expect(posted.map((one) => one.atMs)).toEqual(posted.map((_one, number) => number * 1_000));
    });
  });

  describe('within a lane of all', () => {
    const within = { lane: 'all', perMinute: 30 };

    it('gives a turn when both lanes have one', async () => {
      const { pacer, waits } = pacerAt(new FakeWorld());
      for (const lane of ['C1', 'C1', 'C2']) await pacer.turn(lane, { within });
      expect(waits).toEqual([2_000, 4_000]);
    });

    it('takes no slot of a channel for a caller that all others reject', async () => {
      const { pacer, waits } = pacerAt(new FakeWorld());
      pacer.hold('all', 60_000);
      await expect(pacer.turn('C1', { within, ticket: 'a' })).rejects.toMatchObject({
        retryAfterMs: 60_000,
      });
      await pacer.turn('C1');
      expect(waits).toEqual([]);
    });

    it('keeps the place of a caller in its channel when all others reject it', async () => {
      const world = new FakeWorld();
      const { pacer, waits } = pacerAt(world);
      const asked = (ticket: string) =>
        pacer.turn('C1', { within, ticket }).then(
          () => 'posted',
          () => 'rejected',
        );
      for (const ticket of ['a', 'b', 'c', 'd']) await asked(ticket);
      expect(await asked('e')).toBe('rejected');
      world.pass(4_000);
      expect(await asked('c')).toBe('posted');
      world.pass(2_000);
      expect(await asked('d')).toBe('posted');
      expect(waits).toEqual([2_000]);
    });
  });

  it('holds a lane for as long as it is told', async () => {
    const { pacer, waits } = pacerAt(new FakeWorld());
    pacer.hold('all', 3_000);
    pacer.hold('all', 1_000);
    await pacer.turn('all');
    expect(waits).toEqual([3_000]);
  });

  it('keeps conversations apart', async () => {
    const { pacer, waits } = pacerAt(new FakeWorld());
    await pacer.turn('C1');
    await pacer.turn('C2');
    expect(waits).toEqual([]);
  });

  it('waits only for what is left of the second, and not at all after it', async () => {
    const world = new FakeWorld();
    const { pacer, waits } = pacerAt(world);
    await pacer.turn('C1');
    world.pass(400);
    await pacer.turn('C1');
    expect(waits).toEqual([600]);
    world.pass(10_000);
    await pacer.turn('C1');
    expect(waits).toEqual([600]);
  });

  it('does not wait when nothing is spaced', async () => {
    const { pacer, waits } = pacerAt(new FakeWorld(), 0);
    for (let turn = 0; turn < 5; turn += 1) await pacer.turn('C1');
    expect(waits).toEqual([]);
  });

  it('forgets conversations that are free, not those that have somebody waiting', async () => {
    const world = new FakeWorld();
    const { pacer, waits } = pacerAt(world);
    for (let turn = 0; turn < 10; turn += 1) await pacer.turn('busy');
    world.pass(5_000);
    for (let other = 0; other < 2_000; other += 1) await pacer.turn(`C${other}`);
    waits.length = 0;
    await pacer.turn('busy');
    expect(waits).toEqual([5_000]);
  });

  it('never lets two into one conversation within the spacing, whenever they come', async () => {
    const turns = fc.array(
      fc.record({ pause: fc.nat(2_000), conversation: fc.constantFrom('C1', 'C2') }),
      {
        maxLength: 30,
      },
    );
    await fc.assert(
      fc.asyncProperty(turns, async (asked) => {
        const world = new FakeWorld();
        const { pacer, waits } = pacerAt(world);
        const lastMs = new Map<string, number>();
        for (const { pause, conversation } of asked) {
          world.pass(pause);
          waits.length = 0;
          await pacer.turn(conversation);
          const atMs = world.now().getTime() + (waits[0] ?? 0);
          expect(
            atMs - (lastMs.get(conversation) ?? Number.NEGATIVE_INFINITY),
          ).toBeGreaterThanOrEqual(1_000);
          lastMs.set(conversation, atMs);
        }
      }),
    );
  });
});

describe('what is under way', () => {
  it('is waited for, whether it ends well or badly', async () => {
    const inFlight = new InFlight();
    const order: string[] = [];
    let endWell: () => void = () => undefined;
    let endBadly: (error: Error) => void = () => undefined;
    const good = inFlight.track(() => new Promise<void>((resolve) => (endWell = resolve)));
    const bad = inFlight.track(() => new Promise<void>((_resolve, reject) => (endBadly = reject)));
    const idle = Promise.all([inFlight.idle(), inFlight.idle()]).then(() => order.push('idle'));
    endWell();
    await good;
    order.push('one ended');
    endBadly(new Error('x'));
    await expect(bad).rejects.toThrow('x');
    await idle;
    expect(order).toEqual(['one ended', 'idle']);
  });

  it('is nothing at first, and hands on what was made', async () => {
    const inFlight = new InFlight();
    await inFlight.idle();
    expect(await inFlight.track(async () => 42)).toBe(42);
    await inFlight.idle();
  });
});
