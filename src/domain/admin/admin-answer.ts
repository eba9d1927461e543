/**
 * What a command of the operator answers, before chat and the command line show it, each in its own
 * way. Texts in it are the service's words or ours, never markup, and may hold anything: line
 * breaks and control characters too.
 */

/**
 * Who gives a command. From chat only configured administrators may; a person who holds the
 * process's credentials already may.
 */
export type AdminCaller =
  | { readonly via: 'chat'; readonly slackUserId: string }
  /** `name`: the user of the operating system. */
  | { readonly via: 'command line'; readonly name: string };

export interface AdminRecord {
  /** Its name, then its id in brackets. */
  readonly title: string;
  /** The most telling first; what is unset has no field, so that no text is empty. */
  readonly fields: readonly { readonly label: string; readonly text: string }[];
}

/** How many fields of a record a compact page shows. */
export const tellingFields = 3;

export interface AdminPage {
  readonly title: string;
  readonly records: readonly AdminRecord[];
  /** Sentences of ours. */
  readonly notes: readonly string[];
  /** The list ends here although the service has more of it; a note says why. */
  readonly isIncomplete?: boolean;
  /** Every field is shown; otherwise the most telling ones. */
  readonly isFull: boolean;
  /** Commands that lead on from it; null where there is nothing to lead to. */
  readonly next: readonly string[] | null;
  readonly full: readonly string[] | null;
  /** For machines: the service's record, or the records of a list; never a secret. */
  readonly json: unknown;
}

export type AdminAnswer =
  | { readonly kind: 'page'; readonly page: AdminPage }
  /**
   * A change is asked about before it is made. `verb`: what to click, at most 30 characters;
   * `words`: the command itself.
   */
  | {
      readonly kind: 'question';
      readonly page: AdminPage;
      readonly verb: string;
      readonly words: readonly string[];
    }
  /**
   * `mistake`: the command is not understood; `refused`: the service said no; `failed`: it did not
   * answer, or not understandably; `not-admin`: the caller may not.
   */
  | { readonly kind: 'mistake' | 'refused' | 'failed' | 'not-admin'; readonly words: string };

/**
 * Carries out what was typed, a line or its words, and keeps it in the audit trail. Throws only
 * what the audit trail throws: what cannot be kept is not done, or not shown.
 */
export type Administer = (
  caller: AdminCaller,
  typed: string | readonly string[],
  confirmed?: 'confirmed',
) => Promise<AdminAnswer>;
