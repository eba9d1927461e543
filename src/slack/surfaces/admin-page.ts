import type { Button, KnownBlock, RichTextBlock, RichTextElement } from '@slack/types';
import { z } from 'zod';
import { type AdminAnswer, type AdminPage, type AdminRecord, tellingFields } from '../../domain/admin-answer.ts';
import { readJson } from '../json-text.ts';
import { limits } from '../limits.ts';
import type { RenderedMessage } from './task-card.ts';
import { name, plain } from './text.ts';

export const adminActions = {
  first: 'admin.first',
  next: 'admin.next',
  full: 'admin.full',
  confirm: 'admin.confirm',
  cancel: 'admin.cancel',
} as const;

/** What an administrator's button carries: a command, and how many records of its page were shown before. Grants nothing. */
export interface AdminButtonValue {
  readonly words: readonly string[];
  readonly from: number;
}

const buttonValue = z.object({ v: z.literal(2), words: z.array(z.string()), from: z.int().min(0) });

/** null for a value of another version or from somewhere else. */
export function readAdminButton(text: string): AdminButtonValue | null {
  const parsed = buttonValue.safeParse(readJson(text));
  return parsed.success ? parsed.data : null;
}

/** Ours: characters of one value, and of all notes. */
const longestValue = { full: 300, compact: 100, notes: 1_000 } as const;
/** Room for the sentence that says why a button is missing. */
const missingButtonRoom = 200;

/** An answer as an ephemeral message; `from`: how many records of the page were shown before. */
export function adminMessage(answer: AdminAnswer, from = 0): RenderedMessage {
  switch (answer.kind) {
    case 'page':
      return pageMessage(answer.page, from);
    case 'question':
      return questionMessage(answer.page, answer.verb, answer.words);
    case 'mistake':
    case 'refused':
    case 'failed':
    case 'not-admin':
      return adminWords(answer.words);
  }
}

/** Sentences that may quote anybody: nothing in them is markup. */
export function adminWords(words: string): RenderedMessage {
  return { text: name(words, 500), blocks: [{ type: 'section', text: plain(words, limits.sectionText) }] };
}

/** As many records as fit, at least one. What does not fit is not lost: the next click goes on where this message ends. */
function pageMessage(page: AdminPage, from: number): RenderedMessage {
  const start = Math.min(from, page.records.length);
  const header: KnownBlock = { type: 'header', text: plain(page.title, limits.headerText) };
  const notes = page.notes.length === 0 ? [] : [section([styled(page.notes.join('\n'), longestValue.notes, 'italic')])];
  const firstWords = page.first ?? (start > 0 ? page.here : null);
  const buttonsWith = (next: AdminButtonValue | null) => [
    ...buttonTo('First page', adminActions.first, firstWords && { words: firstWords, from: 0 }),
    ...buttonTo('Next page', adminActions.next, next),
    ...buttonTo('Show everything', adminActions.full, page.full && { words: page.full, from: start }),
  ];
  const further = page.next && { words: page.next, from: 0 };
  const longestButtons = [further, { words: page.here, from: page.records.length }].map(
    (next) => JSON.stringify(buttonsWith(next)).length,
  );
  const taken = JSON.stringify([header, notes]).length + Math.max(...longestButtons) + missingButtonRoom;

  const records = fittingBlocks(page, start, limits.blocksPayload - taken);
  const shownTo = start + records.length;
  const next = shownTo < page.records.length ? { words: page.here, from: shownTo } : further;
  const buttons = buttonsWith(next);
  const blocks: KnownBlock[] = [header, ...records, ...notes];
  if (next !== null && !buttons.some((one) => one.action_id === adminActions.next)) {
    const words = 'There is more, but the command for it is too long for a button: please use the command line.';
    blocks.push(section([styled(words, longestValue.notes, 'italic')]));
  }
  if (buttons.length > 0) blocks.push({ type: 'actions', block_id: 'admin.pages', elements: buttons });
  return { text: name(page.title, 300), blocks };
}

