/**
 * The operator's commands, as chat and the command line meet them: something typed goes in, a document comes out that is neither
 * blocks nor lines. Implemented in `admin/`.
 */
import type { AuditEntry } from './store-ports.ts';

/** Who gives a command. From chat only configured administrators may; whoever holds the process's credentials already may. */
export type AdminCaller =
  | { readonly via: 'chat'; readonly slackUserId: string }
  /** `name`: the user of the operating system. */
  | { readonly via: 'command line'; readonly name: string };

export type AdminValue =
  /** The service's words or ours; never markup. May hold anything, line breaks and control characters too. */
  | { readonly kind: 'text'; readonly text: string }
  /** ISO 8601 as the service sent it; may be no date at all. */
  | { readonly kind: 'moment'; readonly at: string }
  /** A chat channel by its id, and by the name that the service knows. */
  | { readonly kind: 'channel'; readonly id: string; readonly name: string };

export interface AdminField {
  readonly label: string;
  readonly value: AdminValue;
}

/** One thing of a list, or one part of a thing. */
export interface AdminRow {
  readonly title: string;
  /** What stands out about it, in a word or two each: "managed by the system". */
  readonly marks: readonly string[];
  readonly fields: readonly AdminField[];
}

/** What a command answers. Values that are unset have no field. */
export interface AdminPage {
  readonly title: string;
  /** Of a single thing; empty for a list. */
  readonly fields: readonly AdminField[];
  readonly rows: readonly AdminRow[];
  /** Sentences of ours. */
  readonly notes: readonly string[];
  /** null for a single thing; empty on the last page of a list. */
  readonly nextPageToken: string | null;
  /** For machines: the service's record, or the records of a list; never a secret. */
  readonly json: unknown;
}

/** A question before something is changed. */
export interface AdminConfirm {
  readonly title: string;
  /** Both things by name and id, and what the change means. */
  readonly fields: readonly AdminField[];
  readonly sentence: string;
  /** What the button says; at most 30 characters. */
  readonly verb: string;
}

/** One input of a form; `name` is what `--set` calls it. */
export interface AdminInput {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly kind: 'text' | 'yes or no' | 'number' | 'list' | 'json';
  /** What was given in the command already; null where nothing was. */
  readonly typed: string | null;
  /** Whether it can be emptied. */
  readonly canBeEmpty: boolean;
}

/** A command that wants a form where there can be one. Filled in, `AdminDesk.fill` makes an order of it. */
export interface AdminForm {
  readonly title: string;
  readonly fields: readonly AdminField[];
  readonly inputs: readonly AdminInput[];
  /** What can be set too and has no input of its own: its names, and what was given, `name=value` a line. */
  readonly others: { readonly names: readonly string[]; readonly typed: string };
  /** Without what was set. */
  readonly args: readonly string[];
}

/** What is wrong with a command, in a sentence; `input` names the form's input, where it is one's fault. */
export interface AdminMistake {
  readonly words: string;
  readonly input: string | null;
}

/** A command that is understood and can be carried out; kept in buttons as its `args`. */
export interface AdminOrder {
  /** Canonical: reading them again gives the same order, from its first page on. */
  readonly args: readonly string[];
  readonly effect: 'read' | 'change';
  readonly isList: boolean;
  /** null where nothing has to be confirmed. */
  readonly confirm: AdminConfirm | null;
  readonly form: AdminForm | null;
  readonly pageToken: string;
  /** null: the service's default. */
  readonly pageSize: number | null;
  /** Flags that only the command line has. */
  readonly json: boolean;
  readonly allPages: boolean;
  readonly confirmed: boolean;
}

/** What is there to type. */
export interface AdminHelp {
  readonly intro: string;
  readonly commands: readonly {
    readonly usage: string;
    readonly about: string;
    /** Of one command only: its arguments and flags. */
    readonly details: readonly { readonly term: string; readonly about: string }[];
  }[];
}

export type AdminReading =
  | { readonly kind: 'order'; readonly order: AdminOrder }
  | { readonly kind: 'help'; readonly help: AdminHelp }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly AdminMistake[] };

export type AdminAnswer =
  | { readonly kind: 'page'; readonly page: AdminPage }
  /** `refused`: the service said no; `failed`: it did not answer, or not understandably; `not-admin`: the caller may not. */
  | { readonly kind: 'refused' | 'failed' | 'not-admin'; readonly words: string };

export interface AdminDesk {
  /** Understands what was typed, a line or words; changes nothing, asks nobody, never throws. */
  read(typed: string | readonly string[], via: AdminCaller['via']): AdminReading;
  /** As `read`, of a form's `args` and what was filled in, each `name=value`. Nothing filled in is a mistake. */
  fill(args: readonly string[], sets: readonly string[]): AdminReading;
  /** Whether this person may; for `carryOut` it is checked again. */
  admits(caller: AdminCaller): boolean;
  /** The answer to somebody who may not; kept in the audit trail. */
  turnAway(caller: AdminCaller, typed: string): Promise<AdminAnswer>;
  /**
   * Carries an order out and keeps it in the audit trail with its outcome; a change is also kept before it is sent. Throws only what
   * the audit trail throws: what cannot be kept is not done, or not shown.
   */
  carryOut(caller: AdminCaller, order: AdminOrder): Promise<AdminAnswer>;
  /**
   * As `carryOut`, every page of a list from the order's on, one after the other, until the last; what is no page ends it, and so does
   * one that was there before, which is a failure. Two entries of the audit trail, however many pages.
   */
  everyPage(caller: AdminCaller, order: AdminOrder): AsyncIterable<AdminAnswer>;
}

/** Where the desk keeps what was done. */
export type AdminAudit = (entry: AuditEntry) => Promise<void>;
