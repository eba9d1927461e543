import type { Button, KnownBlock } from '@slack/types';
import type { AdminPage, AdminRow } from '../../use-cases/admin-desk.ts';
import { limits } from '../limits.ts';
import { type Detail, fieldsBlock, noteBlock, rowBlock } from './admin-rich-text.ts';
import { type OrderValue, writeOrderValue } from './admin-values.ts';
import type { RenderedMessage } from './task-card.ts';
import { name, plain } from './text.ts';

export const adminActions = {
  next: 'admin.next',
  first: 'admin.first',
  confirm: 'admin.confirm',
  cancel: 'admin.cancel',
} as const;

/** Ours: a screenful. */
const mostRows = 10;
const mostNotes = 5;

/** Tried in this order until the message fits; then fewer rows are shown. */
const details: readonly Detail[] = [
  { value: 1_500, fields: 40 },
  { value: 500, fields: 40 },
  { value: 200, fields: 40 },
  { value: 100, fields: 25 },
  { value: 60, fields: 10 },
];

/** Room for what is decided last: the words that say why there is no next button, and the brackets. */
const reserve = 500;

/**
 * A page as an ephemeral message, from the row on that `at` names. What does not fit is never lost: the next click goes on where
 * this message ends. `at` is the page that was asked for.
 */
export function adminPageMessage(page: AdminPage, at: OrderValue): RenderedMessage {
  const from = Math.min(at.from, page.rows.length);
  const header: KnownBlock = { type: 'header', text: plain(page.title, limits.headerText) };
  const notes = page.notes.slice(0, mostNotes).map((words) => noteBlock(words, 250));
  const buttonsOf = (next: OrderValue | null) => [
    ...buttonTo(
      'First page',
      adminActions.first,
      at.pageToken === '' && from === 0 ? null : { ...at, pageToken: '', from: 0 },
    ),
    ...buttonTo('Next page', adminActions.next, next),
  ];
  const longest = [buttonsOf(nextOf(page, at, 0)), buttonsOf(nextOf(page, at, page.rows.length))];
  const taken = JSON.stringify([header, notes]).length + Math.max(...longest.map((all) => JSON.stringify(all).length));
  const fitted = fitRows(page, from, limits.blocksPayload - taken - reserve);

  const next = nextOf(page, at, from + fitted.shown);
  const buttons = buttonsOf(next);
  const blocks: KnownBlock[] = [header, ...fitted.blocks, ...notes];
  if (next !== null && !buttons.some((one) => one.action_id === adminActions.next)) {
    blocks.push(
      noteBlock('There is more, but its place in the list is too long for a button: please use the command line.', 250),
    );
  } else if (next === null && page.nextPageToken !== null && page.nextPageToken !== '') {
    blocks.push(noteBlock('The service names this page once more as the next one, so I stop here.', 250));
  }
  if (buttons.length > 0) blocks.push({ type: 'actions', block_id: 'admin.pages', elements: buttons });
  return { text: name(page.title, 300), blocks };
}

/** A page as the blocks of a modal: a thing after it was changed. */
export function adminPageBlocks(page: AdminPage): KnownBlock[] {
  const header: KnownBlock = { type: 'header', text: plain(page.title, limits.headerText) };
  return [header, ...fitRows(page, 0, limits.blocksPayload).blocks];
}

/** As many rows, up to ten, in as much detail as fit into `room` characters of JSON; at least one row in the least detail. */
function fitRows(page: AdminPage, from: number, room: number): { blocks: KnownBlock[]; shown: number } {
  for (let count = Math.min(mostRows, page.rows.length - from); ; count = Math.floor(count / 2)) {
    for (const detail of details) {
      const blocks = bodyBlocks(page, page.rows.slice(from, from + count), from, detail);
      if (JSON.stringify(blocks).length <= room || (count <= 1 && detail === details.at(-1))) {
        return { blocks, shown: count };
      }
    }
  }
}

function bodyBlocks(page: AdminPage, rows: readonly AdminRow[], from: number, detail: Detail): KnownBlock[] {
  const fields = page.fields.length === 0 || from > 0 ? [] : [fieldsBlock(page.fields, detail)];
  return [...fields, ...rows.map((row) => rowBlock(row, detail))];
}

/** Where the list goes on; null at its end, and where the service leads in a circle. */
function nextOf(page: AdminPage, at: OrderValue, shownTo: number): OrderValue | null {
  if (shownTo < page.rows.length) return { ...at, from: shownTo };
  const token = page.nextPageToken ?? '';
  return token === '' || token === at.pageToken ? null : { args: at.args, pageToken: token, from: 0 };
}

/** No button where there is nowhere to go, or where its place is longer than Slack lets a button carry. */
function buttonTo(label: string, actionId: string, to: OrderValue | null): Button[] {
  const value = to === null ? null : writeOrderValue(to);
  return value === null ? [] : [{ type: 'button', text: plain(label, limits.buttonText), action_id: actionId, value }];
}
