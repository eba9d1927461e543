import type { KnownBlock } from '@slack/types';
import type { GrantEnd } from '../../domain/grant.ts';
import type { NoticeBody } from '../../domain/notice.ts';
import type { TaskSnapshot } from '../../domain/task-snapshot.ts';
import type { NoticeContext } from '../../use-cases/chat-ports.ts';
import { limits } from '../limits.ts';
import { textsFor } from '../texts/texts.ts';
import { durationWords } from './duration-words.ts';
import { helpers, holderRefusalWords, requestRefusalWords, reviewRefusalWords } from './refusal-words.ts';
import type { RenderedMessage } from './task-card.ts';
import { accessName, taskNumber } from './task-words.ts';
import { channelLink, cutMarked, link, listed, marked, mention, moment, name, plain } from './text.ts';

export const uncertainActions = { again: 'uncertain.again', leave: 'uncertain.leave' } as const;

/** Whether the requester reads it, who is then spoken to, or anybody. */
export type NoticeReader = 'requester' | 'anybody';

/** The words of a message, to the requester, to a thread, or to whoever clicked. */
export function noticeMessage(body: NoticeBody, context: NoticeContext, reader: NoticeReader): RenderedMessage {
  const { words, typed, extra = [] } = content(body, context, reader);
  const blocks: KnownBlock[] = [{ type: 'section', text: marked(words) }];
  if (typed !== undefined && typed !== '') blocks.push({ type: 'section', text: plain(typed, limits.sectionText) });
  blocks.push(...extra);
  return { text: cutMarked(words, limits.sectionText), blocks };
}

interface Content {
  readonly words: string;
  /** Typed by a person: shown as typed. */
  readonly typed?: string;
  readonly extra?: KnownBlock[];
}

function content(body: NoticeBody, context: NoticeContext, reader: NoticeReader): Content {
  const { request, task, admins } = context;
  const what = whatWords(context);
  switch (body.kind) {
    case 'request-open':
      return { words: `Your request for ${what} is with the reviewers. ${reviewersWords(task)}${lookWords(context)}` };
    case 'request-refused':
      return {
        words: `Your request for ${what} was not sent on. ${requestRefusalWords(textsFor('en'), body.refusal, admins)}${
          request.justification === '' ? '' : '\nYou wrote:'
        }`,
        // Whole, so that it can be copied into the next try.
        typed: request.justification,
      };
    case 'request-waiting':
      return {
        words: `The governance service does not answer at the moment. Your request for ${what} is kept, and I send it as soon as the service is back. You do not have to do anything.`,
      };
    case 'request-uncertain':
      return {
        words: `I sent your request for ${what}, but the governance service did not say whether it arrived, and I cannot look it up there. Please look in the governance console, or ask ${helpers(textsFor('en'), admins)}. If it is not there, send it again.`,
        extra: [uncertainButtons(request.id)],
      };
    case 'decided':
      return {
        words: `${mention(body.by.userId)} ${body.verb === 'approve' ? 'approved' : 'denied'} ${requestWords(context, reader)}.${
          body.verb === 'deny' ? '' : ` ${followingWords(body.next, context, reader)}`
        }${lookWords(context)}`,
        ...(body.reason === '' ? {} : { typed: `Reason: ${body.reason}` }),
      };
    case 'ended':
      return { words: `${endedWords(body.outcome, context, reader, body.byNames)}${lookWords(context)}` };
    case 'review-refused':
      return { words: reviewRefusalWords(textsFor('en'), body.refusal, admins) };
    case 'review-waiting':
      return {
        words: `The governance service does not answer at the moment. Your decision (${body.verb}) is kept, and I carry it out as soon as the service is back.`,
      };
    case 'escalated':
      return {
        words: `${mention(body.by.userId)} made an emergency of ${requestWords(context, reader)}. ${reviewersWords(task)}${lookWords(context)}`,
      };
    case 'holder-action-refused':
      return { words: holderRefusalWords(textsFor('en'), body.refusal, admins) };
    case 'holder-action-waiting':
      return {
        words:
          'The governance service does not answer at the moment. What you asked for is kept, and I do it as soon as the service is back.',
      };
    case 'access-ended':
      return { words: accessEndedWords(body.end, context, reader) };
    case 'emergency-ended':
      return { words: emergencyEndedWords(body, context), typed: `Why: ${request.justification}` };
    case 'card-elsewhere':
      return { words: `Your request for ${what} is open. ${elsewhereWords(body, context)}` };
  }
}

function accessEndedWords(end: GrantEnd, context: NoticeContext, reader: NoticeReader): string {
  const what = whatWords(context);
  const whose = reader === 'anybody' ? `The access of ${holderMention(context)} to ${what}` : `Your access to ${what}`;
  switch (end) {
    case 'expired':
      return `${whose} has ended: its time is over. It can be asked for again.`;
    case 'given-back':
      return `${whose} is given back. Thank you. The governance service takes it away now.`;
    case 'extended':
      return `${whose} goes on: a longer one has taken its place.`;
  }
}

