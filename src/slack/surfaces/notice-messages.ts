import type { Button, KnownBlock } from '@slack/types';
import { namedReviewers } from '../../domain/authorization.ts';
import type { NoticeBody } from '../../domain/notice.ts';
import type { NoticeContext } from '../../use-cases/chat-ports.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { inConsoleWords } from './acceptance-words.ts';
import { button, confirmation, escalateButton, holderActions } from './buttons.ts';
import {
  accessEndedWords,
  capitalised,
  emergencyEndedWords,
  emergencyWaitingWords,
  endedWords,
  groupOpenWords,
  type NoticeReader,
  noticeReader,
  requestForWords,
  requestWords,
  whatWords,
} from './notice-words.ts';
import { actionRefusalWords, helpers, requestRefusalWords } from './refusal-words.ts';
import type { RenderedMessage } from './task-card.ts';
import { peopleWords } from './task-words.ts';
import { channelLink, cutMarked, link, mention, name, plain, section } from './text.ts';

/** Takes back a decision that waits; the button's value is the review's id. */
export const takeBackAction = 'review.take-back';

export const uncertainActions = { again: 'uncertain.again', leave: 'uncertain.leave' } as const;

/** The words of a message, to the requester, to a thread, or to whoever clicked. */
export function noticeMessage(
  texts: Texts,
  body: NoticeBody,
  context: NoticeContext,
  reader: NoticeReader,
): RenderedMessage {
  const { words, typed = '', buttons = [] } = content(texts, body, context, reader);
  const blocks: KnownBlock[] = [section(words)];
  if (typed !== '') blocks.push({ type: 'section', text: plain(typed, limits.sectionText) });
  if (buttons.length > 0) blocks.push({ type: 'actions', block_id: 'notice', elements: buttons });
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
  readonly buttons?: Button[];
}

