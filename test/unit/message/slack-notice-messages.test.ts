/** Long because the words of every message are checked. */
import { describe, expect, it } from 'vitest';
import type { MessageReader } from '../../../src/domain/message/message-context.ts';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import type { Refusal } from '../../../src/domain/refusals/refusals.ts';
import { buttonsOf, said, shown } from '../../support/notice-words.ts';
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
const takenAway = { kind: 'acted', act: 'take-away', by: actor('U0HANA'), text: 'left' } as const;
/** Ana approved; an end follows. */
const approved = {
  kind: 'decided',
  verb: 'approve',
  by: actor('U0ANA'),
  reason: '',
  next: ended,
} as const;
const oneMoreStep = { ...approved, next: { kind: 'step' } } as const;

describe('messages to the requester', () => {
  it('that the request is with the reviewers, who will decide, and where to look', () => {
    const words = said({ kind: 'request-open' });
    expect(words).toContain(
      'Your request for *GitHub · Platform: write* is with the reviewers. Ana or Cho will decide.\n<https',
    );
    expect(words).toContain('|See request> · <https://acme.example/task/1042|Governance console>');
  });

  it('when a step that was handed to the bot is denied because nobody decided', () => {
    const deniedAt = '2026-03-02T15:04:00.000Z';
    const receivedAt = '2026-03-02T12:00:00.000Z';
    const wordsFor = (deadline: string | null, kind: 'approval' | 'provision' = 'approval') => {
      const task = snapshot({ delivered: { kind, receivedAt, deniedAt: deadline } });
      return said({ kind: 'request-open' }, 'requester', { task });
    };
    const words = 'Ana or Cho will decide. If nobody decides, I will deny it: DATE.';
    expect(wordsFor(deniedAt)).toContain(words);
    expect(wordsFor(deniedAt, 'provision')).not.toContain('deny');
    expect(wordsFor(null)).not.toContain('deny');
    const task = snapshot({ delivered: { kind: 'approval', receivedAt, deniedAt } });
    expect(said(oneMoreStep, 'requester', { task })).toContain(words);
  });

  it('that access is being taken away, and by whom', () => {
    expect(said(takenAway)).toContain(
      'Your access to *GitHub · Platform: write* is being taken away by <@U0HANA>.',
    );
  });

  it.each([
    [
      'taken-away',
      /^Your access to \*GitHub · Platform: write\* was taken away by <@U0HANA> DATE\./,
    ],
    ['unconfirmed', /was to be taken away by <@U0HANA>\. The access service did not tell me/],
    ['expired', /^Your access to .* ended DATE\. It was about to be taken away by <@U0HANA>\.$/m],
  ] as const)('what came of taking access away, once it is gone: %s', (endedBy, words) => {
    const grant = { endsAt: null, endedAt: noon, endedBy };
    const text = said(takenAway, 'requester', { grant });
    expect(text).toMatch(words);
    expect(text).not.toContain('is being taken away');
  });

  it('that access was not taken away after all', () => {
    const grant = { endsAt: null, endedAt: null, endedBy: null };
    const text = said(takenAway, 'requester', { grant, isOrderVoid: true });
    expect(text.split('\n')[0]).toBe(
      'Your access to *GitHub · Platform: write* was not taken away. It had been ordered by <@U0HANA>.',
    );
  });

  it.each([[ended], [{ kind: 'ending-soon', endsAt: noon.toISOString() }]] as const)(
    'that access should have ended, while nothing says that it did: %j',
    (body) => {
      const grant = { endsAt: noon, endedAt: null, endedBy: null };
      expect(said(body, 'requester', { grant, isOverdue: true })).toMatch(
        /^Your access to .* should have ended DATE, as granted\./,
      );
    },
  );

  it.each([[{ kind: 'request-open' }], [{ kind: 'card-elsewhere', reviewers: 2 }]] as const)(
    'where to find the decision, where no task can be read: %j',
    (body) => {
      const words = 'You will find the decision in the governance console.';
      expect(said(body, 'requester', { task: snapshot({ state: 'unread' }) })).toContain(words);
      expect(said(body, 'requester')).not.toContain(words);
    },
  );

  it('that a duplicate is waiting, for whom, and where to see it', () => {
    const refusal = (known: Partial<Refusal> = {}): NoticeBody => ({
      kind: 'request-refused',
      refusal: { code: 'duplicate', ...known },
    });
    const existing = { numericId: '1001', reviewers: ['Ana'] };
    const existingUrl = 'https://acme.slack.com/archives/C0REVIEWS/p1';
    expect(said(refusal(existing))).toContain(
      ': This was asked for already (#1001). It is waiting for Ana.',
    );
    expect(buttonsOf(refusal(existing), 'requester', { existingUrl })).toEqual([
      ['See request', 'request.see', existingUrl],
    ]);
    expect(said(refusal())).toBe('*GitHub · Platform: write*: This was asked for already.');
    expect(buttonsOf(refusal())).toEqual([]);
  });

  it('why a request did not go through, with a way to change it', () => {
    const refusal = { code: 'unknown-person', email: 'ben@acme.example' } as const;
    expect(said({ kind: 'request-refused', refusal })).toContain(
      'did not go through. I cannot take this Slack account for the right person here (ben@acme.example). Ask <@U0HANA>. Reason: unknown-person.',
    );
    expect(buttonsOf({ kind: 'request-refused', refusal })).toEqual([
      ['Change and try again', 'request.mend', 'request-1'],
    ]);
  });

  it('of a decision: who, what comes of it, and the reason as typed', () => {
    const decided = {
      kind: 'decided',
      by: actor('U0ANA'),
      reason: 'Use *staging* <!here>',
    } as const;
    const named = 'your request for *GitHub · Platform: write*.';
    expect(said({ ...decided, verb: 'approve', next: { kind: 'step' } })).toContain(
      `<@U0ANA> approved ${named} One more step to go. Ana or Cho will decide.`,
    );
    expect(said({ ...decided, verb: 'approve', next: { kind: 'set-up' } })).toContain(
      `<@U0ANA> approved ${named} Access is being set up.`,
    );
    const forLess = {
      ...decided,
      verb: 'approve',
      durationSeconds: 7_200,
      next: { kind: 'step' },
    } as const;
    expect(said(forLess)).toContain(`${named} The time is now 2 hours. One more step to go.`);
    const shorter = {
      kind: 'acted',
      act: 'shorten',
      by: actor('U0ANA'),
      text: '',
      durationSeconds: 7_200,
    } as const;
    expect(said(shorter)).toContain(`<@U0ANA> shortened ${named} The time is now 2 hours.`);
    expect(
      said({ ...decided, verb: 'approve', next: ended }, 'requester', { grant: granted }),
    ).toContain(
      '✅ You have *GitHub · Platform: write* until DATE. <@U0ANA> approved your request.',
    );
    const denied = said({ ...decided, verb: 'deny', next: { kind: 'ended', outcome: 'denied' } });
    expect(denied).toContain(`<@U0ANA> denied ${named}`);
    expect(denied).toContain('Reason: Use *staging* <!here>');
  });

  it.each([
    ['granted', '✅ You have *GitHub · Platform: write* for 4 hours.'],
    ['denied', 'Your request for *GitHub · Platform: write* was denied by Ana and Cho.'],
    ['error', 'was approved, but access could not be set up. Ask <@U0HANA>.'],
    ['cancelled', 'is over: Cancelled.'],
    ['wait-timed-out', 'Your request for *GitHub · Platform: write* is over: Ran out of time.'],
    [
      'GRANT*OUTCOME',
      'Your request for *GitHub · Platform: write* is over: Closed (GRANT∗OUTCOME).',
    ],
  ])('of an end as %s', (outcome, words) => {
    expect(said({ kind: 'ended', outcome, byNames: ['Ana', 'Cho'] })).toContain(words);
  });

  it('with the words of a policy that decided by itself', () => {
    const task = {
      ...snapshot(),
      state: 'closed',
      otherStep: { kind: 'rejected', said: 'Not in winter.' },
    } as const;
    const verdict = 'The policy turns it down. It says: “Not in winter.”';
    expect(
      said({ kind: 'ended', outcome: 'denied', byNames: [] }, 'requester', { task }),
    ).toContain(`was denied. ${verdict}`);
    const next = { kind: 'ended', outcome: 'denied' } as const;
    expect(said({ ...approved, next }, 'requester', { task })).toContain(`was denied. ${verdict}`);
  });

  it('until when they have access', () => {
    expect(said(ended, 'requester', { grant: granted })).toContain(
      '*GitHub · Platform: write* until DATE.',
    );
    const forEver = { grant: { endsAt: null, endedAt: null, endedBy: null } };
    expect(said(ended, 'requester', forEver)).toContain(
      '*GitHub · Platform: write* until revoked.',
    );
  });

  it('by how much it ends later than they asked for, and no one else reads that', () => {
    const change = { grant: granted, late: { endsAt: '2026-03-02T15:00:00Z', seconds: 3_600 } };
    const words = 'That is 1 hour later than you asked for.';
    expect(said(ended, 'requester', change)).toContain(words);
    expect(said(ended, 'anybody', change)).not.toContain('later');
  });

  it('on which day and at what time access ended, with a button to ask again', () => {
    const expired = { kind: 'access-ended', end: 'expired' } as const;
    const { text } = shown(expired, 'requester', { grant: granted });
    expect(text).toMatch(
      /^Your access to \*GitHub · Platform: write\* ended <!date\^1772467200\^\{date_short_pretty\}, \{time\}\|[^>]+>\.$/,
    );
    expect(buttonsOf(expired)).toEqual([['Request again', 'request.again', 'request-1']]);
  });

  it('that their access is going to end, with more time or none', () => {
    const ending = { kind: 'ending-soon', endsAt: '2026-03-02T16:00:00.000Z' } as const;
    expect(said(ending)).toContain('Your access to *GitHub · Platform: write* ends DATE.');
    expect(buttonsOf(ending)).toEqual([
      ['Extend', 'request.extend', 'request-1'],
      ['Let it end', 'request.let-end', 'request-1'],
    ]);
    expect(buttonsOf(ending, 'requester', { offered: [] })).toEqual([]);
  });

  it('that it is more time which they asked for', () => {
    const request = accessRequest({ extendsRequestId: 'request-0' });
    expect(said({ kind: 'request-open' }, 'requester', { request })).toMatch(
      /^Your request for more time with \*GitHub · Platform: write\* is with the reviewers\./,
    );
  });

  it('that nobody has decided about more time', () => {
    const moreTime = snapshot({ numericId: '1043' });
    const asked = 'A request for more time (#1043) is open. Nobody has decided yet.';
    const [ending, ended] = [
      { kind: 'ending-soon', endsAt: '2026-03-02T16:00:00.000Z' } as const,
      { kind: 'access-ended', end: 'expired' } as const,
    ];
    expect(said(ending, 'requester', { moreTime })).toContain(`ends DATE. ${asked}`);
    expect(said(ended, 'requester', { moreTime, grant: granted })).toContain(asked);
    expect(said(ended, 'requester', { grant: granted })).not.toContain('More time');
  });

  it('that they have access, which they can give back', () => {
    const done = [["I'm done", 'request.give-back', 'request-1']];
    expect([buttonsOf(ended), buttonsOf(approved)]).toEqual([done, done]);
    expect(buttonsOf({ ...approved, verb: 'deny' })).toEqual([]);
  });

  it('that it was granted before it was withdrawn, with a button to give it back', () => {
    const late = { kind: 'action-refused', refusal: { code: 'granted-first' } } as const;
    expect(said(late)).toContain('The request was granted before you withdrew it.');
    expect(buttonsOf(late)).toEqual([["I'm done", 'request.give-back', 'request-1']]);
    const denied = { kind: 'action-refused', refusal: { code: 'closed' } } as const;
    expect(buttonsOf(denied)).toEqual([]);
  });

  it('who withdrew it, and to those who can that it is still to be closed', () => {
    const withdrew = { kind: 'acted', act: 'withdraw', by: actor('U0BEN'), text: '' } as const;
    const what = 'request for *GitHub · Platform: write*';
    const said = (reader: MessageReader, task = snapshot()) =>
      shown(withdrew, reader, { task }).text.split('\n')[0];
    const theirs = `their ${what}`;
    const stays =
      'The access service has not closed it: it stays open there until a reviewer closes or denies it.';
    expect(said('requester')).toBe(`You withdrew your ${what}. ${stays}`);
    expect(said('target')).toBe(
      `<@U0BEN> withdrew their request for your access to *GitHub · Platform: write*. ${stays}`,
    );
    const close =
      'the access service has not closed it. Deny it on its card, or close it in the governance console.';
    expect(said('anybody')).toBe(`<@U0BEN> withdrew ${theirs}. Ana and Cho: ${close}`);
    const closed = closedSnapshot({ outcome: 'cancelled' });
    expect(said('requester', closed)).toBe(`You withdrew your ${what}.`);
    expect(said('anybody', closed)).toBe(`<@U0BEN> withdrew ${theirs}.`);
    const atWork = snapshot({ otherStep: { kind: 'processing' } });
    expect(said('requester', atWork)).toBe(
      `You withdrew your ${what}. The access service is working on it.`,
    );
  });

  it('who nudged or answered, and names nobody twice', () => {
    const acted = (act: 'nudge' | 'answer', by = 'U0BEN') =>
      ({ kind: 'acted', act, by: actor(by), text: '' }) as const;
    expect(said(acted('nudge'))).toContain(
      'I asked the reviewers again for a decision on your request for *GitHub',
    );
    expect(said(acted('nudge'), 'anybody')).toContain(
      '<@U0BEN> asks for a decision on their request for *GitHub',
    );
    expect(said(acted('nudge', 'U0TESS'))).toContain(
      '<@U0TESS> asks for a decision on your request for *GitHub',
    );
    expect(said(acted('answer'), 'anybody')).toContain(
      '<@U0BEN> answered about their request for *GitHub',
    );
    expect(said(acted('answer', 'U0TESS'), 'anybody')).toContain(
      'answered about the request by <@U0BEN> for',
    );
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
    expect(said(acted, 'requester', { task })).toContain('write*. Cho will decide.');
    expect(said(acted, 'anybody', { task, mentions })).toContain('write*. <@U0CHO> will decide.');
    expect(said({ ...acted, isHandedOn: false }, 'requester', { task })).not.toContain(
      'will decide',
    );
  });

  it.each([
    ['given-back', 'was given back.'],
    ['taken-away', 'was taken away.'],
    ['unconfirmed', 'should have ended DATE, as granted.'],
  ] as const)('how access ended: %s', (end, words) => {
    const told = said({ kind: 'access-ended', end }, 'requester', { grant: granted });
    expect(told.split('\n')[0]).toBe(`Your access to *GitHub · Platform: write* ${words}`);
  });

  it.each([
    ['given-back', 'was given back DATE.'],
    ['taken-away', 'was taken away DATE.'],
  ] as const)('when access ended before its time: %s', (end, words) => {
    const grant = { endsAt: new Date(0), endedAt: noon, endedBy: end };
    const told = said({ kind: 'access-ended', end }, 'requester', { grant });
    expect(told.split('\n')[0]).toBe(`Your access to *GitHub · Platform: write* ${words}`);
  });

  it.each([
    ['denied', 'stays: taking it away was denied.'],
    ['error', 'is still there: it was not taken away. Ask <@U0HANA>.'],
    ['still-held', 'is still there: it was not taken away. Ask <@U0HANA>.'],
  ])('that access is still there: %s', (outcome, words) => {
    const access = "<@U0BEN>'s access to *GitHub · Platform: write*";
    expect(said({ kind: 'not-gone', outcome }, 'anybody')).toContain(`${access} ${words}`);
  });

  it.each<NoticeBody>([{ kind: 'request-open' }, { kind: 'card-elsewhere', reviewers: 1 }])(
    'that it waits, with all that its requester can do about it: $kind',
    (body) => {
      expect(
        buttonsOf(body)
          .map((one) => one.slice(0, 2))
          .slice(0, 4),
      ).toEqual([
        ['Ask for emergency access', 'request.escalate'],
        ['Withdraw', 'request.withdraw'],
        ['Correct', 'request.correct'],
        ['Nudge', 'request.nudge'],
      ]);
      expect(buttonsOf(body, 'requester', { offered: ['nudge'] })).toEqual([
        ['Nudge', 'request.nudge', 'request-1'],
      ]);
      expect(JSON.stringify(shown(body).blocks)).toContain('Withdraw this request?');
    },
  );

  it('where the card went when its channel cannot be used', () => {
    const elsewhere = (reviewers: number) => said({ kind: 'card-elsewhere', reviewers });
    const request = 'our request for *GitHub · Platform: write*';
    expect(elsewhere(2)).toContain(`Y${request} went directly to its reviewers.`);
    expect(elsewhere(0)).toContain(
      `I could not reach a reviewer of y${request} in Slack. Tell <@U0HANA>.`,
    );
  });

  it('has the choice when the outcome is unknown, with a warning before a second request', () => {
    expect(buttonsOf({ kind: 'request-uncertain' }).map((one) => one.slice(1))).toEqual([
      ['uncertain.again', 'request-1'],
      ['uncertain.leave', 'request-1'],
    ]);
    expect(JSON.stringify(shown({ kind: 'request-uncertain' }).blocks)).toContain(
      'there will be two requests',
    );
  });
});

