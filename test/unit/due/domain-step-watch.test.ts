/** Long because reminders, tiers, emergencies and the next look are told by one function. */
import { describe, expect, it } from 'vitest';
import {
  type StepFacts,
  type StepWatch,
  stepBeganMs,
  stepDue,
  wallClock,
  workingClock,
} from '../../../src/domain/due/step-watch.ts';
import type { EscalationTier } from '../../../src/domain/settings/reminders.ts';
import { snapshot } from '../../support/samples.ts';

const hour = 3_600;
const ms = (seconds: number) => seconds * 1_000;
const tierAfter = (hours: number): EscalationTier => ({
  afterSeconds: hours * hour,
  people: [],
  channel: null,
  group: null,
  owners: false,
  offersEmergency: false,
});
const tiers = [tierAfter(2), tierAfter(4), tierAfter(8)];

/** One reviewer who is reminded after an hour, and three tiers; the step began at 0. */
function facts(hours: number, change: Partial<StepFacts> = {}): StepFacts {
  return {
    task: snapshot({ stepOccurrence: 'gen/0/' }),
    emergency: false,
    beganMs: 0,
    nowMs: ms(hours * hour),
    readMs: ms(hours * hour),
    reviewers: new Map([['U0ANA', wallClock]]),
    pace: { afterSeconds: hour, everySeconds: hour, atMost: 3 },
    tiers,
    tierClock: wallClock,
    ...change,
  };
}

const begun = (change: Partial<StepFacts> = {}): StepWatch => stepDue(null, facts(0, change)).watch;
/** When the step is looked at again, in hours, if only reminders have that done. */
const dueHours = (watch: StepWatch, change: Partial<StepFacts> = {}) => {
  const { lookMs } = stepDue(watch, facts(0, { tiers: [], ...change }));
  return lookMs === null ? null : lookMs / ms(hour);
};

describe('reminders of a step', () => {
  it('are planned when it begins', () => {
    expect(stepDue(null, facts(0))).toStrictEqual({
      watch: {
        stepId: 'step-1',
        occurrence: 'gen/0/',
        emergency: false,
        beganMs: 0,
        tiersTold: 0,
        reviewers: { U0ANA: { sent: 0, sinceMs: 0 } },
      },
      remind: [],
      tiers: [],
      next: { tier: tiers[0], atMs: ms(2 * hour) },
      lookMs: ms(hour),
    });
  });

  it('come at the next full five minutes, together with others of the same morning', () => {
    const lookMs = (change: Partial<StepFacts>) => stepDue(null, facts(0, change)).lookMs;
    const pace = { afterSeconds: 2 * hour, everySeconds: hour, atMost: 3 };
    const early = { beganMs: ms(10), tiers: [], pace };
    expect(lookMs(early)).toBe(ms(2 * hour + 300));
    expect(lookMs({ ...early, pace: { ...pace, afterSeconds: 48 } })).toBe(ms(58));
    expect(lookMs({ ...early, emergency: true })).toBe(ms(2 * hour + 10));
  });

  it('count from the beginning of the step, whenever that is read', () => {
    expect(stepDue(null, facts(0.5)).lookMs).toBe(ms(hour));
  });

  it('know when a step began as far as the service tells it', () => {
    const created = new Date('2026-03-02T12:00:00Z');
    const read = new Date('2026-03-02T12:10:00Z');
    const began = (at: string) =>
      new Date(
        stepBeganMs(snapshot({ stepOccurrence: `gen/0/${at}` }), created, read),
      ).toISOString();
    const within = ['2026-03-02T12:00:00.000Z', '2026-03-02T12:05:00.000Z', read.toISOString()];
    expect(within.map(began)).toEqual(within);
    expect(began('2026-03-02T11:59:59.999Z')).toBe(read.toISOString());
    expect(began('2026-03-02T12:10:00.001Z')).toBe(read.toISOString());
    expect(began('')).toBe(read.toISOString());
  });

  it('are looked at first when the first tier is due, or never where nothing ever is', () => {
    const pace = { afterSeconds: hour, everySeconds: hour, atMost: 0 };
    expect(stepDue(null, facts(0, { pace })).lookMs).toBe(ms(2 * hour));
    expect(stepDue(null, facts(0, { pace, tiers: [] })).lookMs).toBeNull();
  });

  it('count working time where the clock does', () => {
    const days = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
    const hours = { days, fromMinutes: 9 * 60, toMinutes: 17 * 60, holidays: [] };
    const friday = Date.parse('2026-03-06T16:30:00Z');
    const nextDue = workingClock('UTC', hours)(friday, hour);
    expect(new Date(nextDue).toISOString()).toBe('2026-03-09T09:30:00.000Z');
  });

  it('come with gaps that double, as often as the pace says', () => {
    let watch = begun();
    const hours: number[] = [];
    for (let due = dueHours(watch); due !== null; due = dueHours(watch)) {
      const acts = stepDue(watch, facts(due, { tiers: [] }));
      expect(acts.remind).toEqual(['U0ANA']);
      hours.push(due);
      watch = acts.watch;
    }
    expect(hours).toEqual([1, 2, 4]);
    expect(watch.reviewers).toEqual({ U0ANA: { sent: 3, sinceMs: ms(4 * hour) } });
  });

  it('have gaps of a year at most', () => {
    const pace = { afterSeconds: hour, everySeconds: 300 * 86_400, atMost: 9 };
    const first = stepDue(begun({ pace }), facts(1, { pace }));
    expect(dueHours(first.watch, { pace })).toBe(1 + 300 * 24);
    const second = stepDue(first.watch, facts(7_201, { pace }));
    expect(dueHours(second.watch, { pace })).toBe(7_201 + 365 * 24);
  });

  it('are none where the pace has none', () => {
    const pace = { afterSeconds: hour, everySeconds: hour, atMost: 0 };
    const { watch, remind } = stepDue(begun({ pace }), facts(9, { pace }));
    expect([remind, dueHours(watch, { pace })]).toEqual([[], null]);
  });

  it('count from when somebody became a reviewer of a step that already waited', () => {
    const both = new Map([
      ['U0ANA', wallClock],
      ['U0CHO', wallClock],
    ]);
    const { watch, remind } = stepDue(begun(), facts(1, { reviewers: both }));
    expect(remind).toEqual(['U0ANA']);
    expect(watch.reviewers['U0CHO']).toEqual({ sent: 0, sinceMs: ms(hour) });
  });

  it('wait for somebody who is not at work', () => {
    const fromTomorrow = (fromMs: number, seconds: number) =>
      Math.max(fromMs + ms(seconds), ms(20 * hour));
    const reviewers = new Map([['U0ANA', fromTomorrow]]);
    const { watch, remind } = stepDue(begun(), facts(1, { reviewers }));
    expect([remind, dueHours(watch, { reviewers })]).toEqual([[], 20]);
  });

  it('begin anew in each step, and for whoever becomes a reviewer again', () => {
    const reminded = stepDue(begun(), facts(1)).watch;
    const task = snapshot({ currentStepId: 'step-2' });
    const next = stepDue(reminded, facts(3, { task, beganMs: ms(3 * hour) })).watch;
    const gone = stepDue(reminded, facts(2, { reviewers: new Map() })).watch;
    expect(gone.reviewers).toEqual({});
    for (const { reviewers } of [next, stepDue(gone, facts(3)).watch])
      expect(reviewers).toEqual({ U0ANA: { sent: 0, sinceMs: ms(3 * hour) } });
  });
});

