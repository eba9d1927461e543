import type { Button, KnownBlock } from '@slack/types';
import type { GrantEnd } from '../../domain/grant.ts';
import type { NoticeBody } from '../../domain/notice.ts';
import type { TaskSnapshot } from '../../domain/task-snapshot.ts';
import type { NoticeContext } from '../../use-cases/chat-ports.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { durationWords, periodWords } from './duration-words.ts';
import { escalateButton, holderActions } from './home.ts';
import { helpers, holderRefusalWords, requestRefusalWords, reviewRefusalWords } from './refusal-words.ts';
import type { RenderedMessage } from './task-card.ts';
import { accessName, countedNames, taskNumber } from './task-words.ts';
import { channelLink, cutMarked, link, listed, marked, mention, moment, name, plain } from './text.ts';

export const uncertainActions = { again: 'uncertain.again', leave: 'uncertain.leave' } as const;

/** Whether it is read by who asked, by the person it is for, or by anybody. The first two are spoken to. */
export type NoticeReader = 'requester' | 'target' | 'anybody';

export function noticeReader(request: NoticeContext['request'], slackUserId: string): NoticeReader {
  if (slackUserId === request.requester.userId) return 'requester';
  return slackUserId === request.targetSlackId ? 'target' : 'anybody';
}

/** Whether the reader is the one who has, or had, the access. */
function hasIt({ request }: NoticeContext, reader: NoticeReader): boolean {
  const { targetSlackId } = request;
  const isForSelf = targetSlackId === null || targetSlackId === request.requester.userId;
  return reader === 'target' || (reader === 'requester' && isForSelf);
}

/** The words of a message, to the requester, to a thread, or to whoever clicked. */
export function noticeMessage(
  texts: Texts,
  body: NoticeBody,
  context: NoticeContext,
  reader: NoticeReader,
): RenderedMessage {
  const { words, typed = '', extra = [] } = content(texts, body, context, reader);
  const blocks: KnownBlock[] = [{ type: 'section', text: marked(words) }];
  if (typed !== '') blocks.push({ type: 'section', text: plain(typed, limits.sectionText) });
  blocks.push(...extra);
  // Screen readers and notifications have this alone.
  const whole = typed === '' ? words : `${words}\n${name(typed, spokenLength)}`;
  return { text: cutMarked(whole, limits.sectionText), blocks };
}

/** How much of what somebody typed is in the text for screen readers and notifications. */
const spokenLength = 1_000;

interface Content {
  readonly words: string;
  /** Typed by a person: shown as typed. */
  readonly typed?: string;
  readonly extra?: KnownBlock[];
}

