import type { ModalView, SectionBlock } from '@slack/types';
import { namedReviewers } from '../../domain/authorization.ts';
import type { CardModel } from '../../domain/card.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { factWords, recommendationWords } from './card-facts.ts';
import { headerWords } from './card-header.ts';
import { answerWords } from './card-why.ts';
import { cut, name, plain, section, sound } from './text.ts';

/** So much of a text, and of a list, a modal holds: in the worst script this is within Slack's 250 KB a view. */
const longestText = 24_000;
const longestList = 8_000;

/** Everything that is known of a request, whole. `owners`: names, empty where they are not known. */
export function detailsModal(texts: Texts, card: CardModel, owners: readonly string[]): ModalView {
  const { review } = texts;
  const { task, answers } = card;
  const people = namedReviewers(task, card.request).map((person) => person.name);
  const answered = answers.map(({ label, value }) => `${label}: ${answerWords(texts, value)}`);
  const advice = task.recommendation === null ? '' : recommendationWords(texts, task.recommendation);
  return {
    type: 'modal',
    title: plain(review.wholeTitle, limits.modalTitle),
    close: plain(texts.requestForm.close, limits.modalTitle),
    blocks: [
      section([`*${name(headerWords(texts, card), 1_000)}*`, factWords(texts, card)].join('\n')),
      ...part(review.access, accessLines(card), longestList),
      ...part(review.why, task.justification.trim() || '–', longestText),
      ...part(review.answers, answered.join('\n'), longestList),
      ...part(review.stepReviewers({ count: people.length }), people.join(', ') || '–', longestList),
      ...part(review.owners, owners.join(', '), longestList),
      ...part(review.recommendation, advice, longestList),
      ...part(review.insights, task.insights.join('\n'), longestList),
    ],
  };
}

/** What is asked for, one a line, with what the service says it is. */
function accessLines({ task, request }: CardModel): string {
  const lines = task.entitlements.map((one) => [one.name, one.description].filter((part) => part.trim() !== ''));
  return lines.map((parts) => parts.join(': ')).join('\n') || request.entitlementName;
}

/** A heading and below it a text as it was typed; nothing for an empty one. */
function part(title: string, text: string, limit: number): SectionBlock[] {
  return text.trim() === '' ? [] : [section(`*${title}*`), ...pieces(text, limit)];
}

/** A long text in sections that fit, none of them ending inside a character. */
function pieces(text: string, limit: number): SectionBlock[] {
  const found: SectionBlock[] = [];
  let rest = cut(sound(text), limit);
  while (rest !== '') {
    const end = pieceEnd(rest);
    found.push({ type: 'section', text: plain(rest.slice(0, end), limits.sectionText) });
    rest = rest.slice(end);
  }
  return found;
}

/** After a word where there is one near, so that a text reads on. */
function pieceEnd(text: string): number {
  if (text.length <= limits.sectionText) return text.length;
  const space = text.lastIndexOf(' ', limits.sectionText - 1);
  if (space > limits.sectionText / 2) return space + 1;
  return /[\uD800-\uDBFF]/.test(text.charAt(limits.sectionText - 1)) ? limits.sectionText - 1 : limits.sectionText;
}
