import { OutwardFailure } from '../domain/outward-failure.ts';
import type {
  AdminAnswer,
  AdminAudit,
  AdminCaller,
  AdminDesk,
  AdminMistake,
  AdminOrder,
  AdminReading,
} from '../use-cases/admin-desk.ts';
import type { Administration } from '../use-cases/administration-ports.ts';
import type { World } from '../use-cases/world.ts';
import type { AdminCommand, Given, KnownNames } from './command.ts';
import { namesSet } from './connector-change.ts';
import { failureWords, refusalWords } from './failure-words.ts';
import { helpFor } from './help.ts';
import { canonicalWords, readCommand } from './read-command.ts';
import { splitLine } from './split-line.ts';

export interface AdminDeskDeps {
  readonly administration: Administration;
  /** Slack ids. */
  readonly admins: readonly string[];
  readonly names: KnownNames;
  readonly audit: AdminAudit;
  readonly world: Pick<World, 'now' | 'newId' | 'log'>;
}

const notAdminWords =
  'This command is for the administrators of access requests, and you are not one of them. Nothing was done, and the attempt is kept in the audit trail.';

/** How much of a word that somebody typed the audit trail keeps. */
const keptLength = 300;

/** The operator's commands, for chat and for the command line. */
export function createAdminDesk(deps: AdminDeskDeps): AdminDesk {
  const { admins, audit, world } = deps;

  async function keep(
    caller: AdminCaller,
    outcome: string,
    detail: { readonly command?: string; readonly [name: string]: unknown },
  ): Promise<void> {
    await audit({
      kind: 'admin-command',
      at: world.now(),
      requestId: null,
      taskId: null,
      actor: caller.via === 'chat' ? caller.slackUserId : null,
      detail: {
        via: caller.via,
        ...(caller.via === 'command line' ? { operator: caller.name } : {}),
        outcome,
        ...detail,
      },
    });
    world.log.info({ outcome, command: detail.command, via: caller.via }, 'administrator’s command');
  }

  function admits(caller: AdminCaller): boolean {
    return caller.via === 'command line' || admins.includes(caller.slackUserId);
  }

  async function turnAway(caller: AdminCaller, typed: string): Promise<AdminAnswer> {
    await keep(caller, 'not-admin', { typed: typed.slice(0, keptLength) });
    return { kind: 'not-admin', words: notAdminWords };
  }

  async function send(
    command: AdminCommand,
    given: Given,
    order: AdminOrder,
  ): Promise<{ answer: AdminAnswer; why?: string }> {
    const page = {
      ...(order.pageSize === null ? {} : { pageSize: order.pageSize }),
      ...(order.pageToken === '' ? {} : { pageToken: order.pageToken }),
    };
    try {
      const result = await command.run(given, deps.administration, page);
      if (result.ok) return { answer: { kind: 'page', page: result.value } };
      const words = refusalWords(result.refusal);
      return { answer: { kind: 'refused', words }, why: words };
    } catch (error) {
      if (!(error instanceof OutwardFailure)) throw error;
      world.log.warn({ err: error, command: command.name }, 'administrator’s command failed');
      return { answer: { kind: 'failed', words: failureWords(error, command.effect) }, why: error.message };
    }
  }

  return {
    admits,
    turnAway,

    read(typed, via) {
      const words = typeof typed === 'string' ? splitLine(typed) : ({ ok: true, value: typed } as const);
      if (!words.ok) return mistaken('A quotation mark is not closed.');
      const read = readCommand(words.value, via);
      if (!read.ok) return mistaken(read.refusal);
      if (read.value.kind === 'help') return { kind: 'help', help: helpFor(read.value.command, via) };
      return readOrder(read.value.command, read.value.given, via, deps.names);
    },

    async carryOut(caller, order) {
      const read = readCommand(order.args, caller.via);
      if (!admits(caller)) return turnAway(caller, order.args.join(' '));
      // Buttons outlive versions: what an older one carries may not be a command any more.
      if (!read.ok || read.value.kind === 'help')
        return { kind: 'refused', words: 'This is not a command any more. Please type it again.' };
      const { command, given } = read.value;
      const mistakes = command.check?.(given) ?? [];
      if (mistakes.length > 0) return { kind: 'refused', words: mistakes.map((one) => one.words).join(' ') };

      const detail = {
        id: world.newId(),
        command: command.name,
        endpoints: command.endpoints,
        ...typedDetail(command, given),
      };
      if (command.effect === 'change') await keep(caller, 'begun', detail);
      const { answer, why } = await send(command, given, order);
      const outcome = answer.kind === 'page' ? 'done' : answer.kind;
      await keep(caller, outcome, { ...detail, ...(why === undefined ? {} : { why: why.slice(0, keptLength) }) });
      return answer;
    },
  };
}

function mistaken(words: string): AdminReading {
  return { kind: 'mistakes', mistakes: [{ words, input: null }] };
}

function readOrder(command: AdminCommand, given: Given, via: AdminCaller['via'], names: KnownNames): AdminReading {
  const form = via === 'chat' ? (command.form?.(given, names) ?? null) : null;
  const args = canonicalWords(command, given);
  const mistakes: AdminMistake[] = [];
  // A form can still be filled in; what was given for it already has to be right.
  if (form === null || form.inputs.some((input) => input.typed !== null))
    mistakes.push(...(command.check?.(given) ?? []));
  const size = command.isList ? given.value('page-size') : null;
  if (size !== null && !/^\d{1,5}$/.test(size))
    mistakes.push({ words: '--page-size takes a whole number.', input: null });
  if (mistakes.length > 0) return { kind: 'mistakes', mistakes };
  const confirm = command.confirm?.(given, names) ?? null;
  return {
    kind: 'order',
    order: {
      args,
      effect: command.effect,
      isList: command.isList,
      confirm,
      form: form === null ? null : { ...form, args },
      pageToken: command.isList ? (given.value('page-token') ?? '') : '',
      pageSize: size === null ? null : Number(size),
      json: given.has('json'),
      allPages: command.isList && given.has('all'),
      confirmed: confirm !== null && given.has('yes'),
    },
  };
}

/** What was typed, for the trail: ids and flags, of a connector's fields only the names. */
function typedDetail(command: AdminCommand, given: Given): Readonly<Record<string, unknown>> {
  const args = Object.fromEntries(command.args.map(({ name }) => [name, given.argument(name).slice(0, keptLength)]));
  const flags = command.flags.filter((flag) => flag.name !== 'set' && given.has(flag.name));
  return {
    arguments: args,
    ...(flags.length === 0
      ? {}
      : { flags: Object.fromEntries(flags.map(({ name }) => [name, given.value(name)?.slice(0, keptLength)])) }),
    ...(command.flags.some((flag) => flag.name === 'set') ? { fields: namesSet(given.values('set')) } : {}),
  };
}
