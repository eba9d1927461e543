import type { Button, KnownBlock } from '@slack/types';
import type { NoticeBody } from '../../domain/notice.ts';
import type { NoticeContext } from '../../use-cases/chat-ports.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { periodWords } from './duration-words.ts';
import { accessEndedWords, emergencyEndedWords, endedWords } from './ending-words.ts';
import { groupOpenWords } from './group-words.ts';
import { escalateButton, holderActions } from './home.ts';
import { holderMention, type NoticeReader, noticeReader, whatWords } from './notice-reader.ts';
import { helpers, holderRefusalWords, requestRefusalWords, reviewRefusalWords } from './refusal-words.ts';
import type { RenderedMessage } from './task-card.ts';
import { peopleWords, taskNumber } from './task-words.ts';
import { channelLink, cutMarked, groupMention, link, marked, mention, name, plain } from './text.ts';

export const uncertainActions = { again: 'uncertain.again', leave: 'uncertain.leave' } as const;

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
  const { request, admins } = context;
  const what = whatWords(context);
  switch (body.kind) {
    case 'request-open':
      return {
        words: `${sentences(notices.open({ what }), reviewersWords(texts, context), unfollowedWords(texts, context))}${lookWords(texts, context)}`,
        extra: context.canEscalate ? [actions('escalate', escalateButton(texts, request.id))] : [],
      };
    case 'group-open':
      return { words: groupOpenWords(texts, context) };
    case 'request-refused': {
      const words = notices.notSentOn({ what, refusal: requestRefusalWords(texts, body.refusal, admins) });
      return {
        words: request.justification === '' ? words : `${words}\n${notices.youWrote}`,
        // Whole, so that it can be copied into the next try.
        typed: request.justification,
        extra: [actions('mend', mendButton(texts, request.id))],
      };
    }
    case 'request-waiting':
      return { words: sentences(notices.waiting({ what }), calledWords(texts, context)) };
    case 'emergency-waiting':
      return {
        words: notices.emergencyWaiting({
          group: context.emergency.onCall === null ? '' : `${groupMention(context.emergency.onCall)}: `,
          who: holderMention(context),
          what,
          period: periodWords(texts, request.durationSeconds),
        }),
        typed: notices.why({ justification: request.justification }),
      };
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
      const named = { request: requestWords(texts, context, reader) };
      const isByReader = reader === noticeReader(request, body.by.userId) && reader !== 'anybody';
      const said = isByReader
        ? notices.escalatedByYou(named)
        : notices.escalated({ who: mention(body.by.userId), ...named });
      return {
        words: `${sentences(said, reviewersWords(texts, context))}${lookWords(texts, context)}`,
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
      return {
        words: sentences(
          notices.elsewhere.isOpen({ what }),
          elsewhereWords(texts, body, context),
          unfollowedWords(texts, context),
        ),
      };
  }
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
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
      return sentences(texts.notices.oneMoreStep, reviewersWords(texts, context));
    case 'set-up':
    case 'pending':
      return texts.notices.beingSetUp;
    case 'ended':
      return endedWords(texts, next.outcome, context, reader, []);
  }
}

function reviewersWords(texts: Texts, { task, mentions }: NoticeContext): string {
  if (task === null || task.stepApprovers.length === 0) return '';
  return texts.notices.decidedBy({ people: peopleWords(texts, task.stepApprovers, mentions, 'or') });
}

/** Nobody who needs access in an emergency is left to believe that somebody is on it. */
function calledWords(texts: Texts, { request, emergency }: NoticeContext): string {
  if (!request.emergency || emergency.channel === null) return '';
  return texts.notices.emergencyTold({ channel: channelLink(texts, emergency.channel) });
}

/** Whoever waits for a word of the end would wait for ever. */
function unfollowedWords({ notices }: Texts, { isFollowed }: NoticeContext): string {
  return isFollowed ? '' : notices.notFollowed;
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
