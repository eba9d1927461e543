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
import { quotedName } from '../../domain/text/foreign-text.ts';
import {
  ignoredParameter,
  type PageRequest,
  pageSizeBounds,
  pagesOf,
} from '../../service/client/wire/paging.ts';
import { accessKnown } from './access-of-command.ts';
import {
  type AccessIds,
  type AdminCommand,
  type AdminContext,
  accessIds,
  argumentsOf,
  type CommandInput,
  type CommandResult,
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

  const keep = (...entry: Kept): Promise<void> => keepCommand(deps, ...entry);

  async function carryOut(
    caller: AdminCaller,
    command: AdminCommand,
    input: CommandInput,
  ): Promise<AdminAnswer> {
    const detail = { id: world.newId(), command: command.name, ...typedDetail(command, input) };
    const isChange = command.question !== undefined;
    if (isChange) await keep(caller, 'begun', detail);
    try {
      const result = await resultOf(command, input, deps, caller);
      const words = result.ok
        ? ''
        : `${refusalWords(result.refusal)}${idAdvice(command, input, deps, result.refusal)}`;
      const why = result.ok ? {} : { why: words.slice(0, keptLength) };
      await keep(caller, result.ok ? 'done' : 'refused', { ...detail, ...why });
      return result.ok
        ? { kind: 'page', page: pageOf(command, input, result.value) }
        : { kind: 'refused', words };
    } catch (error) {
      if (!(error instanceof OutwardFailure)) throw error;
      world.log.warn({ err: error, command: command.name }, 'administrator’s command failed');
      await keep(caller, 'failed', { ...detail, why: error.message.slice(0, keptLength) });
      return { kind: 'failed', words: failureWords(error, isChange) };
    }
  }

  return async (caller, typed, confirmed) => {
    const reading = readAdminCommand(typed, caller.via);
    const owned =
      caller.via === 'chat' && !(await deps.isAdministrator(caller.slackUserId))
        ? await ownedOf(deps, caller.slackUserId, reading)
        : null;
    if (owned?.length === 0) return refuseStranger(deps, caller, typed);
    if (!reading.ok) return { kind: 'mistake', words: reading.refusal };
    if (reading.value.kind === 'help') return { kind: 'page', page: reading.value.page };
    const { command } = reading.value;
    const resolved = await idsForNames(deps, caller, command, reading.value.input);
    if (!resolved.ok) return resolved.refusal;
    const input = resolved.value;
    const { appId, entitlementId } = accessIds(input);
    // An owner was let in for these, and may have typed a name that others have, too.
    const isOwned = (one: AccessIds) => one.appId === appId && one.entitlementId === entitlementId;
    if (owned?.some(isOwned) === false) return refuseStranger(deps, caller, typed);
    const question = command.question?.(input, deps);
    if (question === undefined || confirmed !== undefined || input.has('yes'))
      return carryOut(caller, command, input);
    const page = pageOf(command, input, {
      title: question.title,
      records: [],
      notes: question.sentences,
    });
    const words = wordsOf(command, input, '', false);
    return { kind: 'question', page, verb: question.verb, words };
  };
}

async function refuseStranger(
  deps: AdminDeskDeps,
  caller: AdminCaller,
  typed: string | readonly string[],
): Promise<AdminAnswer> {
  // Without what was set: it may hold a secret.
  const [line = ''] = [typed]
    .flat()
    .join(' ')
    .split(/[-—–]+set/i, 1);
  await keepCommand(deps, caller, 'not-admin', { typed: line.slice(0, keptLength) });
  return { kind: 'not-admin', words: notAdminWords };
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
  input: CommandInput,
): Promise<Result<CommandInput, AdminAnswer>> {
  if (command.resolve === undefined) return ok(input);
  try {
    const resolved = await command.resolve(input, deps);
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
      ...typedDetail(command, input),
      why,
    });
    const words = failureWords(error, false);
    return refuse({
      kind: 'failed',
      words: `${words} Nothing was changed: it is not known yet who is meant.`,
    });
  }
}

/** What somebody owns of all that a command for owners can be about; empty for other commands. */
async function ownedOf(
  deps: AdminDeskDeps,
  slackUserId: string,
  reading: ReturnType<typeof readAdminCommand>,
): Promise<readonly AccessIds[]> {
  if (!reading.ok || reading.value.kind === 'help' || reading.value.command.isForOwners !== true)
    return [];
  const owned: AccessIds[] = [];
  for (const one of accessKnown(reading.value.input, deps)) {
    const isOwner = await unlessFailing(
      deps.owns(slackUserId, one.appId, one.entitlementId),
      (err) => {
        deps.world.log.warn({ err }, 'owners not read');
        return false;
      },
    );
    if (isOwner) owned.push(one);
  }
  return owned;
}

