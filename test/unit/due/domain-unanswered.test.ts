import { describe, expect, it } from 'vitest';
import {
  beginUnanswered,
  called,
  dueOnUnanswered,
  messageNumber,
} from '../../../src/domain/due/unanswered.ts';

const minuteMs = 60_000;
const reminded = (minutes: number) =>
  ({ kind: 'reminded', atMs: minutes * minuteMs, ...called(['U0ANA']) }) as const;

describe('messages to the requester of an unanswered emergency', () => {
  it('comes every 5 minutes, after half an hour every 10, after an hour every hour, for a day', () => {
    let watch = beginUnanswered(0);
    const minutes: number[] = [];
    while (watch.dueMs !== null) {
      minutes.push(watch.dueMs / minuteMs);
      const acts = dueOnUnanswered(watch, { nowMs: watch.dueMs, calls: [] });
      expect(acts.isDue).toBe(true);
      watch = acts.watch;
    }
    const hours = Array.from({ length: 24 }, (_, index) => 60 * (index + 1));
    expect(minutes).toEqual([5, 10, 15, 20, 25, 30, 40, 50, ...hours]);
  });

  it('is due once for all that fell due while nothing ran', () => {
    const { watch, isDue } = dueOnUnanswered(beginUnanswered(0), {
      nowMs: 90 * minuteMs,
      calls: [],
    });
    expect([isDue, watch.dueMs]).toEqual([true, 120 * minuteMs]);
    const late = dueOnUnanswered(beginUnanswered(0), { nowMs: 3_000 * minuteMs, calls: [] });
    expect([late.isDue, late.watch.dueMs]).toEqual([true, null]);
  });

  it('begins with the first call, and is brought up to date with each', () => {
    const early = dueOnUnanswered(beginUnanswered(0), {
      nowMs: 2 * minuteMs,
      calls: [reminded(2)],
    });
    expect(early.isDue).toBe(true);
    const first = dueOnUnanswered(early.watch, { nowMs: 5 * minuteMs, calls: [] });
    const news = dueOnUnanswered(first.watch, { nowMs: 7 * minuteMs, calls: [reminded(7)] });
    expect([news.isDue, news.watch.dueMs]).toEqual([true, 10 * minuteMs]);
    expect(news.watch.calls).toEqual([reminded(2), reminded(7)]);
    expect(dueOnUnanswered(news.watch, { nowMs: 8 * minuteMs, calls: [] }).isDue).toBe(false);
  });

  it('keeps the last calls, and names the first people of each', () => {
    const calls = Array.from({ length: 20 }, (_, index) => reminded(index));
    const { watch } = dueOnUnanswered(beginUnanswered(0), { nowMs: 0, calls });
    expect(watch.calls).toEqual(calls.slice(-8));
    const many = Array.from({ length: 30 }, (_, index) => `U0N${index}`);
    expect(called(many)).toEqual({ people: many.slice(0, 5), count: 30, channels: [] });
  });

  it('counts from when the emergency began to wait', () => {
    const began = 1_000 * minuteMs;
    expect(beginUnanswered(began).dueMs).toBe(1_005 * minuteMs);
  });

  it('is neither due nor sent before its first time or after its last', () => {
    const early = dueOnUnanswered(beginUnanswered(0), { nowMs: minuteMs, calls: [] });
    expect([early.isDue, early.watch.isDelivered]).toEqual([false, false]);
    const over = { ...beginUnanswered(0), dueMs: null };
    expect(dueOnUnanswered(over, { nowMs: minuteMs, calls: [] }).isDue).toBe(false);
  });

  it('stays delivered, and is delivered by what is due', () => {
    const first = dueOnUnanswered(beginUnanswered(0), { nowMs: 5 * minuteMs, calls: [] }).watch;
    expect(first.isDelivered).toBe(true);
    const quiet = dueOnUnanswered(first, { nowMs: 6 * minuteMs, calls: [] }).watch;
    expect(quiet.isDelivered).toBe(true);
  });

  it('is a new message after an hour and after twelve', () => {
    const number = (minutes: number) =>
      messageNumber(9_000 * minuteMs, (9_000 + minutes) * minuteMs);
    expect([0, 59, 60, 719, 720, 1_440].map(number)).toEqual([0, 0, 1, 1, 2, 2]);
  });
});
