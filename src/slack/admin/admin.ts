import type { App as BoltApp } from '@slack/bolt';
import type { Button, KnownBlock, RichTextBlock, RichTextElement } from '@slack/types';
import { z } from 'zod';
import {
  type AdminAnswer,
  type AdminPage,
  type AdminRecord,
  tellingFields,
} from '../../domain/admin/admin-answer.ts';
import { withoutEntities } from '../../domain/request/command-grammar.ts';
import { button } from '../action/buttons.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { readJson } from '../platform/json-text.ts';
import { limits } from '../platform/limits.ts';
import { actorOf, clickedElement, clickedMessage, slashCommand } from '../platform/payloads.ts';
import type { RenderedMessage } from '../platform/rendered-message.ts';
import { actionsBlock, name, plain } from '../platform/text.ts';

const oldButtonWords =
  'This button is from another version of me, and I cannot read it. Please type the command again.';

/**
 * `/access-admin ...`: Slack gets its answer at once, the administrator theirs when the service has
 * answered. The buttons below it lead to other pages of a list, or are the word on a change.
 */
export function adminAsked(bolt: BoltApp, { administer, store, world }: ListenerDeps): void {
  bolt.command('/access-admin', async ({ ack, body, respond }) => {
    const { text, user_id: slackUserId } = slashCommand.parse(body);
    await ack();
    const answer = await administer({ via: 'chat', slackUserId }, withoutEntities(text ?? ''));
    await respond({ response_type: 'ephemeral', ...adminMessage(answer) });
  });

  async function answerOf(
    body: unknown,
    action: unknown,
    confirmed?: 'confirmed',
  ): Promise<RenderedMessage> {
    const words = readAdminButton(clickedElement(action).value);
    if (words === null) return adminWords(oldButtonWords);
    return adminMessage(
      await administer({ via: 'chat', slackUserId: actorOf(body).userId }, words, confirmed),
    );
  }

  const inPlace = { response_type: 'ephemeral', replace_original: true } as const;

  for (const actionId of [adminActions.next, adminActions.full]) {
    bolt.action(
      { type: 'block_actions', action_id: actionId },
      async ({ ack, body, action, respond }) => {
        await ack();
        await respond({ ...inPlace, ...(await answerOf(body, action)) });
      },
    );
  }

  bolt.action(
    { type: 'block_actions', action_id: adminActions.confirm },
    async ({ ack, body, action, respond }) => {
      await ack();
      const question = JSON.stringify(clickedMessage(body));
      // A second click on a question changes nothing, even in another process.
      if (!(await store.transaction((tx) => tx.confirmations.confirm(question, world.now()))))
        return;
      await respond({ ...inPlace, ...adminWords('Asking the governance service …') });
      await respond({ ...inPlace, ...(await answerOf(body, action, 'confirmed')) });
    },
  );

  bolt.action(
    { type: 'block_actions', action_id: adminActions.cancel },
    async ({ ack, respond }) => {
      await ack();
      await respond({ ...inPlace, ...adminWords('Cancelled. Nothing was changed.') });
    },
  );
}

export const adminActions = {
  next: 'admin.next',
  full: 'admin.full',
  confirm: 'admin.confirm',
  cancel: 'admin.cancel',
} as const;

/** The value of an administrator's button: a command. It grants nothing. */
const buttonValue = z.object({ v: z.literal(2), words: z.array(z.string()) });

/** The command; null for a value of another version or from somewhere else. */
export function readAdminButton(text: string): readonly string[] | null {
  return buttonValue.safeParse(readJson(text)).data?.words ?? null;
}

/** Ours: characters of one value, and of all notes. */
const longestValue = { full: 300, compact: 200, notes: 1_000 } as const;
/** The room that title, notes and buttons of a message take; the records share the rest. */
const roomBeside = 4_000;

/** Room for the frame of a rich text and the count of missing values. */
const frameSize = 200;

/** An answer as an ephemeral message. */
export function adminMessage(answer: AdminAnswer): RenderedMessage {
  if (answer.kind === 'page') return pageMessage(answer.page);
  return answer.kind === 'question'
    ? questionMessage(answer.page, answer.verb, answer.words)
    : adminWords(answer.words);
}

