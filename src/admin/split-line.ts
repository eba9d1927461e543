import { ok, type Result, refuse } from '../domain/result.ts';

/** A word, or a quoted one after a possible `name=`; phones and desktops make typographic quotation marks of straight ones. */
const anyWord = /([^\s"'“”„‘’]*=)?(?:"((?:[^"\\]|\\[\s\S])*)"|['‘’]([^'‘’]*)['‘’]|[“”„]([^“”„]*)[“”])(?!\S)|\S+/g;
const unclosed = /^(?:[^\s"'“”„‘’]*=)?["'“”„‘’]/;

/**
 * The words of a line. Quotation marks hold words together where a word begins or after its `=`; elsewhere they are letters, as
 * in `o'brien`. Between straight double ones `\"` and `\\` stand for `"` and `\`.
 */
export function splitLine(line: string): Result<readonly string[], 'unclosed'> {
  const words: string[] = [];
  for (const [word, start = '', double, single, typographic] of line.matchAll(anyWord)) {
    const quoted = double?.replaceAll(/\\(["\\])/g, '$1') ?? single ?? typographic;
    if (quoted === undefined && unclosed.test(word)) return refuse('unclosed');
    words.push(quoted === undefined ? word : `${start}${quoted}`);
  }
  return ok(words);
}
