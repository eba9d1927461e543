import type { AdminCaller, AdminPage } from '../domain/admin-answer.ts';
import { type AdminCommand, flagsOf, flagTerm, usageOf } from './command.ts';

/** All commands, or one with its arguments and flags. */
export function helpPage(commands: readonly AdminCommand[], via: AdminCaller['via']): AdminPage {
  const [only, another] = commands;
  const records = commands.map((command) => ({
    title: usageOf(command),
    fields: [
      { label: 'About', text: command.about, isTime: false },
      ...(another === undefined ? detailsOf(command, via) : []),
    ],
  }));
  const more = `${via === 'chat' ? 'Type help and a command' : 'Add --help to a command'} for its details.`;
  return {
    title: another === undefined && only !== undefined ? only.name : 'What there is to type',
    records,
    notes: another === undefined ? [] : [`Words with spaces go in quotation marks. ${more}`],
    isFull: true,
    here: ['help', ...(another === undefined && only !== undefined ? only.name.split(' ') : [])],
    first: null,
    next: null,
    full: null,
    json: null,
  };
}

function detailsOf(command: AdminCommand, via: AdminCaller['via']) {
  const flags = flagsOf(command).filter((flag) => via === 'command line' || flag.onlyCommandLine !== true);
  return [
    ...command.args.map((one) => ({ label: `<${one.name}>`, text: one.about, isTime: false })),
    ...flags.map((one) => ({ label: flagTerm(one), text: one.about, isTime: false })),
  ];
}
