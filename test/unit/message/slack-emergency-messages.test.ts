import { expect, it } from 'vitest';
import type { MessageReader } from '../../../src/domain/message/message-context.ts';
import { type NoticeBody, offersOf } from '../../../src/domain/message/notice.ts';
import { noticeMessage } from '../../../src/slack/message/notice-messages.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import { accessRequest, noticeContext } from '../../support/samples.ts';
import { textsIn } from '../../support/slack-limits.ts';

const shown = (body: NoticeBody, reader: MessageReader, change: Partial<NoticeContext> = {}) =>
  noticeMessage(
    textsFor('en'),
    noticeContext({ body, offered: offersOf(body), ...change }),
    reader,
  );
const said = (...of: Parameters<typeof shown>) => textsIn(shown(...of).blocks).join('\n');

it('mentions on-call for an emergency that waits for the service', () => {
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
});
