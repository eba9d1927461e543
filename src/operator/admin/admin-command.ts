/**
 * Long because what every command is made of stands together.
 *
 * The room of the operator's commands. It owns what can be typed, and which fields of an answer of
 * the governance service are shown; it prints what the client returns, for chat and terminal alike.
 * It never shows a secret, never changes anything unasked, and never decides who is an
 * administrator: that is a setting.
 *
 * This file: what a command is, and how one that reads is made of a table. `read-command.ts` lists
 * them all.
 */

import type { TakenAway } from '../../domain/access/grant.ts';
import type { AdminCaller } from '../../domain/admin/admin-answer.ts';
import type { CatalogueEntitlement } from '../../domain/catalogue/entitlement.ts';
import type { ServiceRefusal } from '../../domain/outward/service-refusal.ts';
import type { KnownPerson } from '../../domain/people/known-person.ts';
import type { AuditFilter, AuditLine } from '../../domain/record/audit-filter.ts';
import type { AuditNames } from '../../domain/record/audit-sentence.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { OptionalOperation, RequestableApp } from '../../domain/settings/access-settings.ts';
import type { TenantCapabilities } from '../../service/capabilities.ts';
import type { GovernanceClient } from '../../service/client/client.ts';
import type { TaskAnswer } from '../../service/client/endpoints.ts';
import type { AnyEndpoint, Endpoint } from '../../service/client/wire/endpoint.ts';
import { type Page, type PageRequest, readPage } from '../../service/client/wire/paging.ts';
import type { Check } from '../doctor/check.ts';
import type { OperationLine } from '../operation-lines.ts';
import type { PersonMeant } from './person-meant.ts';
import { withoutSecrets } from './secrets.ts';
import { type ShownRecord, shownRecord, type Table, titleOf } from './shown-record.ts';

/** What was typed for a command. */
export interface CommandInput {
  /** Empty only for an absent rest argument. */
  argument(name: string): string;
  /** null where the flag was not given. */
  value(flag: string): string | null;
  values(flag: string): readonly string[];
  has(flag: string): boolean;
  /** What means this argument when it is typed again; absent where that is the argument. */
  words?(name: string): string | undefined;
  /** Who `<person>` is, once they have been found. */
  readonly person?: PersonMeant;
  /** The people set on a connector, after they were found. */
  readonly people?: readonly PersonMeant[];
}

/** What commands work with. */
export interface AdminContext {
  readonly client: GovernanceClient;
  /** What can be asked for, as configured. */
  readonly apps: readonly Pick<RequestableApp, 'id' | 'name' | 'resources'>[];
  /** Those of an app that the bot knows. */
  entitlements(appId: string): readonly Pick<CatalogueEntitlement, 'id' | 'name' | 'alias'>[];
  /** What the doctor finds. */
  readonly checks: () => Promise<readonly Check[]>;
  readonly capabilities: TenantCapabilities;
  /** What is known of each optional operation. */
  readonly operations: () => Promise<readonly OperationLine[]>;
  readonly world: { now(): Date };
  /** Told of each order to take access away. */
  tookAway(of: TakenAway, answer: TaskAnswer): Promise<void>;
  /** People that the bot knows by exactly this Slack id, email, name or id in the service. */
  knownPeople(typed: string): Promise<readonly KnownPerson[]>;
  /** Entries before `seq`, the newest first, and the names in them. */
  auditEntries(
    filter: AuditFilter,
    page: { readonly seq: number; readonly limit: number },
  ): Promise<{ readonly lines: readonly AuditLine[]; readonly names: AuditNames }>;
}

/** What a command found, or what became of a change. */
export interface CommandResult {
  readonly title: string;
  readonly records: readonly ShownRecord[];
  readonly notes?: readonly string[];
  /** Of a list: empty on its last page. */
  readonly nextPageToken?: string;
  /** Why a list ends although the service has more entries; absent for a complete list. */
  readonly incomplete?: string;
  /** What machines get beside the records of a list. */
  readonly beside?: object;
}
type Finding = Promise<Result<CommandResult, ServiceRefusal | NotConfigured>>;