function content(texts: Texts, body: NoticeBody, context: NoticeContext, reader: NoticeReader): Content {
  const { notices } = texts;
  const { request, admins } = context;
  const named = requestForWords(texts, context, reader);
  switch (body.kind) {
    case 'request-open':
      return {
        words: lookingWords(
          texts,
          context,
          notices.open({ request: capitalised(named) }),
          reviewersWords(texts, context),
          unfollowedWords(texts, context),
        ),
        buttons: context.canEscalate ? [escalateButton(texts, request.id, context.emergency.onCall)] : [],
      };
    case 'group-open':
      return { words: groupOpenWords(texts, context) };
    case 'request-refused':
      return refusedContent(texts, body.refusal, context, capitalised(named));
    case 'request-waiting':
      return { words: sentences(notices.requestWaiting({ request: named }), calledWords(texts, context)) };
    case 'emergency-waiting':
      return { words: emergencyWaitingWords(texts, context), typed: request.justification };
    case 'request-uncertain':
      return {
        words: notices.uncertain.explained({ request: named, helpers: helpers(texts, admins) }),
        buttons: uncertainButtons(texts, request.id),
      };
    case 'decided':
      return {
        words: lookingWords(texts, context, ...decidedWords(texts, body, context, reader)),
        ...(body.reason === '' ? {} : { typed: texts.card.reason({ reason: body.reason }) }),
      };
    case 'ended':
      return {
        words: lookingWords(texts, context, endedWords(texts, body.outcome, context, reader, body.byNames)),
        buttons: body.outcome === 'wait-timed-out' ? againButtons(texts, request.id, reader) : [],
      };
    case 'escalated': {
      const what = whatWords(context);
      const isByReader = reader === noticeReader(request, body.by.userId) && reader !== 'anybody';
      const said = isByReader
        ? notices.escalatedByYou({ what })
        : notices.escalated({ who: mention(body.by.userId), what });
      return { words: lookingWords(texts, context, said, reviewersWords(texts, context)) };
    }
    case 'review-refused':
    case 'holder-action-refused':
      if (body.refusal.kind === 'in-console') {
        return { words: inConsoleWords(texts, body.refusal.why, context.consoleUrl) };
      }
      return { words: actionRefusalWords(texts, body.refusal, admins) };
    case 'review-waiting':
      return {
        words: notices.actionWaiting,
        buttons: body.reviewId === undefined ? [] : [button(takeBackAction, texts.review.takeBack, body.reviewId)],
      };
    case 'holder-action-waiting':
      return { words: notices.actionWaiting };
    case 'missing-right':
      return { words: notices.missingRight[body.verb] };
    case 'access-ended':
      return {
        words: accessEndedWords(texts, body, context, reader),
        buttons: body.end === 'expired' ? againButtons(texts, request.id, reader) : [],
      };
    case 'emergency-ended':
      return { words: emergencyEndedWords(texts, body, context), typed: request.justification };
    case 'card-elsewhere':
      return {
        words: lookingWords(texts, context, elsewhereWords(texts, body, context), unfollowedWords(texts, context)),
      };
  }
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** A request that exists already is shown; any other refused one can be changed and sent again. */
function refusedContent(
  texts: Texts,
  refusal: Extract<NoticeBody, { kind: 'request-refused' }>['refusal'],
  { request, admins, existingUrl }: NoticeContext,
  named: string,
): Content {
  const { notices } = texts;
  const words = requestRefusalWords(texts, refusal, request, admins);
  if (refusal.kind === 'service' && refusal.refusal.kind === 'duplicate') {
    const see = button(holderActions.see, notices.seeRequest, request.id);
    return { words, buttons: existingUrl === null ? [] : [{ ...see, url: existingUrl }] };
  }
  return {
    words: notices.refused({ request: named, refusal: words }),
    // Opens the form with everything filled in.
    buttons: [button(holderActions.mend, notices.mend, request.id, 'primary')],
  };
}

function decidedWords(
  texts: Texts,
  { verb, by, next }: Extract<NoticeBody, { kind: 'decided' }>,
  context: NoticeContext,
  reader: NoticeReader,
): readonly string[] {
  const { notices } = texts;
  const who = mention(by.userId);
  const request = requestForWords(texts, context, reader);
  if (verb === 'deny') return [notices.denied({ who, request })];
  switch (next.kind) {
    case 'step':
      return [notices.approved({ who, request }), notices.oneMoreStep, reviewersWords(texts, context)];
    case 'set-up':
    case 'pending':
      return [notices.approved({ who, request }), notices.beingSetUp];
    case 'ended': {
      // The second sentence names what was requested.
      const short = requestWords(texts, context, reader);
      return [notices.approved({ who, request: short }), endedWords(texts, next.outcome, context, reader, [])];
    }
  }
}

function elsewhereWords(
  texts: Texts,
  { channel, reviewers }: Extract<NoticeBody, { kind: 'card-elsewhere' }>,
  context: NoticeContext,
): string {
  const { sentDirectly, noReviewerKnown, cannotWriteIn } = texts.notices;
  const request = requestForWords(texts, context, 'requester');
  if (reviewers > 0) return sentDirectly({ request: capitalised(request), count: reviewers });
  // Without its `#` name where it is no channel: nobody could have looked into a conversation between two.
  const isChannel = /^[CG]/.test(channel);
  return sentences(
    isChannel ? cannotWriteIn({ channel: channelLink(texts, channel) }) : '',
    noReviewerKnown({ request, helpers: helpers(texts, context.admins) }),
  );
}

function reviewersWords(texts: Texts, { task, request, mentions }: NoticeContext): string {
  const people = task === null ? [] : namedReviewers(task, request);
  if (people.length === 0) return '';
  return texts.notices.decidedBy({ people: peopleWords(texts, people, mentions, 'or') });
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

/** The sentences, and below them where to look. */
function lookingWords(
  { notices, home }: Texts,
  { card, consoleUrl }: NoticeContext,
  ...parts: readonly string[]
): string {
  const links: string[] = [];
  if (card !== null && card.permalink !== null) links.push(link(card.permalink, notices.seeRequest));
  if (consoleUrl !== null) links.push(link(consoleUrl, capitalised(home.console)));
  return [sentences(...parts), ...(links.length === 0 ? [] : [links.join(' · ')])].join('\n');
}

/** Only whoever asked, or had it, can ask for the same again. */
function againButtons({ home }: Texts, requestId: string, reader: NoticeReader): Button[] {
  return reader === 'anybody' ? [] : [button(holderActions.again, home.again, requestId)];
}

function uncertainButtons(texts: Texts, requestId: string): Button[] {
  const { again, againTitle, againWarning, leave } = texts.notices.uncertain;
  return [
    {
      ...button(uncertainActions.again, again, requestId),
      confirm: confirmation(texts, { title: againTitle, text: againWarning, confirm: again }),
    },
    button(uncertainActions.leave, leave, requestId),
  ];
}
