/** Messages to the requester while nobody decides. */

import type { CallMade } from '../../../domain/due/unanswered.ts';
import { isDecisionUntold } from '../../../domain/request/awaited-decision.ts';
import { isOpen } from '../../../domain/task/task-snapshot.ts';
import { channelLink, listed, mention, moment } from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';
import type { Body, Speech } from '../speech.ts';
import { absentWords, reviewersWords } from './outcome-words.ts';
import { calledPeople, nextCallWords } from './reminded-words.ts';
import { settledLine } from './settled-words.ts';

/**
 * To the requester: nobody has decided, who was called, and what they can do; once it is decided,
 * who decided.
 */
export function toldWords(speech: Speech, body: Body<'overdue-told'>): readonly string[] {
  const { texts, context, parts } = speech;
  const { undecided, undecidedUntold, told, nobodyToTell, emergency } = texts.notices.waiting;
  const people = [
    ...body.people.map(mention),
    ...body.channels.map((channel) => channelLink(texts, channel)),
  ];
  const toldPeople = people.length > 0 ? told({ people: listed(texts, people, 'and') }) : '';
  const settled = settledLines(speech);
  if (settled.length > 0) return [settled.join('\n'), toldPeople];
  const waits = isUntold(context) ? undecidedUntold : undecided;
  return [
    waits(parts),
    absentWords(texts, context, context),
    toldPeople === '' && !body.offersEmergency ? nobodyToTell : toldPeople,
    body.offersEmergency && context.task !== null && isOpen(context.task) ? emergency : '',
  ];
}

/** What became of the request, in place of a call for a decision; nothing while it still waits. */
function settledLines({ texts, context }: Speech): readonly string[] {
  if (context.group.length > 0) return [];
  return context.settled.map((one) => settledLine(texts, one));
}

/**
 * To the requester of an emergency: who was called and when, and what happens next. Every sentence
 * has its time, so it stays true until the message is updated.
 */
export function unansweredWords(speech: Speech, body: Body<'unanswered'>): readonly string[] {
  const { texts, context, parts } = speech;
  const { unanswered } = texts.notices;
  const settled = settledLines(speech);
  if (settled.length > 0) return [settled.join('\n')];
  if (context.group.some((one) => one.isBeingDecided === true)) return [unanswered.deciding(parts)];
  const asOf = moment(new Date(body.asOfMs));
  const since = moment(new Date(body.sinceMs));
  const next = nextCallWords(texts, body.next);
  const waits = isUntold(context) ? unanswered.asOfUntold : unanswered.asOf;
  const lines = [
    waits({ request: parts.request, asOf, since }),
    ...[reviewersWords(speech)].filter((words) => words !== ''),
    ...onCallLine(speech, body),
    ...body.calls.map((call) => callLine(texts, call)),
    ...(next === '' ? [] : [`${next} ${unanswered.meanwhile}`]),
    body.updateMs === null
      ? unanswered.noUpdate
      : unanswered.update({ when: moment(new Date(body.updateMs)) }),
    ...(next === '' ? [unanswered.nobodyNext] : []),
  ];
  return [lines.join('\n')];
}

/** Whether the service does not tell if somebody has decided. */
function isUntold({ task }: Speech['context']): boolean {
  return task !== null && isDecisionUntold(task);
}

function onCallLine({ texts, context }: Speech, body: Body<'unanswered'>): readonly string[] {
  if (body.calledIn === null) return [];
  const { calledOnCall, calledChannel } = texts.notices.unanswered;
  const words = context.emergency.onCall === null ? calledChannel : calledOnCall;
  return [`• ${words({ channel: channelLink(texts, body.calledIn) })}`];
}

function callLine(texts: Texts, call: CallMade): string {
  const words = texts.notices.unanswered.calls[call.kind];
  const when = moment(new Date(call.atMs));
  return `• ${words({ when, people: calledPeople(texts, call) })}`;
}
