/** Which sentences each kind of message has. */

import { isActionForm } from '../../domain/action/action-form.ts';
import {
  type ComposedKind,
  isComposed,
  type NoticeBody,
  saidIn,
} from '../../domain/message/notice.ts';
import { waitingCause } from '../../domain/message/waiting-cause.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import { actLabel } from '../action/action-form-modal.ts';
import { actionRefusalWords } from '../action/refusal-words.ts';
import { expectedEndWords } from '../card/duration-words.ts';
import { known, numbered, outcomeWords, taskNumber, verdictWords } from '../card/task-words.ts';
import { moment, name } from '../platform/text.ts';
import { settledWords } from '../profiles/profile-words.ts';
import type { Texts } from '../texts.ts';
import { groupOpenWords, waitingWords } from './request-list-words.ts';
import type { Body, Speech } from './speech.ts';
import { actedWords } from './words/acted-words.ts';
import {
  calledWords,
  emergencyElsewhereWords,
  emergencyEndedWords,
  emergencyWaitingWords,
  isUnsent,
} from './words/emergency-words.ts';
import {
  accessEndWords,
  closedWords,
  decidedWords,
  endedWords,
  moreTimeWords,
  openRequestWords,
  outcomeOfSubject,
} from './words/outcome-words.ts';
import { removedWords } from './words/removed-words.ts';
import { grantStoppedWords, requestRefusedWords } from './words/stopped-words.ts';
import { toldWords, unansweredWords } from './words/unanswered-words.ts';

/** Those in the object of its kind, or those that are put together here. */
export function sentencesOf(speech: Speech, body: NoticeBody): readonly string[] {
  if (isComposed(body)) return composedSentences(speech, body);
  return saidIn(body, speech.context).map((one) => speech.texts.say(one, speech.parts));
}

function composedSentences(speech: Speech, body: NoticeBody<ComposedKind>): readonly string[] {
  const { texts, context, parts } = speech;
  const { notices } = texts;
  const unfollowed = context.isFollowed ? '' : notices.notFollowed;
  switch (body.kind) {
    case 'request-open':
      return openRequestWords(speech, unfollowed);
    case 'group-open':
      return [groupOpenWords(speech)];
    case 'request-refused':
    case 'grant-stopped':
    case 'request-waiting':
    case 'correction-waiting':
      return undeliveredSentences(speech, body);
    case 'emergency-waiting':
      return emergencyWaitingWords(speech, body);
    case 'emergency-elsewhere':
      return [emergencyElsewhereWords(speech)];
    case 'decided':
      return decidedWords(speech, body);
    case 'ended':
      if (body.isUndecided === true) return [notices.undecided(parts)];
      return [endedWords(speech, body.outcome, body.byNames), verdictWords(texts, context.task)];
    case 'acted':
      return actedWords(speech, body);
    case 'action-refused':
    case 'action-waiting':
    case 'decision-arrived':
      return [clickedWords(speech, clickOutcomeWords(speech, body))];
    case 'missing-right':
      return [notices.missingRight({ act: rightLabel(texts, body.verb) })];
    case 'profile-settled':
      return settledWords(texts, parts.whatForWhom, body);
    case 'access-ended':
    case 'access-removed':
    case 'ending-soon':
    case 'emergency-ended':
      return accessSentences(speech, body);
    case 'reminder':
    case 'overdue':
      return [waitingWords(speech, body)];
    case 'overdue-told':
      return toldWords(speech, body);
    case 'unanswered':
      return unansweredWords(speech, body);
  }
}

/** About a request that the access service has not taken. */
function undeliveredSentences(
  speech: Speech,
  body: Body<'request-refused' | 'grant-stopped' | 'request-waiting' | 'correction-waiting'>,
): readonly string[] {
  switch (body.kind) {
    case 'request-refused':
      return [requestRefusedWords(speech, body.refusal)];
    case 'grant-stopped':
      return [grantStoppedWords(speech, body.refusal)];
    case 'request-waiting':
      return waitingRequestWords(speech, body);
    case 'correction-waiting':
      return [correctionWords(speech, body)];
  }
}

/** About access that ends, has ended, or did not end. */
function accessSentences(
  speech: Speech,
  body: Body<'access-ended' | 'access-removed' | 'ending-soon' | 'emergency-ended'>,
): readonly string[] {
  switch (body.kind) {
    case 'access-ended':
      return [accessEndWords(speech, body.end), moreTimeWords(speech)];
    case 'access-removed':
      return [...removedWords(speech, body), moreTimeWords(speech)];
    case 'ending-soon':
      return endingWords(speech, body.endsAt);
    case 'emergency-ended':
      return [emergencyEndedWords(speech, body)];
  }
}

/** Says that a request is kept until the service or Slack takes it, or that this wait is over. */
function waitingRequestWords(speech: Speech, body: Body<'request-waiting'>): readonly string[] {
  const { texts, context, parts } = speech;
  const requests =
    context.group.length === 0 ? [context.request] : context.group.map(({ request }) => request);
  if (!requests.some(isUnsent)) return [waitedWords(speech)];
  const { isBotRefused = false, system = 'governance' } = body;
  const words = texts.notices.requestWaiting[isBotRefused ? 'refused' : system](parts);
  return [words, system === 'slack' ? '' : calledWords(speech)];
}

