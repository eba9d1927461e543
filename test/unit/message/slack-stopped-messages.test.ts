import { expect, it } from 'vitest';
import type { DecisionNext } from '../../../src/domain/message/kinds/decision-messages.ts';
import { offersOf } from '../../../src/domain/message/notice.ts';
import type { RequestRefusal } from '../../../src/domain/request/request-refusals.ts';
import { noticeMessage } from '../../../src/slack/message/notice-messages.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { serviceRefusal } from '../../support/refusals.ts';
import { accessRequest, actor, noticeContext } from '../../support/samples.ts';

const texts = textsFor('en');
const what = '*GitHub · Platform: write*';
const disagreeing = {
  kind: 'answer-disagrees',
  parts: ['person', 'app'],
  taskNumber: '1043',
} as const;
const left = { kind: 'identity', refusal: { kind: 'deactivated' }, slackUserId: 'U0DEE' } as const;
const lost = { ...left, isPerhapsThere: true } as const;

const toRequester = (refusal: RequestRefusal): string =>
  noticeMessage(
    texts,
    noticeContext({ body: { kind: 'request-refused', refusal }, task: null }),
    'requester',
  ).text;
const toAdministrator = (
  refusal: Extract<RequestRefusal, { kind: 'identity' | 'answer-disagrees' }>,
): string =>
  noticeMessage(
    texts,
    noticeContext({ body: { kind: 'grant-stopped', refusal }, task: null }),
    'anybody',
  ).text;

it('says that the service answered with a different request, and what becomes of it', () => {
  expect(toRequester(disagreeing)).toBe(
    `I sent your request for ${what}, but the access service answered with a different one (#1043): another person and another app. I will not show that one to reviewers, and I will not change it. Ask your IT team.`,
  );
  expect(toAdministrator(disagreeing)).toBe(
    `The access service answered the request by <@U0BEN> for ${what} with a different one (#1043): another person and another app. I will not show that one to reviewers, and I will not change it. Look at it in the governance console.`,
  );
});

it('tells an administrator whose request was not sent', () => {
  expect(toAdministrator(left)).toBe(
    `I did not send the request by <@U0BEN> for ${what}. <@U0DEE>: Deactivated accounts cannot get access.`,
  );
});

it('names the entitlement that was already requested, and the person it is for', () => {
  const refusal = serviceRefusal('duplicate', '');
  const body = { kind: 'request-refused', refusal: { kind: 'service', refusal } } as const;
  const words = (targetSlackId: string | null) =>
    noticeMessage(
      texts,
      noticeContext({ body, task: null, request: accessRequest({ targetSlackId }) }),
      'requester',
    ).text;
  expect(words(null)).toBe(`${what}: You already asked for this.`);
  expect(words('U0DEE')).toBe(`${what} (for <@U0DEE>): You already asked for this.`);
});

it('does not call a request unsent when an earlier attempt may have arrived', () => {
  for (const words of [toRequester(lost), toAdministrator(lost)]) {
    expect(words).toContain('An earlier attempt got no answer and may have arrived');
    expect(words).not.toMatch(/did not (send|go through)/);
  }
  expect(offersOf({ kind: 'request-refused', refusal: lost })).toEqual([]);
});

it('names another person whose account changed hands', () => {
  const refusal = { kind: 'changed', was: 'user-dee', is: 'user-ana' } as const;
  expect(toRequester({ kind: 'identity', refusal, slackUserId: 'U0DEE' })).toContain(
    'The Slack account of <@U0DEE> belonged to somebody else when this was requested.',
  );
});

it.each<[string, DecisionNext]>([
  ['another step follows', { kind: 'step' }],
  ['it waits for something else', { kind: 'other-step', step: { kind: 'automation' } }],
  ['it was granted all the same', { kind: 'ended', outcome: 'granted' }],
])('a denial offers to ask again only where the request is over: not if %s', (_what, next) => {
  const body = { kind: 'decided', verb: 'deny', by: actor('U0ANA'), reason: '', next } as const;
  expect(offersOf(body)).not.toContain('again');
});
