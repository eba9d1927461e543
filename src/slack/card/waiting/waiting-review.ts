import type { KnownBlock } from '@slack/types';
import { isOpen } from '../../../domain/task/task-snapshot.ts';
import type { CardModel } from '../../../use-cases/ports/card-contents.ts';
import type { HomeReview } from '../../../use-cases/ports/home-contents.ts';
import { button, labelled } from '../../action/buttons.ts';
import { takeBackAction } from '../../message/notice-buttons.ts';
import { limits } from '../../platform/limits.ts';
import {
  actionsBlock,
  cut,
  link,
  marked,
  mention,
  moment,
  name,
  plain,
  section,
} from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';
import { decisionButtons, detailsButton, lessTimeButton, setUpButtons } from '../card-buttons.ts';
import { adviceWords, factWords, whyBlock } from '../card-words.ts';
import { reviewPeriodWords } from '../duration-words.ts';
import { requesterWords } from '../people-asking.ts';
import { accessName, decisionOfStep, stateWords, subjectWords } from '../task-words.ts';
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
    ...lastRemark(texts, card),
    ...actionsBlock(`${waitingBlock}${cardId}`.slice(0, limits.blockId), elements),
  ];
}

/** The justification and the answers, where several requests share a page. */
function whyOfReview(texts: Texts, card: CardModel): KnownBlock {
  // Two blocks of a page must not share an id.
  const block_id = `why.${card.cardId}`.slice(0, limits.blockId);
  return { ...whyBlock(texts, card, whyLength), block_id };
}

/** The answer to a question, where there is one: the last of what was written. */
function lastRemark(texts: Texts, { cardId, remarks }: CardModel): KnownBlock[] {
  const last = remarks.at(-1);
  if (last === undefined) return [];
  const { by, reason } = last;
  const who = marked(texts.card.wrote({ who: mention(by.userId) }));
  const elements = [who, plain(cut(reason, whyLength), limits.sectionText)];
  return [{ type: 'context', block_id: `said.${cardId}`.slice(0, limits.blockId), elements }];
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
    lines.push(stateWords(texts, model));
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