/** No button where there is nowhere to go, or where the way is longer than Slack lets a button carry. */
function buttonTo(label: string, actionId: string, to: AdminButtonValue | null): Button[] {
  const value = JSON.stringify({ v: 2, ...to });
  // Slack counts the value once more with its quotation marks escaped, as a part of the message.
  if (to === null || JSON.stringify(value).length > limits.buttonValue) return [];
  return [{ type: 'button', text: plain(label, limits.buttonText), action_id: actionId, value }];
}

/** The question before a change. */
function questionMessage(page: AdminPage, verb: string, words: readonly string[]): RenderedMessage {
  const [confirm] = buttonTo(verb, adminActions.confirm, { words, from: 0 });
  if (confirm === undefined) return adminWords('This is too long for a button to carry: please use the command line.');
  const cancel: Button = { type: 'button', action_id: adminActions.cancel, text: plain('Cancel', limits.buttonText) };
  return {
    text: name(page.title, 300),
    blocks: [
      { type: 'header', text: plain(page.title, limits.headerText) },
      { type: 'section', text: plain(page.notes.join('\n'), limits.sectionText) },
      { type: 'actions', block_id: 'admin.question', elements: [{ ...confirm, style: 'primary' }, cancel] },
    ],
  };
}

function fittingBlocks({ records, isFull }: AdminPage, start: number, room: number): RichTextBlock[] {
  const blocks: RichTextBlock[] = [];
  let left = room;
  // Slack takes 50 blocks; the others are the header, notes and buttons.
  for (const record of records.slice(start, start + limits.messageBlocks - 4)) {
    const block = recordBlock(record, isFull, blocks.length === 0 ? room : Number.POSITIVE_INFINITY);
    left -= JSON.stringify(block).length + 1;
    if (left < 0 && blocks.length > 0) break;
    blocks.push(block);
  }
  return blocks;
}

/** What the frame of a rich text and the count of missing values take, and what a date takes beside its text. */
const sizes = { frame: 200, date: 200 } as const;

/** A record as rich text, in which Slack interprets nothing, whatever the service's words are; fields that do not fit are counted. */
function recordBlock({ title, fields }: AdminRecord, isFull: boolean, room: number): RichTextBlock {
  const limit = isFull ? longestValue.full : longestValue.compact;
  const elements: RichTextElement[] = [styled(title, limit, 'bold')];
  const shown = isFull ? fields : fields.slice(0, tellingFields);
  let left = room - JSON.stringify(elements).length - sizes.frame;
  let pending = '';
  for (const [index, { label, text, isTime }] of shown.entries()) {
    const date = isTime ? dateElement(text) : null;
    const value = date === null ? plain(isFull ? text : text.replaceAll(/\s+/g, ' '), limit).text : '';
    const words = `${isFull ? '\n' : ' · '}${plain(label, 80).text}: ${value}`;
    left -= JSON.stringify(words).length + (date === null ? 0 : sizes.date);
    if (left < 0) {
      pending += `\n… ${shown.length - index} more values`;
      break;
    }
    pending += words;
    if (date === null) continue;
    elements.push({ type: 'text', text: pending }, date);
    pending = '';
  }
  return section(pending === '' ? elements : [...elements, { type: 'text', text: pending }]);
}

/** The last moment that Slack is asked to write in a reader's zone: the year 2100. */
const lastUnix = 4_102_444_800;

/** A time in each reader's zone; null for what is no time. */
function dateElement(at: string): RichTextElement | null {
  const unix = Math.floor(Date.parse(at) / 1_000);
  if (!(unix > 0 && unix < lastUnix)) return null;
  const fallback = `${new Date(unix * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return { type: 'date', timestamp: unix, format: '{date_short_pretty} at {time}', fallback };
}

function section(elements: RichTextElement[]): RichTextBlock {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

function styled(words: string, limit: number, style: 'bold' | 'italic'): RichTextElement {
  return { type: 'text', text: plain(words, limit).text, style: { [style]: true } };
}
