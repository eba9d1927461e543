import { describe, expect, it } from 'vitest';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import { said, wordsOf } from '../../support/notice-words.ts';
import { accessRequest, closedSnapshot, noon, snapshot } from '../../support/samples.ts';

const access = '*GitHub · Platform: write*';
const request = `The request by <@U0BEN> for ${access}`;

describe('a message that a request is over, to one who asked for the same', () => {
  const ended = (
    outcome: NoticeBody<'ended'>['outcome'],
    byNames: readonly string[] = [],
  ): NoticeBody => ({
    kind: 'ended',
    outcome,
    byNames,
    follower: { isCreator: false },
  });
  const granted = { endsAt: new Date('2026-03-02T16:00:00Z'), endedAt: null, endedBy: null };

  it.each([
    ['granted', `✅ <@U0BEN> has ${access} for 4 hours.`],
    ['denied', `${request} was denied by Ana, Cho and Dee.`],
    ['error', `${request} was approved, but access could not be set up. Ask <@U0HANA>.`],
    ['cancelled', `${request} is over: Cancelled.`],
    ['wait-timed-out', `${request} is over: Ran out of time.`],
    ['GRANT*OUTCOME', `${request} is over: Closed (GRANT∗OUTCOME).`],
  ])('as %s', (outcome, words) => {
    expect(wordsOf(ended(outcome, ['Ana', 'Cho', 'Dee', 'Eve']), 'anybody', {})).toBe(words);
  });

  it.each([
    ['no task', null, ''],
    ['a reading that lags', snapshot({ otherStep: { kind: 'set-up' } }), ' (#1042)'],
    ['no policy', closedSnapshot({ outcome: 'denied' }), ' (#1042)'],
  ])('by nobody who is known, with %s', (_what, task, number) => {
    expect(wordsOf(ended('denied'), 'anybody', { task })).toBe(`${request}${number} was denied.`);
  });

  it('with the words of a policy that decided by itself', () => {
    const otherStep = { kind: 'rejected', said: 'Not in winter.' } as const;
    const task = closedSnapshot({ outcome: 'denied', otherStep });
    expect(wordsOf(ended('denied'), 'anybody', { task })).toBe(
      `${request} (#1042) was denied. The policy turns it down. It says: “Not in winter.”`,
    );
  });

  it.each([
    ['until a time', { grant: granted }, 'until DATE'],
    ['for ever', { grant: { ...granted, endsAt: null } }, 'until revoked'],
    [
      'for an unreadable time',
      { grant: granted, period: { kind: 'unreadable' } },
      'for a time that I cannot read here',
    ],
  ] as const)('with access %s', (_what, change, time) => {
    const words = wordsOf(ended('granted'), 'anybody', { task: closedSnapshot(), ...change });
    expect(words).toBe(`✅ <@U0BEN> has ${access} ${time}.`);
  });

  it.each([
    ['given-back', 'was given back DATE.'],
    ['taken-away', 'was taken away DATE.'],
    ['expired', 'ended DATE.'],
    [null, 'went on with a later request.'],
  ] as const)('and, sent late, how access went since: %s', (endedBy, words) => {
    const change = { grant: { endsAt: noon, endedAt: noon, endedBy } };
    expect(wordsOf(ended('granted'), 'anybody', change)).toBe(
      `<@U0BEN>'s access to ${access} ${words}`,
    );
  });

  it('names the person that it is for', () => {
    const change = { request: accessRequest({ targetSlackId: 'U0DEE' }), grant: granted };
    expect(wordsOf(ended('granted'), 'anybody', change)).toBe(
      `✅ <@U0DEE> has ${access} until DATE.`,
    );
  });
});

it('an administrator reads which right is missing', () => {
  const missing = { kind: 'trouble', what: 'missing-right', verb: 'approve' } as const;
  expect(wordsOf(missing, 'anybody', {})).toBe(
    'The access service does not let me do this: “Approve”. Give the owner of my credentials that right.',
  );
});

it.each([
  ['denied', 'stays: taking it away was denied.'],
  ['error', 'is still there: it was not taken away. Ask <@U0HANA>.'],
  ['still-held', 'is still there: it was not taken away. Ask <@U0HANA>.'],
])('an administrator reads that access is still there: %s', (outcome, words) => {
  const access = "<@U0BEN>'s access to *GitHub · Platform: write*";
  expect(said({ kind: 'not-gone', outcome }, 'anybody')).toContain(`${access} ${words}`);
});

it('whoever withdrew too late reads that it was granted', () => {
  const late = { kind: 'action-refused', refusal: { code: 'granted-first' } } as const;
  expect(said(late)).toContain('The request was granted before you withdrew it.');
});

it('a message links to its card and to the console', () => {
  expect(said({ kind: 'form-due' })).toMatch(
    /\|See request> · <https:\/\/acme\.example\/task\/1042\|Governance console>/,
  );
});