describe('the tiers of a step', () => {
  it('are told once each, in their order', () => {
    const first = stepDue(begun(), facts(2));
    expect([first.tiers, first.next]).toEqual([[tiers[0]], { tier: tiers[1], atMs: ms(4 * hour) }]);
    expect(first.watch.tiersTold).toBe(1);
    const rest = stepDue(first.watch, facts(9));
    expect([rest.tiers, rest.next]).toEqual([tiers.slice(1), null]);
    expect(rest.watch.tiersTold).toBe(3);
  });

  it('begin anew with the next step and with the next round of the same one', () => {
    const told = stepDue(begun(), facts(2)).watch;
    const next = snapshot({ currentStepId: 'step-2', stepOccurrence: 'gen/1/' });
    const round = snapshot({ stepOccurrence: 'gen/2/' });
    for (const task of [next, round]) {
      const { watch, tiers: due } = stepDue(told, facts(3, { task, beganMs: ms(3 * hour) }));
      expect([due, watch.tiersTold, watch.beganMs]).toEqual([[], 0, ms(3 * hour)]);
    }
  });

  it('belong to no step where the service tells none', () => {
    const task = snapshot({ currentStepId: null });
    const { watch } = stepDue(null, facts(0, { task }));
    expect([watch.stepId, watch.occurrence]).toEqual(['', '']);
    expect(stepDue(watch, facts(2, { task, beganMs: ms(2 * hour) })).tiers).toEqual([tiers[0]]);
  });
});

describe('a step that becomes an emergency', () => {
  const pace = { afterSeconds: 600, everySeconds: 600, atMost: 5 };
  const emergency = { emergency: true, pace };

  it('begins to wait when that was read', () => {
    const calls = { made: [], next: null, offersEmergency: true };
    const before = { ...stepDue(begun(), facts(3)).watch, calls };
    const { tiers: due, remind, watch, lookMs } = stepDue(before, facts(3, emergency));
    expect([due, remind, watch]).toEqual([
      [],
      [],
      {
        stepId: 'step-1',
        occurrence: 'gen/0/',
        emergency: true,
        beganMs: ms(3 * hour),
        tiersTold: 0,
        reviewers: { U0ANA: { sent: 0, sinceMs: ms(3 * hour) } },
      },
    ]);
    expect(lookMs).toBe(ms(3 * hour + 600));
  });

  it('goes on from there', () => {
    const { watch } = stepDue(begun(emergency), facts(2, emergency));
    const later = stepDue(watch, facts(4, emergency));
    expect([later.tiers, later.remind, later.watch.tiersTold]).toEqual([[tiers[1]], ['U0ANA'], 2]);
    expect(later.watch.beganMs).toBe(0);
  });
});
