import type { NoticeContext } from '../../use-cases/chat-ports.ts';
import { accessName } from './task-words.ts';
import { mention, name } from './text.ts';

/** Whether it is read by who asked, by the person it is for, or by anybody. The first two are spoken to. */
export type NoticeReader = 'requester' | 'target' | 'anybody';

export function noticeReader(request: NoticeContext['request'], slackUserId: string): NoticeReader {
  if (slackUserId === request.requester.userId) return 'requester';
  return slackUserId === request.targetSlackId ? 'target' : 'anybody';
}

/** Whether the reader is the one who has, or had, the access. */
export function hasIt({ request }: NoticeContext, reader: NoticeReader): boolean {
  const { targetSlackId } = request;
  const isForSelf = targetSlackId === null || targetSlackId === request.requester.userId;
  return reader === 'target' || (reader === 'requester' && isForSelf);
}

/** Who has, or had, the access. */
export function holderMention({ request }: NoticeContext): string {
  return mention(request.targetSlackId ?? request.requester.userId);
}

/** What a message is about, in bold. */
export function whatWords({ request, task }: NoticeContext): string {
  const shown = (task === null ? '' : accessName(task)) || `${request.appName} · ${request.entitlementName}`;
  return `*${name(shown, 200)}*`;
}