/** Sentences that may quote anybody: nothing in them is markup. */
export function adminWords(words: string): RenderedMessage {
  return {
    text: name(words, 500),
    blocks: [{ type: 'section', text: plain(words, limits.sectionText) }],
  };
}

function pageMessage(page: AdminPage): RenderedMessage {
  const next = buttonTo('Next page', adminActions.next, page.next);
  const isCut = page.next !== null && next.length === 0;
  const notes = isCut ? [...page.notes, 'There is more: please use the command line.'] : page.notes;
  const buttons = [...next, ...buttonTo('Show everything', adminActions.full, page.full)];
  return rendered({ ...page, notes }, longestValue.notes, buttons);
}

/**
 * Each record gets an equal share of what fits into a message, plus what other records leave
 * unused.
 */
function rendered(page: AdminPage, longestNotes: number, buttons: Button[]): RenderedMessage {
  const { title, records, notes, isFull } = page;
  const needed = records.map((record) => sizeOf(recordBlock(record, isFull, limits.blocksPayload)));
  const room = shareOf(limits.blocksPayload - roomBeside, needed);
  const blocks: KnownBlock[] = [
    { type: 'header', text: plain(title, limits.headerText) },
    ...records.map((record) => recordBlock(record, isFull, room)),
    ...(notes.length === 0 ? [] : [section([styled(notes.join('\n'), longestNotes, 'italic')])]),
    ...actionsBlock('admin.buttons', buttons),
  ];
  return { text: name(title, 300), blocks };
}

const sizeOf = (block: KnownBlock) => JSON.stringify(block).length + frameSize;

/** Divides the room: records that need little leave theirs to those that need more. */
function shareOf(total: number, needed: readonly number[]): number {
  let remaining = total;
  let others = needed.length;
  for (const need of needed.toSorted((one, other) => one - other)) {
    if (need > remaining / others) return remaining / others;
    remaining -= need;
    others -= 1;
  }
  return total;
}

/** No button without a page to go to, or if the command is too long for the value of a button. */
function buttonTo(label: string, actionId: string, words: readonly string[] | null): Button[] {
  const value = JSON.stringify({ v: 2, words });
  // Slack counts the value once more with its quotation marks escaped, as a part of the message.
  if (words === null || JSON.stringify(value).length > limits.buttonValue) return [];
  return [button(actionId, label, value)];
}

/** The question before a change. */
function questionMessage(page: AdminPage, verb: string, words: readonly string[]): RenderedMessage {
  const [confirm] = buttonTo(verb, adminActions.confirm, words);
  if (confirm === undefined)
    return adminWords('This is too long for a button to carry: please use the command line.');
  const { value: _none, ...cancel } = button(adminActions.cancel, 'Cancel', '');
  return rendered({ ...page, records: [] }, limits.sectionText, [
    { ...confirm, style: 'primary' },
    cancel,
  ]);
}

/**
 * A record as rich text, so that Slack interprets nothing in the service's words. Fields that do
 * not fit are counted.
 */
function recordBlock({ title, fields }: AdminRecord, isFull: boolean, room: number): RichTextBlock {
  const limit = isFull ? longestValue.full : longestValue.compact;
  const head = styled(title, limit, 'bold');
  const lineFields = isFull ? fields : fields.slice(0, tellingFields);
  let remaining = room - JSON.stringify(head).length - frameSize;
  const lines: string[] = [];
  for (const { label, text } of lineFields) {
    const value = plain(isFull ? text : text.replaceAll(/\s+/g, ' '), limit).text;
    const line = `${isFull ? '\n' : ' · '}${plain(label, 80).text}: ${value}`;
    remaining -= JSON.stringify(line).length;
    if (remaining < 0) break;
    lines.push(line);
  }
  const missing = lineFields.length - lines.length;
  if (missing > 0) lines.push(`\n… ${missing} more values`);
  return section(lines.length === 0 ? [head] : [head, { type: 'text', text: lines.join('') }]);
}

function section(elements: RichTextElement[]): RichTextBlock {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

function styled(words: string, limit: number, style: 'bold' | 'italic'): RichTextElement {
  return { type: 'text', text: plain(words, limit).text, style: { [style]: true } };
}
