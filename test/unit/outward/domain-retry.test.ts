import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRetry as decide, type JobKind } from '../../../src/domain/outward/job.ts';
import {
  DatabaseFailure,
  type FailureKind,
  NotTaken,
  OutwardFailure,
} from '../../../src/domain/outward/outward-failure.ts';

const failure = (kind: FailureKind, retryAfterMs: number | null = null) =>
  new OutwardFailure({
    system: 'governance',
    kind,
    message: 'down',
    certainlyNotDone: false,
    retryAfterMs,
  });

const decideRetry = (
  error: unknown,
  attempt: number,
  jitter: number,
  kind: JobKind = 'create-task',
) => decide(error, { kind, attempt, jitter });

const anyFailure = fc
  .tuple(
    fc.constantFrom<FailureKind>(
      'network',
      'timeout',
      'rate-limited',
      'http',
      'decode',
      'unauthorized',
    ),
    fc.option(fc.nat(10_000_000)),
  )
  .map(([kind, retryAfterMs]) => failure(kind, retryAfterMs));
const anyJitter = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the retry rule', () => {
  it('tries for a week, in gaps up to a quarter of an hour, what Slack refuses with a code that nobody listed', () => {
    const refusal = new NotTaken('chat.postMessage', 'org_login_required', 'C0REVIEWS');
    const day = 86_400_000;
    const waitAfter = (attempt: number, slackFailedForMs: number) =>
      decide(refusal, { kind: 'sync-card', attempt, jitter: 1, slackFailedForMs });
    expect([waitAfter(1, 0), waitAfter(4, 7_000), waitAfter(500, 6 * day)]).toEqual([
      1_000, 8_000, 900_000,
    ]);
    expect(waitAfter(2, 7 * day)).toBe('give-up');
  });

  it('waits about a second first and doubles', () => {
    const waits = [1, 2, 3, 4, 5, 6].map((attempt) => decideRetry(failure('decode'), attempt, 1));
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000]);
  });

  it('never waits more than a minute of its own, after any number of failures', () => {
    for (const attempt of [7, 8, 50, 10_000, Number.MAX_SAFE_INTEGER]) {
      expect(decideRetry(failure('rate-limited'), attempt, 1)).toBe(60_000);
    }
  });

  it.each([
    ['the database', new DatabaseFailure('stuck'), 15_000],
    ['a service that is away', failure('network'), 15_000],
    ['a service that says for how long', failure('http', 40_000), 40_000],
  ])('never gives up what waits for %s, and tries again soon', (_who, error, longestMs) => {
    expect(decideRetry(error, 500, 1)).toBe(longestMs);
  });

  it('spreads the waits downwards by up to a quarter', () => {
    expect(decideRetry(failure('network'), 3, 0)).toBe(3_000);
    expect(decideRetry(failure('network'), 3, 0.5)).toBe(3_500);
  });

  it('waits as long as Retry-After asks, if that is longer', () => {
    expect(decideRetry(failure('rate-limited', 30_000), 1, 1)).toBe(30_000);
    expect(decideRetry(failure('rate-limited', 300_000), 1, 1)).toBe(300_000);
    expect(decideRetry(failure('rate-limited', 10), 2, 1)).toBe(2_000);
  });

  const yearMs = 31_536_000_000;

  it.each<[JobKind, number]>([
    ['create-task', 300_000],
    ['refresh-tasks', 300_000],
    ['carry-out-action', 30_000],
    ['carry-out-action', 30_000],
  ])('does not let the service park %s for a year', (kind, longestMs) => {
    expect(decideRetry(failure('rate-limited', yearMs), 1, 1, kind)).toBe(longestMs);
  });

  it('gives up on a bug after five attempts, and not before', () => {
    const bug = new TypeError('x is not a function');
    expect([1, 2, 3, 4].map((attempt) => typeof decideRetry(bug, attempt, 1))).toEqual(
      Array(4).fill('number'),
    );
    expect([5, 6, 100].map((attempt) => decideRetry(bug, attempt, 1))).toEqual(
      Array(3).fill('give-up'),
    );
    expect(decideRetry('not even an error', 5, 1)).toBe('give-up');
  });

  it('stays within its bounds and obeys Retry-After after any failure', () => {
    fc.assert(
      fc.property(
        anyFailure,
        fc.integer({ min: 1, max: 100_000 }),
        anyJitter,
        (error, attempt, jitter) => {
          const wait = decideRetry(error, attempt, jitter);
          const askedMs = Math.min(error.retryAfterMs ?? 0, 300_000);
          expect(wait).toBeTypeOf('number');
          expect(wait).toBeGreaterThanOrEqual(Math.max(750, askedMs));
          expect(wait).toBeLessThanOrEqual(Math.max(60_000, askedMs));
        },
      ),
    );
  });
});
