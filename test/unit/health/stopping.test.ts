import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Stopping } from '../../../src/start/stopping.ts';
import { FakeWorld } from '../../support/fakes.ts';

/** A stop within 20 s by a clock that the test moves. */
function stopOf(...parts: readonly (readonly [name: string, close: () => unknown])[]) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { log, lines } = new FakeWorld();
  const stopping = new Stopping(20_000, log);
  for (const [name, close] of parts) stopping.add(close, name);
  return { stopping, lines };
}

const never = () => new Promise<never>(() => undefined);

describe('a stop', () => {
  it('closes what was opened last first, one after the other', async () => {
    const closed: string[] = [];
    const { stopping, lines } = stopOf(
      ['database', () => closed.push('database')],
      ['listener', async () => closed.push('listener')],
    );
    await stopping.run();
    expect(closed).toEqual(['listener', 'database']);
    expect(stopping.callsEnd.aborted).toBe(false);
    expect(lines).toEqual([]);
  });

  it('cuts off calls under way after 12 s, so that what waits for them can go on', async () => {
    const closed: string[] = [];
    const call = Promise.withResolvers<void>();
    const { stopping } = stopOf(
      ['database', () => closed.push('database')],
      ['jobs', () => call.promise],
    );
    stopping.callsEnd.addEventListener('abort', () => call.resolve());
    const running = stopping.run();
    await vi.advanceTimersByTimeAsync(11_999);
    expect(closed).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await running;
    expect(closed).toEqual(['database']);
  });

  it('is over after 20 s whatever hangs, closes the rest all the same, and says what hung', async () => {
    const closed: string[] = [];
    const { stopping, lines } = stopOf(
      ['database', () => closed.push('database')],
      ['seals', never],
      ['jobs', never],
    );
    let isOver = false;
    const running = stopping.run().then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(19_999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(201);
    await running;
    expect(closed).toEqual(['database']);
    expect(lines).toMatchObject([{ level: 'warn', fields: { parts: ['jobs', 'seals'] } }]);
  });

  it('closes the other parts where one fails, and fails then', async () => {
    const closed: string[] = [];
    const { stopping } = stopOf(
      ['database', () => closed.push('database')],
      ['jobs', () => Promise.reject(new Error('no database'))],
    );
    await expect(stopping.run()).rejects.toThrow('no database');
    expect(closed).toEqual(['database']);
  });

  it('says that it has begun, and how long jobs may go on', () => {
    const { stopping } = stopOf();
    expect([stopping.isBegun, stopping.jobsMs]).toEqual([false, 16_000]);
    void stopping.run();
    expect(stopping.isBegun).toBe(true);
  });
});
