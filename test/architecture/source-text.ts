/**
 * TypeScript's text with what is no code blanked out, so that a rule about code is not misled by a comment or by words in a
 * string. Lengths and line breaks stay, so positions do too. No parser: a scanner for comments, strings, templates and
 * regular expressions is all that the rules need.
 */
export interface CodeViews {
  /** Comments are blank; strings are there (imports name their files in strings). */
  readonly withStrings: string;
  /** Comments and the insides of strings, templates and regular expressions are blank. */
  readonly bare: string;
}

type Kind = 'code' | 'comment' | 'literal';

export function codeViews(text: string): CodeViews {
  const spans = [...scan(text)];
  const blank = (kinds: readonly Kind[]) =>
    spans.map((span) => (kinds.includes(span.kind) ? span.text.replaceAll(/[^\n]/g, ' ') : span.text)).join('');
  return { withStrings: blank(['comment']), bare: blank(['comment', 'literal']) };
}

interface Span {
  readonly kind: Kind;
  readonly text: string;
}

const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const quoted = /(['"])((?:\\[\s\S]|(?!\1)[^\\\n])*)\1/y;
const regularExpression = /\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/[a-z]*/y;
const templatePart = /(?:\\[\s\S]|(?!\$\{)[^`\\])*/y;
/** After these a slash begins a regular expression; after anything else it divides. */
const beforeRegularExpression =
  /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|void|throw|await|yield))\s*$/;

function* scan(text: string): Generator<Span> {
  /** For every template that is open, how many braces are open in the expression being read. */
  const openBraces: number[] = [];
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? null;
  };
  /** What follows in a template, up to its end or its next expression. */
  const template = function* (): Generator<Span> {
    const part = match(templatePart) ?? '';
    at += part.length;
    yield { kind: 'literal', text: part };
    const isExpression = text.startsWith('${', at);
    if (isExpression) openBraces.push(0);
    const mark = text.slice(at, at + (isExpression ? 2 : 1));
    at += mark.length;
    yield { kind: 'code', text: mark };
  };

  while (at < text.length) {
    const letter = text[at];
    const note = letter === '/' ? match(comment) : null;
    if (note !== null) {
      at += note.length;
      yield { kind: 'comment', text: note };
      continue;
    }
    const literal =
      letter === '/' && beforeRegularExpression.test(text.slice(Math.max(0, at - 40), at))
        ? match(regularExpression)
        : match(quoted);
    if (literal !== null) {
      at += literal.length;
      yield { kind: 'code', text: literal.slice(0, 1) };
      yield { kind: 'literal', text: literal.slice(1, -1) };
      yield { kind: 'code', text: literal.slice(-1) };
      continue;
    }
    at += 1;
    yield { kind: 'code', text: letter ?? '' };
    const depth = openBraces.at(-1);
    if (letter === '`') yield* template();
    else if (letter === '{' && depth !== undefined) openBraces[openBraces.length - 1] = depth + 1;
    else if (letter === '}' && depth !== undefined) {
      if (depth > 0) openBraces[openBraces.length - 1] = depth - 1;
      else {
        openBraces.pop();
        yield* template();
      }
    }
  }
}
