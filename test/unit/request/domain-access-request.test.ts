import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commonBounds,
  offeredDurations,
  submissionMistakes,
} from '../../../src/domain/request/access-request.ts';

const day = { longestSeconds: 86_400, mayBePermanent: false, emergencyGrantEnabled: false };
const permanent = { longestSeconds: null, mayBePermanent: true, emergencyGrantEnabled: false };
const asked = (change: { justification?: string; durationSeconds?: number | null } = {}) => ({
  justification: 'INC-42',
  durationSeconds: 3_600,
  emergency: false,
  ...change,
});

describe('mistakes in a submission', () => {
  it('are none if everything is filled in', () => {
    expect(submissionMistakes(asked(), day)).toEqual([]);
  });

  it.each(['', ' ', '\n\t  ', '\u3164', '\uFFA0\u2800', '\u115F\u{1D159}'])(
    'a justification of %j is empty',
    (justification) => {
      expect(submissionMistakes(asked({ justification }), day)).toEqual([
        { field: 'justification', code: 'reason-needed' },
      ]);
    },
  );

  it('a duration may be as long as the longest, and no longer', () => {
    expect(submissionMistakes(asked({ durationSeconds: 86_400 }), day)).toEqual([]);
    expect(submissionMistakes(asked({ durationSeconds: 86_401 }), day)).toEqual([
      { field: 'duration', code: 'too-long', longestSeconds: 86_400 },
    ]);
  });

  it('any duration is allowed if the service sets no longest', () => {
    expect(submissionMistakes(asked({ durationSeconds: 1e9 }), permanent)).toEqual([]);
  });

  it('until revoked is allowed only for entitlements that may be permanent', () => {
    expect(submissionMistakes(asked({ durationSeconds: null }), permanent)).toEqual([]);
    expect(submissionMistakes(asked({ durationSeconds: null }), day)).toEqual([
      { field: 'duration', code: 'must-end' },
    ]);
  });

  it('an emergency is allowed only for entitlements with emergency access', () => {
    expect(submissionMistakes({ ...asked(), emergency: true }, day)).toEqual([
      { field: 'emergency', code: 'not-urgent', names: [] },
    ]);
    const several = [
      { ...day, name: 'Deploy', emergencyGrantEnabled: true },
      { ...day, name: 'Read', emergencyGrantEnabled: false },
    ];
    expect(submissionMistakes({ ...asked(), emergency: true }, day, several)).toEqual([
      { field: 'emergency', code: 'not-urgent', names: ['Read'] },
    ]);
    expect(
      submissionMistakes({ ...asked(), emergency: true }, { ...day, emergencyGrantEnabled: true }),
    ).toEqual([]);
  });

  it('an emergency has an end, even for an entitlement that may be permanent', () => {
    const emergency = { ...asked({ durationSeconds: null }), emergency: true };
    expect(submissionMistakes(emergency, { ...permanent, emergencyGrantEnabled: true })).toEqual([
      { field: 'duration', code: 'must-end' },
    ]);
  });

  it('several entitlements together allow what each of them allows', () => {
    const week = { longestSeconds: 604_800, mayBePermanent: true, emergencyGrantEnabled: true };
    expect(commonBounds([week, permanent, day])).toEqual(day);
    expect(commonBounds([week, { ...permanent, emergencyGrantEnabled: true }])).toEqual(week);
    expect(commonBounds([permanent])).toEqual(permanent);
    expect(commonBounds([]).emergencyGrantEnabled).toBe(false);
  });

  it('of several name those that set the limit, and of one alone nothing', () => {
    const week = { ...permanent, longestSeconds: 604_800, mayBePermanent: true, name: 'Read' };
    const write = { ...day, name: 'Write' };
    const long = asked({ durationSeconds: 604_800 });
    expect(submissionMistakes(long, day, [week, write])).toEqual([
      { field: 'duration', code: 'too-long', longestSeconds: 86_400, names: ['Write'] },
    ]);
    const endless = asked({ durationSeconds: null });
    expect(submissionMistakes(endless, day, [week, write])).toEqual([
      { field: 'duration', code: 'must-end', names: ['Write'] },
    ]);
    expect(submissionMistakes(endless, day, [write])).toEqual([
      { field: 'duration', code: 'must-end' },
    ]);
    const emergency = { ...endless, emergency: true };
    const both = { ...day, emergencyGrantEnabled: true };
    expect(submissionMistakes(emergency, both, [week, write])).toEqual([
      { field: 'duration', code: 'must-end' },
    ]);
  });

  it('are all named at once', () => {
    const mistakes = submissionMistakes(
      asked({ justification: ' '.repeat(4_000), durationSeconds: 1e9 }),
      day,
    );
    expect(mistakes.map((one) => `${one.field} ${one.code}`)).toEqual([
      'justification reason-needed',
      'duration too-long',
    ]);
  });
});

describe('the durations to offer', () => {
  it('are the configured ones that fit, and the longest', () => {
    expect(offeredDurations([3_600, 14_400, 604_800], day)).toEqual([3_600, 14_400, 86_400]);
  });

  it('contain the longest once if it is configured', () => {
    expect(offeredDurations([3_600, 86_400], day)).toEqual([3_600, 86_400]);
  });

  it('are all configured ones if the service sets no longest, then until revoked', () => {
    expect(offeredDurations([3_600, 604_800], permanent)).toEqual([3_600, 604_800, null]);
  });

  it('leave the configured list unchanged', () => {
    const configured = Object.freeze([604_800, 3_600]);
    expect(offeredDurations(configured, day)).toEqual([3_600, 86_400]);
  });

  it('are ascending, without repeats, never longer than the longest, and can all be submitted', () => {
    const seconds = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(
        fc.array(seconds),
        fc.option(seconds),
        fc.boolean(),
        (configured, longestSeconds, mayBePermanent) => {
          const limits = { longestSeconds, mayBePermanent, emergencyGrantEnabled: false };
          const offered = offeredDurations(configured, limits);
          const timed = offered.filter((one) => one !== null);
          expect(timed).toEqual([...new Set(timed)].sort((a, b) => a - b));
          expect(Math.max(0, ...timed)).toBe(longestSeconds ?? Math.max(0, ...configured));
          expect(offered.indexOf(null)).toBe(mayBePermanent ? offered.length - 1 : -1);
          for (const durationSeconds of offered)
            expect(submissionMistakes(asked({ durationSeconds }), limits)).toEqual([]);
        },
      ),
    );
  });
});
