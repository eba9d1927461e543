/** Long because each way to wait for the service, and each way to end without access, stands here. */
import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../../src/domain/refusals/refusals.ts';
import type { ToldRequest } from '../../../src/domain/telling/told-request.ts';
import { accessRequest, closedSnapshot, noon, snapshot } from '../../support/samples.ts';
import {
  approvedBy,
  asked,
  ben,
  closed,
  dee,
  deed,
  forDee,
  headlinesOf,
  postButtons,
  refused,
  said,
  shownTo,
  step,
  type ToldRow,
  toldRequest,
  unsent,
  wait,
  withdrawn,
} from '../../support/told-requests.ts';

const since = noon.toISOString();

describe('a request that the service does not have', () => {
  it.each<ToldRow>([
    [
      'is sent in a moment',
      { request: accessRequest(unsent), task: null },
      ben,
      '',
      'I am sending your request for X.',
      '',
    ],
    [
      'waits for the service',
      wait('governance'),
      ben,
      `waits request-1 ${since}`,
      'The access service is not answering. I kept your request for X and will send it when it is back.',
      'withdraw',
    ],
    [
      'waits for the service in an emergency that on-call reads of',
      { ...wait('governance', { emergency: true }), onCallCard: { channel: 'C0INCIDENTS' } },
      ben,
      `waits request-1 ${since}`,
      'The access service is not answering. I kept your request for X and will send it when it is back. It is an emergency: I told <#C0INCIDENTS>. If it cannot wait, ask there.',
      'withdraw',
    ],
    [
      'waits in an emergency that on-call does not read of',
      wait('governance', { emergency: true }),
      ben,
      `waits request-1 ${since}`,
      'The access service is not answering. I kept your request for X and will send it when it is back. It is an emergency.',
      'withdraw',
    ],
    [
      'waits because the service refuses the bot',
      wait('refused'),
      ben,
      `waits request-1 ${since}`,
      'The access service refuses me, because my credentials are wrong. I kept your request for X and will send it when that is mended. Tell <@U0HANA>.',
      'withdraw',
    ],
    [
      'waits for Slack',
      wait('slack'),
      ben,
      `waits request-1 ${since}`,
      'Slack does not let me look people up. I kept your request for X and will send it when it does. Tell <@U0HANA>.',
      'withdraw',
    ],
    [
      'is for somebody else',
      wait('governance', asked()),
      ben,
      `waits request-1 ${since}`,
      "The access service is not answering. I kept your request for <@U0DEE>'s access to X and will send it when it is back.",
      'withdraw',
    ],
    [
      'was asked for by somebody else, who alone has to know',
      wait('governance', asked(unsent)),
      dee,
      '',
      'The access service is not answering. I kept the request by <@U0BEN> for your access to X and will send it when it is back.',
      '',
    ],
    [
      'corrects one that is not closed, as most are at once',
      wait('correction'),
      ben,
      `waits request-1 ${since}, 10 s`,
      'Your corrected request for X has to wait: the access service has not closed your first one yet. Until then the first one stands, and it can still be decided on. I will send the corrected one when the first is closed.',
      'withdraw',
    ],
    [
      'corrects one for somebody else',
      wait('correction', asked()),
      ben,
      `waits request-1 ${since}, 10 s`,
      'Your corrected request for X (for <@U0DEE>) has to wait: the access service has not closed your first one yet. Until then the first one stands, and it can still be decided on. I will send the corrected one when the first is closed.',
      'withdraw',
    ],
    [
      'got no answer',
      { request: accessRequest({ state: 'uncertain' }), task: null },
      ben,
      `uncertain request-1 ${since}`,
      'I sent your request for X and got no answer. Look for it in the governance console, or ask <@U0HANA>. If it is not there, send it again.',
      'settle',
    ],
    [
      'got no answer, and is not sent again',
      { request: accessRequest({ state: 'abandoned' }), task: null },
      ben,
      '',
      'I will not send your request for X again.',
      'again',
    ],
    [
      'was withdrawn before it was sent',
      withdrawn({ task: null }),
      ben,
      '',
      'You withdrew your request for X.',
      'again',
    ],
  ])('%s', (_stage, told, reader, headline, words, buttons) => {
    expect(shownTo(told, reader)).toEqual({ headline, words, buttons });
  });

  it.each<[string, Refusal, string, string]>([
    [
      'with a way to change it',
      { code: 'unknown-person', email: 'ben@acme.example' },
      'Your request for X did not go through. I cannot take this Slack account for the right person here (ben@acme.example). Ask <@U0HANA>. Reason: unknown-person.',
      'mend',
    ],
    [
      'because it is not allowed',
      { code: 'forbidden' },
      'Your request for X did not go through. The access service refuses this. Ask <@U0HANA> if you do not know why.',
      'mend',
    ],
    [
      'because it waits already, and where to see that',
      { code: 'duplicate', numericId: '1001', reviewers: ['Ana'] },
      'X: This was asked for already (#1001). It is waiting for Ana.',
      'see',
    ],
    ['because it was asked for', { code: 'duplicate' }, 'X: This was asked for already.', 'see'],
    [
      'because another person’s account changed hands',
      { code: 'changed-person', was: 'user-dee', is: 'user-ana', slackUserId: 'U0DEE' },
      'Your request for X did not go through. <@U0DEE>: I cannot take this Slack account for the right person here. Ask <@U0HANA>. Reason: changed-person.',
      'mend',
    ],
    [
      'and does not call it unsent if an earlier attempt may have arrived',
      { code: 'deactivated', slackUserId: 'U0DEE', isPerhapsThere: true },
      'I am not sending your request for X again: it may have arrived. Look for it in the governance console, or ask <@U0HANA>. <@U0DEE>: I cannot take this Slack account for the right person here. Ask <@U0HANA>. Reason: deactivated.',
      '',
    ],
    [
      'because the service answered with another one',
      { code: 'answer-disagrees', numericId: '1043', isPerhapsThere: true },
      'The access service answered your request for X with a different one (#1043). I show that one to nobody and change nothing. Ask <@U0HANA>.',
      '',
    ],
  ])('did not go through %s', (_why, refusal, words, buttons) => {
    const told = refused(refusal);
    expect(headlinesOf([told], ben)).toEqual(['refused request-1']);
    expect(said(told)).toBe(words);
    expect(postButtons([told], ben).join(' ')).toBe(buttons);
  });

  it('names in a duplicate whom it is for, and says nothing to them', () => {
    const told = refused({ code: 'duplicate' }, asked());
    expect(said(told)).toBe('X (for <@U0DEE>): This was asked for already.');
    expect([headlinesOf([told], dee), postButtons([told], dee)]).toEqual([[], []]);
  });
});

