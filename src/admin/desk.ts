import { OutwardFailure } from '../domain/outward-failure.ts';
import type { AdminAnswer, AdminAudit, AdminCaller, AdminDesk, AdminOrder } from '../use-cases/admin-desk.ts';
import type { Administration } from '../use-cases/administration-ports.ts';
import type { World } from '../use-cases/world.ts';
import type { AdminCommand, Given, KnownNames } from './command.ts';
import { namesSet } from './connector-change.ts';
import { failureWords, refusalWords } from './failure-words.ts';
import { readCommand } from './read-command.ts';
import { readFilled, readTyped } from './read-order.ts';

export interface AdminDeskDeps {
  readonly administration: Administration;
  /** Slack ids. */
  readonly admins: readonly string[];
  readonly names: KnownNames;
  readonly audit: AdminAudit;
  readonly world: Pick<World, 'now' | 'newId' | 'log'>;
}

interface Opened {
  readonly kind: 'opened';
  readonly command: AdminCommand;
  readonly given: Given;
  readonly detail: { readonly command: string; readonly [name: string]: unknown };
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
  }

  function admits(caller: AdminCaller): boolean {
    return caller.via === 'command line' || admins.includes(caller.slackUserId);
  }

  async function turnAway(caller: AdminCaller, typed: string): Promise<AdminAnswer> {
    await keep(caller, 'not-admin', { typed: typed.split('--set', 1).join('').slice(0, keptLength) });
    return { kind: 'not-admin', words: notAdminWords };
  }

  /** Reads the order again and checks the caller again; a change is kept before it is sent. */
  async function open(caller: AdminCaller, order: AdminOrder): Promise<Opened | AdminAnswer> {
    if (!admits(caller)) return turnAway(caller, order.args.join(' '));
    const read = readCommand(order.args, caller.via);
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
    return { kind: 'opened', command, given, detail };
  }

  async function send(
    command: AdminCommand,
    given: Given,
    order: AdminOrder,
  ): Promise<{ answer: AdminAnswer; why: { readonly why?: string } }> {
    const page = {
      ...(order.pageSize === null ? {} : { pageSize: order.pageSize }),
      ...(order.pageToken === '' ? {} : { pageToken: order.pageToken }),
    };
    try {
      const result = await command.run(given, deps.administration, page);
      if (result.ok) return { answer: { kind: 'page', page: result.value }, why: {} };
      const words = refusalWords(result.refusal);
      return { answer: { kind: 'refused', words }, why: { why: words.slice(0, keptLength) } };
    } catch (error) {
      if (!(error instanceof OutwardFailure)) throw error;
      world.log.warn({ err: error, command: command.name }, 'administrator’s command failed');
      const words = failureWords(error, command.effect);
      return { answer: { kind: 'failed', words }, why: { why: error.message.slice(0, keptLength) } };
    }
  }

  return {
    admits,
    turnAway,

    read: (typed, via) => readTyped(typed, via, deps.names),

    fill: (args, sets) => readFilled(args, sets, deps.names),

    async carryOut(caller, order) {
      const opened = await open(caller, order);
      if (opened.kind !== 'opened') return opened;
      const { answer, why } = await send(opened.command, opened.given, order);
      await keep(caller, outcomeOf(answer), { ...opened.detail, ...why });
      return answer;
    },

    async *everyPage(caller, order) {
      const opened = await open(caller, order);
      if (opened.kind !== 'opened') {
        yield opened;
        return;
      }
      await keep(caller, 'begun', { ...opened.detail, pages: 'all' });
      const used = new Set<string>();
      let outcome = 'left';
      let reason = {};
      let pageToken = order.pageToken;
      try {
        do {
          used.add(pageToken);
          const { answer, why } = await send(opened.command, opened.given, { ...order, pageToken });
          outcome = outcomeOf(answer);
          reason = why;
          yield answer;
          pageToken = answer.kind === 'page' ? (answer.page.nextPageToken ?? '') : '';
        } while (pageToken !== '' && !used.has(pageToken));
        if (pageToken !== '') {
          outcome = 'failed';
          yield {
            kind: 'failed',
            words: 'The service named a page again that was here before: this list may not be whole.',
          };
        }
      } finally {
        await keep(caller, outcome, { ...opened.detail, ...reason, pages: used.size });
      }
    },
  };
}

function outcomeOf(answer: AdminAnswer): string {
  return answer.kind === 'page' ? 'done' : answer.kind;
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
