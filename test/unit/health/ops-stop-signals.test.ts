import { describe, expect, it } from 'vitest';
import { stopSignals } from '../../../src/start/stopping.ts';

/** What was done at signals that arrive at these milliseconds. */
function doneAt(...arrivals: readonly number[]): readonly string[] {
  const done: string[] = [];
  let nowMs = 0;
  const onSignal = stopSignals({
    nowMs: () => nowMs,
    stop: () => done.push(`stop at ${nowMs}`),
    endAtOnce: () => done.push(`end at ${nowMs}`),
  });
  for (const arrival of arrivals) {
    nowMs = arrival;
    onSignal();
  }
  return done;
}

describe('signals to stop', () => {
  it('within a second are one, as npm forwards what the process group got already', () => {
    expect(doneAt(5_000, 5_000, 5_999)).toEqual(['stop at 5000']);
  });

  it('that come later end the process at once', () => {
    expect(doneAt(5_000, 6_000)).toEqual(['stop at 5000', 'end at 6000']);
  });
});
