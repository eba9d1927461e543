import { expect, it } from 'vitest';
import type { MessageReader } from '../../../src/domain/message/message-context.ts';
import { type NoticeBody, offersOf } from '../../../src/domain/message/notice.ts';
import { noticeMessage } from '../../../src/slack/message/notice-messages.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import {
  accessRequest,
  actor,
  closedSnapshot,
  noticeContext,
  snapshot,
} from '../../support/samples.ts';
import { textsIn } from '../../support/slack-limits.ts';

const shown = (body: NoticeBody, reader: MessageReader, change: Partial<NoticeContext> = {}) =>
  noticeMessage(
    textsFor('en'),
    noticeContext({ body, offered: offersOf(body), ...change }),
    reader,
  );
const said = (...of: Parameters<typeof shown>) => textsIn(shown(...of).blocks).join('\n');

it('mentions on-call for an emergency that waits for the service, and tells the requester where', () => {
  const request = accessRequest({
    state: 'submitted',
    emergency: true,
    targetSlackId: 'U0DEE',
    justification: 'INC-7 <!channel>',
  });
  const waiting = { kind: 'emergency-waiting' } as const;
  expect(said(waiting, 'anybody', { request, task: null })).toMatch(
    /^<!subteam\^S0ONCALL>: <@U0DEE> needs \*GitHub · Platform: write\* for 4 hours\. .*nobody can approve it yet.*\nINC-7 <!channel>$/,
  );
  expect(said({ ...waiting, isBotRefused: true }, 'anybody', { request, task: null })).toContain(
    'The access service refuses me, because my credentials are wrong, so nobody can approve it yet.',
  );
  const emergency = { channel: 'C0INCIDENTS', onCall: null };
  expect(said(waiting, 'anybody', { request, emergency })).toMatch(/^Emergency: <@U0DEE> needs/);
  expect(said({ kind: 'request-waiting' }, 'requester', { request })).toContain(
    'I told <#C0INCIDENTS>.',
  );
  const nowhere = { request, emergency: { channel: null, onCall: null } };
  expect(said({ kind: 'request-waiting' }, 'requester', nowhere)).not.toContain('I told');
  const refused = said({ kind: 'request-waiting', system: 'slack' }, 'requester', { request });
  expect(refused).toMatch(/^Slack does not let me look people up\./);
  expect(refused).not.toMatch(/I told|access service is not/);
});

it('addresses the requester of emergency access, and names them to others', () => {
  const escalated = { kind: 'acted', act: 'escalate', by: actor('U0BEN'), text: '' } as const;
  expect(said(escalated, 'requester')).toMatch(/^You asked for emergency access to \*GitHub/);
  expect(said(escalated, 'anybody')).toMatch(/^<@U0BEN> asked for emergency access/);
  const forDee = { request: accessRequest({ targetSlackId: 'U0DEE' }) };
  expect(said(escalated, 'target', forDee)).toMatch(/^<@U0BEN> asked/);
});

it('mentions on-call in an escalation only when a group is configured', () => {
  const open = (onCall: string | null) =>
    JSON.stringify(
      shown({ kind: 'request-open' }, 'requester', {
        emergency: { channel: 'C0INCIDENTS', onCall },
      }).blocks,
    );
  expect(open('S0ONCALL')).toContain('"text":"Ask for emergency access?"');
  expect(open('S0ONCALL')).toContain('On-call is called.');
  expect(open(null)).not.toContain('On-call');
});

it('names the request and what starts over before it becomes an emergency', () => {
  const ask = (context: Partial<NoticeContext>) => {
    const { blocks } = shown({ kind: 'request-open' }, 'requester', context);
    const words = JSON.stringify(blocks);
    return /"title":\{[^}]*emergency access\?[^}]*\},"text":\{[^}]*"text":"([^"]*)"/.exec(
      words,
    )?.[1];
  };
  expect(ask({})).toBe(
    'GitHub · Platform: write (#1042) becomes an emergency request. ' +
      'Its review starts over: approvals so far no longer count. On-call is called.',
  );
  const long = { request: accessRequest({ appName: 'a'.repeat(500) }) };
  expect(ask(long)).toMatch(/no longer count\. On-call is called\.$/);
});

it.each([
  [
    { channel: 'C0INCIDENTS', url: 'https://acme.slack.com/archives/C0INCIDENTS/p1' },
    'It is an emergency: I told <#C0INCIDENTS>.',
    'Es ist ein Notfall: In <#C0INCIDENTS> habe ich Bescheid gesagt.',
  ],
  [null, 'It is an emergency.', 'Es ist ein Notfall.'],
])('says that a request is an emergency, and where on-call was told: %j', (onCallCard, en, de) => {
  const emergency = { task: snapshot({ emergency: true }), onCallCard };
  for (const body of [{ kind: 'request-open' }, { kind: 'group-open' }] as const) {
    const group = [{ request: accessRequest(), task: emergency.task }];
    const context = noticeContext({ body, group, ...emergency });
    const words = (language: 'en' | 'de') =>
      noticeMessage(textsFor(language), context, 'requester').text;
    expect(words('en')).toContain(en);
    expect(words('de')).toContain(de);
  }
  expect(said({ kind: 'request-open' }, 'requester')).not.toContain('is an emergency');
  const ended = { ...emergency, task: closedSnapshot({ emergency: true }) };
  expect(said({ kind: 'request-open' }, 'requester', ended)).not.toContain('It is an emergency');
});

it('links to the card that calls on-call, unless that is the card which it links to anyway', () => {
  const url = 'https://acme.slack.com/archives/C0INCIDENTS/p1';
  const task = snapshot({ emergency: true });
  const onCallCard = { channel: 'C0INCIDENTS', url };
  const link = `<${url}|See where on-call was told>`;
  const words = (change: Partial<NoticeContext>) =>
    said({ kind: 'request-open' }, 'requester', { task, onCallCard, ...change });
  expect(words({})).toContain(link);
  expect(words({ cardUrl: url })).not.toContain(link);
  expect(words({ cardUrl: url })).toContain(`<${url}|See request>`);
});