it('names the other person in messages to requester and target', () => {
  const change = { request: accessRequest({ targetSlackId: 'U0DEE' }), grant: granted };
  const has = '*GitHub · Platform: write* until DATE.';
  expect(said(ended, 'requester', change)).toContain(`✅ <@U0DEE> has ${has}`);
  expect(said(ended, 'anybody', change)).toContain(`✅ <@U0DEE> has ${has}`);
  expect(said(ended, 'target', change)).toContain(`✅ You have ${has}`);
  const expired = { kind: 'access-ended', end: 'expired' } as const;
  expect(said(expired, 'requester', change)).toMatch(/^<@U0DEE>'s access to .* ended DATE/);
  expect(said(expired, 'target', change)).toMatch(/^Your access to .* ended DATE/);
  const refusal = { code: 'no-email', slackUserId: 'U0DEE' } as const;
  expect(said({ kind: 'request-refused', refusal }, 'requester', change)).toContain(
    '<@U0DEE>: I cannot take this Slack account for the right person here.',
  );
});

it('one more step calls by mention those who are known', () => {
  const mentions = new Map([['user-cho', 'U0CHO']]);
  expect(said(oneMoreStep, 'anybody', { mentions })).toContain(
    'One more step to go. Ana or <@U0CHO> will decide.',
  );
});

it('names the requester to other people', () => {
  expect(said(approved, 'anybody')).toMatch(/^✅ <@U0BEN> has .* <@U0ANA> approved the request\./);
});

it('a person without a name is still a person', () => {
  const task = snapshot({ stepApprovers: [person('user-ana', { name: ' ' })] });
  expect(said({ kind: 'request-open' }, 'requester', { task })).toContain('– will decide.');
});
