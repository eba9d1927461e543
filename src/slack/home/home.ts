import type { HomeView, KnownBlock } from '@slack/types';
import { isSame } from '../../domain/access/held-access.ts';
import { holderButtonKinds, type Standing } from '../../domain/action/holder-action.ts';
import type { EntitlementKey } from '../../domain/request/access-request.ts';
import type { HomeModel } from '../../use-cases/ports/chat-ports.ts';
import type { HomeRequest } from '../../use-cases/ports/home-contents.ts';
import { askedActions, button, holderButtons } from '../action/buttons.ts';
import { reviewBlocks } from '../card/waiting-review.ts';
import { limits } from '../platform/limits.ts';
import { actionsBlock, line, marked, plain, section } from '../platform/text.ts';
import { leavingLine, progressLines } from '../profiles/profile-words.ts';
import type { Texts } from '../texts.ts';
import { standingWords } from './standing.ts';

/** A part of Home that an extra shows. */
export interface ShownSection {
  /**
   * Below what waits for the reader, below their own open requests, or above their access that has
   * ended.
   */
  readonly place: 'waiting' | 'open' | 'access';
  /** @param room blocks that are left */
  readonly blocks: (texts: Texts, room: number) => readonly KnownBlock[];
  /** What the extra knows of giving back the reader's own requests. */
  readonly alsoTaken?: readonly AlsoTaken[];
}

/** What giving this back may take away as well, by name. */
export interface AlsoTaken extends EntitlementKey {
  readonly names: readonly string[];
}

export const homeActions = {
  request: 'home.request',
  emergency: 'home.emergency',
} as const;

/**
 * App Home: what waits for this person, and where each of their requests stands, with what they may
 * do about it.
 */
export function homeView(texts: Texts, home: HomeModel<ShownSection>): HomeView {
  const { home: words, requestForm } = texts;
  const { at, shown, left } = home.requests;
  const ownGroup = (standing: Standing, room: number): KnownBlock[] => {
    const entries = shown.filter((entry) => entry.standing === standing);
    const blocks = entries.map((entry) => requestBlocks(texts, home, entry, at));
    return group(texts, words.groups[standing], blocks, left[standing], room);
  };
  const blocks = [
    header(words.title),
    ...actionsBlock('home.actions', [
      button(homeActions.request, requestForm.title, 'home', 'primary'),
      button(homeActions.emergency, requestForm.emergencyTitle, 'home', 'danger'),
    ]),
    ...(home.isServiceRefusing ? [section(requestForm.serviceRefuses)] : []),
    ...waitingBlocks(texts, home),
  ];
  // Slack takes no Home that is too long: each group leaves room for the titles of those below it.
  const roomAbove = (groups: number): number =>
    limits.homeBlocks - blocks.length - groups * groupFrame;
  blocks.push(...besides(texts, home, 'waiting', roomAbove(5)));
  const besidesOpen = besides(texts, home, 'open', roomAbove(4));
  const isEmpty = shown.length + besidesOpen.length === 0;
  if (isEmpty && !home.isServiceRefusing) blocks.push(section(words.nothingYet));
  blocks.push(...ownGroup('open', roomAbove(4) - besidesOpen.length), ...besidesOpen);
  blocks.push(...ownGroup('active', roomAbove(3)));
  blocks.push(...ownGroup('sent', roomAbove(2)));
  // Access that the person has comes before access that has ended, which is cut if there is no room
  // for both.
  const accessBlocks = besides(texts, home, 'access', roomAbove(1));
  const ended = ownGroup('ended', limits.homeBlocks - blocks.length - accessBlocks.length);
  return { type: 'home', blocks: [...blocks, ...accessBlocks, ...ended] };
}

/** What extras show at a place of Home, in the order in which they are mounted. */
function besides(
  texts: Texts,
  home: HomeModel<ShownSection>,
  place: ShownSection['place'],
  room: number,
): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  for (const one of home.besides)
    if (one.place === place) blocks.push(...one.blocks(texts, room - blocks.length));
  return blocks;
}

/** What waits for the reader's decision, and how many more. */
function waitingBlocks(texts: Texts, { reviews }: HomeModel<ShownSection>): KnownBlock[] {
  const { home: words } = texts;
  const { shown, left } = reviews;
  const count = shown.length + left;
  if (count === 0) return [];
  const title = count === 1 ? words.waitingForMe : words.waitingForMeCount({ count });
  const rest = line('home.waiting', left === 0 ? '' : words.moreWaiting({ count: left }));
  return [header(title), ...shown.flatMap((review) => reviewBlocks(texts, review)), ...rest];
}

/** The title of a group, and the number of those that are not shown. */
const groupFrame = 2;

/**
 * Entries under their title, as many as there is room for, and the number of further ones; nothing
 * without entries.
 *
 * @param room blocks that are left
 */
function group(
  { lists }: Texts,
  title: string,
  entries: readonly (readonly KnownBlock[])[],
  left: number,
  room: number,
): KnownBlock[] {
  if (entries.length + left === 0) return [];
  const blocks: KnownBlock[] = [];
  let hidden = left + entries.length;
  for (const entry of entries) {
    if (groupFrame + blocks.length + entry.length > room) break;
    blocks.push(...entry);
    hidden -= 1;
  }
  const rest: KnownBlock = {
    type: 'context',
    elements: [marked(lists.moreLeftOut({ count: hidden }))],
  };
  return [header(title), ...blocks, ...(hidden === 0 ? [] : [rest])];
}

function header(words: string): KnownBlock {
  return { type: 'header', text: plain(words, limits.headerText) };
}

function requestBlocks(
  texts: Texts,
  home: HomeModel<ShownSection>,
  entry: HomeRequest,
  at: Date,
): KnownBlock[] {
  const alsoTaken = home.besides
    .flatMap((part) => part.alsoTaken ?? [])
    .find((one) => isSame(one, entry.request))?.names;
  const buttons = holderButtons(texts, { ...entry, alsoTaken }, home.onCall);
  const { progress, leaving, question } = entry;
  const answer = texts.review.acts.answer;
  const elements = [
    ...(question === null ? [] : [button(askedActions.answer, answer, question.id, 'primary')]),
    ...holderButtonKinds.filter((offer) => entry.can[offer]).map((offer) => buttons[offer]),
  ];
  const standing = standingWords(texts, home.slackUserId, entry, at);
  // The claim comes first: it must not be what is cut off.
  const lines = [...leavingLine(texts, leaving), ...progressLines(texts, progress)];
  const words = section([standing, ...lines].join('\n'));
  return [words, ...actionsBlock(`request.${entry.request.id}`, elements)];
}
