/** Long because every kind of message has its case here, with its buttons; sentences that need more are in `notice-words.ts`. */
import type { Button, KnownBlock } from '@slack/types';
import type { GrantEnd } from '../../domain/grant.ts';
import { endedUndecided, isGranting, type NoticeBody, type WaitingBody } from '../../domain/notice.ts';
import type { NoticeContext } from '../../use-cases/chat-ports.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { inConsoleWords } from './acceptance-words.ts';
import { button, confirmation, escalateButton, giveBackButton, holderActions } from './buttons.ts';
import {
  accessEndedWords,
  accessWords,
  calledWords,
  capitalised,
  emergencyEndedWords,
  emergencyWaitingWords,
  endedWords,
  groupOpenWords,
  hasIt,
  type NoticeReader,
  notGoneWords,
  noticeReader,
  requestForWords,
  requestWords,
  reviewersWords,
  takingAwayWords,
  unfollowedWords,
  whatWords,
} from './notice-words.ts';
import { actionRefusalWords, helpers, requestRefusalWords } from './refusal-words.ts';
import { stepWords } from './step-words.ts';
import type { RenderedMessage } from './task-card.ts';
import { channelLink, cutMarked, link, mention, moment, name, plain, section } from './text.ts';
import { toldWords, waitingWords } from './waiting-words.ts';

/** Opens the form for the answer to a question; the button's value is the request's id. */
export const answerAction = 'request.answer';

/** Opens the form that a request waits in; the button's value is the request's id. */
export const fillInAction = 'request.fill-in';

/** Takes back a decision that waits; the button's value is the review's id. */
export const takeBackAction = 'review.take-back';

/** Opens the choice of when a reminder comes again; the button's value is the message's id. */
export const snoozeAction = 'reminder.snooze';

export const uncertainActions = { again: 'uncertain.again', leave: 'uncertain.leave' } as const;

