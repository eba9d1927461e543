import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { HeldKey } from '../../domain/access/held-access.ts';
import { isUncertain } from '../../domain/refusals/refusals.ts';
import { button, confirmation } from '../../slack/action/buttons.ts';
import { refusalWords } from '../../slack/action/refusal-words.ts';
import { cannotTellWords, endWords } from '../../slack/card/task-words.ts';
import type { ShownSection } from '../../slack/home/home.ts';
import { limits } from '../../slack/platform/limits.ts';
import { readJson } from '../../slack/platform/payloads.ts';
import {
  cut,
  line,
  listed,
  marked,
  moment,
  name,
  plain,
  section,
} from '../../slack/platform/text.ts';
import { leavingLine, leavingWords } from '../../slack/profiles/profile-words.ts';
import { type Texts, textsOfExtra } from '../../slack/texts.ts';
import type { LocalDeps } from '../../use-cases/deps.ts';
import type { HomeSection } from '../../use-cases/ports/home-contents.ts';
import { type HeldEntry, type HomeHeld, heldOnHome } from './held-on-home.ts';
import { heldForHome } from './read-held.ts';
import type { HeldReturn } from './rules/held-return.ts';

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

/** The part of Home that shows it. */
export function heldSection(deps: LocalDeps): HomeSection<ShownSection> {
  return {
    reading: heldForHome.of.job,
    async show(slackUserId) {
      const access = await heldOnHome(deps, slackUserId);
      if (access === null) return null;
      const blocks: ShownSection['blocks'] = (texts, room) => heldBlocks(texts, access, room);
      return { place: 'access', blocks, alsoTaken: access.alsoTaken };
    },
  };
}

/** Blocks beside those of the entries: the title, the age, and how many more there are. */
const frame = 3;

/**
 * What somebody has beside what they asked for here, one block each, as far as Home has room.
 *
 * @param room blocks that are left
 */
export function heldBlocks(texts: Texts, held: HomeHeld, room: number): KnownBlock[] {
  if (held.shown.length === 0) return [];
  const words = heldTexts(texts);
  const lines = held.shown.slice(0, Math.max(0, room - frame));
  const remaining = held.shown.length - lines.length + held.left;
  const { oldFrom } = held;
  const hasAge = oldFrom !== null && room >= frame;
  const more = held.isCut ? texts.lists.andMore : texts.lists.moreLeftOut({ count: remaining });
  return [
    { type: 'header', text: plain(words.title, limits.headerText) },
    ...(hasAge ? line('held.age', words.asOf({ when: moment(oldFrom) })) : []),
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
  const { home } = texts;
  const words = heldTexts(texts);
  const { through, accountName, endsAt, isEndUnreadable, lastReturn } = entry;
  const sources = listed(texts, boundedNames(texts, through), 'and');
  return [
    isEndUnreadable ? cannotTellWords(texts, null) : endWords(texts, endsAt),
    ...(accountName === null ? [] : [home.account({ account: name(accountName) })]),
    ...(through.length === 0 ? [] : [words.through({ sources })]),
    ...(lastReturn === null ? [] : returnWords(texts, lastReturn)),
  ].map((part) => part || home.console);
}

function returnWords(texts: Texts, { state, refusal, at, alsoRevoked }: HeldReturn): string[] {
  const { states } = heldTexts(texts);
  const when = moment(at);
  if (state === 'over') return [];
  if (state === 'refused') {
    const why = refusal === null ? '' : refusalWords(texts, refusal);
    if (refusal === null || isUncertain(refusal.code)) return why === '' ? [] : [why];
    return [states.refused({ when, why })];
  }
  if (state !== 'asked') return [states[state]];
  const names = listed(texts, boundedNames(texts, alsoRevoked ?? []), 'and');
  return [states.asked({ when }), ...(names === '' ? [] : [texts.card.alsoTaken({ names })])];
}

/** Asks first, and says what goes as well. */
function backButton(texts: Texts, { giveBack, leaving }: HeldEntry): Button | null {
  if (giveBack === null) return null;
  const { home } = texts;
  const words = heldTexts(texts);
  const value = writeHeldValue(giveBack);
  // Half of it would be about something else.
  if (value.length > limits.buttonValue) return null;
  const what = cut(giveBack.entitlementName, namedLength);
  const along = giveBack.takesAlong.map((one) => cut(one, namedLength));
  const names = listed(texts, bounded(texts, along), 'and');
  const sentences = [
    home.takenWarning({ what }),
    ...(along.length === 0 ? [] : [words.takesAlong({ names })]),
    ...(leaving === null ? [] : [leavingWords(texts, leaving)]),
    ...(giveBack.mayComeBack ? [words.mayComeBack] : []),
  ];
  return {
    ...button(heldActions.giveBack, words.giveBack({ what }), value),
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

/** What somebody has beside what they asked for here, on Home. */
const heldTexts = textsOfExtra({
  title: ['Granted elsewhere', 'Woanders gewährt'],
  /** In front of what was read a while ago, because the last attempt failed or is still to come. */
  asOf: ['As I read it {when}.', 'Stand {when}.'],
  through: ['comes with {sources}', 'kommt mit {sources}'],
  giveBack: ['Give back {what}', '{what} zurückgeben'],
  takesAlong: ['You will lose {names} as well.', 'Damit geht auch {names}.'],
  mayComeBack: [
    'If you have it through a group, it may come back.',
    'Wenn du es über eine Gruppe hast, kann es wiederkommen.',
  ],
  /** What came of giving it back. */
  states: {
    accepted: ['being given back …', 'wird gerade zurückgegeben …'],
    sending: ['being given back …', 'wird gerade zurückgegeben …'],
    asked: ['removal requested {when}', 'Entzug beantragt {when}'],
    refused: ['not given back {when}: {why}', 'nicht zurückgegeben {when}: {why}'],
  },
} as const);
