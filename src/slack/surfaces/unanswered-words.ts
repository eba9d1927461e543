/** Messages to the requester while nobody decides. */
import { isOpen } from '../../domain/task-snapshot.ts';
import type { CallMade } from '../../domain/unanswered.ts';
import type { Texts } from '../texts/texts.ts';
import { absentWords, closedWords, endOf, reviewersWords } from './outcome-words.ts';
import { calledPeople, nextCallWords } from './reminded-words.ts';
import type { Body, Speech } from './speech.ts';
import { channelLink, listed, mention, moment } from './text.ts';

/**
 * To the requester: nobody has decided, who was called, and what they can do; after the end of the
 * request, how it ended.
 */
export function toldWords(speech: Speech, body: Body<'overdue-told'>): readonly string[] {
  const { texts, context, parts } = speech;
  const outcome = endOf(context, context.isFollowed);
  const { undecided, told, nobodyToTell, emergency } = texts.notices.waiting;
  const people = [
    ...body.people.map(mention),
    ...body.channels.map((channel) => channelLink(texts, channel)),
  ];
  const helpless = body.offersEmergency ? '' : nobodyToTell;
  return [
    outcome === null ? undecided(parts) : closedWords(speech, outcome),
    outcome === null ? absentWords(texts, context, context) : '',
    people.length > 0 ? told({ people: listed(texts, people, 'and') }) : helpless,
    body.offersEmergency && context.task !== null && isOpen(context.task) ? emergency : '',
  ];
}

/**
 * To the requester of an emergency: who was called and when, and what happens next. Every sentence
 * has its time, so it stays true until the message is updated.
 */
export function unansweredWords(speech: Speech, body: Body<'unanswered'>): readonly string[] {
  const { texts, context, parts } = speech;
  const { unanswered } = texts.notices;
  const outcome = endOf(context, context.isFollowed);
  if (outcome !== null) return [closedWords(speech, outcome)];
  // Somebody is deciding, or the next step waits: that has messages of its own.
  if (context.group.length === 0) return [unanswered.over(parts)];
  const asOf = moment(new Date(body.asOfMs));
  const since = moment(new Date(body.sinceMs));
  const lines = [
    unanswered.asOf({ request: parts.request, asOf, since }),
    ...[reviewersWords(speech)].filter((words) => words !== ''),
    ...onCallLine(speech, body),
    ...body.calls.map((call) => callLine(texts, call)),
    [nextCallWords(texts, body.next) || unanswered.nobodyNext, unanswered.meanwhile].join(' '),
    body.updateMs === null
      ? unanswered.noUpdate
      : unanswered.update({ when: moment(new Date(body.updateMs)) }),
  ];
  return [lines.join('\n')];
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
