/** Who was called, and who is called next, while nobody decides on an emergency. */
import type { Called, NextCall, Reminded } from '../../../domain/due/unanswered.ts';
import { durationWords } from '../../card/duration-words.ts';
import { listedAndMore } from '../../card/task-words.ts';
import { channelLink, listed, mention, moment } from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';

/** Empty if nobody is called. */
export function calledPeople(texts: Texts, { people, count, channels }: Called): string {
  const named = [...people.map(mention), ...channels.map((id) => channelLink(texts, id))];
  const isCut = count > people.length;
  if (!isCut) return named.length === 0 ? '' : listed(texts, named, 'and');
  return listedAndMore(texts, named, count + channels.length, 'and');
}

/** "If nobody decides by 03:20, I tell Hana."; empty if nobody is left. */
export function nextCallWords(texts: Texts, next: NextCall | null): string {
  const people = next === null ? '' : calledPeople(texts, next);
  if (next === null || people === '') return '';
  return texts.notices.unanswered.next({ when: moment(new Date(next.atMs)), people });
}

/** The how-manyth reminder of an emergency this is, and what follows the last one. */
export function remindedWords(texts: Texts, reminded: Reminded | undefined): string {
  if (reminded === undefined) return '';
  const { unanswered } = texts.notices;
  const minutes = Math.max(1, Math.floor(reminded.waitedSeconds / 60));
  const parts = {
    count: `${reminded.count}`,
    duration: durationWords(texts, minutes * 60),
  };
  if (!reminded.isLast) return unanswered.reminded(parts);
  const next = nextCallWords(texts, reminded.next) || unanswered.nobodyAfter;
  return `${unanswered.lastReminded(parts)} ${next}`;
}
