/** Long because reading, changing and paging share one way to answer an operator. */
import {
  type AdminAnswer,
  type AdminCaller,
  type Administer,
  type AdminPage,
  tellingFields,
} from '../../domain/admin/admin-answer.ts';
import { OutwardFailure, unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../domain/outward/service-refusal.ts';
import type { Fact } from '../../domain/record/facts.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import {
  ignoredParameter,
  type PageRequest,
  pageSizeBounds,
  pagesOf,
} from '../../service/client/wire/paging.ts';
import {
  type AdminCommand,
  type AdminContext,
  argumentsOf,
  type Found,
  type Given,
  meant,
  type NotConfigured,
} from './admin-command.ts';
import { namesSet } from './commands/connector-changes.ts';
import { flagsIn, readAdminCommand, wordsOf } from './read-command.ts';

export interface AdminDeskDeps extends AdminContext {
  isAdministrator(slackUserId: string): Promise<boolean>;
  owns(slackUserId: string, appId: string, entitlementId: string): Promise<boolean>;
  audit(command: Fact<'admin-command'>): Promise<void>;
  readonly world: {
    now(): Date;
    newId(): string;
    readonly log: { warn(detail: object, message: string): void };
  };
}

const notAdminWords =
  'This command is for the administrators of access requests, and you are not one of them. Nothing was done, and the attempt is kept in the audit trail.';

/** How much of a word that somebody typed the audit trail keeps. */
const keptLength = 300;

/**
 * As many records as a message in chat shows: in lines, of a list that the service does not page;
 * or with every field.
 */
const chatRecords = { compact: 20, full: 2 } as const;

/** The operator's commands, for chat and for the command line. */
export function createAdminDesk(deps: AdminDeskDeps): Administer {
  const { world } = deps;

  const keep = (...kept: Kept): Promise<void> => keepCommand(deps, ...kept);

  async function carryOut(
    caller: AdminCaller,
    command: AdminCommand,
    given: Given,
  ): Promise<AdminAnswer> {
    const detail = { id: world.newId(), command: command.name, ...typedDetail(command, given) };
    const isChange = command.question !== undefined;
    if (isChange) await keep(caller, 'begun', detail);
    try {
      const result = await found(command, given, deps, caller);
      const words = result.ok ? '' : refusalWords(result.refusal);
      const why = result.ok ? {} : { why: words.slice(0, keptLength) };
      await keep(caller, result.ok ? 'done' : 'refused', { ...detail, ...why });
      return result.ok
        ? { kind: 'page', page: pageOf(command, given, result.value) }
        : { kind: 'refused', words };
    } catch (error) {
      if (!(error instanceof OutwardFailure)) throw error;
      world.log.warn({ err: error, command: command.name }, 'administrator’s command failed');
      await keep(caller, 'failed', { ...detail, why: error.message.slice(0, keptLength) });
      return { kind: 'failed', words: failureWords(error, isChange) };
    }
  }

  return async (caller, typed, confirmed) => {
    const read = readAdminCommand(typed, caller.via);
    if (
      caller.via === 'chat' &&
      !(await deps.isAdministrator(caller.slackUserId)) &&
      !(await isOwner(deps, caller.slackUserId, read))
    ) {
      // Without what was set: it may hold a secret.
      const [line = ''] = [typed]
        .flat()
        .join(' ')
        .split(/[-—–]+set/i, 1);
      await keep(caller, 'not-admin', { typed: line.slice(0, keptLength) });
      return { kind: 'not-admin', words: notAdminWords };
    }
    if (!read.ok) return { kind: 'mistake', words: read.refusal };
    if (read.value.kind === 'help') return { kind: 'page', page: read.value.page };
    const { command } = read.value;
    const resolved = await idsForNames(deps, caller, command, read.value.given);
    if (!resolved.ok) return resolved.refusal;
    const given = resolved.value;
    const question = command.question?.(given, deps);
    if (question === undefined || confirmed !== undefined || given.has('yes'))
      return carryOut(caller, command, given);
    const page = pageOf(command, given, {
      title: question.title,
      records: [],
      notes: question.sentences,
    });
    const words = wordsOf(command, given, '', false);
    return { kind: 'question', page, verb: question.verb, words };
  };
}

type Kept = readonly [
  caller: AdminCaller,
  outcome: string,
  detail: Readonly<Record<string, unknown>>,
];