function content(texts: Texts, body: NoticeBody, context: NoticeContext, reader: NoticeReader): Content {
  const { notices } = texts;
  const { request, task, admins } = context;
  const what = whatWords(context);
  switch (body.kind) {
    case 'request-open':
      return {
        words: `${sentences(notices.open({ what }), reviewersWords(texts, task))}${lookWords(texts, context)}`,
        extra: context.canEscalate ? [actions('escalate', escalateButton(texts, request.id))] : [],
      };
    case 'request-refused': {
      const words = notices.notSentOn({ what, refusal: requestRefusalWords(texts, body.refusal, admins) });
      return {
        words: request.justification === '' ? words : `${words}\n${notices.youWrote}`,
        // Whole, so that it can be copied into the next try.
        typed: request.justification,
        extra: body.refusal.kind === 'service' ? [actions('mend', mendButton(texts, request.id))] : [],
      };
    }
    case 'request-waiting':
      return { words: notices.waiting({ what }) };
    case 'request-uncertain':
      return {
        words: notices.uncertain.explained({ what, helpers: helpers(texts, admins) }),
        extra: [uncertainButtons(texts, request.id)],
      };
    case 'decided': {
      const parts = { who: mention(body.by.userId), request: requestWords(texts, context, reader) };
      const words =
        body.verb === 'approve'
          ? sentences(notices.approved(parts), followingWords(texts, body.next, context, reader))
          : notices.denied(parts);
      return {
        words: `${words}${lookWords(texts, context)}`,
        ...(body.reason === '' ? {} : { typed: notices.reason({ reason: body.reason }) }),
      };
    }
    case 'ended':
      return {
        words: `${endedWords(texts, body.outcome, context, reader, body.byNames)}${lookWords(texts, context)}`,
      };
    case 'review-refused':
      return { words: reviewRefusalWords(texts, body.refusal, admins) };
    case 'review-waiting':
      return { words: body.verb === 'approve' ? notices.approvalWaiting : notices.denialWaiting };
    case 'escalated': {
      const parts = { who: mention(body.by.userId), request: requestWords(texts, context, reader) };
      return {
        words: `${sentences(notices.escalated(parts), reviewersWords(texts, task))}${lookWords(texts, context)}`,
      };
    }
    case 'holder-action-refused':
      return { words: holderRefusalWords(texts, body.refusal, admins) };
    case 'holder-action-waiting':
      return { words: notices.holderActionWaiting };
    case 'access-ended':
      return { words: accessEndedWords(texts, body.end, context, reader) };
    case 'emergency-ended':
      return {
        words: emergencyEndedWords(texts, body, context),
        typed: notices.why({ justification: request.justification }),
      };
    case 'card-elsewhere':
      return { words: sentences(notices.elsewhere.isOpen({ what }), elsewhereWords(texts, body, context)) };
  }
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function accessEndedWords({ notices }: Texts, end: GrantEnd, context: NoticeContext, reader: NoticeReader): string {
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

function emergencyEndedWords(
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

function holderMention({ request }: NoticeContext): string {
  return mention(request.targetSlackId ?? request.requester.userId);
}

function elsewhereWords(
  texts: Texts,
  body: Extract<NoticeBody, { kind: 'card-elsewhere' }>,
  context: NoticeContext,
): string {
  const { elsewhere } = texts.notices;
  const count = body.reviewers;
  // Without its `#` name where it is no channel: nobody could have looked into a conversation between two.
  const channel = /^[CG]/.test(body.channel) ? channelLink(texts, body.channel) : null;
  if (count > 0) return channel === null ? elsewhere.sent({ count }) : elsewhere.sentFor({ channel, count });
  const { consoleUrl, admins } = context;
  const look = consoleUrl === null ? '' : elsewhere.orLook({ link: link(consoleUrl, elsewhere.inConsole) });
  const ask = { helpers: helpers(texts, admins), look };
  return channel === null ? elsewhere.nobody(ask) : elsewhere.nobodyFor({ channel, ...ask });
}

function whatWords({ request, task }: NoticeContext): string {
  const shown = (task === null ? '' : accessName(task)) || `${request.appName} · ${request.entitlementName}`;
  return `*${name(shown, 200)}*`;
}

function requestWords({ notices }: Texts, context: NoticeContext, reader: NoticeReader): string {
  const number = context.task === null || taskNumber(context.task) === '' ? '' : ` ${name(taskNumber(context.task))}`;
  const what = whatWords(context);
  if (reader === 'requester') return notices.yourRequest({ number, what });
  return notices.theirRequest({ number, who: mention(context.request.requester.userId), what });
}

function followingWords(
  texts: Texts,
  next: Extract<NoticeBody, { kind: 'decided' }>['next'],
  context: NoticeContext,
  reader: NoticeReader,
): string {
  switch (next.kind) {
    case 'step':
      return sentences(texts.notices.oneMoreStep, reviewersWords(texts, context.task));
    case 'set-up':
      return texts.notices.beingSetUp;
    case 'ended':
      return endedWords(texts, next.outcome, context, reader, []);
  }
}

function reviewersWords(texts: Texts, task: TaskSnapshot | null): string {
  if (task === null || task.stepApprovers.length === 0) return '';
  const names = task.stepApprovers.map((person) => person.name);
  return texts.notices.decidedBy({ people: countedNames(texts, names, 'or') });
}

function endedWords(
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

function lookWords({ notices }: Texts, { card, consoleUrl }: NoticeContext): string {
  const links: string[] = [];
  if (card !== null && card.permalink !== null) links.push(link(card.permalink, notices.seeCard));
  if (consoleUrl !== null) links.push(link(consoleUrl, notices.console));
  return links.length === 0 ? '' : `\n${links.join(' · ')}`;
}

function actions(block_id: string, button: Button): KnownBlock {
  return { type: 'actions', block_id, elements: [button] };
}

/** Opens the form with everything filled in. */
function mendButton({ notices }: Texts, requestId: string): Button {
  return {
    type: 'button',
    action_id: holderActions.mend,
    style: 'primary',
    text: plain(notices.mend, limits.buttonText),
    value: requestId,
  };
}

function uncertainButtons({ notices }: Texts, requestId: string): KnownBlock {
  const { uncertain } = notices;
  return {
    type: 'actions',
    block_id: 'uncertain',
    elements: [
      {
        type: 'button',
        action_id: uncertainActions.again,
        text: plain(uncertain.again, limits.buttonText),
        value: requestId,
        confirm: {
          title: plain(uncertain.againTitle, limits.confirmTitle),
          text: plain(uncertain.againWarning, limits.confirmText),
          confirm: plain(uncertain.againConfirm, limits.confirmButton),
          deny: plain(uncertain.back, limits.confirmButton),
        },
      },
      {
        type: 'button',
        action_id: uncertainActions.leave,
        text: plain(uncertain.leave, limits.buttonText),
        value: requestId,
      },
    ],
  };
}
