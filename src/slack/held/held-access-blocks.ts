import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { HeldKey, HeldReturn } from '../../domain/held/held-access.ts';
import type { HeldEntry, HomeHeld } from '../../use-cases/ports/home-contents.ts';
import { button, confirmation } from '../action/buttons.ts';
import { actionRefusalWords } from '../action/refusal-words.ts';
import { endWords } from '../card/duration-words.ts';
import { limits } from '../platform/limits.ts';
import { readJson } from '../platform/receiving/json-text.ts';
import { cut, line, listed, marked, moment, name, plain, section } from '../platform/text.ts';
import type { Texts } from '../platform/texts.ts';
import { leavingLine, leavingWords } from '../profiles/profile-words.ts';

export const heldActions = { giveBack: 'held.give-back' } as const;

const heldValue = z.object({ app: z.string(), id: z.string(), account: z.string() });

/** null for a value from somewhere else. What it names grants no right. */
export function readHeldValue(text: string): HeldKey | null {
  const value = heldValue.safeParse(readJson(text)).data;
  return value === undefined
    ? null
    : { appId: value.app, entitlementId: value.id, accountId: value.account };
}

function writeHeldValue({ appId, entitlementId, accountId }: HeldKey): string {
  return JSON.stringify({ app: appId, id: entitlementId, account: accountId });
}

/** Blocks beside those of the entries: the title, the age, and how many more there are. */
const frame = 3;

/**
 * What somebody has beside what they asked for here, one block each, as far as Home has room.
 *
 * @param room blocks that are left
 */
export function heldBlocks(texts: Texts, held: HomeHeld | null, room: number): KnownBlock[] {
  if (held === null || held.shown.length === 0) return [];
  const lines = held.shown.slice(0, Math.max(0, room - frame));
  const remaining = held.shown.length - lines.length + held.left;
  const { oldFrom } = held;
  const hasAge = oldFrom !== null && room >= frame;
  const more = held.isCut ? texts.lists.andMore : texts.lists.moreLeftOut({ count: remaining });
  return [
    { type: 'header', text: plain(texts.held.title, limits.headerText) },
    ...(hasAge ? line('held.age', texts.held.asOf({ when: moment(oldFrom) })) : []),
    ...lines.map((entry) => entryBlock(texts, entry)),
    ...(remaining === 0 && !held.isCut
      ? []
      : [{ type: 'context' as const, elements: [marked(more)] }]),
  ];
}

function entryBlock(texts: Texts, entry: HeldEntry): KnownBlock {
  const what = `*${name(`${entry.appName} · ${entry.entitlementName}`, 200)}*`;
  const lines = [what, partsOf(texts, entry).join(' · '), ...leavingLine(texts, entry.leaving)];
  const words = section(lines.join('\n'));
  const back = backButton(texts, entry);
  return back === null ? words : { ...words, accessory: back };
}

function partsOf(texts: Texts, entry: HeldEntry): string[] {
  const { held, home, times } = texts;
  const { through, accountName, endsAt, isEndUnreadable, lastReturn } = entry;
  const sources = listed(texts, boundedNames(texts, through), 'and');
  return [
    isEndUnreadable ? times.unreadable : endWords(texts, endsAt),
    ...(accountName === null ? [] : [held.account({ account: name(accountName) })]),
    ...(through.length === 0 ? [] : [held.through({ sources })]),
    ...(lastReturn === null ? [] : returnWords(texts, lastReturn)),
  ].map((words) => words || home.console);
}

function returnWords(texts: Texts, { state, refusal, at, alsoRevoked }: HeldReturn): string[] {
  const { states, alsoRevoked: with_ } = texts.held;
  const when = moment(at);
  if (state === 'over') return [];
  if (state === 'refused')
    return refusal === null ? [] : [states.refused({ when, why: refusalWords(texts, refusal) })];
  if (state !== 'asked') return [states[state]];
  const names = listed(texts, boundedNames(texts, alsoRevoked ?? []), 'and');
  return [states.asked({ when }), ...(names === '' ? [] : [with_({ names })])];
}

function refusalWords(texts: Texts, refusal: NonNullable<HeldReturn['refusal']>): string {
  const { kind } = refusal;
  if (kind === 'kept' || kind === 'inherited' || kind === 'not-held')
    return texts.held.refusals[kind];
  return actionRefusalWords(texts, refusal);
}

/** Asks first, and says what goes as well. */
function backButton(texts: Texts, { giveBack, leaving }: HeldEntry): Button | null {
  if (giveBack === null) return null;
  const { held, home } = texts;
  const value = writeHeldValue(giveBack);
  // Half of it would be about something else.
  if (value.length > limits.buttonValue) return null;
  const what = cut(giveBack.entitlementName, namedLength);
  const along = giveBack.takesAlong.map((one) => cut(one, namedLength));
  const names = listed(texts, bounded(texts, along), 'and');
  const sentences = [
    held.warning({ what }),
    ...(along.length === 0 ? [] : [held.takesAlong({ names })]),
    ...(leaving === null ? [] : [leavingWords(texts, leaving)]),
    ...(giveBack.mayComeBack ? [held.mayComeBack] : []),
  ];
  return {
    ...button(heldActions.giveBack, held.giveBack({ what }), value),
    confirm: confirmation(texts, home.giveBackTitle, sentences.join(' '), home.giveBack),
  };
}

/** Leaves room for the rest of a dialog. */
const namedLength = 50;
const mostNamed = 3;

function bounded({ lists }: Texts, names: readonly string[]): readonly string[] {
  const more = names.length - mostNamed;
  return more <= 0 ? names : [...names.slice(0, mostNamed), lists.more({ count: more })];
}

function boundedNames(texts: Texts, names: readonly string[]): readonly string[] {
  return bounded(
    texts,
    names.map((one) => name(one)),
  );
}
