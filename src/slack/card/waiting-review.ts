/** A request that waits for a reviewer, on Home and in their list. */
import type { KnownBlock } from '@slack/types';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import type { CardModel } from '../../use-cases/ports/card-contents.ts';
import type { HomeReview } from '../../use-cases/ports/home-contents.ts';
import { labelled } from '../action/buttons.ts';
import { limits } from '../platform/limits.ts';
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
} from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { decisionButtons, detailsButton, faceButtons } from './card-buttons.ts';
import { adviceWords, factWords, headerWords, whyBlock } from './card-words.ts';
import { deadlineWords, decisionOfStep, standsWords } from './standing-words.ts';
import { requesterWords, subjectWords } from './task-words.ts';

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
  const { card } = review;
  const { cardId } = card;
  const buttons = [...decisionButtons(texts, card), ...faceButtons(texts, card)];
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

/** As on the card: what is asked, its facts, the service's advice, who asked, and who is deciding. */
function waitsWords(texts: Texts, { card, cardUrl }: HomeReview): string {
  const { request, task } = card;
  const askedBy = { who: requesterWords(texts, request), when: moment(request.createdAt) };
  const see = cardUrl === null ? '' : ` · ${link(cardUrl, texts.notices.seeRequest)}`;
  // Somebody, perhaps the reader, is deciding already.
  const isBusy = decisionOfStep(card) !== undefined || task.delivered?.kind === 'provision';
  const lines = [
    `*${name(headerWords(texts, card), 1_000)}*`,
    factWords(texts, card),
    isOpen(task) ? adviceWords(texts, card) : '',
    `${texts.card.askedAt(askedBy)}${see}`,
    deadlineWords(texts, card),
    isBusy ? standsWords(texts, card) : '',
  ];
  return lines.filter((words) => words !== '').join('\n');
}
