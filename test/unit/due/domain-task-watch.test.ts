import { describe, expect, it } from 'vitest';
import {
  isBeingCarriedOut,
  isStillAwaited,
  nextReadingMs,
  type WatchReason,
} from '../../../src/domain/due/step-watch.ts';
import { closedSnapshot, snapshot } from '../../support/samples.ts';

/** Milliseconds after its beginning at which a watched task is read. */
function readings(reason: WatchReason): readonly number[] {
  const all: number[] = [];
  for (let at = nextReadingMs(reason, 0); at !== null; at = nextReadingMs(reason, at)) all.push(at);
  return all;
}

/** How long after a moment the next reading comes, at worst, for moments up to this one. */
function latestMs(reason: WatchReason, untilMs: number): number {
  const all = [0, ...readings(reason)];
  const waits = all.slice(1).map((at, index) => at - (all[index] ?? 0));
  return Math.max(...waits.filter((_, index) => (all[index] ?? 0) < untilMs));
}

describe('a task that the service carries out', () => {
  it('is read at most 1.5 seconds after the service is done, where that takes up to twelve', () => {
    expect(latestMs('carried-out', 12_000)).toBe(1_500);
  });

  it('is read sixteen times in a minute, and then with all others', () => {
    expect(readings('carried-out')).toHaveLength(16);
    expect(readings('carried-out').at(-1)).toBe(54_000);
  });

  it('is read at the next turn when a turn was missed', () => {
    expect(nextReadingMs('carried-out', 6_100)).toBe(7_500);
  });
});

describe('a task whose page in the console somebody opened', () => {
  it('is read at most 1.5 seconds later for half a minute', () => {
    expect(latestMs('opened-in-console', 30_000)).toBe(1_500);
  });

  it('is read at most a twentieth of the wait later after that, for five minutes', () => {
    expect(latestMs('opened-in-console', 300_000)).toBeLessThan(15_000);
    expect(readings('opened-in-console').length).toBeLessThan(70);
    expect(nextReadingMs('opened-in-console', 300_000)).toBeNull();
  });
});

const untilNoon = { kind: 'wait', until: null, what: 'noon' } as const;
const byHand = { kind: 'set-up-by-hand', people: [] } as const;

describe('whether the service is at work on a task', () => {
  const waiting = { currentStepId: 'step-2', stepApprovers: [] };
  it.each([
    ['says so', snapshot({ ...waiting, otherStep: { kind: 'processing' } }), true],
    ['sets it up', snapshot({ ...waiting, otherStep: { kind: 'set-up' } }), true],
    ['says nothing of a step', snapshot({ currentStepId: null, stepApprovers: [] }), true],
    ['waits for a reviewer', snapshot(), false],
    ['waits for a form', snapshot({ ...waiting, otherStep: formStep() }), false],
    ['leaves it to somebody else', snapshot({ ...waiting, otherStep: elsewhere() }), false],
    ['waits for a time', snapshot({ ...waiting, otherStep: untilNoon }), false],
    ['leaves it to people', snapshot({ ...waiting, otherStep: byHand }), false],
    ['is done', closedSnapshot(), false],
  ])('which %s', (_, task, expected) => {
    expect(isBeingCarriedOut(task)).toBe(expected);
  });

  function formStep() {
    return { kind: 'form', people: [], questions: [], inConsole: false } as const;
  }
  function elsewhere() {
    return { kind: 'decided-elsewhere' } as const;
  }

  it('may lag: a reading that still shows the decided step is not what was awaited', () => {
    expect(isStillAwaited({ stepId: 'step-1' }, snapshot())).toBe(true);
    expect(isStillAwaited({ stepId: 'step-0' }, snapshot())).toBe(false);
    expect(isStillAwaited({ stepId: '' }, closedSnapshot())).toBe(false);
    const noStep = snapshot({ currentStepId: null, stepApprovers: [], otherStep: formStep() });
    expect(isStillAwaited({ stepId: '' }, noStep)).toBe(true);
  });
});
