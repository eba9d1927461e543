import type { AdminCaller, AdminPage } from '../domain/admin-answer.ts';
import { type AdminCommand, usageOf } from './command.ts';

const flagWords = {
  chat: '--full shows every field. Words with spaces go in quotation marks.',
  'command line':
    '--full shows every field, --all every page of a list, --json the answer as JSON; --page-token goes on at the page that an earlier answer named; --yes answers the question before a change.',
} as const;

/** What there is to type: every command, or one. */
export function helpPage(commands: readonly AdminCommand[], via: AdminCaller['via']): AdminPage {
  return {
    title: 'What there is to type',
    records: commands.map((command) => ({
      title: usageOf(command),
      fields: [{ label: 'About', text: command.about, isTime: false }],
    })),
    notes: [flagWords[via]],
    isFull: true,
    here: ['help'],
    first: null,
    next: null,
    full: null,
    json: null,
  };
}