/** Says what became of a request that waited for the service. */
function waitedWords(speech: Speech): string {
  const { context, parts } = speech;
  const { requestWaited } = speech.texts.notices;
  const outcome = outcomeOfSubject(context, context.isFollowed);
  if (outcome !== null && context.group.length === 0) return closedWords(speech, outcome);
  return context.task === null ? requestWaited.notSent(parts) : requestWaited.sent(parts);
}

/**
 * Says that the first request stands until the corrected one can be sent, or that this wait is
 * over.
 */
function correctionWords(speech: Speech, { numericId }: { readonly numericId: string }): string {
  const { texts, context, parts } = speech;
  const { waits, over } = texts.notices.correction;
  return (isUnsent(context.request) ? waits : over)({
    what: parts.whatForWhom,
    number: numbered({ numericId }),
  });
}

/**
 * Names the request, or what the reader wants done with it ("Your approval of the request by @ben for
 * *GitHub · write* (#1042)"), then says what came of it. A stranger learns no more about a
 * confidential request than a channel does.
 */
function clickedWords(speech: Speech, said: string): string {
  const { texts, context, parts } = speech;
  const { notices } = texts;
  const { request, task, waitingVerb, isHidden = false } = context;
  const number = task === null ? '' : numbered(task);
  const app = `*${name(request.appName, 80)}*`;
  const subject = isHidden
    ? { request: notices.hiddenRequest({ what: app }), what: app }
    : { request: parts.request, what: parts.whatForWhom };
  const what =
    waitingVerb === null
      ? `${subject.what}${number}`
      : notices.actOfReader[waitingVerb]({ ...subject, number });
  return notices.aboutRequest({ what, said });
}

/** Why a click was refused; of one that might still have arrived, what came of it since. */
function refusedWords(
  texts: Texts,
  { actState, actRefusal, consoleUrl, task, period, request }: Speech['context'],
  { refusal }: Body<'action-refused'>,
): string {
  if (actState === 'done') return texts.notices.decisionArrived;
  const taskAtClick = task === null ? null : { task, period, request };
  return actionRefusalWords(texts, actRefusal ?? refusal, consoleUrl, taskAtClick);
}

/** Says how a request stands that was decided while the act waited, and what is known of the act. */
function overtakenWords(
  texts: Texts,
  { task, request, waitingVerb }: Speech['context'],
  outcome: 'overtaken' | 'overtaken-unsent' | 'overtaken-unknown',
): string {
  const { overtaken, theAct } = texts.notices;
  const act = (waitingVerb === null ? undefined : known(theAct, waitingVerb)) ?? theAct.other;
  return `${standingWords(texts, { task, request })} ${overtaken[outcome]({ act })}`;
}

function standingWords(
  texts: Texts,
  { task, request }: Pick<Speech['context'], 'task' | 'request'>,
): string {
  const { isGranted, isDenied, isOver, isStepOver } = texts.notices.overtaken;
  const number = task === null ? '' : name(taskNumber(task));
  const what = { what: number === '' ? texts.review.thisRequest : number };
  if (task === null || isOpen(task)) return isStepOver(what);
  if (task.outcome === 'granted') return isGranted(what);
  if (task.outcome === 'denied') return isDenied(what);
  return isOver({ ...what, outcome: name(outcomeWords(texts, task.outcome, request)) });
}

/** The outcome of a click: it was refused, it waits, or it took effect after all. */
function clickOutcomeWords(
  { texts, context }: Speech,
  body: Body<'action-refused' | 'action-waiting' | 'decision-arrived'>,
): string {
  const { notices } = texts;
  const { actState } = context;
  if (body.kind === 'decision-arrived') return notices.decisionArrived;
  if (
    actState === 'overtaken' ||
    actState === 'overtaken-unsent' ||
    actState === 'overtaken-unknown'
  )
    return overtakenWords(texts, context, actState);
  if (body.kind === 'action-refused') return refusedWords(texts, context, body);
  if (actState !== 'open') return notices.actionOver[actState];
  const waits = notices.actionWaiting[waitingCause(body)];
  const { triedUntil } = body;
  if (triedUntil === undefined) return waits;
  return `${waits} ${notices.actionTriedUntil({ when: moment(new Date(triedUntil)) })}`;
}

/**
 * Says when access ends, what else may end then, and that more time was requested. After the end it
 * says how the access ended.
 */
function endingWords(speech: Speech, toldEnd: string): readonly string[] {
  const { texts, context, parts } = speech;
  const { endsAt = null, endedBy = null } = context.grant ?? {};
  if (endedBy !== null) return [accessEndWords(speech, endedBy), moreTimeWords(speech)];
  // The service may have moved the end since, or a later, shorter grant may have replaced it.
  const end = context.expectedEnd?.endsAt ?? endsAt ?? new Date(toldEnd);
  const ending = texts.notices.endingSoon({ ...parts, when: moment(end) });
  return [ending, expectedEndWords(texts, context.expectedEnd), moreTimeWords(speech)];
}

/** The label of the button that needs a right which the bot lacks. */
function rightLabel(texts: Texts, verb: Body<'missing-right'>['verb']): string {
  const { review, home } = texts;
  const decisions = { approve: review.approve, deny: review.deny };
  const named = {
    ...decisions,
    withdraw: home.withdraw,
    nudge: home.nudge,
    'give-back': home.giveBack,
  };
  return known(named, verb) ?? (isActionForm(verb) ? actLabel(texts, verb) : verb);
}