function keepCommand(deps: AdminDeskDeps, ...[caller, outcome, detail]: Kept): Promise<void> {
  const isChat = caller.via === 'chat';
  return deps.audit({
    kind: 'admin-command',
    at: deps.world.now(),
    actor: isChat ? caller.slackUserId : null,
    detail: { via: caller.via, ...(isChat ? {} : { operator: caller.name }), outcome, ...detail },
  });
}

/** The command with ids for names: nothing was changed where that cannot be done. */
async function idsForNames(
  deps: AdminDeskDeps,
  caller: AdminCaller,
  command: AdminCommand,
  given: Given,
): Promise<Result<Given, AdminAnswer>> {
  if (command.resolve === undefined) return ok(given);
  try {
    const resolved = await command.resolve(given, deps);
    return resolved.ok ? resolved : refuse({ kind: 'mistake', words: resolved.refusal });
  } catch (error) {
    if (!(error instanceof OutwardFailure)) throw error;
    deps.world.log.warn(
      { err: error, command: command.name },
      'person in an administrator’s command not found',
    );
    const why = error.message.slice(0, keptLength);
    await keepCommand(deps, caller, 'failed', {
      command: command.name,
      ...typedDetail(command, given),
      why,
    });
    const words = failureWords(error, false);
    return refuse({
      kind: 'failed',
      words: `${words} Nothing was changed: it is not known yet who is meant.`,
    });
  }
}

/** Whether it is a command for owners, and somebody owns what it is about. */
async function isOwner(
  deps: AdminDeskDeps,
  slackUserId: string,
  read: ReturnType<typeof readAdminCommand>,
) {
  if (!read.ok || read.value.kind === 'help' || read.value.command.isForOwners !== true)
    return false;
  const { appId, entitlementId } = meant(read.value.given, deps);
  return unlessFailing(deps.owns(slackUserId, appId, entitlementId), (err) => {
    deps.world.log.warn({ err }, 'owners not read');
    return false;
  });
}

/** What a command finds: one page, in chat as much of it as fits, or all pages in one. */
async function found(
  command: AdminCommand,
  given: Given,
  context: AdminContext,
  caller: AdminCaller,
) {
  const list = command.pagesOf?.(context) ?? ({ method: 'GET', path: command.name } as const);
  if (given.has('all')) return everyPage(command, given, context, caller);
  const typed = given.value('page-token') ?? '';
  const isChat = caller.via === 'chat';
  // In chat a token begins with how many records of its page were shown.
  const [, skipped = 0, token = isChat ? '' : typed] =
    (isChat ? /^(\d{1,6})@([\s\S]*)$/.exec(typed) : null) ?? [];
  const size = isChat ? { pageSize: pageSizeBounds.least } : typedSize(given);
  const page = await command.run(given, context, { ...size, pageToken: token }, caller);
  if (!page.ok || !command.isList) return page;
  const { records, nextPageToken: next = '' } = page.value;
  if (token !== '' && next === token) {
    throw ignoredParameter(list, 'pageToken: ignored: the next page is this page again');
  }
  if (!isChat) return page;
  const end = Number(skipped) + (given.has('full') ? chatRecords.full : chatRecords.compact);
  const further = next === '' ? '' : `0@${next}`;
  return ok({
    ...page.value,
    records: records.slice(Number(skipped), end),
    nextPageToken: end < records.length ? `${end}@${token}` : further,
  });
}

/** `--page-size`, checked when the flags were read; empty if it was not typed. */
function typedSize(given: Given): { readonly pageSize?: number } {
  const typed = given.value('page-size');
  return typed === null ? {} : { pageSize: Number(typed) };
}

/**
 * All pages as one list. If one page fails, the list fails: nobody can tell how much is missing.
 */