describe('a request that is over without access', () => {
  const cancelled = closed('cancelled');
  it.each<ToldRow>([
    [
      'withdrawn by the reader, and still open in the service',
      withdrawn(),
      ben,
      '',
      'You withdrew your request for X. The access service has not closed it: it stays open there until a reviewer closes or denies it.',
      'again',
    ],
    [
      'withdrawn by another',
      withdrawn(forDee),
      dee,
      'over request-1 cancelled',
      '<@U0BEN> withdrew their request for your access to X. The access service has not closed it: it stays open there until a reviewer closes or denies it.',
      'again',
    ],
    [
      'withdrawn, and not read again',
      withdrawn({ task: snapshot({ state: 'unread' }) }),
      ben,
      '',
      'You withdrew your request for X. I cannot tell whether the access service has closed it, or granted it before. Look in the governance console.',
      'again',
    ],
    [
      'withdrawn, and the service is at it',
      withdrawn(step({ kind: 'processing' })),
      ben,
      '',
      'You withdrew your request for X.',
      'again',
    ],
    [
      'withdrawn and closed',
      withdrawn(cancelled),
      ben,
      '',
      'You withdrew your request for X.',
      'again',
    ],
    [
      'withdrawn by another and closed',
      withdrawn({ ...cancelled, ...forDee }),
      dee,
      'over request-1 cancelled',
      '<@U0BEN> withdrew their request for your access to X.',
      'again',
    ],
    [
      'corrected',
      withdrawn({ ...cancelled, isCorrected: true }),
      ben,
      '',
      'You corrected your request for X. The corrected one follows.',
      'again',
    ],
    [
      'corrected by another',
      withdrawn({ ...cancelled, ...forDee, isCorrected: true }),
      dee,
      'over request-1 cancelled',
      '<@U0BEN> corrected their request for your access to X. The corrected one follows.',
      'again',
    ],
    [
      'closed by an administrator',
      { ...cancelled, deeds: [deed('close', 'U0ANA', { reason: 'A mistake' })] },
      ben,
      'over request-1 cancelled',
      '<@U0ANA> closed your request for X.\nA mistake',
      'again',
    ],
    [
      'denied here',
      { ...closed('denied'), deeds: [deed('deny', 'U0ANA', { reason: 'Use *staging* <!here>' })] },
      ben,
      'over request-1 denied',
      '<@U0ANA> denied your request for X.\nReason: Use ∗staging∗ &lt;!here&gt;',
      'again',
    ],
    [
      'denied here, to whom it is for',
      { ...closed('denied'), ...forDee, deeds: [deed('deny', 'U0ANA')] },
      dee,
      'over request-1 denied',
      '<@U0ANA> denied the request by <@U0BEN> for your access to X.',
      'again',
    ],
    [
      'denied elsewhere by many',
      { ...closed('denied'), deniedBy: ['Ana', 'Cho', 'Dee', 'Eve'] },
      ben,
      'over request-1 denied',
      'Your request for X was denied by Ana, Cho and Dee.',
      'again',
    ],
    [
      'denied by nobody who is known',
      closed('denied'),
      ben,
      'over request-1 denied',
      'Your request for X (#1042) was denied.',
      'again',
    ],
    [
      'denied by the bot',
      { ...closed('denied'), isUndecided: true },
      ben,
      'over request-1 denied',
      'Nobody decided in time, so I denied your request for X.',
      'again',
    ],
    [
      'denied by a policy, in its words',
      {
        task: closedSnapshot({
          outcome: 'denied',
          otherStep: { kind: 'rejected', said: 'Not in winter.' },
        }),
      },
      ben,
      'over request-1 denied',
      'Your request for X (#1042) was denied. The policy turns it down. It says: “Not in winter.”',
      'again',
    ],
    [
      'denied after an approval',
      { ...closed('denied'), ...approvedBy },
      ben,
      'over request-1 denied',
      '<@U0ANA> approved your request. Your request for X (#1042) was denied.',
      'again',
    ],
    [
      'not set up',
      closed('error'),
      ben,
      'over request-1 error',
      'Your request for X was approved, but access could not be set up. Ask <@U0HANA>.',
      'again',
    ],
    [
      'cancelled',
      cancelled,
      ben,
      'over request-1 cancelled',
      'Your request for X is over: Cancelled.',
      'again',
    ],
    [
      'out of time',
      closed('wait-timed-out'),
      ben,
      'over request-1 wait-timed-out',
      'Your request for X is over: Ran out of time.',
      'again',
    ],
    [
      'deleted',
      closed('deleted'),
      ben,
      'over request-1 deleted',
      'Your request for X is over: Deleted.',
      'again',
    ],
    [
      'over in a way that nobody knows yet',
      closed('GRANT*OUTCOME'),
      ben,
      'over request-1 GRANT*OUTCOME',
      'Your request for X is over: Closed (GRANT∗OUTCOME).',
      'again',
    ],
    [
      'over for somebody else',
      { ...closed('wait-timed-out'), ...forDee },
      ben,
      'over request-1 wait-timed-out',
      "Your request for <@U0DEE>'s access to X is over: Ran out of time.",
      'again',
    ],
  ])('%s', (_stage, told, reader, headline, words, buttons) => {
    expect(shownTo(told, reader)).toEqual({ headline, words, buttons });
  });

  it('keeps the words of whoever could not set it up', () => {
    const reason = 'The licence ran out.';
    const told = toldRequest({
      ...closed('error'),
      deeds: [deed('cannot-set-up', 'U0ANA', { reason })],
    });
    expect(said(told)).toContain(reason);
  });

  it.each([
    ['withdraw', withdrawn],
    ['close', (change: Partial<ToldRequest>) => change],
  ] as const)('is told once, whether the service has closed it or not: %s', (verb, state) => {
    const deeds = [deed(verb, 'U0TESS')];
    const open = toldRequest(state({ deeds }));
    const over = toldRequest(state({ deeds, ...cancelled }));
    expect(headlinesOf([over], ben)).toEqual(headlinesOf([open], ben));
  });
});
