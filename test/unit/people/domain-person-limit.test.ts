import { describe, expect, it } from 'vitest';
import { isRefusedDecision } from '../../../src/domain/people/person-limit.ts';
import { tooQuickWords } from '../../../src/slack/action/refusal-words.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { createPersonLimits } from '../../../src/use-cases/people/person-limits.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { defaultLimits } from '../../support/test-settings.ts';

const limit = { most: 3, windowSeconds: 60 };

/** Counts each of these, `[at second, times]`, in turn; what came of each. */
function counting(...given: readonly (readonly [number, number])[]) {
  const startMs = new FakeWorld().now().getTime();
  let second = 0;
  const now = () => new Date(startMs + second * 1_000);
  const limits = createPersonLimits({ ...defaultLimits, clicks: limit }, { now });
  return given.map(([at, times]) => {
    second = at;
    return limits.take('clicks', 'U0BEN', times);
  });
}

describe('a limit of 3 in a minute', () => {
  it('lets three through and then says how long to wait, the first time as the first', () => {
    expect(counting([0, 1], [10, 1], [20, 1], [25.5, 1], [59.9, 1])).toEqual([
      null,
      null,
      null,
      { waitSeconds: 35, isFirst: true },
      { waitSeconds: 1, isFirst: false },
    ]);
  });

  it('restarts a minute after the first', () => {
    const [, , over, again] = counting([0, 3], [1, 0], [59, 1], [60, 3]);
    expect([over, again]).toEqual([{ waitSeconds: 1, isFirst: false }, null]);
  });

  it('counts several at once or none, and lets a batch above the limit use a whole window', () => {
    expect(counting([0, 2], [1, 2], [2, 1]).map((over) => over === null)).toEqual([
      true,
      false,
      true,
    ]);
    expect(counting([0, 7], [1, 1]).map((over) => over === null)).toEqual([true, false]);
  });

  it('only checks the limit when nothing is counted', () => {
    expect(counting([0, 0], [0, 0], [0, 0], [0, 0], [0, 3]).every((over) => over === null)).toBe(
      true,
    );
  });
});

it('a limit that is off is never reached', () => {
  const clicks = { most: Number.POSITIVE_INFINITY, windowSeconds: 1 };
  expect(
    createPersonLimits({ ...defaultLimits, clicks }, new FakeWorld()).take('clicks', 'U0BEN', 1e9),
  ).toBeNull();
});

it.each([
  [1, '1 second'],
  [40, '40 seconds'],
  [121, '3 minutes'],
  [3_540, '59 minutes'],
  [7_201, '3 hours'],
])('shows a wait of %i seconds as %s', (seconds, told) => {
  expect(tooQuickWords(textsFor('en'), seconds)).toBe(
    `That is too soon. Try again later, in ${told}. Until then I may not answer.`,
  );
});

it('a refused decision counts unless the bot or the service failed, or the person took it back', () => {
  const of = (code: string) => isRefusedDecision('review.refused', { refusal: { code } });
  expect(['not-reviewer', 'own-request', 'guest', 'closed'].map(of)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['withdrawn', 'expired', 'failed', 'forbidden'].map(of)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(isRefusedDecision('request.refused', { refusal: { code: 'guest' } })).toBe(false);
});