async function everyPage(
  command: AdminCommand,
  given: Given,
  context: AdminContext,
  caller: AdminCaller,
) {
  const list = command.pagesOf?.(context) ?? ({ method: 'GET', path: command.name } as const);
  const read = async (asked: PageRequest) => {
    const page = await command.run(given, context, asked, caller);
    if (!page.ok) return page;
    const { records, nextPageToken = '' } = page.value;
    return ok({ ...page.value, list: records, nextPageToken });
  };
  const all: Found[] = [];
  try {
    for await (const page of pagesOf(list, read, typedSize(given).pageSize)) {
      if (!page.ok) {
        const { refusal } = page;
        if (refusal.kind === 'not-configured') return page;
        return refuse({ ...refusal, message: `${refusal.message}${brokenOff(all.length)}` });
      }
      all.push(page.value);
    }
  } catch (error) {
    if (!(error instanceof OutwardFailure)) throw error;
    const { system, kind, certainlyNotDone } = error;
    const message = `${error.message}${brokenOff(all.length)}`;
    throw new OutwardFailure({ system, kind, certainlyNotDone, message, cause: error });
  }
  const { title = '', notes = [] } = all[0] ?? {};
  const { incomplete } = all.at(-1) ?? {};
  const records = all.flatMap((one) => one.records);
  return ok({ title, records, notes, ...(incomplete === undefined ? {} : { incomplete }) });
}

/** Added when the first pages of a list were read and a later one failed. */
function brokenOff(pages: number): string {
  return pages === 0
    ? ''
    : `. This was page ${pages + 1} of the list, which is not shown, because it is not whole`;
}

function pageOf(command: AdminCommand, given: Given, result: Found): AdminPage {
  const { title, records, notes = [], nextPageToken: next = '', beside, incomplete } = result;
  const token = given.value('page-token') ?? '';
  const isFull = command.question !== undefined || given.has('full');
  const hasMore = records.some(({ fields }) => fields.length > tellingFields);
  return {
    title,
    records,
    notes: [...notes, ...pageNotes(command, result)],
    isIncomplete: incomplete !== undefined,
    isFull,
    next: next === '' ? null : wordsOf(command, given, next, isFull),
    full: isFull || !hasMore ? null : wordsOf(command, given, token, true),
    json: command.isList
      ? {
          ...beside,
          list: records.map((one) => one.json),
          nextPageToken: next,
          ...(incomplete && { incomplete }),
        }
      : (records[0]?.json ?? null),
  };
}

function pageNotes(
  { isList }: AdminCommand,
  { records, nextPageToken = '', incomplete }: Found,
): readonly string[] {
  if (incomplete !== undefined) return [incomplete];
  if (isList !== true || records.length > 0) return [];
  return [
    nextPageToken === ''
      ? 'There is nothing in this list.'
      : 'Nothing on this page; there is a next one.',
  ];
}

/** What was typed, for the trail: ids and flags, of a connector's fields only the names. */
function typedDetail(command: AdminCommand, given: Given): Readonly<Record<string, unknown>> {
  const args = argumentsOf(command.usage).map(({ name }) => [
    name,
    given.argument(name).slice(0, keptLength),
  ]);
  const flags = flagsIn(command.usage)
    .filter(({ name }) => given.has(name))
    .map(({ name }) => [
      name,
      name === 'set' ? namesSet(given.values(name)) : given.value(name)?.slice(0, keptLength),
    ]);
  return {
    arguments: Object.fromEntries(args),
    ...(flags.length === 0 ? {} : { flags: Object.fromEntries(flags) }),
  };
}

/** What the service refused, in its own words; plain text. */
function refusalWords(refusal: ServiceRefusal | NotConfigured): string {
  if (refusal.kind === 'not-configured')
    return `This bot is not set up for that: the governance service was not asked. Add ${refusal.operation} to governance.operations in access.yaml if the tenant has it, which npm run doctor tells, and start the bot again.`;
  const { kind, message, serviceRequestId } = refusal;
  const words = message.trim().replaceAll(/\s+/g, ' ').slice(0, 500);
  const said = words === '' ? '' : ` It says: “${words}”`;
  const reference = serviceRequestId === null ? '' : ` Its reference: ${serviceRequestId}.`;
  return `The governance service refuses this (${kind.replaceAll('-', ' ')}).${said}${reference}`;
}

/**
 * Why there is no answer, and for a change whether it may have been carried out all the same; plain
 * text.
 */
function failureWords(
  { kind, message, certainlyNotDone }: OutwardFailure,
  isChange: boolean,
): string {
  const mend =
    kind === 'unauthorized'
      ? ' It does not accept the bot’s credentials (GOVERNANCE_CLIENT_ID, GOVERNANCE_CLIENT_SECRET).'
      : '';
  const outcome = certainlyNotDone
    ? ' Nothing was changed.'
    : ' Whether the change was carried out is not known: please look before you repeat it.';
  return `The governance service gave no usable answer (${message}).${mend}${isChange ? outcome : ''}`;
}
