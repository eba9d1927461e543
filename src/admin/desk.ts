import {
  type AdminAnswer,
  type AdminCaller,
  type Administer,
  type AdminPage,
  tellingFields,
} from '../domain/admin-answer.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import { ok, type Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import { ignoredParameter, pages } from '../governance/wire/paging.ts';
import { type AdminCommand, type AdminContext, argumentsOf, type Found, flagsIn, type Given } from './command.ts';
import { namesSet } from './connector-changes.ts';
import { failureWords, refusalWords } from './failure-words.ts';
import { meant } from './holder-commands.ts';
import { readCommand, wordsOf } from './read-command.ts';

/** One line of the audit trail. */
export interface AdminAuditEntry {
  readonly kind: 'admin-command';
  readonly at: Date;
  readonly requestId: null;
  readonly taskId: null;
  /** Slack id; null on the command line. */
  readonly actor: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface AdminDeskDeps extends AdminContext {
  /** Slack ids. */
  readonly admins: readonly string[];
  owns(slackUserId: string, appId: string, entitlementId: string): Promise<boolean>;
  audit(entry: AdminAuditEntry): Promise<void>;
  readonly world: { now(): Date; newId(): string; readonly log: { warn(detail: object, message: string): void } };
}

const notAdminWords =
  'This command is for the administrators of access requests, and you are not one of them. Nothing was done, and the attempt is kept in the audit trail.';

/** How much of a word that somebody typed the audit trail keeps. */
const keptLength = 300;

/** As many records as a message in chat shows; the least that deployments take (deployments.md, Wire). */
const chatPageSize = 10;

/** The operator's commands, for chat and for the command line. */
export function createAdminDesk(deps: AdminDeskDeps): Administer {
  const { world } = deps;

  function keep(caller: AdminCaller, outcome: string, detail: Readonly<Record<string, unknown>>): Promise<void> {
    const isChat = caller.via === 'chat';
    return deps.audit({
      kind: 'admin-command',
      at: world.now(),
      requestId: null,
      taskId: null,
      actor: isChat ? caller.slackUserId : null,
      detail: { via: caller.via, ...(isChat ? {} : { operator: caller.name }), outcome, ...detail },
    });
  }

  async function carryOut(caller: AdminCaller, command: AdminCommand, given: Given): Promise<AdminAnswer> {
    const detail = { id: world.newId(), command: command.name, ...typedDetail(command, given) };
    if (command.question !== undefined) await keep(caller, 'begun', detail);
    try {
      const result = await found(command, given, deps, caller);
      const words = result.ok ? '' : refusalWords(result.refusal);
      const why = result.ok ? {} : { why: words.slice(0, keptLength) };
      await keep(caller, result.ok ? 'done' : 'refused', { ...detail, ...why });
      return result.ok ? { kind: 'page', page: pageOf(command, given, result.value) } : { kind: 'refused', words };
    } catch (error) {
      if (!(error instanceof OutwardFailure)) throw error;
      world.log.warn({ err: error, command: command.name }, 'administrator’s command failed');
      await keep(caller, 'failed', { ...detail, why: error.message.slice(0, keptLength) });
      return { kind: 'failed', words: failureWords(error, command.question === undefined ? 'read' : 'change') };
    }
  }

  return async (caller, typed, confirmed) => {
    const read = readCommand(typed, caller.via);
    if (caller.via === 'chat' && !deps.admins.includes(caller.slackUserId) && !(await isOwner(deps, caller, read))) {
      const line = typeof typed === 'string' ? typed : typed.join(' ');
      await keep(caller, 'not-admin', {
        typed: line
          .split(/[-—–]+set/i, 1)
          .join('')
          .slice(0, keptLength),
      });
      return { kind: 'not-admin', words: notAdminWords };
    }
    if (!read.ok) return { kind: 'mistake', words: read.refusal };
    if (read.value.kind === 'help') return { kind: 'page', page: read.value.page };
    const { command, given } = read.value;
    const question = command.question?.(given, deps);
    if (question === undefined || confirmed !== undefined || given.has('yes')) return carryOut(caller, command, given);
    const page = { ...pageOf(command, given, { title: question.title, records: [] }), notes: question.sentences };
    return {
      kind: 'question',
      page,
      verb: question.verb,
      words: wordsOf(command, given, { token: '', isFull: false }),
    };
  };
}

/** Whether it is a command for owners, and somebody owns what it is about. */
async function isOwner(
  deps: AdminDeskDeps,
  caller: Extract<AdminCaller, { via: 'chat' }>,
  read: ReturnType<typeof readCommand>,
): Promise<boolean> {
  if (!read.ok || read.value.kind === 'help' || read.value.command.isForOwners !== true) return false;
  const { appId, entitlementId } = meant(read.value.given, deps);
  try {
    return await deps.owns(caller.slackUserId, appId, entitlementId);
  } catch (error) {
    if (!(error instanceof OutwardFailure)) throw error;
    deps.world.log.warn({ err: error }, 'owners not read');
    return false;
  }
}

/** What a command finds: one page, or all of them in one. */
async function found(
  command: AdminCommand,
  given: Given,
  context: AdminContext,
  caller: AdminCaller,
): Promise<Result<Found, ServiceRefusal>> {
  if (!command.isList) return command.run(given, context, {}, caller);
  const list = { method: 'GET', path: command.name };
  const pageSize = caller.via === 'chat' ? { pageSize: chatPageSize } : {};
  const token = given.value('page-token') ?? '';
  if (!given.has('all')) {
    const page = await command.run(given, context, { ...pageSize, pageToken: token }, caller);
    const isIgnored = page.ok && token !== '' && page.value.nextPageToken === token;
    if (isIgnored) throw ignoredParameter(list, 'pageToken: ignored: the next page is this page again');
    return page;
  }
  const read = async ({ pageToken }: { readonly pageToken: string }) => {
    const page = await command.run(given, context, { ...pageSize, pageToken }, caller);
    return page.ok
      ? ok({ ...page.value, list: page.value.records, nextPageToken: page.value.nextPageToken ?? '' })
      : page;
  };
  const all: Found[] = [];
  for await (const page of pages(list, read)) {
    if (!page.ok) return page;
    all.push(page.value);
  }
  return ok({
    title: all[0]?.title ?? '',
    records: all.flatMap((one) => one.records),
    notes: [...new Set(all.flatMap((one) => one.notes ?? []))],
    nextPageToken: '',
  });
}

function pageOf(command: AdminCommand, given: Given, result: Found): AdminPage {
  const { title, records, notes = [], nextPageToken: next = '' } = result;
  const token = given.value('page-token') ?? '';
  const isFull = command.question !== undefined || given.has('full');
  const hasMore = records.some(({ fields }) => fields.length > tellingFields);
  const isEmpty = command.isList && records.length === 0;
  return {
    title,
    records,
    notes: [
      ...notes,
      ...(isEmpty
        ? [next !== '' ? 'Nothing on this page; there is a next one.' : 'There is nothing in this list.']
        : []),
    ],
    isFull,
    here: wordsOf(command, given, { token, isFull }),
    first: token === '' ? null : wordsOf(command, given, { token: '', isFull }),
    next: next !== '' ? wordsOf(command, given, { token: next, isFull }) : null,
    full: isFull || !hasMore ? null : wordsOf(command, given, { token, isFull: true }),
    json: command.isList
      ? { ...result.besideList, list: records.map((one) => one.json), nextPageToken: next }
      : (records[0]?.json ?? null),
  };
}

/** What was typed, for the trail: ids and flags, of a connector's fields only the names. */
function typedDetail(command: AdminCommand, given: Given): Readonly<Record<string, unknown>> {
  const args = argumentsOf(command).map(({ name }) => [name, given.argument(name).slice(0, keptLength)]);
  const flags = flagsIn(command.usage)
    .filter(({ name }) => given.has(name))
    .map(({ name }) => [name, name === 'set' ? namesSet(given.values(name)) : given.value(name)?.slice(0, keptLength)]);
  return {
    endpoints: command.endpoints,
    arguments: Object.fromEntries(args),
    ...(flags.length === 0 ? {} : { flags: Object.fromEntries(flags) }),
  };
}
