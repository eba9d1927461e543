import type { MessageReader } from '../../src/domain/message/message-context.ts';
import type { NoticeBody } from '../../src/domain/message/notice.ts';
import { noticeMessage } from '../../src/slack/show/notice-posts.ts';
import { textsFor } from '../../src/slack/texts.ts';
import type { NoticeContext } from '../../src/use-cases/ports/chat-ports.ts';
import { noticeContext } from './samples.ts';
import { textsIn } from './slack-limits.ts';

/** The words of a message as it is sent, with `DATE` for each moment. */
export const said = (
  body: NoticeBody,
  reader: MessageReader = 'requester',
  change: Partial<NoticeContext> = {},
  language: 'en' | 'de' = 'en',
): string => {
  const texts = textsFor(language, ['U0HANA']);
  return textsIn(noticeMessage(texts, noticeContext({ body, ...change }), reader).blocks)
    .join('\n')
    .replaceAll(/<!date\^\d+\^([^|]+)\|[^>]+>/g, 'DATE');
};

/** Its words before its links and buttons. */
export const wordsOf = (...message: Parameters<typeof said>): string => {
  const [words = ''] = said(...message).split('\n<https');
  return words;
};
