import { describe, expect, it } from 'vitest';
import { type NoticeBody, noticePhrases } from '../../../src/domain/message/notice.ts';
import { englishIn } from '../../support/message-sentences.ts';
import { noticeContext, snapshot } from '../../support/samples.ts';

const englishOf = (...[body, about]: Parameters<typeof noticePhrases>): readonly string[] =>
  noticePhrases(body, about).flatMap((one) => (one === null ? [] : englishIn(one)));

describe('a message in its own words says', () => {
  const state = { ...noticeContext(), reader: 'requester' } as const;
  it.each<[NoticeBody, RegExp]>([
    [{ kind: 'form-due' }, /fill in a form/],
    [{ kind: 'not-gone', outcome: 'denied' }, /was denied/],
    [{ kind: 'not-gone', outcome: 'still-held' }, /is still there/],
    [{ kind: 'trouble', what: 'self-approved' }, /nobody approved/],
    [{ kind: 'trouble', what: 'nobody-answers' }, /I found nobody/],
    [{ kind: 'trouble', what: 'no-reviewer' }, /I know nobody in Slack/],
    [{ kind: 'trouble', what: 'answer-refused' }, /no longer accepts an answer/],
    [{ kind: 'action-done', verb: 'deny' }, /^Your “\{verb:button\}” for \{request\}/],
  ])('%j', (body, expected) => {
    expect(englishOf(body, state)).toEqual([expect.stringMatching(expected)]);
  });

  it('that a form in the console has to be filled in there', () => {
    const otherStep = { kind: 'form', people: [], questions: [], inConsole: true } as const;
    const task = snapshot({ otherStep });
    expect(englishOf({ kind: 'form-due' }, { ...state, task })).toEqual([
      expect.stringMatching(/continues after/),
      expect.stringMatching(/governance console only/),
    ]);
  });
});