interface Typed {
  /** One word or two. */
  readonly name: string;
  /**
   * What follows the name: `<appId> [words...] [--role <slug>] [--set <field=value>]...`. Commands
   * are read by it.
   */
  readonly usage: string;
  readonly about: string;
  /** Owners of the named `<app>` or `<entitlement>` may use it, too. */
  readonly isForOwners?: true;
  /**
   * Replaces typed names by ids before anything is asked or done. Returns a sentence when a name
   * fits nobody or more than one person. Throws `OutwardFailure` when the service did not answer.
   */
  resolve?(input: CommandInput, context: AdminContext): Promise<Result<CommandInput, string>>;
}

export interface AdminCommand extends Typed {
  readonly isList?: true;
  /** The endpoint that a list is read from; absent for data of the bot itself. */
  pagesOf?(context: AdminContext): AnyEndpoint;
  /** Sentences about what is wrong beyond the grammar. */
  check?(input: CommandInput): readonly string[];
  /**
   * Only for a command that changes something: the change and its object, by name and id, and the
   * label of the button, at most 30 characters.
   */
  question?(
    input: CommandInput,
    context: AdminContext,
  ): { title: string; sentences: readonly string[]; verb: string };
  /** Throws `OutwardFailure` where the service did not answer. */
  run(input: CommandInput, context: AdminContext, page: PageRequest, caller: AdminCaller): Finding;
}

/**
 * Names of `<appId>` and `[words...]`, which takes all words that are left, or none; not those of
 * flags' values.
 */
export function argumentsOf(
  usage: string,
): readonly { readonly name: string; readonly isRest: boolean }[] {
  const written = usage.matchAll(/(?<!--[a-z-]+ )<(\w+)>|\[(\w+)\.\.\.\]/g);
  return [...written].map(([, one, rest]) => ({
    name: one ?? rest ?? '',
    isRest: rest !== undefined,
  }));
}

/** An app as a title names it. */
export function appTitle(appId: string, { apps }: AdminContext): string {
  return titleOf(apps.find((one) => one.id === appId)?.name ?? '', appId);
}

/** An entitlement with its app. */
export function entitlementTitle(appId: string, id: string, context: AdminContext): string {
  const name = context.entitlements(appId).find((one) => one.id === id)?.name ?? '';
  return `${titleOf(name, id)} of ${appTitle(appId, context)}`;
}

export interface AccessIds {
  readonly appId: string;
  readonly entitlementId: string;
}

/** The ids that `withAccess` put in place of `<app>` and `<entitlement>`. */
export function accessIds(input: CommandInput): AccessIds {
  return { appId: input.argument('app'), entitlementId: input.argument('entitlement') };
}

/** The tenant has no operation that a command needs, as far as is known, so the service was not asked. */
export interface NotConfigured {
  readonly kind: 'not-configured';
  readonly operation: OptionalOperation;
}

/** A refusal if the tenant certainly lacks the operation; otherwise null. */
export function missingOperation(
  endpoint: AnyEndpoint,
  { capabilities }: Pick<AdminContext, 'capabilities'>,
): ReturnType<typeof refuse<NotConfigured>> | null {
  const { operation } = endpoint;
  if (operation === undefined || capabilities.mayCall(endpoint)) return null;
  return refuse<NotConfigured>({ kind: 'not-configured', operation });
}

interface Reading<Answer> extends Typed, Table {
  readonly from: Endpoint<string, Answer>;
  readonly title: (input: CommandInput, context: AdminContext) => string;
}

/** The arguments of a command fill the path of its endpoint, in their order. */
export function pathOf(
  { path }: AnyEndpoint,
  { usage }: Pick<Typed, 'usage'>,
  input: CommandInput,
  values: readonly string[] = argumentsOf(usage).map(({ name }) => input.argument(name)),
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ''], at) => [name, values[at] ?? '']),
  );
}

