import { describe, expect, it } from 'vitest';
import { PostingPace } from '../../../src/slack/platform/pacer.ts';
import { FakeWorld } from '../../support/fakes.ts';

function measuring(): {
  readonly world: FakeWorld;
  readonly pace: PostingPace;
  readonly posts: (count: number, everyMs: number) => void;
} {
  const world = new FakeWorld();
  const pace = new PostingPace(() => world.now());
  let number = 0;
  const posts = (count: number, everyMs: number): void => {
    for (let post = 0; post < count; post += 1) {
      number += 1;
      pace.accepted(`D${number}`);
      world.pass(everyMs);
    }
  };
  return { world, pace, posts };
}

describe('the pace of all posts', () => {
  it('has no limit until Slack refuses a post', () => {
    const { pace, posts } = measuring();
    posts(100, 10);
    expect(pace.perSecond).toBeNull();
  });

  it.each([1, 5, 20])('is a little below %i a second when that many were accepted', (limit) => {
    const { pace, posts } = measuring();
    posts(limit * 20, 1_000 / limit);
    expect(pace.refused('D0')).toBe(true);
    expect((pace.perSecond ?? 0) / limit).toBeCloseTo(0.95, 1);
  });

  it('counts from the first post after a pause', () => {
    const { world, pace, posts } = measuring();
    posts(1, 0);
    world.pass(5_000);
    posts(20, 50);
    pace.refused('D0');
    expect(pace.perSecond).toBeCloseTo(19, 0);
  });

  it('grows while nothing is refused, and is forgotten in the end', () => {
    const { world, pace, posts } = measuring();
    posts(100, 200);
    pace.refused('D0');
    const before = pace.perSecond ?? 0;
    world.pass(10_000);
    expect((pace.perSecond ?? 0) / before).toBeCloseTo(1.1, 1);
    world.pass(3_600_000);
    expect(pace.perSecond).toBeNull();
  });

  it('learns nothing from a refusal that may be about one channel', () => {
    const { world, pace, posts } = measuring();
    posts(10, 100);
    pace.accepted('C0REVIEWS');
    expect(pace.refused('C0REVIEWS')).toBe(false);
    expect(pace.perSecond).toBeNull();
    world.pass(6_000);
    expect(pace.refused('C0REVIEWS')).toBe(true);
  });

  it('never stops all posts', () => {
    const { pace } = measuring();
    pace.refused('D0');
    expect(pace.perSecond).toBe(0.2);
  });
});
