import type { KnownBlock } from '@slack/types';
import type { AdminConfirm, AdminHelp, AdminMistake } from '../../use-cases/admin-desk.ts';
import { limits } from '../limits.ts';
import { adminActions } from './admin-page.ts';
import { fieldsBlock, noteBlock } from './admin-rich-text.ts';
import { writeOrderValue } from './admin-values.ts';
import type { RenderedMessage } from './task-card.ts';
import { marked, name, plain } from './text.ts';

/** One or more sentences that may quote anybody: nothing in them is markup. */
export function adminWordsMessage(words: string): RenderedMessage {
  return { text: name(words, 500), blocks: [{ type: 'section', text: plain(words, limits.sectionText) }] };
}

export function adminMistakesMessage(mistakes: readonly AdminMistake[]): RenderedMessage {
  return adminWordsMessage(mistakes.map((one) => one.words).join('\n'));
}

/** What there is to type. */
export function adminHelpMessage(help: AdminHelp): RenderedMessage {
  const blocks: KnownBlock[] = [{ type: 'section', text: plain(help.intro, limits.sectionText) }];
  for (const command of help.commands.slice(0, 40)) {
    const details = command.details.map((one) => `\n\`${code(one.term)}\`  ${name(one.about, 300)}`).join('');
    blocks.push({
      type: 'section',
      text: marked(`\`/access-admin ${code(command.usage)}\`\n${name(command.about, 300)}${details}`),
    });
  }
  return { text: help.intro, blocks };
}

/** Our own words inside a code span. */
function code(usage: string): string {
  return usage.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The question before a change, naming both sides; null where its ids are too long for a button to carry. */
export function adminConfirmMessage(confirm: AdminConfirm, args: readonly string[]): RenderedMessage | null {
  const value = writeOrderValue({ args, pageToken: '', from: 0 });
  if (value === null) return null;
  return {
    text: name(confirm.title),
    blocks: [
      { type: 'header', text: plain(confirm.title, limits.headerText) },
      fieldsBlock(confirm.fields, { value: 1_000, fields: 10 }),
      {
        type: 'actions',
        block_id: 'admin.question',
        elements: [
          {
            type: 'button',
            style: 'primary',
            action_id: adminActions.confirm,
            text: plain(confirm.verb, limits.buttonText),
            value,
            confirm: {
              title: plain(confirm.title, limits.confirmTitle),
              text: plain(confirm.sentence, limits.confirmText),
              confirm: plain(confirm.verb, limits.confirmButton),
              deny: plain('Back', limits.confirmButton),
            },
          },
          {
            type: 'button',
            action_id: adminActions.cancel,
            text: plain('Cancel', limits.buttonText),
            value: 'cancel',
          },
        ],
      },
    ],
  };
}

/** Shown while the service is at it; has no buttons, so that nothing is asked for twice. */
export function adminWaitingMessage(words: string): RenderedMessage {
  return { text: words, blocks: [noteBlock(words, 300)] };
}
