import type { Button, KnownBlock, ModalView, SectionBlock } from '@slack/types';
import { z } from 'zod';
import { isOpen } from '../../../domain/task/task-snapshot.ts';
import type { WaitingPage, WaitingView } from '../../../use-cases/card/waiting-page.ts';
import type { CardModel } from '../../../use-cases/ports/card-contents.ts';
import type { HomeReview } from '../../../use-cases/ports/home-contents.ts';
import { button, labelled } from '../../action/buttons.ts';
import { takeBackAction } from '../../message/notice-buttons.ts';
import { asOfLine, modal } from '../../modals.ts';
import { readJson } from '../../platform/json-text.ts';
import { limits } from '../../platform/limits.ts';
import {
  actionsBlock,
  cut,
  link,
  marked,
  mention,
  moment,
  name,
  oneLine,
  option,
  plain,
  section,
} from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';
import { decisionButtons, detailsButton, lessTimeButton, setUpButtons } from '../card-buttons.ts';
import { adviceWords, factWords, whyBlock } from '../card-words.ts';
import { reviewPeriodWords } from '../duration-words.ts';
import { requesterWords } from '../people-asking.ts';
import { decisionOfStep, standsWords } from '../standing-words.ts';
import { accessName, subjectWords } from '../task-words.ts';
import { deadlineWords } from '../undecided-words.ts';

/**
 * How much of the justification is shown where several requests share a page; the card has the
 * rest.
 */
const whyLength = 300;

/** The prefix of a block id that marks buttons outside the card itself. */
const waitingBlock = 'waits.';

export const isOfWaitingReview = (blockId: string): boolean => blockId.startsWith(waitingBlock);

/** The id of the card whose buttons they are; null for other buttons. */
export function cardOfWaitingReview(blockId: string): string | null {
  return isOfWaitingReview(blockId) ? blockId.slice(waitingBlock.length) : null;
}

/**
 * A request that waits for the reader's decision, on Home or in their list, with all they need to
 * decide.
 */
export function reviewBlocks(texts: Texts, review: HomeReview): KnownBlock[] {
  const { card, ownDecisionId } = review;
  const { cardId } = card;
  const takeBack =
    ownDecisionId === null ? [] : [button(takeBackAction, texts.review.takeBack, ownDecisionId)];
  const buttons = [
    ...takeBack,
    ...decisionButtons(texts, card),
    ...lessTimeButton(texts, card),
    ...setUpButtons(texts, card),
  ];
  // While somebody is deciding there are no buttons to decide; the link to the card stays.
  const about = subjectWords(texts, card);
  const elements = [...buttons, detailsButton(card, texts.card.showEverything)].map((one) =>
    labelled(one, about),
  );
  return [
    section(waitsWords(texts, review)),
    whyOfReview(texts, card),
    ...lastRemarks(texts, card),
    ...actionsBlock(`${waitingBlock}${cardId}`.slice(0, limits.blockId), elements),
  ];
}

/** The justification and the answers, where several requests share a page. */
function whyOfReview(texts: Texts, card: CardModel): KnownBlock {
  // Two blocks of a page must not share an id.
  const block_id = `why.${card.cardId}`.slice(0, limits.blockId);
  return { ...whyBlock(texts, card, whyLength), block_id };
}

/** The last of what was written, an answer below its question. */
function lastRemarks(texts: Texts, { cardId, remarks }: CardModel): KnownBlock[] {
  const elements = remarks
    .slice(-2)
    .flatMap(({ by, reason }) => [
      marked(texts.card.wrote({ who: mention(by.userId) })),
      plain(cut(reason, whyLength), limits.sectionText),
    ]);
  const block_id = `said.${cardId}`.slice(0, limits.blockId);
  return elements.length === 0 ? [] : [{ type: 'context', block_id, elements }];
}

/**
 * Requester, entitlement and duration; the card's facts with risk and step; the service's advice;
 * when; and who is deciding.
 */
function waitsWords(texts: Texts, { card: model, cardUrl }: HomeReview): string {
  const { home, notices } = texts;
  const { request, task } = model;
  const wants = askedWords(texts, model);
  const see = cardUrl === null ? '' : ` · ${link(cardUrl, notices.seeRequest)}`;
  const lines = [
    `${task.emergency ? '🚨 ' : ''}${wants}`,
    factWords(texts, model),
    isOpen(task) ? adviceWords(texts, model) : '',
    `${home.asked({ when: moment(request.createdAt) })}${see}`,
    deadlineWords(texts, model),
  ];
  // Somebody, perhaps the reader, is deciding already.
  if (decisionOfStep(model) !== undefined || task.delivered?.kind === 'provision')
    lines.push(standsWords(texts, model));
  return lines.filter((words) => words !== '').join('\n');
}

