import type { Sentence } from '../../domain/text/sentence.ts';
import type { HomeRequests } from '../../use-cases/ports/home-contents.ts';

/** A button gives a command; one that is the word on a change counts once. */
export interface AdminButton {
  readonly label: Sentence;
  readonly words: readonly string[];
  readonly isConfirmed?: true;
}

/** What an administrator or an owner reads. */
export interface AdminAnswer {
  /** Plain text, a line each, which may quote anybody: nothing in it is markup. */
  readonly says: readonly Sentence[];
  readonly requests?: HomeRequests;
  readonly buttons?: readonly AdminButton[];
}

/**
 * Carries out what was typed, a line or its words, and keeps it in the audit trail. Throws only
 * what the audit trail throws: what cannot be kept is not done, or not shown.
 */
export type Administer = (
  slackUserId: string,
  typed: string | readonly string[],
  isConfirmed?: boolean,
) => Promise<AdminAnswer>;
