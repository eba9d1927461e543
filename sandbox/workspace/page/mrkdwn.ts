/**
 * Slack's mrkdwn as markup. The input is text as Slack stores it: `&amp;`, `&lt;`, `&gt;` stand for
 * the characters, and text between `<` and `>` is a link, a mention or a date. Nothing else in the
 * text ever becomes markup.
 */
import { html } from 'hono/html';
import { emojiFor } from './emoji.ts';
import { emoji as pictureOf, withPictures } from './emoji-pictures.ts';
import type { Html } from './html.ts';
import { linkTo } from './links.ts';
import { control } from './mrkdwn-control.ts';
import type { Reader } from './reader.ts';
import { unescapeSlack } from './slack-entities.ts';

const wordCharacter = /[\p{L}\p{N}]/u;

/** In code a link is shown as its address. */
function withoutBrackets(code: string): string {
  return code.replace(/<([^|<>]+)(\|[^<>]*)?>/g, '$1');
}

const wraps: Readonly<Record<string, (inner: readonly Html[]) => Html>> = {
  '*': (inner) => html`<b>${inner}</b>`,
  _: (inner) => html`<i>${inner}</i>`,
  '~': (inner) => html`<s>${inner}</s>`,
};

/** Where a `*bold*` that starts at `start` ends, or -1. Skips links and code in between. */
function closingOf(text: string, start: number): number {
  const mark = text.charAt(start);
  if (/\s/.test(text.charAt(start + 1)) || text.charAt(start + 1) === mark) return -1;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\n') return -1;
    const skipped =
      character === '<'
        ? text.indexOf('>', at)
        : character === '`'
          ? text.indexOf('`', at + 1)
          : -1;
    if (skipped > at) at = skipped;
    else if (
      character === mark &&
      at > start + 1 &&
      !/\s/.test(text.charAt(at - 1)) &&
      !wordCharacter.test(text.charAt(at + 1))
    ) {
      return at;
    }
  }
  return -1;
}

interface Piece {
  readonly html: Html;
  readonly end: number;
}

function pieceAt(reader: Reader, text: string, at: number, links: boolean): Piece | null {
  const rest = text.slice(at);
  const before = at === 0 ? '' : text.charAt(at - 1);
  const code = /^`([^`\n]+)`/.exec(rest);
  if (code?.[1] !== undefined) {
    return {
      html: html`<code>${unescapeSlack(withoutBrackets(code[1]))}</code>`,
      end: at + code[0].length,
    };
  }
  const token = /^<([^<>]+)>/.exec(rest);
  if (token?.[1] !== undefined) {
    return { html: control(reader, token[1]), end: at + token[0].length };
  }
  const wrap = wraps[text.charAt(at)];
  if (wrap !== undefined && !wordCharacter.test(before)) {
    const close = closingOf(text, at);
    if (close > 0)
      return { html: wrap(inline(reader, text.slice(at + 1, close), links)), end: close + 1 };
  }
  const emoji = /^:([a-z0-9_+-]+):/.exec(rest);
  const character = emoji?.[1] === undefined ? null : emojiFor(emoji[1]);
  if (emoji !== null && character !== null) {
    return { html: pictureOf(character, emoji[0]), end: at + emoji[0].length };
  }
  const bare =
    links && !wordCharacter.test(before)
      ? /^https?:\/\/[^\s<>|*`]+[^\s<>|*`.,;:!?)'"_~]/.exec(rest)
      : null;
  const url = bare === null ? '' : unescapeSlack(bare[0]);
  const link = linkTo(reader, url);
  if (bare !== null && link !== null)
    return { html: html`<a ${link}>${url}</a>`, end: at + bare[0].length };
  return rest.startsWith('\n') ? { html: html`<br>`, end: at + 1 } : null;
}

function inline(reader: Reader, text: string, links: boolean): readonly Html[] {
  const out: Html[] = [];
  let plainFrom = 0;
  let at = 0;
  const flush = (): void => {
    if (at > plainFrom) out.push(withPictures(unescapeSlack(text.slice(plainFrom, at))));
  };
  while (at < text.length) {
    const piece = /[`<*_~:h\n]/.test(text.charAt(at)) ? pieceAt(reader, text, at, links) : null;
    if (piece === null) {
      at += 1;
    } else {
      flush();
      out.push(piece.html);
      at = piece.end;
      plainFrom = at;
    }
  }
  flush();
  return out;
}

const quoteStart = /^(?:&gt;|>) ?/;

/** Text without code blocks. A line after `>` is a quote, and so is everything after `>>>`. */
function paragraphs(reader: Reader, text: string, links: boolean): readonly Html[] {
  const whole = /^(?:(?:&gt;){3}|>{3}) ?([\s\S]*)$/.exec(text);
  if (whole?.[1] !== undefined)
    return [html`<blockquote>${inline(reader, whole[1], links)}</blockquote>`];
  const out: Html[] = [];
  let lines: string[] = [];
  let quoted = false;
  const flush = (): void => {
    if (lines.length === 0) return;
    const content = inline(reader, lines.join('\n'), links);
    out.push(
      quoted
        ? html`<blockquote>${content}</blockquote>`
        : html`<span class="lines">${content}</span>`,
    );
    lines = [];
  };
  for (const line of text.split('\n')) {
    const isQuoted = quoteStart.test(line);
    if (isQuoted !== quoted) flush();
    quoted = isQuoted;
    lines.push(isQuoted ? line.replace(quoteStart, '') : line);
  }
  flush();
  return out;
}

/**
 * The text as Slack would show it to the reader.
 * @param verbatim true: bare addresses are not made into links.
 */
export function mrkdwn(reader: Reader, text: string, verbatim = false): Html {
  const parts = text.split(/```([\s\S]+?)```/);
  const shown = parts.map((part, index) => {
    if (index % 2 === 1)
      return html`<pre>${unescapeSlack(withoutBrackets(part.replace(/^\n/, '')))}</pre>`;
    // A line break next to a code block belongs to the block.
    let trimmed = index > 0 ? part.replace(/^\n/, '') : part;
    if (index < parts.length - 1) trimmed = trimmed.replace(/\n$/, '');
    return trimmed === '' ? '' : paragraphs(reader, trimmed, !verbatim);
  });
  return html`${shown}`;
}
