import type { AdminCaller, AdminHelp } from '../use-cases/admin-desk.ts';
import type { AdminCommand } from './command.ts';
import { adminCommands, flagsOf, usageOf } from './command-table.ts';

/** All commands, or one with its arguments and flags. */
export function helpFor(command: AdminCommand | null, via: AdminCaller['via']): AdminHelp {
  if (command === null) {
    return {
      intro: `What the governance service holds, for administrators. Words with spaces go in quotation marks. ${
        via === 'chat' ? 'Type help and a command for its details.' : 'Add --help to a command for its details.'
      }`,
      commands: adminCommands.map((one) => ({ usage: usageOf(one), about: one.about, details: [] })),
    };
  }
  const flags = flagsOf(command).filter((flag) => via === 'command line' || flag.onlyCommandLine !== true);
  const { endpoints } = command;
  return {
    intro: `Endpoint${endpoints.length > 1 ? 's' : ''} ${endpoints.join(' and ')} of the governance service.`,
    commands: [
      {
        usage: usageOf(command),
        about: command.about,
        details: [
          ...command.args.map((one) => ({ term: `<${one.name}>`, about: one.about })),
          ...flags.map((one) => ({
            term: `--${one.name}${one.value === undefined ? '' : ` ${one.value}`}`,
            about: one.about,
          })),
        ],
      },
    ],
  };
}
