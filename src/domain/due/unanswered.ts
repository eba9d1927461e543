/** What the requester of an emergency hears while nobody decides, and when. */

/** So many people of a call are named; the others are counted. */
const namedPeople = 5;
/** The last so many calls are told. */
const toldCalls = 8;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** After the emergency began to wait. Then once an hour, as far as `longestMs`. */
const firstUpdatesMs = [5, 10, 15, 20, 25, 30, 40, 50].map((minutes) => minutes * minuteMs);
const longestMs = 24 * hourMs;

/** Those who are called. */
export interface Called {
  /** The first of them, by Slack id. */
  readonly people: readonly string[];
  readonly count: number;
  readonly channels: readonly string[];
}

/** Somebody is called at this time if nobody has decided. Milliseconds since 1970, for JSON. */
export interface NextCall extends Called {
  readonly atMs: number;
}

/** Somebody was called because nobody had decided. */
export interface CallMade extends NextCall {
  /** reminded: the reviewers; told: the people of a tier of the escalation. */
  readonly kind: 'reminded' | 'told';
}

/** What is stored with the step of an emergency. */
export interface UnansweredWatch {
  readonly sinceMs: number;
  readonly calls: readonly CallMade[];
  /** When the requester hears next; null = not by the clock. */
  readonly dueMs: number | null;
  /** Whether the requester has the message: it is brought up to date from then on. */
  readonly isDelivered: boolean;
}

/** What a reviewer reads of a reminder in an emergency. */
export interface Reminded {
  /** How often this reviewer was reminded, this time included. */
  readonly count: number;
  readonly waitedSeconds: number;
  readonly isLast: boolean;
  readonly next: NextCall | null;
}

export function called(people: readonly string[], channels: readonly string[] = []): Called {
  return { people: people.slice(0, namedPeople), count: people.length, channels };
}

export function beginUnanswered(sinceMs: number): UnansweredWatch {
  return { sinceMs, calls: [], dueMs: nextUpdateMs(sinceMs, sinceMs), isDelivered: false };
}

/** `isDue`: the requester hears of it now. What fell due several times is due once. */
export function dueOnUnanswered(
  before: UnansweredWatch,
  { nowMs, calls }: { readonly nowMs: number; readonly calls: readonly CallMade[] },
): { readonly watch: UnansweredWatch; readonly isDue: boolean } {
  const { sinceMs, dueMs, isDelivered } = before;
  const isTime = dueMs !== null && dueMs <= nowMs;
  const isDue = isTime || calls.length > 0;
  const watch = {
    sinceMs,
    calls: [...before.calls, ...calls].slice(-toldCalls),
    dueMs: isTime ? nextUpdateMs(sinceMs, nowMs) : dueMs,
    isDelivered: isDelivered || isDue,
  };
  return { watch, isDue };
}

/** An edit notifies nobody, so after this long a new message takes the place of the last one. */
const newMessageMs = [hourMs, 12 * hourMs];

/** Which of these messages to the requester is the current one, counted from 0. */
export function messageNumber(sinceMs: number, asOfMs: number): number {
  return newMessageMs.filter((ms) => asOfMs - sinceMs >= ms).length;
}

function nextUpdateMs(sinceMs: number, nowMs: number): number | null {
  const waitedMs = nowMs - sinceMs;
  const first = firstUpdatesMs.find((ms) => ms > waitedMs);
  const hourly = (Math.floor(waitedMs / hourMs) + 1) * hourMs;
  const next = first ?? hourly;
  return next > longestMs ? null : sinceMs + next;
}
