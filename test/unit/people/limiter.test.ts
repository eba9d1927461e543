import { describe, expect, it } from 'vitest';
import { countsAsRefusal } from '../../../src/domain/people/limit.ts';
import { tooQuickWords } from '../../../src/slack/action/refusal-words.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { createPersonLimits, Limiter, onceAMinute } from '../../../src/use-cases/people/limiter.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { defaultLimits } from '../../support/test-settings.ts';

const limits = {
  clicks: { most: 3, windowSeconds: 60 },
  emergencies: { most: 1, windowSeconds: 3_600 },
  agents: { most: Number.POSITIVE_INFINITY, windowSeconds: 1 },
};

/** Counts each of these, `[at second, times]`, in turn; what came of each. */
function counting(...given: readonly (readonly [number, number])[]) {
  const startMs = new FakeWorld().now().getTime();
  let second = 0;
  const limiter = new Limiter(limits, () => new Date(startMs + second * 1_000));
  return given.map(([at, times]) => {
    second = at;
    const over = limiter.take(['clicks'], 'U0BEN', times);
    return over === null ? null : { waitSeconds: over.waitSeconds, isFirst: over.isFirst };
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
  expect(new Limiter(limits, () => new Date(0)).take(['agents'], 'U0BEN', 1e9)).toBeNull();
});

it('what one limit stops uses up none of another', () => {
  const limiter = new Limiter(limits, () => new Date(0));
  const escalate = () => limiter.take(['clicks', 'emergencies'], 'U0BEN');
  expect(escalate()).toBeNull();
  for (let more = 0; more < 9; more += 1) expect(escalate()).not.toBeNull();
  expect(limiter.take(['clicks'], 'U0BEN', 2)).toBeNull();
});

it('who could not be told is the first still', () => {
  const limiter = new Limiter(limits, () => new Date(0));
  limiter.take(['clicks'], 'U0BEN', 3);
  const isFirst = (isAnswered: boolean) =>
    limiter.take(['clicks'], 'U0BEN', 1, isAnswered)?.isFirst;
  expect([isFirst(false), isFirst(true), isFirst(true)]).toEqual([false, true, false]);
});

it('the log names who reached a limit once a window', () => {
  const world = new FakeWorld();
  const emergencies = { most: 1, windowSeconds: 60 };
  const people = createPersonLimits({ ...defaultLimits, emergencies }, world);
  for (let time = 0; time < 4; time += 1) people.take(['emergencies'], 'U0BEN');
  expect(world.lines.map(({ what, fields }) => [what, fields])).toEqual([
    ['limit reached', { who: 'U0BEN', kinds: ['emergencies'], waitSeconds: 60 }],
  ]);
});

it('a line that strangers can cause is written once a minute', () => {
  const world = new FakeWorld();
  const isToSay = onceAMinute(world);
  expect(['unsigned', 'unsigned', 'signature'].map(isToSay)).toEqual([true, false, true]);
  world.pass(60_000);
  expect(isToSay('unsigned')).toBe(true);
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

it('a refusal counts unless the bot or the service failed', () => {
  const counted = ['not-reviewer', 'own-request', 'guest', 'closed', 'changed'];
  const faultless = ['expired', 'failed', 'forbidden'];
  const isCounted = (code: string) => countsAsRefusal({ code });
  expect([...counted, ...faultless].filter(isCounted)).toEqual(counted);
});
