/**
 * Long because it has every message: its sentences, where to look, what a person typed, and its
 * buttons.
 */
import type { Button, KnownBlock } from '@slack/types';
import type { NoticeBody, Offer } from '../../domain/notice.ts';
import { isAct } from '../../domain/task-act.ts';
import type { NoticeContext } from '../../use-cases/chat-ports.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { actLabel } from './act-form.ts';
import { button, confirmation, holderActions, holderButtons } from './buttons.ts';
import { endangeredWords } from './duration-words.ts';
import {
  accessEndWords,
  actedWords,
  calledWords,
  capitalised,
  decidedWords,
  emergencyElsewhereWords,
  emergencyEndedWords,
  emergencyWaitingWords,
  endedWords,
  groupOpenWords,
  listedLines,
  moreTimeWords,
  type NoticeReader,
  openWords,
  type Speech,
  speechOf,
  waitingLine,
  waitingWords,
} from './notice-words.ts';
import { actionRefusalWords } from './refusal-words.ts';
import { remindedWords } from './reminded-words.ts';
import type { RenderedMessage } from './rendered-message.ts';
import { grantStoppedWords, requestRefusedWords } from './stopped-words.ts';
import {
  confidentialWords,
  type IsConfidential,
  known,
  numbered,
  verdictWords,
} from './task-words.ts';
import { actions, cutMarked, groupMention, link, moment, name, plain, section } from './text.ts';
import { toldWords, unansweredWords } from './unanswered-words.ts';
import { reviewBlocks } from './waiting-review.ts';

/**
 * Open the form for the answer to a question, and the form that a request waits in. The button's
 * value is the request's id; of a question, the id of the act of asking it, but in older messages.
 */
export const askedActions = { answer: 'request.answer', 'fill-in': 'request.fill-in' } as const;

/** Takes back a decision that waits; the button's value is the review's id. */
export const takeBackAction = 'review.take-back';

/** Opens the choice of when a reminder comes again; the button's value is the message's id. */
export const snoozeAction = 'reminder.snooze';

export const uncertainActions = { again: 'uncertain.again', leave: 'uncertain.leave' } as const;

/** How much of what somebody typed is in the text for screen readers and notifications. */
const spokenLength = 1_000;

/** The words of a message, to the requester, to a thread, or to whoever clicked. */
export function noticeMessage(
  texts: Texts,
  context: NoticeContext,
  reader: NoticeReader,
): RenderedMessage {
  const { body } = context;
  const speech = speechOf(texts, context, reader);
  const sentences = sentencesOf(speech, body).filter((one) => one !== '');
  const links = linkedKinds.has(body.kind) ? linksOf(speech) : '';
  const words = [sentences.join(' '), ...(links === '' ? [] : [links])].join('\n');
  const typed = typedIn(speech, body);
  const buttons = context.offered.flatMap((offer) => buttonsOf(speech, body, offer));
  const buttonsBlock = actions('notice', buttons);
  const isReminder = body.kind === 'reminder' && context.group.length > 0;
  const blocks: KnownBlock[] = isReminder
    ? reminderBlocks(texts, context, buttonsBlock)
    : [section(words)];
  if (typed !== '') blocks.push({ type: 'section', text: plain(typed, limits.sectionText) });
  blocks.push(...buttonsBlock);
  // Screen readers and notifications have this alone.
  const whole = typed === '' ? words : `${words}\n${name(typed, spokenLength)}`;
  return { text: cutMarked(whole, limits.sectionText), blocks };
}

/**
 * The requests of a reminder, each with what its reviewer needs to decide: as many as fit, then how
 * many more there are.
 *
 * @param below the blocks that follow and need room, too
 */
