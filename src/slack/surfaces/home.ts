import type { HomeView, KnownBlock } from '@slack/types';
import { isSame } from '../../domain/held-access.ts';
import { holderOffers, standings } from '../../domain/holder-action.ts';
import type { HomeModel } from '../../use-cases/chat-ports.ts';
import type { HomeRequest } from '../../use-cases/home-contents.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { elsewhereBlocks } from './asked-elsewhere.ts';
import { button, holderButtons } from './buttons.ts';
import { heldBlocks } from './held-access.ts';
import { leavingLine, progressLines } from './profile-words.ts';
import { standingWords } from './standing.ts';
import { actions, marked, plain, section } from './text.ts';
import { reviewBlocks } from './waiting-review.ts';
import { workBlocks } from './work-elsewhere.ts';

export const homeActions = { request: 'home.request', emergency: 'home.emergency' } as const;

/**
 * App Home: what waits for this person, and where each of their requests stands, with what they may
 * do about it.
 */
export function homeView(texts: Texts, home: HomeModel): HomeView {
  const { home: words, requestForm } = texts;
  const { at, shown, left } = home.requests;
  const { reviews } = home;
  const waiting = reviews.shown.flatMap((one) => reviewBlocks(texts, one));
  const elsewhere = elsewhereBlocks(texts, home.elsewhere);
  const blocks = [
    header(words.title),
    ...actions('home.actions', [
      button(homeActions.request, requestForm.title, 'home', 'primary'),
      button(homeActions.emergency, requestForm.emergencyTitle, 'home', 'danger'),
    ]),
    ...group(texts, words.waitingForMe, waiting, reviews.left),
    ...workBlocks(texts, home.work),
    ...(shown.length + elsewhere.length === 0 ? [section(words.nothingYet)] : []),
    ...standings.flatMap((standing) => {
      const entries = shown.filter((entry) => entry.standing === standing);
      const blocks = entries.flatMap((entry) => requestBlocks(texts, home, entry, at));
      const own = group(texts, words.groups[standing], blocks, left[standing]);
      return standing === 'open' ? [...own, ...elsewhere] : own;
    }),
  ];
  const held = heldBlocks(texts, home.held, limits.homeBlocks - blocks.length);
  return { type: 'home', blocks: [...blocks, ...held] };
}

/** Entries under their title, and the number of further ones; nothing without entries. */
function group(
  { lists }: Texts,
  title: string,
  entries: readonly KnownBlock[],
  more: number,
): KnownBlock[] {
  if (entries.length + more === 0) return [];
  const rest: KnownBlock = {
    type: 'context',
    elements: [marked(lists.moreLeftOut({ count: more }))],
  };
  return [header(title), ...entries, ...(more === 0 ? [] : [rest])];
}

function header(words: string): KnownBlock {
  return { type: 'header', text: plain(words, limits.headerText) };
}

function requestBlocks(texts: Texts, home: HomeModel, entry: HomeRequest, at: Date): KnownBlock[] {
  const alsoTaken = home.held?.alsoTaken.find((one) => isSame(one, entry.request))?.names ?? [];
  const buttons = holderButtons(texts, { ...entry, alsoTaken }, home.onCall);
  const elements = holderOffers.filter((offer) => entry.can[offer]).map((offer) => buttons[offer]);
  const standing = standingWords(texts, home.slackUserId, entry, at);
  const { progress, leaving } = entry;
  // The claim comes first: it must not be what is cut off.
  const lines = [...leavingLine(texts, leaving), ...progressLines(texts, progress)];
  const words = section([standing, ...lines].join('\n'));
  return [words, ...actions(`request.${entry.request.id}`, elements)];
}