/** What a command finds: one page, in chat as much of it as fits, or all pages in one. */
async function resultOf(
  command: AdminCommand,
  input: CommandInput,
  context: AdminContext,
  caller: AdminCaller,
) {
  const list = command.pagesOf?.(context) ?? ({ method: 'GET', path: command.name } as const);
  if (input.has('all')) return everyPage(command, input, context, caller);
  const typed = input.value('page-token') ?? '';
  const isChat = caller.via === 'chat';
  // In chat a token begins with how many records of its page were shown.
  const [, skipped = 0, token = isChat ? '' : typed] =
    (isChat ? /^(\d{1,6})@([\s\S]*)$/.exec(typed) : null) ?? [];
  const size = isChat ? { pageSize: pageSizeBounds.least } : typedSize(input);
  const page = await command.run(input, context, { ...size, pageToken: token }, caller);
  if (!page.ok || !command.isList) return page;
  const { records, nextPageToken: next = '' } = page.value;
  if (token !== '' && next === token) {
    throw ignoredParameter(list, 'pageToken: ignored: the next page is this page again');
  }
  if (!isChat) return page;
  const end = Number(skipped) + (input.has('full') ? chatRecords.full : chatRecords.compact);
  const further = next === '' ? '' : `0@${next}`;
  return ok({
    ...page.value,
    records: records.slice(Number(skipped), end),
    nextPageToken: end < records.length ? `${end}@${token}` : further,
  });
}

/** `--page-size`, checked when the flags were read; empty if it was not typed. */
function typedSize(input: CommandInput): { readonly pageSize?: number } {
  const typed = input.value('page-size');
  return typed === null ? {} : { pageSize: Number(typed) };
}

/**
 * All pages as one list. If one page fails, the list fails: nobody can tell how much is missing.
 */
async function everyPage(
  command: AdminCommand,
  input: CommandInput,
  context: AdminContext,
  caller: AdminCaller,
) {
  const list = command.pagesOf?.(context) ?? ({ method: 'GET', path: command.name } as const);
  const pageAt = async (request: PageRequest) => {
    const page = await command.run(input, context, request, caller);
    if (!page.ok) return page;
    const { records, nextPageToken = '' } = page.value;
    return ok({ ...page.value, list: records, nextPageToken });
  };
  const all: CommandResult[] = [];
  try {
    for await (const page of pagesOf(list, pageAt, typedSize(input).pageSize)) {
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

function pageOf(command: AdminCommand, input: CommandInput, result: CommandResult): AdminPage {
  const { title, records, notes = [], nextPageToken: next = '', beside, incomplete } = result;
  const token = input.value('page-token') ?? '';
  const isFull = command.question !== undefined || input.has('full');
  const hasMore = records.some(({ fields }) => fields.length > tellingFields);
  return {
    title,
    records,
    notes: [...notes, ...pageNotes(command, result)],
    isIncomplete: incomplete !== undefined,
    isFull,
    next: next === '' ? null : wordsOf(command, input, next, isFull),
    full: isFull || !hasMore ? null : wordsOf(command, input, token, true),
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
  { records, nextPageToken = '', incomplete }: CommandResult,
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
function typedDetail(
  command: AdminCommand,
  input: CommandInput,
): Readonly<Record<string, unknown>> {
  const args = argumentsOf(command.usage).map(({ name }) => [
    name,
    input.argument(name).slice(0, keptLength),
  ]);
  const flags = flagsIn(command.usage)
    .filter(({ name }) => input.has(name))
    .map(({ name }) => [
      name,
      name === 'set' ? namesSet(input.values(name)) : input.value(name)?.slice(0, keptLength),
    ]);
  return {
    arguments: Object.fromEntries(args),
    ...(flags.length === 0 ? {} : { flags: Object.fromEntries(flags) }),
  };
}

/** What the service refused, in its own words; plain text. */
function refusalWords(refusal: ServiceRefusal | NotConfigured): string {
  if (refusal.kind === 'not-configured')
    return `This bot is not set up for that: the governance service was not asked. The command operations says what is known of ${refusal.operation}, and what to do. If governance.operations is a list and the tenant has it, add it there, and start the bot again.`;
  const { kind, message, serviceRequestId } = refusal;
  const words = message.trim().replaceAll(/\s+/g, ' ').slice(0, 500);
  const quoted = words === '' ? '' : ` It says: “${words}”`;
  const reference = serviceRequestId === null ? '' : ` Its reference: ${serviceRequestId}.`;
  return `The governance service refuses this (${kind.replaceAll('-', ' ')}).${quoted}${reference}`;
}

/** How many resources of an app are named to somebody who looks for an id. */
const namedResources = 3;

/**
 * Added where the service finds nothing: the bot may not know the name of an entitlement, as on the
 * command line, and the service is then asked for the name as if it were an id.
 */
function idAdvice(
  { usage }: AdminCommand,
  input: CommandInput,
  context: AdminContext,
  refusal: ServiceRefusal | NotConfigured,
): string {
  if (refusal.kind !== 'not-found') return '';
  if (argumentsOf(usage).every(({ name }) => name !== 'entitlement')) return '';
  const { appId, entitlementId } = accessIds(input);
  if (context.entitlements(appId).some(({ id }) => id === entitlementId)) return '';
  const resources = context.apps.find(({ id }) => id === appId)?.resources ?? [];
  const commands = resources
    .slice(0, namedResources)
    .map(({ resourceTypeId, resourceId }) =>
      ['entitlements', appId, resourceTypeId, resourceId].map(asTyped).join(' '),
    );
  const where = commands.join(' or ') || 'entitlements <appId> <resourceTypeId> <resourceId>';
  return ` If ${quotedName(entitlementId)} is a name, type the entitlement’s id instead, which is shown by ${where}.`;
}

function asTyped(word: string): string {
  return /^[\w@%+:,./=-]+$/.test(word) ? word : `"${word}"`;
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
