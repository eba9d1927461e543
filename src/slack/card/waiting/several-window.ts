/** The window in which several requests of low risk are approved. */
import type { Block, KnownBlock, ModalView, SectionBlock } from '@slack/types';
import type { SeveralPage } from '../../../use-cases/card/several-page.ts';
import type { HomeReview } from '../../../use-cases/ports/chat-ports.ts';
import { actingValue, type CardValue, readCardValue } from '../../action/buttons.ts';
import { modal } from '../../modals.ts';
import { limits } from '../../platform/limits.ts';
import type { ViewState } from '../../platform/payloads.ts';
import { line, marked, option, paragraph, section } from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';
import { subjectWords } from '../task-words.ts';
import { waitsWords, whyOfReview } from './waiting-review.ts';

export const severalFormId = 'several.approve';
export const severalPick = 'several.pick';

/** The value of a box that is ticked; its block names the request. */
const ticked = 'approve';

/** The block that says what to do. */
const instruction = 'several.instruction';

/**
 * Each request with all that Home shows of it and a box, none of which is ticked.
 *
 * @param memory what the window remembers
 */
export function severalWindow(
  texts: Texts,
  { reviews, isCut, areRisksRead }: SeveralPage,
  memory: string,
): ModalView {
  const { several } = texts.waiting;
  const { close, cancel } = texts.requestForm;
  // What a block's id does not hold is decided in the console.
  const listedReviews = reviews.filter(({ card }) => actingValue(card).length <= limits.blockId);
  if (listedReviews.length === 0) {
    const why = areRisksRead ? several.nothing : several.risksUnread;
    return modal(several.title, close, [section(why)]);
  }
  const blocks: KnownBlock[] = [
    ...paragraph(instruction, several.howTo),
    ...listedReviews.flatMap((one) => pickableReview(texts, one)),
    ...line('several.more', isCut ? several.more : ''),
  ];
  const form = { id: severalFormId, submit: texts.review.approve, memory };
  return modal(several.title, cancel, blocks, form);
}

/**
 * The window that was submitted without a request, as it was shown: Slack waits for it, so nothing
 * is asked or read for it.
 */
export function nothingPickedWindow(
  texts: Texts,
  shownBlocks: readonly Block[],
  memory: string,
): ModalView {
  const { several } = texts.waiting;
  const blocks = [
    ...paragraph(instruction, several.nothingPicked),
    ...shownBlocks.filter(({ block_id: id }) => id !== instruction),
  ];
  const form = { id: severalFormId, submit: texts.review.approve, memory };
  return modal(several.title, texts.requestForm.cancel, blocks, form);
}

/** Its block carries what was shown of it, as a card's menu does. */
function pickableReview(texts: Texts, review: HomeReview): KnownBlock[] {
  const { card } = review;
  const words: SectionBlock = {
    type: 'section',
    block_id: actingValue(card),
    text: marked(waitsWords(texts, review)),
    accessory: {
      type: 'checkboxes',
      action_id: severalPick,
      options: [option(subjectWords(texts, card), ticked)],
    },
  };
  return [words, whyOfReview(texts, card, texts.waiting.several.whyCut)];
}

/**
 * The requests whose boxes are ticked, as they were shown. Slack sends the state of boxes in sections,
 * too (docs/spec/slack.md#limits).
 */
export function pickedRequests(view: Pick<ViewState, 'blockIds' | 'picked'>): readonly CardValue[] {
  const blockIds = view.blockIds.filter((id) => view.picked(id, severalPick).includes(ticked));
  return blockIds.flatMap((id) => readCardValue(id) ?? []);
}