function emergencyEndedWords(body: Extract<NoticeBody, { kind: 'emergency-ended' }>, context: NoticeContext): string {
  const startedAt = new Date(body.startedAt);
  const endedAt = new Date(body.endedAt);
  const seconds = Math.max(0, Math.round((endedAt.getTime() - startedAt.getTime()) / 1_000));
  const ends = { expired: 'its time was over', 'given-back': 'it was given back', extended: 'a longer one followed' };
  return `Emergency access ended. ${holderMention(context)} had ${whatWords(context)} from ${moment(textsFor('en'), startedAt)} to ${moment(textsFor('en'), endedAt)}, ${durationWords(textsFor('en'), seconds)}; ${ends[body.end]}.`;
}

function holderMention({ request }: NoticeContext): string {
  return mention(request.targetSlackId ?? request.requester.userId);
}

function elsewhereWords(body: Extract<NoticeBody, { kind: 'card-elsewhere' }>, context: NoticeContext): string {
  const people = body.reviewers === 1 ? 'its reviewer' : `${body.reviewers} of its reviewers`;
  const hindrance = /^[CG]/.test(body.channel)
    ? `I cannot write in ${channelLink(textsFor('en'), body.channel)}, so `
    : '';
  if (body.reviewers > 0)
    return `${hindrance}I sent it to ${people} directly.`.replace(/^./, (first) => first.toUpperCase());
  return `I know none of its reviewers in Slack${hindrance === '' ? '' : ` and cannot write in ${channelLink(textsFor('en'), body.channel)}`}. Please tell ${helpers(textsFor('en'), context.admins)}${consoleWords(context)}.`;
}

function whatWords({ request, task }: NoticeContext): string {
  const shown = (task === null ? '' : accessName(task)) || `${request.appName} · ${request.entitlementName}`;
  return `*${name(shown, 200)}*`;
}

function requestWords(context: NoticeContext, reader: NoticeReader): string {
  const number = context.task === null || taskNumber(context.task) === '' ? '' : ` ${name(taskNumber(context.task))}`;
  const what = whatWords(context);
  if (reader === 'requester') return `your request${number} for ${what}`;
  return `the request${number} by ${mention(context.request.requester.userId)} for ${what}`;
}

function followingWords(
  next: Extract<NoticeBody, { kind: 'decided' }>['next'],
  context: NoticeContext,
  reader: NoticeReader,
): string {
  switch (next.kind) {
    case 'step':
      return `One more step to go. ${reviewersWords(context.task)}`.trim();
    case 'set-up':
      return 'Access is being set up.';
    case 'ended':
      return endedWords(next.outcome, context, reader, []);
  }
}

function reviewersWords(task: TaskSnapshot | null): string {
  if (task === null || task.stepApprovers.length === 0) return '';
  const shown = task.stepApprovers.slice(0, 5).map((person) => name(person.name, 80));
  const more = task.stepApprovers.length - shown.length;
  return `Decided by ${more > 0 ? `${shown.join(', ')} or ${more} more` : listed(textsFor('en'), shown, 'or')}.`;
}

function endedWords(outcome: string, context: NoticeContext, reader: NoticeReader, byNames: readonly string[]): string {
  const { task, request } = context;
  const what = whatWords(context);
  const by =
    byNames.length === 0
      ? ''
      : ` by ${listed(
          textsFor('en'),
          byNames.slice(0, 3).map((one) => name(one, 80)),
          'and',
        )}`;
  const seconds = task?.grantDurationSeconds ?? request.durationSeconds;
  const whose = reader === 'requester' ? 'Your request' : `The request by ${mention(request.requester.userId)}`;
  const has = reader === 'requester' ? 'You now have' : `${mention(request.requester.userId)} now has`;
  switch (outcome) {
    case 'granted':
      return `${has} access to ${what}, ${seconds === null ? 'until revoked' : `for ${durationWords(textsFor('en'), seconds)}`}.`;
    case 'denied':
      return `${whose} for ${what} was denied${by}.`;
    case 'error':
      return `${whose} for ${what} was approved, but the access could not be set up. Please ask ${helpers(textsFor('en'), context.admins)}.`;
    case 'cancelled':
      return `${whose} for ${what} was cancelled.`;
    case 'wait-timed-out':
      return `${whose} for ${what} ended because nobody decided in time. It can be asked for again.`;
    default:
      return `${whose} for ${what} is closed.`;
  }
}

function lookWords({ card, consoleUrl }: NoticeContext): string {
  const links: string[] = [];
  if (card !== null && card.permalink !== null) links.push(link(card.permalink, 'See the card'));
  if (consoleUrl !== null) links.push(link(consoleUrl, 'Governance console'));
  return links.length === 0 ? '' : `\n${links.join(' · ')}`;
}

function consoleWords({ consoleUrl }: NoticeContext): string {
  return consoleUrl === null ? '' : `, or look ${link(consoleUrl, 'in the governance console')}`;
}

function uncertainButtons(requestId: string): KnownBlock {
  return {
    type: 'actions',
    block_id: 'uncertain',
    elements: [
      {
        type: 'button',
        action_id: uncertainActions.again,
        text: plain('Send it again', limits.buttonText),
        value: requestId,
        confirm: {
          title: plain('Send it again?', 100),
          text: plain('If the first one arrived after all, there may be two requests.', 300),
          confirm: plain('Send again', 30),
          deny: plain('Back', 30),
        },
      },
      {
        type: 'button',
        action_id: uncertainActions.leave,
        text: plain('It is there, leave it', limits.buttonText),
        value: requestId,
      },
    ],
  };
}
