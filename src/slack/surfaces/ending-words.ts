import type { GrantEnd } from '../../domain/grant.ts';
import type { NoticeBody } from '../../domain/notice.ts';
import type { NoticeContext } from '../../use-cases/chat-ports.ts';
import type { Texts } from '../texts/texts.ts';
import { durationWords, periodWords } from './duration-words.ts';
import { hasIt, holderMention, type NoticeReader, whatWords } from './notice-reader.ts';
import { helpers } from './refusal-words.ts';
import { listed, mention, moment, name } from './text.ts';

/** That the access is over, or goes on. */
export function accessEndedWords(
  { notices }: Texts,
  end: GrantEnd,
  context: NoticeContext,
  reader: NoticeReader,
): string {
  const what = whatWords(context);
  const access = hasIt(context, reader)
    ? notices.yourAccess({ what })
    : notices.theirAccess({ who: holderMention(context), what });
  switch (end) {
    case 'expired':
      return notices.accessEnded.expired({ access });
    case 'given-back':
      return notices.accessEnded.givenBack({ access });
    case 'extended':
      return notices.accessEnded.extended({ access });
  }
}

/** The follow-up of an emergency: who had what, from when to when, and how it ended. */
export function emergencyEndedWords(
  texts: Texts,
  body: Extract<NoticeBody, { kind: 'emergency-ended' }>,
  context: NoticeContext,
): string {
  const { emergencyEnded, emergencyEndings } = texts.notices;
  const startedAt = new Date(body.startedAt);
  const endedAt = new Date(body.endedAt);
  const seconds = Math.max(0, Math.round((endedAt.getTime() - startedAt.getTime()) / 1_000));
  return emergencyEnded({
    who: holderMention(context),
    what: whatWords(context),
    from: moment(texts, startedAt),
    to: moment(texts, endedAt),
    duration: durationWords(texts, seconds),
    ending: emergencyEndings[body.end === 'given-back' ? 'givenBack' : body.end],
  });
}

/** How a request ended. `byNames`: who denied it, where that is known. */
export function endedWords(
  texts: Texts,
  outcome: string,
  context: NoticeContext,
  reader: NoticeReader,
  byNames: readonly string[],
): string {
  const { ended, yourRequestFor, theirRequestFor } = texts.notices;
  const { task, request } = context;
  const what = whatWords(context);
  const who = mention(request.requester.userId);
  const subject = reader === 'requester' ? yourRequestFor({ what }) : theirRequestFor({ who, what });
  switch (outcome) {
    case 'granted': {
      const period = periodWords(texts, task?.grantDurationSeconds ?? request.durationSeconds);
      return hasIt(context, reader)
        ? ended.youHave({ what, period })
        : ended.theyHave({ who: holderMention(context), what, period });
    }
    case 'denied': {
      const people = listed(
        texts,
        byNames.slice(0, 3).map((one) => name(one, 80)),
        'and',
      );
      return people === '' ? ended.denied({ subject }) : ended.deniedBy({ subject, people });
    }
    case 'error':
      return ended.failed({ subject, helpers: helpers(texts, context.admins) });
    case 'cancelled':
      return ended.cancelled({ subject });
    case 'wait-timed-out':
      return ended.ranOut({ subject });
    default:
      return ended.closed({ subject });
  }
}
