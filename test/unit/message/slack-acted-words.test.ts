/** Long because each choice between the words of a message has its row. */
import { describe, expect, it } from 'vitest';
import type { MessageReader } from '../../../src/domain/message/message-context.ts';
import { type NoticeBody, traitsOf } from '../../../src/domain/message/notice.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import { wordsOf } from '../../support/notice-words.ts';
import { accessRequest, actor, closedSnapshot, noon, snapshot } from '../../support/samples.ts';

type Case = readonly [string, NoticeBody, MessageReader, Partial<NoticeContext>, string];

const later = new Date('2026-03-02T16:00:00.000Z');
const grant = { endsAt: later, endedAt: null, endedBy: null };
const withdrawn = accessRequest({ state: 'withdrawn' });
const forCho = accessRequest({ targetSlackId: 'U0CHO', identityUserId: 'user-cho' });
const policy = snapshot({ stepApprovers: [], otherStep: { kind: 'set-up' } });

describe('words about what somebody did', () => {
  const acted = (
    act: NoticeBody<'acted'>['act'],
    change: Partial<NoticeBody<'acted'>> = {},
  ): NoticeBody<'acted'> => ({ kind: 'acted', act, by: actor('U0ANA'), text: '', ...change });
  const byBen = { by: actor('U0BEN') };
  const called = { mentions: new Map([['user-ana', 'U0ANA']]) };
  it.each<Case>([
    [
      'left open',
      acted('withdraw', byBen),
      'anybody',
      { request: withdrawn },
      '<@U0BEN> withdrew their request for *GitHub · Platform: write*. Ana and Cho: the access service has not closed it. Deny it on its card, or close it in the governance console.',
    ],
    [
      'left open without reviewers',
      acted('withdraw', byBen),
      'anybody',
      { request: withdrawn, task: snapshot({ stepApprovers: [] }) },
      '<@U0BEN> withdrew their request for *GitHub · Platform: write*. The access service has not closed it: deny it on its card, or close it in the governance console.',
    ],
    [
      'not read again',
      acted('withdraw', byBen),
      'anybody',
      { request: withdrawn, task: snapshot({ state: 'unread' }) },
      '<@U0BEN> withdrew their request for *GitHub · Platform: write*. I cannot tell whether the access service has closed it, or granted it before. Look in the governance console.',
    ],
    [
      'withdrawn unsent',
      acted('withdraw', byBen),
      'anybody',
      { request: withdrawn, task: null },
      '<@U0BEN> withdrew their request for *GitHub · Platform: write*.',
    ],
    [
      'corrected by the reader',
      acted('withdraw', byBen),
      'requester',
      { isCorrected: true, task: closedSnapshot({ outcome: 'cancelled' }) },
      'You corrected your request for *GitHub · Platform: write*. The corrected one follows.',
    ],
    [
      'corrected by another',
      acted('withdraw'),
      'anybody',
      { isCorrected: true, task: closedSnapshot({ outcome: 'cancelled' }) },
      '<@U0ANA> corrected the request by <@U0BEN> for *GitHub · Platform: write*. The corrected one follows.',
    ],
    [
      'commented after giving back',
      acted('comment'),
      'requester',
      { lapse: 'given-back' },
      '<@U0ANA> commented on your request for *GitHub · Platform: write*:',
    ],
    [
      'withdrawn by giving back',
      acted('withdraw', byBen),
      'requester',
      { lapse: 'given-back', task: closedSnapshot({ outcome: 'cancelled' }) },
      'You gave the access back, so your request for *GitHub · Platform: write* is withdrawn.',
    ],
    [
      'escalated',
      acted('escalate'),
      'anybody',
      {},
      '<@U0ANA> asked for emergency access to *GitHub · Platform: write*. Ana or Cho will decide.',
    ],
    [
      'escalated and withdrawn',
      acted('escalate'),
      'anybody',
      { request: withdrawn },
      '<@U0ANA> asked for emergency access to *GitHub · Platform: write*.',
    ],
    [
      'nudged',
      acted('nudge'),
      'anybody',
      called,
      '<@U0ANA> asks for a decision on the request by <@U0BEN> for *GitHub · Platform: write*. <@U0ANA> or Cho will decide.',
    ],
    [
      'commented',
      acted('comment', byBen),
      'requester',
      {},
      '<@U0BEN> commented on their request for *GitHub · Platform: write*:',
    ],
    [
      'withdrawn by another, seen by others',
      acted('withdraw'),
      'anybody',
      { task: null },
      '<@U0ANA> withdrew the request by <@U0BEN> for *GitHub · Platform: write*.',
    ],
    [
      'commented after the end',
      acted('comment'),
      'requester',
      { grant: { ...grant, endedAt: noon, endedBy: 'expired' } },
      '<@U0ANA> commented on your request for *GitHub · Platform: write*:',
    ],
  ])('%s', (_what, body, reader, change, expected) => {
    expect(wordsOf(body, reader, change)).toBe(expected);
  });

  it.each([
    ['ask', ['answered']],
    ['comment', []],
  ] as const)('%s is rendered again', (act, changesWith) => {
    expect(traitsOf(acted(act)).changesWith).toEqual(changesWith);
  });
});

