/**
 * The room of the operator's commands. It owns what can be typed, and which fields of an answer of the governance service are
 * shown; it prints what the client returns, for chat and terminal alike. It never shows a secret, never changes anything
 * unasked, and never decides who is an administrator: that is a setting.
 *
 * This file: what a command is. `command-table.ts` lists them all.
 */
import type { OptionalOperation, RequestableApp } from '../domain/access-settings.ts';
import type { AdminCaller } from '../domain/admin-answer.ts';
import type { AuditFilter, AuditLine } from '../domain/audit-filter.ts';
import type { Check } from '../domain/check.ts';
import type { TakenAway } from '../domain/grant.ts';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from '../governance/client.ts';
import type { TaskAnswer } from '../governance/task-fields.ts';
import type { PageRequest } from '../governance/wire/paging.ts';
import type { ShownRecord } from './record.ts';

export interface CommandFlag {
  /** Without the dashes. */
  readonly name: string;
  readonly takesValue: boolean;
  readonly repeats: boolean;
}

/** What was typed for a command. Asking for a name that the command does not declare is a bug and throws. */
export interface Given {
  /** Never empty, except for an absent rest argument. */
  argument(name: string): string;
  /** The last value; null where the flag was not given. */
  value(flag: string): string | null;
  values(flag: string): readonly string[];
  has(flag: string): boolean;
}

/** What commands work with. */
export interface AdminContext {
  readonly client: GovernanceClient;
  /** What can be asked for, as configured. */
  readonly apps: readonly Pick<RequestableApp, 'id' | 'name' | 'resources'>[];
  /** null where the bot does not know the entitlement. */
  entitlementName(appId: string, entitlementId: string): string | null;
  /** What the doctor finds. */
  readonly checks: () => Promise<readonly Check[]>;
  /** The id of what is typed as id, name or alias; as it was typed where the bot does not know it. */
  entitlementId(appId: string, typed: string): string;
  readonly operations: ReadonlySet<OptionalOperation>;
  /** Told of each order to take access away. */
  tookAway(of: TakenAway, answer: TaskAnswer): Promise<void>;
  /** Entries before `seq`, the newest first. */
  auditEntries(
    filter: AuditFilter,
    page: { readonly seq: number; readonly limit: number },
  ): Promise<readonly AuditLine[]>;
}

/** What a command found, or what became of a change. */
export interface Found {
  readonly title: string;
  readonly records: readonly ShownRecord[];
  readonly notes?: readonly string[];
  /** Of a list: empty on its last page. Absent for a single thing. */
  readonly nextPageToken?: string;
  /** What machines get beside the records of a list. */
  readonly besideList?: Readonly<Record<string, unknown>>;
}

/** A question before a change: what becomes of what, by name and id. */
export interface ChangeQuestion {
  readonly title: string;
  readonly sentences: readonly string[];
  /** What to click; at most 30 characters. */
  readonly verb: string;
}

export interface AdminCommand {
  /** One word or two. */
  readonly name: string;
  /** What follows the name: `<appId> [words...] [--role <slug>] [--set <field=value>]...`. Commands are read by it. */
  readonly usage: string;
  readonly about: string;
  /** Rows of interface.md, "Endpoints"; none for what the bot knows itself. */
  readonly endpoints: readonly number[];
  readonly isList: boolean;
  /** Owners of what `<app>` and `<entitlement>` name may use it, too. */
  readonly isForOwners?: true;
  /** Sentences about what is wrong beyond the grammar. */
  check?(given: Given): readonly string[];
  /** Only for a command that changes something. */
  question?(given: Given, context: AdminContext): ChangeQuestion;
  /** Throws `OutwardFailure` where the service did not answer. */
  run(
    given: Given,
    context: AdminContext,
    page: PageRequest,
    caller: AdminCaller,
  ): Promise<Result<Found, ServiceRefusal>>;
}

/** Names of `<appId>` and `[words...]`, which takes all words that are left, or none; not those of flags' values. */
export function argumentsOf({ usage }: AdminCommand): readonly { readonly name: string; readonly isRest: boolean }[] {
  const written = usage.matchAll(/(?<!--[a-z-]+ )<(\w+)>|\[(\w+)\.\.\.\]/g);
  return [...written].map(([, one, rest]) => ({ name: one ?? rest ?? '', isRest: rest !== undefined }));
}

/** `[--users]`, `[--role <slug>]` and `[--set <field=value>]...`. */
export function flagsIn(usage: string): readonly CommandFlag[] {
  const written = usage.matchAll(/\[--([a-z-]+)( <[^>]+>)?\](\.\.\.)?/g);
  return [...written].map(([, name = '', value, repeats]) => ({
    name,
    takesValue: value !== undefined,
    repeats: repeats !== undefined,
  }));
}

/** All flags that a command takes, besides `--help`: its own, and those of its kind. */
export function flagsOf(command: AdminCommand): readonly CommandFlag[] {
  const ofKind = command.question === undefined ? '[--full]' : '[--yes]';
  return flagsIn(`${command.usage} ${ofKind} ${command.isList ? '[--page-token <token>] [--all]' : ''} [--json]`);
}

/** They have no meaning in chat. */
export const commandLineFlags: ReadonlySet<string> = new Set(['yes', 'all', 'json']);

/** `owners <appId> <resourceTypeId> <resourceId> [--users] [--role <slug>]`, without the flags of its kind. */
export function usageOf({ name, usage }: AdminCommand): string {
  return `${name} ${usage}`.trim();
}
