/** The parts of the sentences of one message: who reads it, and what it is about. */
import type { NoticeBody } from '../../domain/message/notice.ts';
import type { NoticeContext } from '../../use-cases/ports/chat-ports.ts';
import { holderWords, isForThemselves, requesterWords } from '../card/people-asking.ts';
import { accessName, numbered } from '../card/task-words.ts';
import { capitalised, name } from '../platform/text.ts';
import type { Texts } from '../texts.ts';

/** The body of a notice of one kind, or of one of several kinds. */
export type Body<Kind extends NoticeBody['kind']> = Extract<NoticeBody, { kind: Kind }>;

/**
 * Who reads a message: the requester, the person that the access is for, or anybody. The first two
 * are addressed as "you".
 */
export type NoticeReader = 'requester' | 'target' | 'anybody';

export function noticeReader(request: NoticeContext['request'], slackUserId: string): NoticeReader {
  if (slackUserId === request.requester?.userId) return 'requester';
  return slackUserId === request.targetSlackId ? 'target' : 'anybody';
}

/** Whether the reader has, or had, the access. */
export function hasIt({ request }: NoticeContext, reader: NoticeReader): boolean {
  return reader === 'target' || (reader === 'requester' && isForThemselves(request));
}

/** The texts, the facts and the reader of one message: its sentences are made from these. */
export interface Speech {
  readonly texts: Texts;
  readonly context: NoticeContext;
  readonly reader: NoticeReader;
  readonly parts: SpeechParts;
}

/** The values for the placeholders of sentences. */
interface SpeechParts {
  readonly what: string;
  /**
   * "*GitHub · write* (for @cho)" if it is for somebody who is neither the requester nor the
   * reader.
   */
  readonly whatForWhom: string;
  /** The person who has, or would have, the access. */
  readonly holder: string;
  /** "your request for *GitHub · write*", "the request by @ben for *GitHub · write*". */
  readonly request: string;
  /** The same at the beginning of a sentence. */
  readonly opening: string;
  /** "Your access to *GitHub · write*", at the beginning of a sentence. */
  readonly access: string;
  /** " (#1042)", or nothing. */
  readonly number: string;
}

export function speechOf(texts: Texts, context: NoticeContext, reader: NoticeReader): Speech {
  return { texts, context, reader, parts: partsOf(texts, context, reader) };
}

function partsOf(texts: Texts, context: NoticeContext, reader: NoticeReader): SpeechParts {
  const { notices } = texts;
  const what = whatWords(context);
  const holder = holderWords(texts, context.request, context.task);
  const request = requestFor(texts, context, reader, requestWords(texts, context, reader));
  const isForOther = recipientOf(context, reader) === 'other';
  const access = hasIt(context, reader)
    ? notices.yourAccess({ what })
    : notices.theirAccess({ who: holder, what });
  return {
    what,
    whatForWhom: isForOther ? texts.card.header.forSomebody({ what, target: holder }) : what,
    holder,
    request,
    opening: capitalised(request),
    access: capitalised(access),
    number: context.task === null ? '' : numbered(context.task),
  };
}

/** "your request for *GitHub · write*", with other words for "your request". */
export function requestFor(
  texts: Texts,
  context: NoticeContext,
  reader: NoticeReader,
  request: string,
): string {
  if (context.task?.takesAway === true) {
    const holder = removedFrom(texts, context);
    return texts.notices.removal({ what: whatWords(context), holder });
  }
  if (context.isUnderCard === true) return request;
  const sentences = isMoreTime(context) ? moreTime : newAccess;
  const holder = holderWords(texts, context.request, context.task);
  return texts.notices[sentences[recipientOf(context, reader)]]({
    request,
    what: whatWords(context),
    holder,
  });
}

/** What a request for more time was to prolong may be gone; a withdrawn one is told as it was. */
function isMoreTime({ request, lapse }: NoticeContext): boolean {
  const isNewAccess = lapse !== null && request.state !== 'withdrawn';
  return request.extendsRequestId !== null && !isNewAccess;
}

/** By the service's name: the person hears of it where it is decided, not in Slack. */
function removedFrom(texts: Texts, { task }: NoticeContext): string {
  return name(task?.target?.name ?? texts.card.somebodyElse, 80);
}

/** How a message refers to a request, by the person who gets the access. */
const newAccess = { requester: 'forWhat', reader: 'forYou', other: 'forOther' } as const;

const moreTime = {
  requester: 'forMoreTime',
  reader: 'forMoreTimeYou',
  other: 'forMoreTimeOther',
} as const;

/** Who gets the access: the requester, the reader, or another person, who is named. */
export function recipientOf(
  { request }: NoticeContext,
  reader: NoticeReader,
): keyof typeof newAccess {
  if (reader === 'target') return 'reader';
  return isForThemselves(request) ? 'requester' : 'other';
}

/** The access that a message is about, in bold. Requests that were made together are all named. */
function whatWords({ request, task, group }: NoticeContext): string {
  const names =
    group.length > 1 ? group.map((one) => one.request.entitlementName) : [request.entitlementName];
  const requestName = `${request.appName} · ${names.join(', ')}`;
  const access = task === null || group.length > 1 ? requestName : accessName(task) || requestName;
  return `*${name(access, 200)}*`;
}

/** "your request", "the request by @ben", "the request" below its card. */
export function requestWords(
  texts: Texts,
  { request, isUnderCard }: NoticeContext,
  reader: NoticeReader,
): string {
  if (isUnderCard === true) return texts.notices.theRequest;
  return reader === 'requester'
    ? texts.notices.yourRequest
    : texts.notices.theirRequest({ who: requesterWords(texts, request) });
}