/** "@ben wants *GitHub · write* for 1 hour", or whose access is to be taken away. */
function askedWords(texts: Texts, card: CardModel): string {
  const { request, task } = card;
  const { header, somebodyElse } = texts.card;
  const access = accessName(task) || `${request.appName} · ${request.entitlementName}`;
  const what = `*${name(access, 200)}*`;
  if (task.takesAway === true)
    return header.toLose({ who: name(task.target?.name ?? somebodyElse, 80), what });
  const asks = task.emergency ? header.needs : header.wants;
  const parts = { who: requesterWords(texts, request), what };
  return asks({ ...parts, period: reviewPeriodWords(texts, card) });
}

export const waitingActions = {
  app: 'waiting.app',
  previous: 'waiting.previous',
  next: 'waiting.next',
  /** The button back to the list, in the window that shows one request whole. */
  back: 'waiting.back',
} as const;

export const waitingMemory = z
  .object({ waiting: z.object({ page: z.number().int(), appId: z.string().nullable() }) })
  .transform(({ waiting }) => waiting);

/** The part of the list that a window shows or was opened from; null for any other window. */
export function readWaitingView(privateMetadata: string): WaitingView | null {
  return waitingMemory.safeParse(readJson(privateMetadata)).data ?? null;
}

/** The choice that shows all apps; no id of an app is empty. */
export const allApps = 'all-apps:';

/** Each request with its buttons, as on Home. `asOf`: when the page was read. */
export function waitingWindow(texts: Texts, page: WaitingPage, asOf: Date): ModalView {
  const { waiting } = texts;
  const entries = page.reviews.flatMap((one) => reviewBlocks(texts, one));
  const emptyWords = page.count === 0 ? waiting.nothing : waiting.unreadable;
  const blocks: KnownBlock[] = [
    ...appFilter(texts, page),
    ...asOfLine(texts, asOf),
    ...(entries.length === 0 ? [section(emptyWords)] : entries),
    ...pageButtons(texts, page),
  ];
  const { page: number, appId } = page;
  return {
    ...modal(texts.home.waitingForMe, texts.requestForm.close, blocks),
    private_metadata: JSON.stringify({ waiting: { page: number, appId } }),
  };
}

/** Empty if everything is of one app. */
function appFilter({ waiting }: Texts, { apps, appId }: WaitingPage): SectionBlock[] {
  if (apps.length < 2) return [];
  const all = apps.reduce((sum, { count }) => sum + count, 0);
  const first = option(waiting.allApps({ count: all }), allApps);
  // An id that is too long for an option names no app that anybody has seen.
  const choosableApps = apps.filter(({ id }) => id.length <= limits.optionValue);
  const options = choosableApps.slice(0, limits.options - 1).map(({ id, name, count }) => {
    const appName = cut(oneLine(name), limits.optionText - countLength);
    return option(waiting.app({ app: appName, count }), id);
  });
  const picked = options.find(({ value }) => value === appId);
  const accessory = {
    type: 'static_select' as const,
    action_id: waitingActions.app,
    placeholder: plain(waiting.appLabel, limits.placeholder),
    options: [first, ...options],
    initial_option: picked ?? first,
  };
  return [{ type: 'section', block_id: 'waiting.app', text: marked(waiting.appLabel), accessory }];
}

/** How many characters of an option are for the number behind the app. */
const countLength = 10;

/** Empty if everything is on one page. */
function pageButtons({ waiting }: Texts, { page, pages }: WaitingPage): KnownBlock[] {
  if (pages < 2) return [];
  const to = (action: string, words: string, number: number): Button => ({
    ...button(action, words, `${number}`),
    accessibility_label: waiting.toPage({ words, number: number + 1, pages }),
  });
  const buttons = [
    ...(page === 0 ? [] : [to(waitingActions.previous, waiting.previous, page - 1)]),
    ...(page === pages - 1 ? [] : [to(waitingActions.next, waiting.next, page + 1)]),
  ];
  const where: KnownBlock = {
    type: 'context',
    elements: [marked(waiting.page({ number: page + 1, pages }))],
  };
  return [where, ...actionsBlock('waiting.pages', buttons)];
}
