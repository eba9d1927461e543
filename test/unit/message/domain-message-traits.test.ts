import { describe, expect, it } from 'vitest';
import { type NoticeBody, saidIn, traitsOf } from '../../../src/domain/message/notice.ts';
import { englishIn } from '../../support/message-sentences.ts';
import { noticeContext, snapshot } from '../../support/samples.ts';

const closed = { kind: 'action-refused', refusal: { code: 'closed' } } as const;

it.each<[NoticeBody, object | null]>([
  [
    { ...closed, typed: 'Fine.' },
    { kind: 'own-words', text: 'Fine.' },
  ],
  [closed, null],
])('%j quotes what somebody typed', (body, quotation) => {
  expect(traitsOf(body).quotes).toEqual(quotation);
});

describe('a message in its own words says', () => {
  const state = { ...noticeContext(), reader: 'requester' } as const;
  it.each<[NoticeBody, RegExp]>([
    [{ kind: 'form-due' }, /fill in a form/],
    [{ kind: 'not-gone', outcome: 'denied' }, /was denied/],
    [{ kind: 'not-gone', outcome: 'still-held' }, /is still there/],
    [{ kind: 'trouble', what: 'self-approved' }, /nobody approved/],
    [{ kind: 'trouble', what: 'nobody-answers' }, /I found nobody/],
    [{ kind: 'trouble', what: 'answer-refused' }, /no longer accepts an answer/],
    [{ kind: 'action-done', actionId: 'action-1' }, /^\{about:phrase\}: \{said:phrase\}$/],
  ])('%j', (body, expected) => {
    expect(saidIn(body, state).flatMap(englishIn)).toEqual([expect.stringMatching(expected)]);
  });

  it('that a form in the console has to be filled in there', () => {
    const otherStep = { kind: 'form', people: [], questions: [], inConsole: true } as const;
    const task = snapshot({ otherStep });
    expect(saidIn({ kind: 'form-due' }, { ...state, task }).flatMap(englishIn)).toEqual([
      expect.stringMatching(/continues after/),
      expect.stringMatching(/governance console only/),
    ]);
  });
});
