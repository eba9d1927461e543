/** The parts of the sentences of one message: who reads it, and what it is about. */
import { hasIt, type MessageContext, recipientOf } from '../../domain/message/message-context.ts';
import type { Phrase } from '../../domain/message/phrase.ts';
import type { NoticeContext } from '../../use-cases/ports/chat-ports.ts';
import { holderWords, requesterWords } from '../card/people-asking.ts';
import { accessName, numbered } from '../card/task-words.ts';
import { capitalised, name } from '../platform/text.ts';
import type { Texts } from '../texts.ts';

/** What speaks in a line to a person or a channel. */
export type NoticeSpeech = Speech<NoticeContext & MessageContext>;

/** What a message is about, as far as its sentences say it. */
export type SpokenAbout = Pick<
  NoticeContext & MessageContext,
  | 'request'
  | 'task'
  | 'period'
  | 'group'
  | 'mentions'
  | 'away'
  | 'cardUrl'
  | 'consoleUrl'
  | 'emergency'
  | 'lapse'
  | 'isHidden'
  | 'isUnderCard'
  | 'reader'
>;

/** The texts and the facts of one message: its sentences are made from these. */
export interface Speech<About extends SpokenAbout = SpokenAbout> {
  readonly texts: Texts;
  readonly context: About;
  readonly parts: SpeechParts;
  /** A phrase in words; empty without any. */
  readonly say: (phrase: Phrase | null) => string;
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
  /** "Your request for *GitHub · write*", at the beginning of a sentence. */
  readonly opening: string;
  /** "Your access to *GitHub · write*", at the beginning of a sentence. */
  readonly access: string;
  /** " (#1042)", or nothing. */
  readonly number: string;
}

export function partsOf(texts: Texts, context: Speech['context']): SpeechParts {
  const { notices } = texts;
  const what = whatWords(context);
  const holder = holderWords(texts, context.request, context.task);
  const request = requestFor(texts, context, requestWords(texts, context));
  const isForOther = recipientOf(context) === 'other';
  const access = hasIt(context)
    ? notices.yourAccess({ what })
    : notices.theirAccess({ who: holder, what });
  return {
    what,
    whatForWhom:
      isForOther && context.isHidden !== true
        ? texts.card.header.forSomebody({ what, target: holder })
        : what,
    holder,
    request,
    opening: capitalised(request),
    access: capitalised(access),
    number: context.task === null ? '' : numbered(context.task),
  };
}

/** "your request for *GitHub · write*", with other words for "your request". */
export function requestFor(texts: Texts, context: Speech['context'], request: string): string {
  // A stranger learns no more about a confidential request than a channel does.
  if (context.isHidden === true) return texts.notices.hiddenRequest({ what: whatWords(context) });
  if (context.task?.takesAway === true) {
    const holder = removedFrom(texts, context);
    return texts.notices.removal({ what: whatWords(context), holder });
  }
  if (context.isUnderCard === true) return request;
  const sentences = isMoreTime(context) ? moreTime : newAccess;
  const holder = holderWords(texts, context.request, context.task);
  return texts.notices[sentences[recipientOf(context)]]({
    request,
    what: whatWords(context),
    holder,
  });
}

/** What a request for more time was to prolong may be gone; a withdrawn one is told as it was. */
function isMoreTime({ request, lapse }: Pick<SpokenAbout, 'request' | 'lapse'>): boolean {
  const isNewAccess = lapse !== null && request.state !== 'withdrawn';
  return request.extendsRequestId !== null && !isNewAccess;
}

/** By the service's name: the person hears of it where it is decided, not in Slack. */
function removedFrom(texts: Texts, { task }: SpokenAbout): string {
  return name(task?.target?.name ?? texts.card.somebodyElse, 80);
}

/** How a message refers to a request, by the person who gets the access. */
const newAccess = { requester: 'forWhat', reader: 'forYou', other: 'forOther' } as const;

const moreTime = {
  requester: 'forMoreTime',
  reader: 'forMoreTimeYou',
  other: 'forMoreTimeOther',
} as const;

/**
 * The access that a message is about, in bold. Requests that were made together are all named; of a
 * hidden one only the app.
 */
function whatWords({ request, task, group, isHidden = false }: SpokenAbout): string {
  if (isHidden) return `*${name(request.appName, 80)}*`;
  const names =
    group.length > 1 ? group.map((one) => one.request.entitlementName) : [request.entitlementName];
  const requestName = `${request.appName} · ${names.join(', ')}`;
  const access = task === null || group.length > 1 ? requestName : accessName(task) || requestName;
  return `*${name(access, 200)}*`;
}

/** "your request", "the request by @ben", "the request" below its card. */
export function requestWords(
  texts: Texts,
  { request, isUnderCard, reader }: Speech['context'],
): string {
  if (isUnderCard === true) return texts.notices.theRequest;
  return reader === 'requester'
    ? texts.notices.yourRequest
    : texts.notices.theirRequest({ who: requesterWords(texts, request) });
}
