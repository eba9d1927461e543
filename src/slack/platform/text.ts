/** Long because everything that is escaped, cut or formatted for Slack is so in one place. */

import type {
  ActionsBlock,
  ContextBlock,
  InputBlock,
  MrkdwnElement,
  PlainTextElement,
  PlainTextOption,
  SectionBlock,
} from '@slack/types';
import { isBlank, visibleMarks } from '../../domain/text/foreign-text.ts';
import { durationPhrase, type FormattedValues } from '../../domain/text/sentence.ts';
import { limits } from './limits.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A family of four has 11 UTF-16 units, a flag with its tags 14. */
const longestCharacter = 64;

/** Parts of our own words that are never cut in two: a mention, a link, a date, an escaped sign. */
const control = /<[^<>]*>|&(?:amp|lt|gt);/g;

/** Cuts visibly, never inside a character: "…" at the end says that there is more. */
export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${fitting(charactersOf(text), limit - 1)}…`;
}

/** Cut in the middle: names that begin alike mostly differ at their ends. */
function cutInside(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = '';
  for (const part of [...charactersOf(text.slice(-limit))].reverse()) {
    if (end.length + part.length > limit / 2) break;
    end = part + end;
  }
  const start = fitting(charactersOf(text.slice(0, limit)), limit - 1 - end.length);
  return `${start}…${end}`;
}

function fitting(parts: Iterable<string>, limit: number): string {
  let excerpt = '';
  for (const part of parts) {
    if (excerpt.length + part.length > limit) break;
    excerpt += part;
  }
  return excerpt;
}

/** Latin letters, digits and signs of which each is a character by itself. */
const simple = /^[ -~\u00A1-\u02FF\u2010-\u2027]*$/;

/** A character as the reader sees it stays whole, unless somebody piled up marks without end. */
function* charactersOf(text: string): Generator<string> {
  // To look for what belongs together takes a hundred times as long.
  if (simple.test(text)) yield* text;
  else yield* graphemesOf(text);
}

function* graphemesOf(text: string): Generator<string> {
  for (const { segment } of graphemes.segment(text)) {
    if (segment.length > longestCharacter) yield* segment;
    else yield segment;
  }
}

function* markedPartsOf(text: string): Generator<string> {
  let from = 0;
  for (const match of text.matchAll(control)) {
    yield* charactersOf(text.slice(from, match.index));
    yield match[0];
    from = match.index + match[0].length;
  }
  yield* charactersOf(text.slice(from));
}

/** As `cut`, for our own words with mentions, links and escaped parts in them. */
export function cutMarked(text: string, limit: number): string {
  return text.length <= limit ? text : `${fitting(markedPartsOf(text), limit - 1)}…`;
}

/**
 * Half characters become whole ones, and control characters go: Slack would refuse them, or count
 * them sixfold. Marks that reorder text are shown.
 */
export function sound(text: string): string {
  return visibleMarks(text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, ''));
}

/**
 * What `clean` makes of a text, at least as far as a cut at the limit sees it. Of a text that is
 * much longer than that only the beginning is read, unless all of it is spaces and other blanks.
 */
function beginningOf(clean: (text: string) => string, text: string, limit: number): string {
  const most = limit + 2 * longestCharacter;
  if (text.length > 8 * most) {
    const cleaned = clean(text.slice(0, 4 * most));
    if (cleaned.length > most && !isBlank(cleaned)) return cleaned.slice(0, most);
  }
  return clean(text);
}

/**
 * Text as typed by people or told by the service: Slack interprets nothing in it. Never empty,
 * which Slack would refuse.
 */
export function plain(text: string, limit: number): PlainTextElement {
  const visible = beginningOf(sound, text, limit);
  return { type: 'plain_text', text: cut(isBlank(visible) ? '–' : visible, limit), emoji: false };
}

/** Our own words with escaped parts and mentions in them. */
export function marked(text: string, limit: number = limits.sectionText): MrkdwnElement {
  return { type: 'mrkdwn', text: cutMarked(visibleMarks(text), limit), verbatim: true };
}

/** A choice, with words as typed by people or told by the service. */
export function option(words: string, value: string): PlainTextOption {
  // So little of a very long one is cleaned that it costs no more than a short one.
  const ends = words.length > 2_000 ? `${words.slice(0, 1_000)}${words.slice(-1_000)}` : words;
  return { text: plain(cutInside(sound(ends), limits.optionText), limits.optionText), value };
}

/** Our own words as a block. */
export function section(words: string): SectionBlock {
  return { type: 'section', text: marked(words) };
}

/** Our own words as a block with an id; no block without words. */
export function paragraph(block_id: string, words: string): SectionBlock[] {
  return words === '' ? [] : [{ ...section(words), block_id }];
}

/** Our own words in small print, as a block with an id; no block without words. */
export function line(block_id: string, words: string): ContextBlock[] {
  return words === '' ? [] : [{ type: 'context', block_id, elements: [marked(words)] }];
}

/** A block of buttons and menus; no block without any. */
export function actionsBlock(block_id: string, elements: ActionsBlock['elements']): ActionsBlock[] {
  return elements.length === 0 ? [] : [{ type: 'actions', block_id, elements }];
}

/** An input of a form. `isFollowed`: the form gets an event for each change. */
export function formInput(
  block: string,
  label: string,
  element: InputBlock['element'],
  more: {
    readonly isOptional?: boolean;
    readonly isFollowed?: boolean;
    readonly hint?: string;
  } = {},
): InputBlock {
  return {
    type: 'input',
    block_id: block,
    label: plain(label, limits.labelText),
    element,
    ...(more.isOptional && { optional: true }),
    ...(more.isFollowed && { dispatch_action: true }),
    ...(more.hint && { hint: plain(more.hint, limits.fieldText) }),
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const lookAlikes: Readonly<Record<string, string>> = {
  '*': '∗',
  '`': 'ˋ',
  '~': '∼',
  _: 'ˍ',
  ':': '꞉',
};
const formatting = /[*`~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=[a-z0-9_+'-]+:)/giu;

/**
 * Slack has no escape for the signs of its formatting. A sign that would format is replaced by one
 * that looks like it.
 */
function unformatted(text: string): string {
  return text.replace(formatting, (sign) => lookAlikes[sign] ?? sign);
}

/**
 * A name or a sentence of somebody else's inside our own words: on one line, and it pings nobody,
 * links nothing and formats nothing. `limit` counts what is sent, escapes included.
 */
export function name(text: string, limit = 120): string {
  // Escaping never shortens the line, so the text far behind the limit need not be read.
  const line = beginningOf(oneLine, text, limit).slice(0, limit + 2 * longestCharacter);
  return cutMarked(escaped(unformatted(line)), limit);
}

/** As one line of plain text; never empty. */
export function oneLine(text: string): string {
  const line = visibleMarks(
    text
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  );
  return isBlank(line) ? '–' : line;
}

/** Nothing in an id, which may come from a payload, ends the mention or begins another. */
export function mention(slackUserId: string): string {
  return `<@${slackUserId.replace(/\W/g, '')}>`;
}

/** Calls everybody in a Slack user group. */
export function groupMention(groupId: string): string {
  return `<!subteam^${groupId}>`;
}

/** A channel, or "your direct messages" for somebody's conversation with the bot. */
export function channelLink(
  { requestForm }: { readonly requestForm: { readonly yourDirectMessages: string } },
  channel: string,
): string {
  return /^[CG][A-Z0-9]+$/.test(channel) ? `<#${channel}>` : requestForm.yourDirectMessages;
}

