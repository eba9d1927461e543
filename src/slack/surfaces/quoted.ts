import { cut } from './text.ts';

/** So much of a message is quoted: the link leads to the rest, and there is room for why. */
const quotedLength = 1_000;

/** A message as a quotation to write below; nothing for one without words. */
export function quoted(text: string): string {
  const words = text.trim();
  if (words === '') return '';
  const lines = cut(words, quotedLength).split('\n');
  return `${lines.map((line) => `> ${line}`).join('\n')}\n`;
}
