import type { Button, HomeView, KnownBlock } from '@slack/types';
import { standings } from '../../domain/standing.ts';
import type { HomeModel, HomeRequest, HomeReview } from '../../use-cases/chat-ports.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { standingWords } from './standing.ts';
import { accessName, taskNumber } from './task-words.ts';
import { link, marked, mention, moment, name, plain } from './text.ts';

export const homeActions = { request: 'home.request', emergency: 'home.emergency' } as const;

/** What a holder does about one of their requests; the button's value is the request's id. */
export const holderActions = {
  again: 'request.again',
  extend: 'request.extend',
  mend: 'request.mend',
  giveBack: 'request.give-back',
  escalate: 'request.escalate',
} as const;

/** App Home: what waits for this person, and where each of their requests stands, with what they may do about it. */
export function homeView(texts: Texts, home: HomeModel): HomeView {
  const { home: words } = texts;
  const blocks: KnownBlock[] = [
    { type: 'header', text: plain(words.title, limits.headerText) },
    { type: 'actions', block_id: 'home.actions', elements: [requestButton(texts), emergencyButton(texts)] },
  ];
  const { reviews } = home;
  if (reviews.shown.length > 0) {
    blocks.push(
      title(words.waitingForMe),
      ...reviews.shown.map((one) => review(texts, one)),
      ...more(texts, reviews.left),
    );
  }
  const { at, shown, left } = home.requests;
  if (shown.length === 0) blocks.push({ type: 'section', text: marked(words.nothingYet) });
  for (const standing of standings) {
    const entries = shown.filter((entry) => entry.standing === standing);
    if (entries.length + left[standing] === 0) continue;
    blocks.push(
      title(words.groups[standing]),
      ...entries.flatMap((entry) => requestBlocks(texts, home.slackUserId, entry, at)),
      ...more(texts, left[standing]),
    );
  }
  return { type: 'home', blocks };
}

/** Says that there are more than are shown. */
function more({ lists }: Texts, count: number): KnownBlock[] {
  return count === 0 ? [] : [{ type: 'context', elements: [marked(lists.moreLeftOut({ count }))] }];
}

function title(words: string): KnownBlock {
  return { type: 'header', text: plain(words, limits.headerText) };
}

function requestButton({ home }: Texts): Button {
  return {
    type: 'button',
    style: 'primary',
    action_id: homeActions.request,
    text: plain(home.request, limits.buttonText),
    value: 'home',
  };
}

function emergencyButton({ home }: Texts): Button {
  return {
    type: 'button',
    style: 'danger',
    action_id: homeActions.emergency,
    text: plain(home.emergency, limits.buttonText),
    value: 'home',
  };
}

function review(texts: Texts, { request, task, cardUrl }: HomeReview): KnownBlock {
  const { home } = texts;
  const what = `*${name(accessName(task) || `${request.appName} · ${request.entitlementName}`, 200)}*`;
  const number = taskNumber(task) === '' ? '' : ` (${name(taskNumber(task))})`;
  const asks = home.asksFor({ who: mention(request.requester.userId), what });
  const open = cardUrl === null ? '' : ` · ${link(cardUrl, home.decide)}`;
  const when = home.asked({ when: moment(texts, request.createdAt) });
  return { type: 'section', text: marked(`${asks}${number}\n${when}${open}`) };
}

function requestBlocks(texts: Texts, readerId: string, entry: HomeRequest, at: Date): KnownBlock[] {
  const buttons = holderButtons(texts, entry);
  const line: KnownBlock = { type: 'section', text: marked(standingWords(texts, readerId, entry, at)) };
  if (buttons.length === 0) return [line];
  return [line, { type: 'actions', block_id: `request.${entry.request.id}`, elements: buttons }];
}

/** What a holder may do about a request, as buttons. */
function holderButtons(texts: Texts, { request, can }: Pick<HomeRequest, 'request' | 'can'>): Button[] {
  const { home } = texts;
  const button = (action_id: string, words: string): Button => ({
    type: 'button',
    action_id,
    text: plain(words, limits.buttonText),
    value: request.id,
  });
  const buttons: Button[] = [];
  if (can.escalate) buttons.push(escalateButton(texts, request.id));
  if (can.extend) buttons.push(button(holderActions.extend, home.extend));
  if (can.giveBack) {
    buttons.push({
      ...button(holderActions.giveBack, home.giveBack),
      confirm: {
        title: plain(home.giveBackTitle, limits.confirmTitle),
        text: plain(home.giveBackWarning, limits.confirmText),
        confirm: plain(home.giveBackConfirm, limits.confirmButton),
        deny: plain(home.back, limits.confirmButton),
      },
    });
  }
  if (can.again) buttons.push(button(holderActions.again, home.again));
  return buttons;
}

/** Makes an emergency of an open request, after a question. */
export function escalateButton({ home }: Texts, requestId: string): Button {
  return {
    type: 'button',
    action_id: holderActions.escalate,
    style: 'danger',
    text: plain(home.escalate, limits.buttonText),
    value: requestId,
    confirm: {
      title: plain(home.escalateTitle, limits.confirmTitle),
      text: plain(home.escalateWarning, limits.confirmText),
      confirm: plain(home.escalateConfirm, limits.confirmButton),
      deny: plain(home.back, limits.confirmButton),
      style: 'danger',
    },
  };
}
