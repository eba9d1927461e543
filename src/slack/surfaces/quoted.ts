import { cut } from './text.ts';

/** A longer message is cut: the link leads to the rest, and the justification needs room below it. */
const quotedLength = 1_000;

/** A message as a quotation to write below; nothing for one without words. */
export function quoted(text: string): string {
  const words = text.trim();
  if (words === '') return '';
  const lines = cut(words, quotedLength).split('\n');
  return `${lines.map((line) => `> ${line}`).join('\n')}\n`;
}
