/** Access profiles: how far their items are, and what giving one back does. */
import {
  isSettled,
  isThere,
  type LeavingProfile,
  type ProfileItem,
  type ProfileProgress,
} from '../../domain/profiles/access-profile.ts';
import { countedNames, outcomeWords } from '../card/task-words.ts';
import { cut, cutMarked, listed, moment, name } from '../platform/text.ts';
import type { Texts } from '../texts.ts';

/** Names that a dialog has room for, beside the rest of it. */
const mostNamed = 2;
const namedLength = 30;

/** What giving back an access profile does to what is in it, for a dialog: as plain text. */
export function leavingWords(texts: Texts, { unenrolment, held }: LeavingProfile): string {
  const { leaving, ofItYouHave } = texts.profile;
  if (held.length === 0) return leaving[unenrolment];
  const named = held.slice(0, mostNamed).map((one) => cut(one, namedLength));
  const names = listed(texts, andMore(texts, named, held.length), 'and');
  return `${leaving[unenrolment]} ${ofItYouHave({ names })}`;
}

/** What giving it back does, below the access on Home; nothing where it is no access profile. */
export function leavingLine({ profile }: Texts, leaving: LeavingProfile | null): readonly string[] {
  if (leaving === null) return [];
  return [profile.onGivingBack({ what: profile.leaving[leaving.unenrolment] })];
}

function andMore({ profile }: Texts, shown: readonly string[], all: number): readonly string[] {
  const count = all - shown.length;
  return count <= 0 ? shown : [...shown, profile.more({ count })];
}

/** Items that Home shows in a line of their own, and how long each is at most. */
const mostLines = 8;
const lineLength = 180;

/** What came of the items, as one group: the sum, then each of them. */
export function progressLines(texts: Texts, progress: ProfileProgress | null): readonly string[] {
  if (progress === null) return [];
  const { profile: words } = texts;
  const { items, readAt, endedAt } = progress;
  const lines = items
    .slice(0, mostLines)
    .map((item) => cutMarked(`• ${itemWords(texts, item)}`, lineLength));
  const more = items.length - lines.length;
  const isUnknown = endedAt !== null && (items.length === 0 || !items.every(isSettled));
  const asOf = readAt === null ? words.neverRead : words.noLongerFollowed({ when: moment(readAt) });
  return [
    ...(items.length === 0 ? [] : [words.brings({ parts: sumWords(texts, items) })]),
    ...lines,
    ...(more <= 0 ? [] : [`• ${words.more({ count: more })}`]),
    ...(isUnknown ? [asOf] : []),
  ];
}

/** "3 of 5 given, 1 not given, 1 waiting for Ana". */
function sumWords({ profile: words, ...texts }: Texts, items: readonly ProfileItem[]): string {
  const of = (state: ProfileItem['state']) => items.filter((one) => one.state === state);
  const open = of('open');
  const waiting = open.filter(({ waitingFor }) => waitingFor.length > 0);
  const people = [...new Set(waiting.flatMap(({ waitingFor }) => waitingFor))];
  const names = countedNames({ profile: words, ...texts }, people, 'and');
  const counts: readonly (readonly [number, (count: number) => string])[] = [
    [of('refused').length, (count) => words.refused({ count })],
    [waiting.length, (count) => words.waiting({ count, people: names })],
    [open.length - waiting.length, (count) => words.underWay({ count })],
    [of('unseen').length, (count) => words.unseen({ count })],
  ];
  return [
    words.given({ given: items.filter(isThere).length, of: items.length }),
    ...counts.flatMap(([count, sentence]) => (count === 0 ? [] : [sentence(count)])),
  ].join(', ');
}

function itemWords(texts: Texts, item: ProfileItem): string {
  const what = item.name === '' ? texts.profile.unnamed : name(item.name, 80);
  return `${what}: ${itemStateWords(texts, item)}`;
}

function itemStateWords(texts: Texts, { state, outcome, waitingFor }: ProfileItem): string {
  const { profile: words, home } = texts;
  if (state === 'refused')
    return name(outcomeWords(texts, outcome ?? 'none', { state: 'created' }));
  if (state !== 'open' || waitingFor.length === 0) return words.states[state];
  return home.waitingFor({ people: countedNames(texts, waitingFor, 'or') });
}

/** Items that a message names. */
const mostInMessage = 10;

/** "A, B and 3 more", in a message. */
export function countedItems(texts: Texts, names: readonly string[]): string {
  const itemNames = names.filter((one) => one !== '');
  if (itemNames.length === 0) return texts.profile.unnamed;
  const firstNames = itemNames.slice(0, mostInMessage).map((one) => name(one, 80));
  return listed(texts, andMore(texts, firstNames, names.length), 'and');
}
