import type { AdminCaller, AdminMistake, AdminReading } from '../use-cases/admin-desk.ts';
import type { AdminCommand, Given, KnownNames } from './command.ts';
import { helpFor } from './help.ts';
import { canonicalWords, readCommand } from './read-command.ts';
import { splitLine } from './split-line.ts';

/** What `AdminDesk.read` does; pure. */
export function readTyped(typed: string | readonly string[], via: AdminCaller['via'], names: KnownNames): AdminReading {
  const words = typeof typed === 'string' ? splitLine(typed) : ({ ok: true, value: typed } as const);
  if (!words.ok) return mistaken('A quotation mark is not closed.');
  const read = readCommand(words.value, via);
  if (!read.ok) return mistaken(read.refusal);
  const { command } = read.value;
  if (read.value.kind === 'help') return { kind: 'help', help: helpFor(command, via) };
  return orderOf(read.value.command, read.value.given, via, names, 'may be blank');
}

/** What `AdminDesk.fill` does; pure. */
export function readFilled(args: readonly string[], sets: readonly string[], names: KnownNames): AdminReading {
  const at = args.indexOf('--');
  const words = [...args.slice(0, at), ...sets.flatMap((set) => ['--set', set]), ...args.slice(at)];
  const read = readCommand(words, 'chat');
  if (!read.ok) return mistaken(read.refusal);
  if (read.value.kind === 'help') return { kind: 'help', help: helpFor(read.value.command, 'chat') };
  return orderOf(read.value.command, read.value.given, 'chat', names, 'filled in');
}

function mistaken(words: string): AdminReading {
  return { kind: 'mistakes', mistakes: [{ words, input: null }] };
}

function orderOf(
  command: AdminCommand,
  given: Given,
  via: AdminCaller['via'],
  names: KnownNames,
  filled: 'may be blank' | 'filled in',
): AdminReading {
  const form = via === 'chat' ? (command.form?.(given, names) ?? null) : null;
  const mistakes: AdminMistake[] = [];
  // A form is still to be filled in; what was given for it already has to be right.
  const isBlank = form !== null && filled === 'may be blank' && command.flags.every((flag) => !given.has(flag.name));
  if (!isBlank) mistakes.push(...(command.check?.(given) ?? []));
  const size = command.isList ? given.value('page-size') : null;
  if (size !== null && !/^\d{1,5}$/.test(size))
    mistakes.push({ words: '--page-size takes a whole number.', input: null });
  if (mistakes.length > 0) return { kind: 'mistakes', mistakes };
  const confirm = command.confirm?.(given, names) ?? null;
  return {
    kind: 'order',
    order: {
      args: canonicalWords(command, given),
      effect: command.effect,
      isList: command.isList,
      confirm,
      form: form === null ? null : { ...form, args: canonicalWords(command, given, 'without flags') },
      pageToken: command.isList ? (given.value('page-token') ?? '') : '',
      pageSize: size === null ? null : Number(size),
      json: given.has('json'),
      allPages: command.isList && given.has('all'),
      confirmed: confirm !== null && given.has('yes'),
    },
  };
}