describe('words about a decision', () => {
  const decided = (next: NoticeBody<'decided'>['next']): NoticeBody<'decided'> => ({
    kind: 'decided',
    verb: 'approve',
    by: actor('U0ANA'),
    reason: '',
    next,
  });
  const granted = decided({ kind: 'ended', outcome: 'granted' });
  const closed = { task: closedSnapshot(), grant };
  const denied: NoticeBody<'ended'> = {
    kind: 'ended',
    outcome: 'denied',
    byNames: ['Ana', 'Cho', 'Dee', 'Eve'],
  };
  it.each<Case>([
    [
      'granted, seen by others',
      granted,
      'anybody',
      closed,
      '✅ <@U0BEN> has *GitHub · Platform: write* until DATE. <@U0ANA> approved the request.',
    ],
    [
      'granted for another, seen by others',
      granted,
      'anybody',
      { ...closed, request: forCho },
      '✅ <@U0CHO> has *GitHub · Platform: write* until DATE. <@U0ANA> approved the request by <@U0BEN>.',
    ],
    [
      'granted, below the card',
      granted,
      'anybody',
      { ...closed, isUnderCard: true },
      '<@U0ANA> approved the request.',
    ],
    [
      'granted for an unreadable time',
      granted,
      'requester',
      { ...closed, period: { kind: 'unreadable' } },
      '✅ You have *GitHub · Platform: write* for a time that I cannot read here. <@U0ANA> approved your request.',
    ],
    [
      'denied by many',
      denied,
      'requester',
      { task: closedSnapshot({ outcome: 'denied' }) },
      'Your request for *GitHub · Platform: write* was denied by Ana, Cho and Dee.',
    ],
    [
      'denied, no task',
      denied,
      'requester',
      { task: null },
      'Your request for *GitHub · Platform: write* was denied by Ana, Cho and Dee.',
    ],
    [
      'denied by nobody',
      { ...denied, isUndecided: true },
      'requester',
      {},
      'Nobody decided in time, so I denied your request for *GitHub · Platform: write*.',
    ],
    [
      'ended, while the reading lags',
      { ...denied, byNames: [] },
      'requester',
      { task: policy },
      'Your request for *GitHub · Platform: write* (#1042) was denied.',
    ],
    [
      'one more step of a task unknown',
      decided({ kind: 'step' }),
      'requester',
      { task: null },
      '<@U0ANA> approved your request for *GitHub · Platform: write*. One more step to go.',
    ],
    [
      'one more step that is no review',
      decided({ kind: 'step' }),
      'requester',
      { task: policy },
      '<@U0ANA> approved your request for *GitHub · Platform: write*. Access is being set up.',
    ],
    [
      'one more step, over since',
      decided({ kind: 'step' }),
      'requester',
      { task: closedSnapshot({ outcome: 'denied' }) },
      '<@U0ANA> approved your request for *GitHub · Platform: write*.',
    ],
    [
      'another step',
      decided({ kind: 'other-step', step: { kind: 'processing' } }),
      'requester',
      {},
      '<@U0ANA> approved your request for *GitHub · Platform: write*. The access service is working on it.',
    ],
    [
      'missing right',
      { kind: 'trouble', what: 'missing-right', verb: 'approve' },
      'anybody',
      {},
      'The access service does not let me do this: “Approve”. Give the owner of my credentials that right.',
    ],
    [
      'overtaken, no task',
      { kind: 'action-refused', refusal: { code: 'closed' }, actionId: 'action-1' },
      'requester',
      { task: null, actState: 'overtaken', waitingVerb: 'approve' },
      'Your approval of your request for *GitHub · Platform: write*: This request: this step is over. Whether your approval did it, I learn when the access service answers.',
    ],
  ])('%s', (_what, body, reader, change, expected) => {
    expect(wordsOf(body, reader, change)).toBe(expected);
  });

  it('ends with the decision, if no policy decided', () => {
    const task = closedSnapshot({ outcome: 'denied' });
    expect(wordsOf({ ...denied, byNames: [] }, 'requester', { task })).toBe(
      'Your request for *GitHub · Platform: write* (#1042) was denied.',
    );
  });
});
