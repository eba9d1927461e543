import type { NoticeContext } from '../../use-cases/chat-ports.ts';
import type { Texts } from '../texts/texts.ts';
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

/** What a message is about, in bold; where one message is for several asked for in one go, all of them. */
export function whatWords({ request, task, group }: NoticeContext): string {
  const names = group.length > 1 ? group.map((one) => one.request.entitlementName) : [request.entitlementName];
  const asked = `${request.appName} · ${names.join(', ')}`;
  const shown = task === null || group.length > 1 ? asked : accessName(task) || asked;
  return `*${name(shown, 200)}*`;
}

/** "your request", "the request by @ben". */
export function requestWords({ notices }: Texts, { request }: NoticeContext, reader: NoticeReader): string {
  if (reader === 'requester') return notices.yourRequest;
  return notices.theirRequest({ who: mention(request.requester.userId) });
}

/** "your request for *GitHub · write*". */
export function requestForWords(texts: Texts, context: NoticeContext, reader: NoticeReader): string {
  return texts.notices.forWhat({ request: requestWords(texts, context, reader), what: whatWords(context) });
}

/** As the beginning of a sentence. */
export function capitalised(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
