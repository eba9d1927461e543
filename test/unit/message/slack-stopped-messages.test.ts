import { expect, it } from 'vitest';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import type { Refusal } from '../../../src/domain/refusals/refusals.ts';
import type { Subject } from '../../../src/domain/request/subject.ts';
import { noticeMessage } from '../../../src/slack/show/notice-posts.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { accessRequest, noticeContext } from '../../support/samples.ts';

const texts = textsFor('en');
const what = '*GitHub · Platform: write*';
const left = { code: 'deactivated', slackUserId: 'U0DEE' } as const;

const toAdministrator = (refusal: Refusal): string =>
  noticeMessage(
    texts,
    noticeContext({ body: { kind: 'trouble', what: 'request-stopped', refusal }, task: null }),
    'anybody',
  ).text;

it('says that the service answered with a different request, and what it does about that', () => {
  const disagreeing = { code: 'answer-disagrees', isPerhapsThere: true } as const;
  expect(toAdministrator({ ...disagreeing, numericId: '1043' })).toContain(
    `The access service answered the request by <@U0BEN> for ${what} with a different one (#1043). I show that one to nobody`,
  );
  expect(toAdministrator(disagreeing)).toContain('with a different one. I show that one to nobody');
});

it('tells an administrator whose request was not sent', () => {
  const [words] = toAdministrator(left).split('\n');
  expect(words).toBe(
    `I did not send the request by <@U0BEN> for ${what}. <@U0DEE>: I cannot take this Slack account for the right person here. Ask your IT team. Reason: deactivated.`,
  );
});

it.each<[string, NoticeBody, string]>([
  ['a person', { kind: 'trouble', what: 'undelivered', channel: 'U0BEN' }, '<@U0BEN>'],
  ['a channel', { kind: 'trouble', what: 'undelivered', channel: 'C0REVIEWS' }, '<#C0REVIEWS>'],
])('tells an administrator that the bot cannot reach %s', (_whom, body, to) => {
  const message = noticeMessage(texts, noticeContext({ body }), 'anybody');
  expect(message.text).toContain(`I cannot reach ${to} about `);
  expect(JSON.stringify(message.blocks)).toContain('Governance console');
});

it('tells an administrator of trouble with what was not asked for in Slack', () => {
  const body = { kind: 'trouble', what: 'nobody-answers' } as const;
  const request: Subject = {
    ...accessRequest(),
    requester: null,
    elsewhere: { kind: 'grant', requesterName: 'Liam Walsh' },
  };
  const { text } = noticeMessage(texts, noticeContext({ body, request }), 'anybody');
  expect(text).toContain('I found nobody who may answer a step of ');
});

it('tells an administrator whose Slack account passed on', () => {
  const body = { kind: 'trouble', what: 'passed-on', account: 'U0BEN' } as const;
  const message = noticeMessage(texts, noticeContext({ body }), 'anybody');
  expect(message.text).toContain('Somebody else has the Slack account <@U0BEN> since ');
  expect(JSON.stringify(message.blocks)).toContain('Governance console');
});

it('does not call a request unsent when an earlier attempt may have arrived', () => {
  const words = toAdministrator({ ...left, isPerhapsThere: true });
  expect(words).toContain('again: it may have arrived');
  expect(words).not.toMatch(/did not (send|go through)/);
});