function reminderBlocks(
  texts: Texts,
  { group }: NoticeContext,
  below: readonly KnownBlock[],
): KnownBlock[] {
  const blocks: KnownBlock[] = [section(texts.notices.waiting.reminder)];
  const roomForTheRest = 300 + JSON.stringify(below).length;
  let shown = 0;
  for (const subject of group.slice(0, listedLines)) {
    const { review = null } = subject;
    const again = remindedWords(texts, subject.reminded);
    const request =
      review === null ? [section(waitingLine(texts, subject))] : reviewBlocks(texts, review);
    const more = [...(again === '' ? [] : [section(again)]), ...request];
    const size = JSON.stringify([...blocks, ...more]).length;
    if (shown > 0 && size + roomForTheRest > limits.blocksPayload) break;
    blocks.push(...more);
    shown += 1;
  }
  const left = group.length - shown;
  return left === 0 ? blocks : [...blocks, section(texts.lists.moreLeftOut({ count: left }))];
}

/**
 * A message in a channel or a thread; one that lists several requests hides those that are
 * confidential.
 */
export function publicMessage(
  texts: Texts,
  context: NoticeContext,
  isConfidential: IsConfidential,
): RenderedMessage {
  const { body } = context;
  if ('about' in body) {
    const group = context.group.map((one) => ({
      ...one,
      isHidden: isConfidential(one.request.appId),
    }));
    return noticeMessage(texts, { ...context, group }, 'anybody');
  }
  const isAnybodys = body.kind === 'emergency-elsewhere';
  if (isAnybodys || !isConfidential(context.request.appId))
    return noticeMessage(texts, context, 'anybody');
  const words = name(confidentialWords(texts, context));
  const { cardUrl: url } = context;
  const { onCall } = context.emergency;
  const isCall = body.kind === 'emergency-waiting' && onCall !== null;
  const called = isCall ? `${groupMention(onCall)}: ${words}` : words;
  const text = url === null ? called : `${called} · ${link(url, texts.notices.seeRequest)}`;
  return { text: called, blocks: [section(text)] };
}

/** What somebody typed, shown as typed. */
function typedIn({ texts, context }: Speech, body: NoticeBody): string {
  if (body.kind === 'acted') return body.text;
  if (body.kind === 'action-refused') {
    return body.typed === undefined ? '' : texts.refusals.changed.typed({ words: body.typed });
  }
  if (body.kind === 'emergency-waiting' || body.kind === 'emergency-ended')
    return context.request.justification;
  return body.kind === 'decided' && body.reason !== ''
    ? texts.card.reason({ reason: body.reason })
    : '';
}

function sentencesOf(speech: Speech, body: NoticeBody): readonly string[] {
  const { texts, context, parts } = speech;
  const { notices } = texts;
  const { consoleUrl } = context;
  const unfollowed = context.isFollowed ? '' : notices.notFollowed;
  switch (body.kind) {
    case 'request-open':
      return openWords(speech, unfollowed);
    case 'group-open':
      return [groupOpenWords(speech)];
    case 'request-refused':
      return [requestRefusedWords(speech, body.refusal)];
    case 'grant-stopped':
      return [grantStoppedWords(speech, body.refusal)];
    case 'request-waiting':
      return waitingRequestWords(speech, body);
    case 'correction-waiting':
      return [correctionWords(speech, body)];
    case 'emergency-waiting':
      return [emergencyWaitingWords(speech), notices.emergencyWaiting];
    case 'emergency-elsewhere':
      return [emergencyElsewhereWords(speech)];
    case 'request-uncertain':
      return [notices.uncertain.explained(parts)];
    case 'decided':
      return decidedWords(speech, body);
    case 'ended':
      return [endedWords(speech, body.outcome, body.byNames), verdictWords(texts, context.task)];
    case 'acted':
      return actedWords(speech, body);
    case 'action-refused':
      return [
        clickedWords(speech, actionRefusalWords(texts, body.refusal, consoleUrl, context.task)),
      ];
    case 'action-waiting':
    case 'decision-arrived':
      return [clickedWords(speech, waitingActWords(speech, body))];
    case 'missing-right':
      return [notices.missingRight({ act: rightLabel(texts, body.verb) })];
    case 'self-approved':
      return [selfApprovedWords(speech)];
    case 'form-due':
      return [notices.formDue(parts), isFormInConsole(speech) ? notices.formInConsole : ''];
    case 'access-ended':
      return [accessEndWords(speech, body.end), moreTimeWords(speech)];
    case 'ending-soon':
      return endingWords(speech, body.endsAt);
    case 'not-gone':
      return [notices.notGone[body.outcome === 'denied' ? 'denied' : 'failed'](parts)];
    case 'emergency-ended':
      return [emergencyEndedWords(speech, body)];
    case 'card-elsewhere':
      return [cardElsewhereWords(speech, body), unfollowed];
    case 'reminder':
    case 'overdue':
      return [waitingWords(speech, body)];
    case 'overdue-told':
      return toldWords(speech, body);
    case 'unanswered':
      return unansweredWords(speech, body);
  }
}

