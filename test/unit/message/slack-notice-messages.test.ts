/** Long because the words of every message are checked. */
import { describe, expect, it } from 'vitest';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import { buttonsOf, said } from '../../support/notice-words.ts';
import {
  accessRequest,
  actor,
  closedSnapshot,
  noon,
  person,
  snapshot,
} from '../../support/samples.ts';

const granted = { endsAt: new Date('2026-03-02T16:00:00Z'), endedAt: null, endedBy: null };
const ended = { kind: 'ended', outcome: 'granted', byNames: [] } as const;
/** Ana approved; an end follows. */
const approved = {
  kind: 'decided',
  verb: 'approve',
  by: actor('U0ANA'),
  reason: '',
  next: ended,
} as const;
const oneMoreStep = { ...approved, next: { kind: 'step' } } as const;
const what = '*GitHub · Platform: write*';
const request = `the request by <@U0BEN> for ${what}`;

describe('a message in the thread of a card', () => {
  it('of a decision: who, what comes of it, and the reason as typed', () => {
    const decided = {
      kind: 'decided',
      by: actor('U0ANA'),
      reason: 'Use *staging* <!here>',
    } as const;
    expect(said({ ...decided, verb: 'approve', next: { kind: 'step' } }, 'anybody')).toContain(
      `<@U0ANA> approved ${request}. One more step to go. Ana or Cho will decide.`,
    );
    expect(said({ ...decided, verb: 'approve', next: { kind: 'set-up' } }, 'anybody')).toContain(
      `<@U0ANA> approved ${request}. Access is being set up.`,
    );
    const forLess = {
      ...decided,
      verb: 'approve',
      durationSeconds: 7_200,
      next: { kind: 'step' },
    } as const;
    expect(said(forLess, 'anybody')).toContain(
      `${request}. The time is now 2 hours. One more step to go.`,
    );
    const denied = said(
      { ...decided, verb: 'deny', next: { kind: 'ended', outcome: 'denied' } },
      'anybody',
    );
    expect(denied).toContain(`<@U0ANA> denied ${request}`);
    expect(denied).toContain('Reason: Use *staging* <!here>');
  });

  it('of less time', () => {
    const by = actor('U0ANA');
    const shorter = {
      kind: 'acted',
      act: 'shorten',
      by,
      text: '',
      durationSeconds: 7_200,
    } as const;
    expect(said(shorter, 'anybody')).toContain(
      `<@U0ANA> shortened ${request}. The time is now 2 hours.`,
    );
  });

  it('of one more step says when the bot denies it because nobody decided', () => {
    const receivedAt = noon.toISOString();
    const wordsFor = (deniedAt: string | null, kind: 'approval' | 'provision' = 'approval') =>
      said(oneMoreStep, 'anybody', {
        task: snapshot({ delivered: { kind, receivedAt, deniedAt } }),
      });
    const deniedAt = '2026-03-02T15:04:00.000Z';
    expect(wordsFor(deniedAt)).toContain(
      'Ana or Cho will decide. If nobody decides, I will deny it: DATE.',
    );
    expect(wordsFor(deniedAt, 'provision')).not.toContain('deny');
    expect(wordsFor(null)).not.toContain('deny');
  });

  it.each([
    ['granted', `✅ <@U0BEN> has ${what} for 4 hours.`],
    ['denied', `The request by <@U0BEN> for ${what} was denied by Ana and Cho.`],
    ['error', 'was approved, but access could not be set up. Ask <@U0HANA>.'],
    ['cancelled', 'is over: Cancelled.'],
    ['wait-timed-out', `The request by <@U0BEN> for ${what} is over: Ran out of time.`],
    ['GRANT*OUTCOME', `The request by <@U0BEN> for ${what} is over: Closed (GRANT∗OUTCOME).`],
  ])('of an end as %s', (outcome, words) => {
    expect(said({ kind: 'ended', outcome, byNames: ['Ana', 'Cho'] }, 'anybody')).toContain(words);
  });

  it('with the words of a policy that decided by itself', () => {
    const task = {
      ...snapshot(),
      state: 'closed',
      otherStep: { kind: 'rejected', said: 'Not in winter.' },
    } as const;
    const verdict = 'The policy turns it down. It says: “Not in winter.”';
    expect(said({ kind: 'ended', outcome: 'denied', byNames: [] }, 'anybody', { task })).toContain(
      `was denied. ${verdict}`,
    );
    const next = { kind: 'ended', outcome: 'denied' } as const;
    expect(said({ ...approved, next }, 'anybody', { task })).toContain(`was denied. ${verdict}`);
  });

  it('until when somebody has access', () => {
    expect(said(ended, 'anybody', { grant: granted })).toContain(`${what} until DATE.`);
    const forEver = { grant: { endsAt: null, endedAt: null, endedBy: null } };
    expect(said(ended, 'anybody', forEver)).toContain(`${what} until revoked.`);
  });

  it.each([
    ['given-back', 'was given back DATE.'],
    ['taken-away', 'was taken away DATE.'],
    ['expired', 'ended DATE.'],
    [null, 'goes on with a later request.'],
  ] as const)('that was sent late says how access went since: %s', (endedBy, words) => {
    const grant = { endsAt: noon, endedAt: noon, endedBy };
    expect(said(approved, 'anybody', { grant })).toMatch(
      new RegExp(`^<@U0BEN>'s access to .* ${words.replaceAll('.', '[.]')} <@U0ANA> approved `),
    );
  });

  it('who withdrew it, and to those who can that it is still to be closed', () => {
    const withdrew = { kind: 'acted', act: 'withdraw', by: actor('U0BEN'), text: '' } as const;
    const first = (task = snapshot()) => said(withdrew, 'anybody', { task }).split('\n')[0];
    const theirs = `<@U0BEN> withdrew their request for ${what}.`;
    expect(first()).toBe(
      `${theirs} Ana and Cho: the access service has not closed it. Deny it on its card, or close it in the governance console.`,
    );
    expect(first(closedSnapshot({ outcome: 'cancelled' }))).toBe(theirs);
    expect(first(snapshot({ otherStep: { kind: 'processing' } }))).toBe(
      `${theirs} The access service is working on it.`,
    );
  });

  it('who nudged or answered, and names nobody twice', () => {
    const acted = (act: 'nudge' | 'answer', by = 'U0BEN') =>
      said({ kind: 'acted', act, by: actor(by), text: '' }, 'anybody');
    expect(acted('nudge')).toContain('<@U0BEN> asks for a decision on their request for *GitHub');
    expect(acted('answer')).toContain('<@U0BEN> answered about their request for *GitHub');
    expect(acted('answer', 'U0TESS')).toContain('answered about the request by <@U0BEN> for');
  });

  it('mentions the people a review was passed on to', () => {
    const acted = {
      kind: 'acted',
      act: 'reassign',
      by: actor('U0ANA'),
      text: 'Lunch',
      isHandedOn: true,
    } as const;
    const task = snapshot({ stepApprovers: [person('user-cho')] });
    const mentions = new Map([['user-cho', 'U0CHO']]);
    expect(said(acted, 'anybody', { task })).toContain('write*. Cho will decide.');
    expect(said(acted, 'anybody', { task, mentions })).toContain('write*. <@U0CHO> will decide.');
    expect(said({ ...acted, isHandedOn: false }, 'anybody', { task })).not.toContain('will decide');
  });

  it('of one more step calls by mention those who are known', () => {
    const mentions = new Map([['user-cho', 'U0CHO']]);
    expect(said(oneMoreStep, 'anybody', { mentions })).toContain(
      'One more step to go. Ana or <@U0CHO> will decide.',
    );
  });

  it.each([
    ['given-back', 'was given back.'],
    ['taken-away', 'was taken away.'],
    ['unconfirmed', 'should have ended DATE, as granted.'],
    ['expired', 'ended DATE.'],
  ] as const)('how access ended: %s', (end, words) => {
    const told = said({ kind: 'access-ended', end }, 'anybody', { grant: granted });
    expect(told).toBe(`<@U0BEN>'s access to ${what} ${words}`);
  });

  it.each([
    ['given-back', 'was given back DATE.'],
    ['taken-away', 'was taken away DATE.'],
  ] as const)('when access ended before its time: %s', (end, words) => {
    const grant = { endsAt: new Date(0), endedAt: noon, endedBy: end };
    const told = said({ kind: 'access-ended', end }, 'anybody', { grant });
    expect(told).toBe(`<@U0BEN>'s access to ${what} ${words}`);
  });

  it('names the person that it is for', () => {
    const change = { request: accessRequest({ targetSlackId: 'U0DEE' }), grant: granted };
    expect(said(ended, 'anybody', change)).toContain(`✅ <@U0DEE> has ${what} until DATE.`);
    const expired: NoticeBody = { kind: 'access-ended', end: 'expired' };
    expect(said(expired, 'anybody', change)).toMatch(/^<@U0DEE>'s access to .* ended DATE/);
  });

  it('names the requester', () => {
    expect(said(approved, 'anybody')).toMatch(
      /^✅ <@U0BEN> has .* <@U0ANA> approved the request\./,
    );
  });
});

it.each([
  ['denied', 'stays: taking it away was denied.'],
  ['error', 'is still there: it was not taken away. Ask <@U0HANA>.'],
  ['still-held', 'is still there: it was not taken away. Ask <@U0HANA>.'],
])('an administrator reads that access is still there: %s', (outcome, words) => {
  const access = "<@U0BEN>'s access to *GitHub · Platform: write*";
  expect(said({ kind: 'not-gone', outcome }, 'anybody')).toContain(`${access} ${words}`);
});

it('whoever withdrew too late reads that it was granted, with a button to give it back', () => {
  const late = { kind: 'action-refused', refusal: { code: 'granted-first' } } as const;
  expect(said(late)).toContain('The request was granted before you withdrew it.');
  expect(buttonsOf(late)).toEqual([["I'm done", 'request.give-back', 'request-1']]);
  const denied = { kind: 'action-refused', refusal: { code: 'closed' } } as const;
  expect(buttonsOf(denied)).toEqual([]);
});

it('a message links to its card and to the console', () => {
  expect(said({ kind: 'form-due' })).toMatch(
    /\|See request> · <https:\/\/acme\.example\/task\/1042\|Governance console>/,
  );
});