export function link(url: string, label: string): string {
  return `<${escaped(url.replace(/[|<>\s]/g, encodeURIComponent))}|${escaped(label)}>`;
}

/**
 * Each reader sees their own time zone. Slack writes the day in the reader's language, so no word
 * of ours is in between.
 */
export function moment(at: Date): string {
  return slackDate(at, '{date_short_pretty}, {time}');
}

/** "14:41", of something that has just happened. */
export function timeOfDay(at: Date): string {
  return slackDate(at, '{time}');
}

function slackDate(at: Date, pattern: string): string {
  const fallback = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<!date^${Math.floor(at.getTime() / 1000)}^${pattern}|${fallback}>`;
}

/** "Ana", "Ana or Ben", "Ana, Ben or Cho". */
export function listed(
  { times }: { readonly times: { readonly locale: string } },
  parts: readonly string[],
  last: 'and' | 'or',
): string {
  return new Intl.ListFormat(times.locale, {
    type: last === 'and' ? 'conjunction' : 'disjunction',
  }).format(parts);
}

/** With a capital first letter, for the beginning of a sentence. */
export function capitalised(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** What a sentence with values of its own takes from its language. */
interface Counting {
  readonly locale: string;
  /** "3 more". */
  readonly more: (count: number) => string;
}

/** The most names in a sentence; the rest is counted. */
const namesInSentence = 5;

/** "Ana, Ben or 3 more", of names that are not escaped yet. */
export function namesCounted(
  { locale, more }: Counting,
  names: readonly string[],
  last: 'and' | 'or',
): string {
  const first = names.slice(0, namesInSentence).map((one) => name(one, 80));
  const rest = names.length - first.length;
  return listed({ times: { locale } }, [...first, ...(rest === 0 ? [] : [more(rest)])], last);
}

export type PartValue = FormattedValues[keyof FormattedValues] | null | undefined;

/** The compiler holds each value to its format; these only look at what they get. */
export const formats: Readonly<
  Record<keyof FormattedValues, (value: PartValue, words: Counting) => string>
> = {
  name: (value) => name(textOf(value), 200),
  quote: (value) => name(textOf(value), 300),
  mention: (value) => mention(textOf(value)),
  moment: (value) => {
    const at = value instanceof Date ? value : new Date(textOf(value));
    return Number.isNaN(at.getTime()) ? name(textOf(value)) : moment(at);
  },
  duration: (value, { locale }) =>
    typeof value === 'number' ? durationPhrase(locale, value) : name(textOf(value)),
  number: (value) => bracketedNumber(textOf(value)),
  brief: (value, words) =>
    cutMarked(sound(listed({ times: words }, isList(value) ? value : [textOf(value)], 'and')), 60),
  people: (value, words) => namesCounted(words, isList(value) ? value : [textOf(value)], 'or'),
};

/** " (#1042)", or nothing if the service gives no number. */
export function bracketedNumber(numericId: string): string {
  return numericId === '' ? '' : ` (${name(`#${numericId}`, 40)})`;
}

function textOf(value: PartValue): string {
  return typeof value === 'string' ? value : '';
}

function isList(value: PartValue): value is readonly string[] {
  return Array.isArray(value);
}