/** Says that the card's channel cannot be used, and whether reviewers got the card directly. */
function cardElsewhereWords(
  { texts: { notices }, parts }: Speech,
  { reviewers }: Extract<NoticeBody, { kind: 'card-elsewhere' }>,
): string {
  return reviewers > 0 ? notices.sentDirectly(parts) : notices.noReviewerKnown(parts);
}

/** Says that a request is kept until the service or Slack answers, or that this wait is over. */
function waitingRequestWords(
  speech: Speech,
  { system = 'governance' }: Extract<NoticeBody, { kind: 'request-waiting' }>,
): readonly string[] {
  const { texts, context, parts } = speech;
  const asked =
    context.group.length === 0 ? [context.request] : context.group.map(({ request }) => request);
  const isWaiting = asked.some(({ state }) => state === 'submitted' || state === 'sending');
  if (!isWaiting) return [texts.notices.requestWaited(parts)];
  const words = texts.notices.requestWaiting[system](parts);
  return [words, system === 'slack' ? '' : calledWords(speech)];
}

/**
 * Says that the first request stands until the corrected one can be sent, or that this wait is
 * over.
 */
function correctionWords(speech: Speech, { numericId }: { readonly numericId: string }): string {
  const { texts, context, parts } = speech;
  const { waits, over } = texts.notices.correction;
  const isWaiting = context.request.state === 'submitted' || context.request.state === 'sending';
  return (isWaiting ? waits : over)({ what: parts.whatForWhom, number: numbered({ numericId }) });
}

/** To an administrator: which request, and for whom; what happened, and what to do. */
function selfApprovedWords({ texts: { notices }, context: { task }, parts }: Speech): string {
  return notices.selfApproved({ ...parts, number: task === null ? '' : numbered(task) });
}

/**
 * Names the request, then says what came of the click. Of a confidential request a stranger learns
 * no more than a channel does.
 */
function clickedWords({ texts: { notices }, context, parts }: Speech, said: string): string {
  const { request, task, isHidden = false } = context;
  const number = task === null ? '' : numbered(task);
  const what = isHidden ? `*${name(request.appName, 80)}*` : parts.whatForWhom;
  return notices.aboutRequest({ what: `${what}${number}`, said });
}

/** Says that an act waits and for what, or what has become of it since. */
function waitingActWords(
  { texts: { notices }, context: { actState } }: Speech,
  body: WaitingAct,
): string {
  if (body.kind === 'decision-arrived') return notices.decisionArrived;
  if (actState !== 'open') return notices.actionOver[actState];
  if (body.isUnshown === true) return notices.actionWaiting.unshown;
  return body.isLate === true
    ? notices.actionWaiting.late
    : notices.actionWaiting[body.system ?? 'governance'];
}

type WaitingAct = Extract<NoticeBody, { kind: 'action-waiting' | 'decision-arrived' }>;

/**
 * Says when access ends, what else may end then, and that more time was requested; once it has
 * ended, how.
 */
function endingWords(speech: Speech, toldEnd: string): readonly string[] {
  const { texts, context, parts } = speech;
  const { endsAt = null, endedBy = null } = context.grant ?? {};
  if (endedBy !== null) return [accessEndWords(speech, endedBy), moreTimeWords(speech)];
  // The service may have moved the end since.
  const ending = texts.notices.endingSoon({ ...parts, when: moment(endsAt ?? new Date(toldEnd)) });
  return [ending, endangeredWords(texts, context.endangered), moreTimeWords(speech)];
}

