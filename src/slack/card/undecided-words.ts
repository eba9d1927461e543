/** What a card says while nobody decides: who was called, who is next, and the deadline of the step. */

import type { Called } from '../../domain/due/calls.ts';
import { isNobody } from '../../domain/message/kinds/undecided-messages.ts';
import type { CardModel } from '../../use-cases/ports/card-contents.ts';
import { channelLink, listed, mention, moment } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { decisionOfStep } from './standing-words.ts';
import { listedAndMore, peopleWords } from './task-words.ts';

/**
 * "Reminded 6 times, last 04:31. Next: Goran, 05:00"; empty while nobody was called, and once
 * somebody has decided.
 */
export function callsWords(texts: Texts, card: CardModel): string {
  const { watch } = card;
  if (watch === null || decisionOfStep(card) !== undefined) return '';
  const { reminded, nextCall } = texts.card.calls;
  const last = watch.calls?.made.findLast((one) => one.kind === 'reminded');
  const next = watch.calls?.next ?? null;
  const parts = [
    last === undefined ? '' : reminded({ count: last.times, when: moment(new Date(last.atMs)) }),
    next === null || isNobody(next)
      ? ''
      : nextCall({ people: calledPeople(texts, next), when: moment(new Date(next.atMs)) }),
  ];
  return parts.filter((one) => one !== '').join(' ');
}

export function calledPeople(texts: Texts, { people, count, channels }: Called): string {
  const named = [...people.map(mention), ...channels.map((id) => channelLink(texts, id))];
  const isCut = count > people.length;
  if (!isCut) return named.length === 0 ? '' : listed(texts, named, 'and');
  return listedAndMore(texts, named, count + channels.length, 'and');
}

/**
 * When the service takes the step out of the reviewers' hands, and what follows; empty where no
 * such time is ahead, and once somebody has decided.
 */
export function deadlineWords(texts: Texts, card: CardModel): string {
  const { deadline, mentions } = card;
  if (deadline === null || decisionOfStep(card) !== undefined) return '';
  const { result } = deadline;
  const when = moment(new Date(deadline.at));
  const words = texts.steps.deadline;
  if (result.kind !== 'goes-to') return words[result.kind]({ when });
  const named = peopleWords(texts, result.people, mentions, 'or');
  const people = ['', texts.steps.somebody].includes(named) ? texts.card.somebodyElse : named;
  return words['goes-to']({ when, people });
}