/** The words of a message, to the requester, to a thread, or to whoever clicked. */
export function noticeMessage(
  texts: Texts,
  body: NoticeBody,
  context: NoticeContext,
  reader: NoticeReader,
): RenderedMessage {
  const {
    words,
    typed = '',
    buttons = [],
  } = 'about' in body ? waitingContent(texts, body, context) : content(texts, body, context, reader);
  const blocks: KnownBlock[] = [section(words)];
  if (typed !== '') blocks.push({ type: 'section', text: plain(typed, limits.sectionText) });
  if (buttons.length > 0 && context.isOffered) blocks.push({ type: 'actions', block_id: 'notice', elements: buttons });
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

type OtherBody = Exclude<NoticeBody, WaitingBody>;

function content(texts: Texts, body: OtherBody, context: NoticeContext, reader: NoticeReader): Content {
  const { notices } = texts;
  const { request } = context;
  const named = requestForWords(texts, context, reader);
  switch (body.kind) {
    case 'request-open':
      return openContent(texts, context, named);
    case 'group-open':
      return { words: groupOpenWords(texts, context) };
    case 'request-refused':
      return refusedContent(texts, body.refusal, context, capitalised(named));
    case 'request-waiting':
      return { words: sentences(notices.requestWaiting({ request: named }), calledWords(texts, context)) };
    case 'emergency-waiting':
      return { words: emergencyWaitingWords(texts, context), typed: request.justification };
    case 'request-uncertain':
      return uncertainContent(texts, context, named);
    case 'decided':
      return {
        words: lookingWords(texts, context, ...decidedWords(texts, body, context, reader)),
        buttons: afterButtons(texts, body, context, reader),
        ...(body.reason === '' ? {} : { typed: texts.card.reason({ reason: body.reason }) }),
      };
    case 'ended':
      return closedContent(texts, body, context, reader);
    case 'escalated':
      return { words: escalatedWords(texts, body, context, reader) };
    case 'acted':
      return actedContent(texts, body, context, reader);
    case 'review-refused':
    case 'holder-action-refused':
      return { words: refusedActionWords(texts, body, context) };
    case 'review-waiting':
      return {
        words: notices.actionWaiting,
        buttons: body.reviewId === undefined ? [] : [button(takeBackAction, texts.review.takeBack, body.reviewId)],
      };
    case 'holder-action-waiting':
      return { words: notices.actionWaiting };
    case 'missing-right':
      return { words: notices.missingRight[body.verb] };
    case 'form-due':
      return formDueContent(texts, context, capitalised(named));
    case 'access-ended':
      return endedContent(texts, body.end, context, reader);
    case 'ending-soon':
      return endingContent(texts, body.endsAt, context, reader);
    case 'taking-away':
      return { words: takingAwayWords(texts, body.by, context, reader), typed: body.reason };
    case 'not-gone':
      return { words: lookingWords(texts, context, notGoneWords(texts, body.outcome, context, reader)) };
    case 'emergency-ended':
      return { words: emergencyEndedWords(texts, body, context), typed: request.justification };
    case 'card-elsewhere':
      return {
        words: lookingWords(texts, context, elsewhereWords(texts, body, context), unfollowedWords(texts, context)),
      };
  }
}

function waitingContent(texts: Texts, body: WaitingBody, context: NoticeContext): Content {
  const { noticeId, request, emergency, canEscalate } = context;
  if (body.kind !== 'overdue-told') {
    const snooze = button(snoozeAction, texts.notices.waiting.snooze, noticeId);
    return { words: waitingWords(texts, body, context), buttons: body.kind === 'reminder' ? [snooze] : [] };
  }
  return {
    words: lookingWords(texts, context, ...toldWords(texts, body, context)),
    buttons: body.offersEmergency && canEscalate ? [escalateButton(texts, request.id, emergency.onCall)] : [],
  };
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function openContent(texts: Texts, context: NoticeContext, named: string): Content {
  const { request, emergency, canEscalate } = context;
  return {
    words: lookingWords(
      texts,
      context,
      ...openWords(texts, context, capitalised(named)),
      unfollowedWords(texts, context),
    ),
    buttons: canEscalate ? [escalateButton(texts, request.id, emergency.onCall)] : [],
  };
}

/** Where a modal can hold the form it has a button that opens it; else it is filled in in the console. */
function formDueContent(texts: Texts, context: NoticeContext, request: string): Content {
  const step = context.task?.otherStep;
  const inConsole = step?.kind === 'form' && step.inConsole;
  const words = [texts.notices.formDue({ request }), ...(inConsole ? [texts.notices.formInConsole] : [])];
  const { consoleUrl } = context;
  if (inConsole)
    return {
      words: `${words.join(' ')}${consoleUrl === null ? '' : ` ${link(consoleUrl, texts.card.openInConsole)}`}`,
    };
  return {
    words: words.join(' '),
    buttons: [button(fillInAction, texts.review.acts['fill-in'], context.request.id, 'primary')],
  };
}

/** Whom or what a new request waits for. */
function openWords(texts: Texts, context: NoticeContext, request: string): readonly string[] {
  const step = context.task?.otherStep;
  if (step === undefined) return [texts.notices.open({ request }), reviewersWords(texts, context)];
  return [texts.notices.sent({ request }), stepWords(texts, step, context.mentions)];
}

/** A question has a button for those who can answer it. */
function actedContent(
  texts: Texts,
  { act, by, text }: Extract<NoticeBody, { kind: 'acted' }>,
  context: NoticeContext,
  reader: NoticeReader,
): Content {
  const isOwn = by.userId === context.request.requester.userId;
  const isReader = isOwn && reader === 'requester';
  const request =
    isOwn && !isReader
      ? texts.notices.forWhat({ request: texts.notices.ownRequest, what: whatWords(context) })
      : requestForWords(texts, context, reader);
  const answer = button(answerAction, texts.review.acts.answer, context.request.id, 'primary');
  return {
    words: lookingWords(
      texts,
      context,
      act === 'nudge' && isReader
        ? texts.notices.nudged({ request })
        : texts.notices.acted[act]({ who: mention(by.userId), request }),
      context.mentions.size > 0 ? reviewersWords(texts, context) : '',
    ),
    typed: text,
    buttons: act === 'ask' && reader !== 'anybody' ? [answer] : [],
  };
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
    case 'other-step':
      return [notices.approved({ who, request }), stepWords(texts, next.step, context.mentions)];
    case 'ended': {
      // The second sentence names what was requested.
      const short = requestWords(texts, context, reader);
      return [notices.approved({ who, request: short }), endedWords(texts, next.outcome, context, reader, [])];
    }
  }
}

function escalatedWords(
  texts: Texts,
  { by }: Extract<NoticeBody, { kind: 'escalated' }>,
  context: NoticeContext,
  reader: NoticeReader,
): string {
  const what = whatWords(context);
  const isByReader = reader === noticeReader(context.request, by.userId) && reader !== 'anybody';
  const said = isByReader
    ? texts.notices.escalatedByYou({ what })
    : texts.notices.escalated({ who: mention(by.userId), what });
  return lookingWords(texts, context, said, reviewersWords(texts, context));
}

function refusedActionWords(
  texts: Texts,
  { refusal }: Extract<NoticeBody, { kind: 'review-refused' | 'holder-action-refused' }>,
  { admins, consoleUrl }: NoticeContext,
): string {
  if (refusal.kind === 'in-console') return inConsoleWords(texts, refusal.why, consoleUrl);
  return actionRefusalWords(texts, refusal, admins);
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

function closedContent(
  texts: Texts,
  body: Extract<NoticeBody, { kind: 'ended' }>,
  context: NoticeContext,
  reader: NoticeReader,
): Content {
  const ended = endedWords(texts, body.outcome, context, reader, body.byNames);
  return { words: lookingWords(texts, context, ended), buttons: afterButtons(texts, body, context, reader) };
}

function endedContent(texts: Texts, end: GrantEnd, context: NoticeContext, reader: NoticeReader): Content {
  const words = accessEndedWords(texts, end, context, reader);
  return { words, buttons: againButtons(texts, context.request.id, reader) };
}

function endingContent(texts: Texts, endsAt: string, context: NoticeContext, reader: NoticeReader): Content {
  const { notices, home } = texts;
  const access = accessWords(texts, context, reader);
  const { id } = context.request;
  return {
    words: notices.endingSoon({ access, when: moment(texts, new Date(endsAt)) }),
    buttons: [
      button(holderActions.extend, home.extend, id, 'primary'),
      button(holderActions.letEnd, notices.letItEnd, id),
    ],
  };
}

/** What can be done after the end of a request: give access back before its time, or ask again where nobody decided. */
function afterButtons(texts: Texts, body: NoticeBody, context: NoticeContext, reader: NoticeReader): Button[] {
  if (body.kind === 'ended' && endedUndecided.includes(body.outcome)) {
    return againButtons(texts, context.request.id, reader);
  }
  return isGranting(body) && hasIt(context, reader)
    ? [giveBackButton(texts, context.request.id, texts.notices.done)]
    : [];
}

/** Only whoever asked, or had it, can ask for the same again. */
function againButtons({ home }: Texts, requestId: string, reader: NoticeReader): Button[] {
  return reader === 'anybody' ? [] : [button(holderActions.again, home.again, requestId)];
}

function uncertainContent(texts: Texts, { request: { id }, admins }: NoticeContext, request: string): Content {
  const { explained, again, againTitle, againWarning, leave } = texts.notices.uncertain;
  const confirm = confirmation(texts, { title: againTitle, text: againWarning, confirm: again });
  return {
    words: explained({ request, helpers: helpers(texts, admins) }),
    buttons: [{ ...button(uncertainActions.again, again, id), confirm }, button(uncertainActions.leave, leave, id)],
  };
}
