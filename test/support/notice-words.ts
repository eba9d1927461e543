import type { MessageReader } from '../../src/domain/message/message-context.ts';
import { type NoticeBody, offersOf } from '../../src/domain/message/notice.ts';
import { noticeMessage } from '../../src/slack/message/notice-messages.ts';
import type { RenderedMessage } from '../../src/slack/platform/rendered-message.ts';
import { textsFor } from '../../src/slack/texts.ts';
import type { NoticeContext } from '../../src/use-cases/ports/chat-ports.ts';
import { noticeContext } from './samples.ts';
import { textsIn } from './slack-limits.ts';

const texts = textsFor('en', ['U0HANA']);

/** The message as it is sent. */
const shown = (
  body: NoticeBody,
  reader: MessageReader = 'requester',
  change: Partial<NoticeContext> = {},
): RenderedMessage =>
  noticeMessage(texts, noticeContext({ body, offered: offersOf(body), ...change }), reader);

/** Its words, with `DATE` for each moment. */
export const said = (
  body: NoticeBody,
  reader: MessageReader = 'requester',
  change: Partial<NoticeContext> = {},
): string =>
  textsIn(shown(body, reader, change).blocks)
    .join('\n')
    .replaceAll(/<!date\^\d+\^([^|]+)\|[^>]+>/g, 'DATE');

/** Its words before its links and buttons. */
export const wordsOf = (
  body: NoticeBody,
  reader: MessageReader,
  change: Partial<NoticeContext>,
): string => {
  const [words = ''] = said(body, reader, { ...change, offered: [] }).split('\n<https');
  return words;
};
