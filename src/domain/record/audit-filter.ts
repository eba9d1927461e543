import { DateTime } from 'luxon';
import { readDuration } from '../request/time-text.ts';
import { ok, type Result, refuse } from '../result.ts';

/** An entry of the audit trail as it is read. */
export interface AuditLine {
  /** Ascending, with gaps where a transaction was rolled back. */
  readonly seq: number;
  /** ISO 8601. */
  readonly at: string;
  readonly kind: string;
  /** Slack id; null for what the bot did by itself. */
  readonly actor: string | null;
  /** Id of the app in the service; null where the entry is about none. */
  readonly app: string | null;
  readonly requestId: string | null;
  readonly taskId: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Which entries of the audit trail. What is left out does not narrow. */
export interface AuditFilter {
  /** Inclusive; ISO 8601. */
  readonly since?: string | undefined;
  /** Exclusive; ISO 8601. */
  readonly until?: string | undefined;
  /** Slack id. */
  readonly actor?: string | undefined;
  /** Id of the app in the service. */
  readonly app?: string | undefined;
  /** Our id of a request, the number of its task or the task's id. */
  readonly request?: string | undefined;
}

/**
 * The filter from what was typed, with the actor as typed (`actorMeant` finds their Slack id), or a
 * sentence about the first flag that cannot be right. A duration counts back from now: "1h" is an
 * hour ago.
 */
export function readAuditFilter(typed: AuditFilter, now: Date): Result<AuditFilter, string> {
  const { since, until } = typed;
  const from = since === undefined ? undefined : readInstant(since, now);
  const to = until === undefined ? undefined : readInstant(until, now);
  if (from === null) return refuse(whenWords('since', since ?? ''));
  if (to === null) return refuse(whenWords('until', until ?? ''));
  if (from !== undefined && to !== undefined && to <= from)
    return refuse('--until is not after --since.');
  for (const name of ['actor', 'app', 'request'] as const) {
    if (typed[name]?.trim() === '') return refuse(`--${name} is empty.`);
  }
  return ok({ ...typed, since: from, until: to });
}

/**
 * A duration counts back from now; a date means its midnight in UTC; an instant names its zone. In
 * ISO 8601; null for anything else, and for a time before the calendar of the database.
 */
export function readInstant(text: string, now: Date): string | null {
  const secondsAgo = readDuration(text);
  if (secondsAgo !== null) {
    const ago = DateTime.fromJSDate(now, { zone: 'utc' }).minus({ seconds: secondsAgo });
    return ago.isValid && ago.year >= 1 ? ago.toISO() : null;
  }
  const isWhole = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/.test(
    text,
  );
  const at = DateTime.fromISO(text, { zone: 'utc' });
  return isWhole && at.isValid ? at.toISO() : null;
}

function whenWords(flag: string, text: string): string {
  return `--${flag} is “${text}”: write how long ago, like 1h or 3 days, a date like 2026-11-01, or an instant with its zone like 2026-11-01T08:30:00Z.`;
}
