/**
 * The room of the operator's commands. It owns what can be typed, and which fields of an answer of the governance service are
 * shown; it prints what the client returns, for chat and terminal alike. It never shows a secret, never changes anything
 * unasked, and never decides who is an administrator: that is a setting.
 *
 * This file: what a command is. `command-table.ts` lists them all.
 */
import type { RequestableApp } from '../domain/access-settings.ts';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from '../governance/client.ts';
import type { PageRequest } from '../governance/wire/paging.ts';
import type { ShownRecord } from './record.ts';

export interface CommandArgument {
  readonly name: string;
  readonly about: string;
  /** Takes all words that are left, or none. Only for the last one. */
  readonly isRest?: true;
}

export interface CommandFlag {
  /** Without the dashes. */
  readonly name: string;
  /** How its value is called; absent for a flag that is only there or not. */
  readonly value?: string;
  readonly about: string;
  readonly repeats?: true;
  /** Has no meaning in chat. */
  readonly onlyCommandLine?: true;
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
  readonly about: string;
  /** Rows of interface.md, "Endpoints"; none for what the bot knows itself. */
  readonly endpoints: readonly number[];
  readonly args: readonly CommandArgument[];
  readonly flags: readonly CommandFlag[];
  readonly isList: boolean;
  /** Sentences about what is wrong beyond the grammar. */
  check?(given: Given): readonly string[];
  /** Only for a command that changes something. */
  question?(given: Given, context: AdminContext): ChangeQuestion;
  /** Throws `OutwardFailure` where the service did not answer. */
  run(given: Given, context: AdminContext, page: PageRequest): Promise<Result<Found, ServiceRefusal>>;
}

const readFlags: readonly CommandFlag[] = [{ name: 'full', about: 'every field, not only the most telling ones' }];
const changeFlags: readonly CommandFlag[] = [{ name: 'yes', about: 'do not ask first', onlyCommandLine: true }];
const listFlags: readonly CommandFlag[] = [
  { name: 'page-token', value: 'token', about: 'the page that an earlier answer named' },
  { name: 'page-size', value: 'n', about: 'how many a page, 10 to 100; the service has the last word' },
  { name: 'all', about: 'every page, one after the other', onlyCommandLine: true },
];
const outputFlags: readonly CommandFlag[] = [{ name: 'json', about: 'the answer as JSON', onlyCommandLine: true }];

/** All flags that a command takes, besides `--help`. */
export function flagsOf(command: AdminCommand): readonly CommandFlag[] {
  const byKind = command.question === undefined ? readFlags : changeFlags;
  return [...command.flags, ...byKind, ...(command.isList ? listFlags : []), ...outputFlags];
}

/** `owners <appId> <resourceTypeId> <resourceId> [--users] [--role slug]`, without the flags that every command has. */
export function usageOf(command: AdminCommand): string {
  const args = command.args.map((one) => (one.isRest === true ? `[${one.name}]` : `<${one.name}>`));
  const flags = command.flags.map((one) => (one.repeats === true ? `${flagTerm(one)} ...` : `[${flagTerm(one)}]`));
  return [command.name, ...args, ...flags].join(' ');
}

/** `--role slug` */
export function flagTerm(flag: CommandFlag): string {
  return `--${flag.name}${flag.value === undefined ? '' : ` ${flag.value}`}`;
}
