import { describe, expect, it } from 'vitest';
import { permalinkTo, postedPlace } from '../../../src/slack/platform/slack-calls.ts';

const place = { channel: 'C0REVIEWS', ts: '1772452800.000100' };

describe('where Slack says that a message was posted', () => {
  it('is the place in the answer', () => {
    expect(postedPlace('C0REVIEWS', { ok: true, ...place })).toEqual({
      ok: true,
      value: { ...place, isInThread: undefined },
    });
  });

  it.each([
    [{ ts: place.ts }, false],
    [{ ts: place.ts, thread_ts: '1772452700.000001' }, true],
  ])('tells whether %j is in a thread', (message, isInThread) => {
    expect(postedPlace('C0REVIEWS', { ...place, message })).toMatchObject({
      ok: true,
      value: { isInThread },
    });
  });

  it('is the direct messages with a person whose id was the channel', () => {
    expect(postedPlace('U0BEN', { ...place, channel: 'D0BEN' })).toMatchObject({ ok: true });
  });

  it.each([
    ['no ts', 'C0REVIEWS', { channel: 'C0REVIEWS' }, 'answer_without_place'],
    ['an empty ts', 'C0REVIEWS', { ...place, ts: '' }, 'answer_without_place'],
    ['no channel', 'C0REVIEWS', { ts: place.ts }, 'answer_without_place'],
    ['nothing', 'C0REVIEWS', {}, 'answer_without_place'],
    ['another channel', 'C0REVIEWS', { ...place, channel: 'C0LOUNGE' }, 'answer_of_other_channel'],
    ['a channel for a person', 'U0BEN', place, 'answer_of_other_channel'],
    [
      'another message',
      'C0REVIEWS',
      { ...place, message: { ts: '1772452900.000200' } },
      'answer_of_other_message',
    ],
  ])('is refused when the answer has %s', (_what, asked, answer, code) => {
    expect(postedPlace(asked, answer)).toEqual({ ok: false, refusal: { kind: 'rejected', code } });
  });
});

it.each([
  ['https://acme.slack.com/archives/C0REVIEWS/p1772452800000100', true],
  [
    'https://acme.slack.com/archives/C0REVIEWS/p1772452800000100?thread_ts=1772452700.000001&cid=C0REVIEWS',
    true,
  ],
  ['https://acme.slack.com/archives/C0REVIEWS/p1772452900000200', false],
  ['https://acme.slack.com/archives/C0LOUNGE/p1772452800000100', false],
  ['https://acme.slack.com/archives/C0LOUNGE/p1?to=/C0REVIEWS/p1772452800000100', false],
  [undefined, false],
])('takes %s for the link to a message: %s', (link, isTaken) => {
  expect(permalinkTo(place, link)).toBe(isTaken ? link : null);
});
