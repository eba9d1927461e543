/**
 * The room of the operator's commands. It owns their grammar, their help, and what becomes of an answer of the service: a
 * document that chat and terminal show in their own ways. It never talks to the service or to chat by itself, never holds a
 * secret, and never decides who is an administrator: that is a setting.
 *
 * This file: what a command is. Each has a file in `commands/`; `command-table.ts` lists them.
 */
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { AdminConfirm, AdminForm, AdminMistake, AdminPage } from '../use-cases/admin-desk.ts';
import type { Administration, EntitlementRef, PageWish } from '../use-cases/administration-ports.ts';

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

/** Names for ids, as far as the bot knows them: the catalogue's entitlements, the configured apps. null where it does not. */
export interface KnownNames {
  app(appId: string): string | null;
  entitlement(ref: EntitlementRef): string | null;
}

export interface AdminCommand {
  /** One word or two. */
  readonly name: string;
  /** Rows of interface.md, "Endpoints". */
  readonly endpoints: readonly number[];
  readonly about: string;
  readonly args: readonly CommandArgument[];
  readonly flags: readonly CommandFlag[];
  readonly effect: 'read' | 'change';
  readonly isList: boolean;
  /** Mistakes beyond the grammar. */
  check?(given: Given): readonly AdminMistake[];
  confirm?(given: Given, names: KnownNames): AdminConfirm;
  form?(given: Given, names: KnownNames): Omit<AdminForm, 'args'>;
  run(given: Given, administration: Administration, page: PageWish): Promise<Result<AdminPage, ServiceRefusal>>;
}
