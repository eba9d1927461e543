import type { NoticeBody } from '../../domain/notice.ts';
import type { GrantOutcome } from '../../domain/task-snapshot.ts';
import type { NoticeContext } from '../../use-cases/chat-ports.ts';
import type { Texts } from '../texts/texts.ts';
import { durationWords, endWords, periodWords } from './duration-words.ts';
import { capitalised, hasIt, holderMention, type NoticeReader, requestForWords, whatWords } from './notice-reader.ts';
import { helpers } from './refusal-words.ts';
import { listed, moment, name, timeOfDay } from './text.ts';

/** That the access is over. */
export function accessEndedWords(
  { notices }: Texts,
  { end }: Extract<NoticeBody, { kind: 'access-ended' }>,
  context: NoticeContext,
  reader: NoticeReader,
): string {
  const what = whatWords(context);
  const access = capitalised(
    hasIt(context, reader) ? notices.yourAccess({ what }) : notices.theirAccess({ who: holderMention(context), what }),
  );
  if (end === 'given-back') return notices.givenBack({ access });
  const endedAt = context.grant?.endsAt ?? context.grant?.endedAt ?? null;
  return endedAt === null ? notices.over({ access }) : notices.expired({ access, time: timeOfDay(endedAt) });
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
    ending: emergencyEndings[body.end],
  });
}

/** How a request ended. `byNames`: who denied it, where that is known. */
export function endedWords(
  texts: Texts,
  outcome: GrantOutcome,
  context: NoticeContext,
  reader: NoticeReader,
  byNames: readonly string[],
): string {
  const { notices } = texts;
  const { grant } = context;
  const what = whatWords(context);
  const named = requestForWords(texts, context, reader);
  const request = capitalised(named);
  switch (outcome) {
    case 'granted': {
      const seconds = context.task?.grantDurationSeconds ?? context.request.durationSeconds;
      const period = grant === null ? periodWords(texts, seconds) : endWords(texts, grant.endsAt);
      return hasIt(context, reader)
        ? notices.youHave({ what, period })
        : notices.theyHave({ who: holderMention(context), what, period });
    }
    case 'denied': {
      const shown = byNames.slice(0, 3).map((one) => name(one, 80));
      if (shown.length === 0) return notices.wasDenied({ request });
      return notices.deniedBy({ request, people: listed(texts, shown, 'and') });
    }
    case 'error':
      return notices.failed({ request, helpers: helpers(texts, context.admins) });
    case 'cancelled':
      return notices.cancelled({ request });
    case 'wait-timed-out':
      return notices.ranOut({ request: named });
    case 'none':
    default:
      return notices.closed({ request });
  }
}