/** Messages that say below where to look. */
const linkedKinds: ReadonlySet<NoticeBody['kind']> = new Set([
  'request-open',
  'action-refused',
  'action-waiting',
  'decided',
  'ended',
  'acted',
  'form-due',
  'not-gone',
  'card-elsewhere',
  'overdue-told',
  'unanswered',
]);

function linksOf({
  texts: { notices, home },
  context: { body, cardUrl, consoleUrl: url },
}: Speech): string {
  // Only a refusal that is solved there has the link.
  const consoleUrl = body.kind === 'action-refused' || body.kind === 'action-waiting' ? null : url;
  return [
    ...(cardUrl === null ? [] : [link(cardUrl, notices.seeRequest)]),
    ...(consoleUrl === null ? [] : [link(consoleUrl, capitalised(home.console))]),
  ].join(' · ');
}

/** A form that no modal can hold is filled in in the console. */
function isFormInConsole({ context }: Speech): boolean {
  const step = context.task?.otherStep;
  return step?.kind === 'form' && step.inConsole;
}

function buttonsOf(speech: Speech, body: NoticeBody, offer: Offer): Button[] {
  const { texts, context } = speech;
  const { notices, review, home } = texts;
  const { id } = context.request;
  const { withdrawAll, withdrawAllTitle, withdrawAllWarning } = home;
  const confirmAll = confirmation(texts, withdrawAllTitle, withdrawAllWarning, withdrawAll);
  const holders = holderButtons(texts, context, context.emergency.onCall);
  const { again, againWarning, leave } = notices.uncertain;
  const confirm = confirmation(texts, again, againWarning, again);
  const { existingUrl: url } = context;
  const question = (body.kind === 'acted' ? body.actionId : undefined) ?? id;
  const buttons: Record<Offer, Button[]> = {
    escalate: [holders.escalate],
    withdraw: [holders.withdraw],
    correct: [holders.correct],
    nudge: [holders.nudge],
    again: [holders.again],
    settle: [
      { ...button(uncertainActions.again, again, id), confirm },
      button(uncertainActions.leave, leave, id),
    ],
    answer: [button(askedActions.answer, review.acts.answer, question, 'primary')],
    mend: [button(holderActions.mend, notices.mend, id, 'primary')],
    see: url === null ? [] : [{ ...button(holderActions.see, notices.seeRequest, id), url }],
    extend: [
      { ...holders.extend, style: 'primary' },
      button(holderActions.letEnd, notices.letItEnd, id),
    ],
    'give-back': [{ ...holders['give-back'], text: plain(notices.done, limits.buttonText) }],
    'fill-in': isFormInConsole(speech)
      ? []
      : [button(askedActions['fill-in'], review.acts['fill-in'], id, 'primary')],
    'take-back':
      body.kind === 'action-waiting' && body.canBeTakenBack === true
        ? [button(takeBackAction, review.takeBack, body.actionId)]
        : [],
    'withdraw-all': [
      { ...button(holderActions['withdraw-all'], withdrawAll, id), confirm: confirmAll },
    ],
    'nudge-all': [button(holderActions['nudge-all'], home.nudge, id)],
    // Each request in a reminder has its own buttons.
    decide: [],
    deciding: [],
    snooze: [button(snoozeAction, notices.waiting.snooze, context.noticeId)],
  };
  return buttons[offer];
}

/** A right that the bot lacks is called as the button of what takes it. */
function rightLabel(
  texts: Texts,
  verb: Extract<NoticeBody, { kind: 'missing-right' }>['verb'],
): string {
  const { review, home } = texts;
  const decisions = { approve: review.approve, deny: review.deny };
  const named = {
    ...decisions,
    withdraw: home.withdraw,
    nudge: home.nudge,
    'give-back': home.giveBack,
  };
  return known(named, verb) ?? (isAct(verb) ? actLabel(texts, verb) : verb);
}
