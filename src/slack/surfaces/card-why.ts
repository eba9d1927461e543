import type { RichTextBlock, RichTextSection, RichTextText } from '@slack/types';
import type { CardAnswer, CardModel } from '../../domain/card.ts';
import type { Texts } from '../texts/texts.ts';
import { cut, sound } from './text.ts';

/** A card shows so many answers. */
const shownAnswers = 5;
const answerLength = 200;
const labelLength = 80;

/** The justification as a quote, and the answers below it. In rich text what people typed is never markup. */
export function whyBlock(texts: Texts, { task, answers }: CardModel, longest: number): RichTextBlock {
  const { card, lists } = texts;
  const typed = sound(task.justification);
  const lines: RichTextText[][] = [];
  if (typed.length > longest) lines.push([text(card.whyCut, { italic: true })]);
  for (const answer of answers.slice(0, shownAnswers))
    lines.push(answerLine(texts, answer, Math.min(longest, answerLength)));
  if (answers.length > shownAnswers) lines.push([text(lists.moreLeftOut({ count: answers.length - shownAnswers }))]);
  const below = lines.flatMap((line, index) => (index === 0 ? line : [text('\n'), ...line]));
  return {
    type: 'rich_text',
    block_id: 'card.why',
    elements: [
      typed.trim() === ''
        ? section([text(card.whyMissing, { italic: true })])
        : { type: 'rich_text_quote', elements: [text(cut(typed, longest))] },
      ...(below.length === 0 ? [] : [section(below)]),
    ],
  };
}

function answerLine(texts: Texts, { label, value }: CardAnswer, longest: number): RichTextText[] {
  const shown = sound(answerWords(texts, value));
  return [
    text(`${cut(sound(label), labelLength)}: `, { bold: true }),
    text(shown.trim() === '' ? '–' : cut(shown, longest)),
  ];
}

/** An answer as it was typed; yes or no in the reader's language. */
export function answerWords({ requestForm }: Texts, value: CardAnswer['value']): string {
  if (typeof value === 'boolean') return value ? requestForm.yes : requestForm.no;
  return typeof value === 'object' ? value.join(', ') : String(value);
}

function text(words: string, style?: RichTextText['style']): RichTextText {
  return { type: 'text', text: words, ...(style === undefined ? {} : { style }) };
}

function section(elements: RichTextText[]): RichTextSection {
  return { type: 'rich_text_section', elements };
}
