/** Sentences about emergencies. */
import { durationWords, taskPeriodWords } from '../../card/duration-words.ts';
import { channelLink, groupMention, moment } from '../../platform/text.ts';
import type { Body, Speech } from '../speech.ts';
import { outcomeOfSubject } from './outcome-words.ts';

/** The follow-up of an emergency: who had which access, from when, how long, how it ended. */
export function emergencyEndedWords(
  { texts, parts }: Speech,
  body: Body<'emergency-ended'>,
): string {
  const [from, to] = [new Date(body.startedAt), new Date(body.endedAt)];
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1_000));
  return texts.notices.emergencyEnded({
    ...parts,
    from: moment(from),
    duration: durationWords(texts, seconds),
    ending: texts.home.ended[body.end]({ when: moment(to) }),
  });
}

/** Where to ask in an emergency: a person in need must not assume that help is under way. */
export function calledWords({ texts, context: { request, emergency } }: Speech): string {
  if (!request.emergency || emergency.channel === null) return '';
  return texts.notices.emergencyTold({ channel: channelLink(texts, emergency.channel) });
}

/**
 * The same words as on the card that is posted when the service is back, then what the service
 * has of it.
 */
export function emergencyWaitingWords(
  speech: Speech,
  { isBotRefused = false }: Body<'emergency-waiting'>,
): readonly string[] {
  const { texts, context } = speech;
  const { emergencyWaiting, emergencyRefused, emergencyWaited, emergencyNotSent } = texts.notices;
  const contexts = context.group.length === 0 ? [context] : context.group;
  const isWaiting = contexts.some(({ request }) => isUnsent(request));
  const why = isBotRefused ? emergencyRefused : emergencyWaiting;
  if (isWaiting) return [neededWords(speech), why];
  const isThere = contexts.some(({ task }) => task !== null);
  return [neededWords(speech), isThere ? emergencyWaited : emergencyNotSent];
}

/** Whether the request still has to be sent to the service. */
export function isUnsent({ state }: Speech['context']['request']): boolean {
  return state === 'submitted' || state === 'sending';
}

function neededWords({ texts, context, parts }: Speech): string {
  const { card } = texts;
  const { onCall } = context.emergency;
  const needs = {
    who: parts.holder,
    what: parts.what,
    period: taskPeriodWords(texts, context.request, context.period),
  };
  return onCall === null
    ? `${card.header.needs(needs)}.`
    : card.onCall({ group: groupMention(onCall), ...needs });
}

/** Says only that an emergency waits, without its access, its people or its justification. */
export function emergencyElsewhereWords({ texts, context }: Speech): string {
  const { onCall } = context.emergency;
  const called = onCall === null ? '' : `${groupMention(onCall)}: `;
  const isOver = outcomeOfSubject(context, context.isFollowed) !== null;
  const { emergencyElsewhere, emergencyElsewhereOver } = texts.notices;
  return isOver ? emergencyElsewhereOver : `${called}${emergencyElsewhere}`;
}
