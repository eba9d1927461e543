import { ok, type Result, refuse } from '../domain/result.ts';

/** What closes what: phones and desktops make typographic quotation marks of straight ones. */
const closing: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”“',
  '”': '”“',
  '„': '”“',
  '‘': '’‘',
  '’': '’‘',
};

/**
 * The words of a line. Quotation marks hold words together where a word begins or after its `=`; elsewhere they are letters, as
 * in `o'brien`. Between straight double ones `\"` and `\\` stand for `"` and `\`. Refuses a line whose last quotation mark is never closed.
 */
export function splitLine(line: string): Result<readonly string[], 'unclosed'> {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line.charAt(at);
    if (/\s/.test(letter)) {
      if (word !== null) words.push(word);
      word = null;
      continue;
    }
    const ends = closing[letter];
    if (ends === undefined || !(word === null || word.endsWith('='))) {
      word = `${word ?? ''}${letter}`;
      continue;
    }
    const quoted = readQuoted(line, at + 1, ends);
    if (quoted === null) return refuse('unclosed');
    word = `${word ?? ''}${quoted.text}`;
    at = quoted.end;
  }
  if (word !== null) words.push(word);
  return ok(words);
}

function readQuoted(line: string, start: number, ends: string): { text: string; end: number } | null {
  let text = '';
  for (let at = start; at < line.length; at += 1) {
    const letter = line.charAt(at);
    if (ends.includes(letter)) return { text, end: at };
    const next = line.charAt(at + 1);
    if (letter === '\\' && ends === '"' && (next === '"' || next === '\\')) {
      text += next;
      at += 1;
    } else text += letter;
  }
  return null;
}

/** The other way: a line that splits into exactly these words. */
export function joinLine(words: readonly string[]): string {
  return words.map(quoteWord).join(' ');
}

function quoteWord(word: string): string {
  if (/^[^\s"'“”„‘’\\=]+$/.test(word)) return word;
  return `"${word.replaceAll(/["\\]/g, '\\$&')}"`;
}
