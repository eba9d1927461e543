import { describe, expect, it } from 'vitest';
import {
  beginWatch,
  isLookedAtAnew,
  isWatched,
  nextWatch,
  type Watch,
  watchOn,
  watchShorter,
} from '../../../src/domain/access/watched-access.ts';
import { noon } from '../../support/samples.ts';

const seconds = (count: number) => new Date(noon.getTime() + count * 1_000);
const running = { endsAt: null, revocationPending: null, revokedAt: null } as const;

describe('a watch', () => {
  it('asks with growing gaps for an hour', () => {
    const asked: number[] = [];
    for (
      let watch: Watch = beginWatch(running, noon);
      watch.checkAt !== null;
      watch = nextWatch({ ...running, ...watch }, watch.checkAt)
    )
      asked.push((watch.checkAt.getTime() - noon.getTime()) / 1_000);
    expect(asked).toEqual([30, 90, 210, 450, 930, 1_890, 3_810]);
  });

  it('is over where the end of the grant comes before the next question', () => {
    expect(beginWatch({ endsAt: seconds(30) }, noon)).toEqual({ checkAt: null, checks: 0 });
    expect(beginWatch({ endsAt: seconds(31) }, noon)).toEqual({ checkAt: seconds(30), checks: 2 });
  });
});

describe('a grant for a shorter time', () => {
  const shorter = { endsAt: seconds(86_400), startedAt: noon };

  it('is asked about after five minutes, when it is over, and then with growing gaps', () => {
    const asked: (number | null)[] = [];
    let watch = watchShorter(seconds(3_600), noon);
    for (let turn = 0; turn < 3; turn += 1) {
      const at = watch.checkAt ?? noon;
      asked.push((at.getTime() - noon.getTime()) / 1_000);
      watch = watchOn({ ...shorter, checks: watch.checks }, 3_600, at);
    }
    expect(asked).toEqual([300, 3_600, 3_630]);
    expect(watchShorter(seconds(60), noon).checkAt).toEqual(seconds(60));
  });

  it('has growing gaps where nobody knows for how long it was granted', () => {
    const grant = { endsAt: null, startedAt: seconds(60), checks: 1 };
    expect(watchOn(grant, null, noon)).toEqual(nextWatch(grant, noon));
  });

  it('keeps the growing gaps with which something else has it watched', () => {
    const begun = beginWatch(shorter, noon);
    const next = nextWatch({ ...shorter, ...begun }, seconds(30));
    expect(watchOn({ ...shorter, ...begun }, 3_600, seconds(30))).toEqual(next);
  });
});

describe('a grant', () => {
  const watched = { ...running, checkAt: seconds(30), checks: 2 };

  it.each([
    ['is watched between two questions', watched, true],
    ['is watched before its end', { ...watched, endsAt: seconds(31) }, true],
    ['is not watched from its end on', { ...watched, endsAt: seconds(30) }, false],
    ['is not watched before the first question', { ...watched, checks: 0 }, false],
    ['is not watched without a next question', { ...watched, checkAt: null }, false],
    [
      'is not watched while an order is open',
      { ...watched, revocationPending: 'given-back' },
      false,
    ],
    ['is not watched after it was taken away', { ...watched, revokedAt: noon }, false],
  ] as const)('%s', (_what, grant, is) => {
    expect(isWatched(grant)).toBe(is);
  });

  it.each([
    ['between growing gaps', watched, true],
    ['not before the end of a shorter grant', { ...watched, checks: 1 }, false],
    ['where it is not watched', { ...watched, checkAt: null, checks: 0 }, true],
    ['not while its end is looked at', { ...watched, checkAt: null, checks: 3 }, false],
  ])('is looked at anew %s', (_when, grant, is) => {
    expect(isLookedAtAnew(grant)).toBe(is);
  });
});
