import { z } from 'zod';
import { DatabaseFailure, NotTaken, OutwardFailure } from './outward-failure.ts';

/**
 * Work that goes outward and can be done again: what the durable queue holds. Ids only; the rest is
 * in the store.
 */
export const outwardJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create-task'), requestId: z.string() }),
  /** Posts a card; one that waits for its turn in its channel holds up no other job. */
  z.object({ kind: z.literal('sync-card'), cardId: z.string() }),
  /** Brings a posted card up to date. */
  z.object({ kind: z.literal('update-card'), cardId: z.string() }),
  z.object({ kind: z.literal('carry-out-action'), actionId: z.string() }),
  z.object({ kind: z.literal('send-notice'), noticeId: z.string() }),
  /** Brings what people are shown of what was asked for to what is stored. */
  z.object({ kind: z.literal('show-asking'), askingId: z.string() }),
  /** Brings what a reviewer is shown of what waits for them to what is stored. */
  z.object({ kind: z.literal('show-list'), slackUserId: z.string() }),
  z.object({ kind: z.literal('sync-home'), slackUserId: z.string() }),
  /** Tells who lost access that was removed. `requestId`: of the removal. */
  z.object({ kind: z.literal('tell-removed'), requestId: z.string() }),
  /** Reads what a person holds, for their Home. */
  z.object({ kind: z.literal('read-held'), slackUserId: z.string() }),
  /** Reads what waits for a person in the service, for their Home. */
  z.object({ kind: z.literal('read-work'), slackUserId: z.string() }),
  /** Gives back access that was not granted through the bot. */
  z.object({ kind: z.literal('give-back-held'), returnId: z.string() }),
  /** A copy of a card that was posted when the outcome of the first post was unknown. */
  z.object({ kind: z.literal('retire-copy'), channel: z.string(), ts: z.string() }),
  z.object({ kind: z.literal('act-on-due') }),
  /** Shows a step that the service handed to the bot. */
  z.object({ kind: z.literal('take-delivery'), webhookId: z.string() }),
  /** Tells an administrator of a delivered step that cannot be read, or not be answered. */
  z.object({
    kind: z.literal('tell-delivery'),
    webhookId: z.string(),
    trouble: z.enum(['unreadable', 'locked']),
    slackUserId: z.string(),
  }),
  /** Shows what an agent drafted for a person, or what became of it. */
  z.object({ kind: z.literal('show-draft'), draftId: z.string() }),
  /** Denies delivered steps that nobody decided in time. */
  z.object({ kind: z.literal('deny-undecided') }),
  z.object({ kind: z.literal('refresh-tasks') }),
  /** Reads tasks again soon, because somebody waits for what comes next. */
  z.object({ kind: z.literal('read-watched') }),
  z.object({ kind: z.literal('end-grants') }),
]);
export type OutwardJob = Readonly<z.output<typeof outwardJob>>;
export type JobKind = OutwardJob['kind'];
export const jobKinds = outwardJob.options.map(({ shape }) => shape.kind.value);

/**
 * The extras that may have left something where they are not mounted: a job, a row or a setting.
 * `start/open-extras.ts` says what, and ends the start. An extra that leaves nothing is not here.
 */
export const extraNames = [
  'webhooks',
  'elsewhere',
  'profiles',
  'catalogs',
  'worklist',
  'held',
  'sealed-trail',
  'agents',
] as const;
export type ExtraName = (typeof extraNames)[number];

/**
 * The kinds that an extra carries out. They stand here because every stored kind does: a job that
 * an extra left behind is known without the extra.
 */
export const jobsOfExtras = {
  webhooks: ['take-delivery', 'tell-delivery', 'deny-undecided'],
  elsewhere: [],
  profiles: [],
  catalogs: [],
  worklist: ['read-work'],
  held: ['read-held', 'give-back-held'],
  'sealed-trail': [],
  agents: ['show-draft'],
} as const satisfies Readonly<Record<ExtraName, readonly JobKind[]>>;
export type ExtraJobKind = (typeof jobsOfExtras)[ExtraName][number];
export type ExtraJob = Extract<OutwardJob, { kind: ExtraJobKind }>;

/** What it waits for is not there yet: the job comes back later, however often. */
export type NotYet = 'not-yet';

/** First wait, doubled with every attempt up to the ceiling. */
const firstDelayMs = 1_000;
const longestDelayMs = 60_000;
/**
 * What waits for the database or the service goes on soon after it is back: only the next try tells.
 */
const longestForAwayMs = 15_000;

/**
 * How long a `Retry-After` is obeyed at most. Without a limit, one answer of a proxy that asks for
 * a year parks a request for a year. Somebody waits for a decision, and its deadline
 * (`review.expireAfter`) is noticed when it is tried again, so its limit is shorter. Slack's waits
 * are mostly the bot's own queue for a busy channel, which may be long.
 */
const longestToldMs = { decision: 30_000, governance: 300_000, slack: 3_600_000 } as const;

/**
 * Milliseconds before the next attempt.
 *
 * @param attempt how many attempts there have been, this one included; 1 or more
 * @param jitter 0 up to 1, drawn by the caller, spreads the waits of many jobs
 */
export function backoffMs(attempt: number, jitter: number, longestMs = longestDelayMs): number {
  const waitMs = Math.min(longestMs, firstDelayMs * 2 ** Math.min(attempt - 1, 16));
  return Math.round(waitMs * (0.75 + jitter * 0.25));
}

/** What Slack has not taken for so long, with a code that nobody listed, it never takes. */
const longestRefusedMs = 7 * 86_400_000;
/** Such a code may be about this one thing alone: it is not asked about every minute. */
const longestRefusedDelayMs = 900_000;

interface FailedAttempt {
  readonly kind: JobKind;
  readonly attempt: number;
  readonly jitter: number;
  /** How long ago Slack first failed this job. */
  readonly slackFailedForMs?: number;
}

/**
 * The one rule about trying again after a failure. Failures of the world are tried until they pass:
 * nothing submitted is lost. What Slack refuses with a code that nobody listed is tried for a week.
 * What is not a failure of the world is a bug: it is tried a few times (a bug may be a race), then
 * given up and shown to the operator.
 *
 * @returns milliseconds to wait, or `give-up`
 */
export function decideRetry(
  error: unknown,
  { kind, attempt, jitter, slackFailedForMs = 0 }: FailedAttempt,
): number | 'give-up' {
  const waitMs = backoffMs(attempt, jitter);
  if (error instanceof NotTaken)
    return slackFailedForMs < longestRefusedMs
      ? backoffMs(attempt, jitter, longestRefusedDelayMs)
      : 'give-up';
  const soonMs = Math.min(waitMs, longestForAwayMs);
  if (error instanceof DatabaseFailure) return soonMs;
  if (error instanceof OutwardFailure)
    return Math.max(isServiceAway(error) ? soonMs : waitMs, obeyedMs(error, kind));
  return attempt < 5 ? waitMs : 'give-up';
}

function isServiceAway({ system, kind }: OutwardFailure): boolean {
  return system === 'governance' && (kind === 'network' || kind === 'timeout' || kind === 'http');
}

function obeyedMs({ system, retryAfterMs }: OutwardFailure, kind: JobKind): number {
  const isDecision = system === 'governance' && kind === 'carry-out-action';
  return Math.min(retryAfterMs ?? 0, longestToldMs[isDecision ? 'decision' : system]);
}