/** A command that reads a list, a page at a time. */
export function listCommand<P extends Page<unknown>>(
  reading: Reading<P> & {
    /**
     * Used instead of `from` if the tenant has it: at most tenants `from` takes no paging
     * parameters.
     */
    readonly pagedSearch?: Endpoint<string, P>;
    /** What fills the path; the arguments where left out. */
    readonly path?: (input: CommandInput, context: AdminContext) => readonly string[];
    /** What is sent beside the path and the page. */
    readonly filter?: (input: CommandInput) => Readonly<Record<string, string>>;
    /** For a search: ids to restrict it to; without ids it finds everything. */
    readonly refs?: (input: CommandInput) => readonly string[];
    /** What is shown of a page; its items where left out. */
    readonly shown?: (page: P, input: CommandInput) => readonly unknown[];
  },
): AdminCommand {
  const { from, pagedSearch } = reading;
  const endpointFor = (context: AdminContext): Endpoint<string, P> =>
    pagedSearch !== undefined && missingOperation(pagedSearch, context) === null
      ? pagedSearch
      : from;
  return {
    ...reading,
    isList: true,
    pagesOf: endpointFor,
    async run(input, context, page) {
      const endpoint = endpointFor(context);
      const missing = missingOperation(endpoint, context);
      if (missing !== null) return missing;
      const sent = reading.filter?.(input) ?? {};
      const path = pathOf(endpoint, reading, input, reading.path?.(input, context));
      const ids = reading.refs?.(input) ?? [];
      const body = ids.length === 0 ? sent : { ...sent, refs: ids.map((id) => ({ id })) };
      const answer = await readPage(context.client, endpoint, { path, query: sent, body }, page);
      if (!answer.ok) return answer;
      const rows = reading.shown?.(answer.value, input) ?? answer.value.list;
      const { list: _, nextPageToken, incomplete, ...others } = answer.value;
      return ok({
        title: reading.title(input, context),
        records: rows.map((one) => shownRecord(reading, one)),
        nextPageToken,
        notes: pageSizeNotes(input, endpoint, pagedSearch, context),
        ...(incomplete === undefined
          ? {}
          : { incomplete: incompleteWords(incomplete, pagedSearch, context) }),
        beside: Object(withoutSecrets({ ...others, expanded: undefined })),
      });
    },
  };
}

/** What is wrong with the list, and what to do about it. */
function incompleteWords(
  why: string,
  pagedSearch: AnyEndpoint | undefined,
  context: AdminContext,
): string {
  const advice = pagedSearchAdvice(pagedSearch, context);
  const next =
    advice === null
      ? 'Look at the rest in the service’s console.'
      : `${advice}; else look at the rest in its console.`;
  return `This list is incomplete (${why}). ${next}`;
}

/** How to get a list in pages; null if it cannot be had, or is had already. */
function pagedSearchAdvice(
  pagedSearch: AnyEndpoint | undefined,
  context: AdminContext,
): string | null {
  const missing = pagedSearch === undefined ? null : missingOperation(pagedSearch, context);
  if (pagedSearch === undefined || missing === null) return null;
  return `If the tenant has ${pagedSearch.path}, let the bot use it (the command operations says how for ${missing.refusal.operation})`;
}

/** Says that a page size that was typed is not sent, because the service would not take it. */
function pageSizeNotes(
  input: CommandInput,
  { hasNoPageSize }: AnyEndpoint,
  pagedSearch: AnyEndpoint | undefined,
  context: AdminContext,
): readonly string[] {
  if (hasNoPageSize !== true || !input.has('page-size')) return [];
  const advice = pagedSearchAdvice(pagedSearch, context);
  const next = advice === null ? '' : ` ${advice}.`;
  return [`--page-size has no effect: the service takes no page size here.${next}`];
}

/** A command that reads a single record. The answer may hold it under any name. */
export function recordCommand(reading: Reading<object>): AdminCommand {
  return {
    ...reading,
    async run(input, context) {
      const answer = await context.client.call(reading.from, {
        path: pathOf(reading.from, reading, input),
      });
      if (!answer.ok) return answer;
      const records = Object.values(answer.value).map((one) => shownRecord(reading, one));
      return ok({ title: reading.title(input, context), records });
    },
  };
}
