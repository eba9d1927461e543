import { type Result, refuse } from '../result.ts';
import type { ServiceRefusal } from './service-refusal.ts';

export type FailureKind =
  | 'network' // no connection, reset, DNS
  | 'timeout' // no answer in time
  | 'late' // what it rests on had become too old before it could be sent
  | 'rate-limited' // 429
  | 'http' // 5xx, or a status nobody expects here
  | 'decode' // an answer that is not what the interface promises
  | 'unauthorized' // our own credentials are refused
  | 'out-of-scope' // our own credentials do not cover this, and will not by themselves
  | 'refused' // Slack does not take this one thing; what it says of the rest is not known
  | 'unopened'; // what it needs was sealed with a key that is not set, so nobody was called

/**
 * A call outward that failed: not a refusal, nothing a person did wrong. Thrown by the rooms that
 * talk to the world, read by the one rule that decides on a retry (`retry.ts`).
 */
export class OutwardFailure extends Error {
  override readonly name: string = 'OutwardFailure';
  readonly system: 'governance' | 'slack';
  readonly kind: FailureKind;
  /**
   * True where it is certain that nothing was carried out, so that repeating cannot do it twice.
   */
  readonly certainlyNotDone: boolean;
  /** What the other side asked us to wait, in milliseconds; null where it said nothing. */
  readonly retryAfterMs: number | null;
  readonly httpStatus: number | null;

  /** `message`: for the log, what failed where. Never holds a token or a secret. */
  constructor(
    fields: Pick<OutwardFailure, 'system' | 'kind' | 'message' | 'certainlyNotDone'> &
      Partial<Pick<OutwardFailure, 'retryAfterMs' | 'httpStatus' | 'cause'>>,
  ) {
    super(fields.message, { cause: fields.cause });
    this.system = fields.system;
    this.kind = fields.kind;
    this.certainlyNotDone = fields.certainlyNotDone;
    this.retryAfterMs = fields.retryAfterMs ?? null;
    this.httpStatus = fields.httpStatus ?? null;
  }
}

/** Whether the call may have been carried out all the same. */
export function isPerhapsDone(err: unknown): boolean {
  return !(err instanceof OutwardFailure && err.certainlyNotDone);
}

/**
 * The service refuses the bot's own credentials: every call fails until somebody mends the settings.
 */
export class RefusedCredentials extends OutwardFailure {
  /** `message`: names the settings. */
  constructor(message: string, httpStatus: number | null = null) {
    const kind = 'unauthorized';
    super({ system: 'governance', kind, message, certainlyNotDone: true, httpStatus });
  }
}

/** The service refused to tell something. */
export class RefusedRead extends OutwardFailure {
  readonly refusal: ServiceRefusal;
  constructor(refusal: ServiceRefusal, message: string, httpStatus: number) {
    super({ system: 'governance', kind: 'http', message, certainlyNotDone: true, httpStatus });
    this.refusal = refusal;
  }
}

/** For what the service refuses to tell; throws every other error again. */
export function ifRefused<F>(otherwise: (err: RefusedRead) => F): (err: unknown) => F {
  return (err) => {
    if (!(err instanceof RefusedRead)) throw err;
    return otherwise(err);
  };
}

/** Slack refused something with a code that is no answer to what was asked. */
export class NotTaken extends OutwardFailure {
  readonly code: string;
  /**
   * The narrowest subject that a code in no list can be about: a place, a person or a method. '' for
   * a code that is known not to be about the workspace: no second subject fails alike.
   */
  readonly unlisted: string;
  constructor(method: string, code: string, unlisted = '') {
    const message = `${method}: ${code}`;
    super({ system: 'slack', kind: 'refused', message, certainlyNotDone: true });
    this.code = code;
    this.unlisted = unlisted;
  }
}

/** How long Slack may answer with a code that nobody listed before that counts as its refusal. */
const longestUnlistedMs = 15 * 60_000;

/** For what Slack has not taken for so long; throws every other error again. */
export function ifUnlistedFor(
  failedForMs: number,
): (error: unknown) => Result<never, { readonly kind: 'rejected'; readonly code: string }> {
  return (error) => {
    if (!(error instanceof NotTaken) || failedForMs <= longestUnlistedMs) throw error;
    return refuse({ kind: 'rejected', code: error.code });
  };
}

/** For what can be done without: Slack did not take it, with a code that nobody listed. */
export function ifNotTaken(error: unknown): null {
  if (error instanceof NotTaken) return null;
  throw error;
}

/**
 * Whose failure people are told. null where Slack does not answer: nobody could read it before
 * Slack is back, and then it is done. Where Slack refuses what the bot needs, its messages may
 * arrive all the same.
 */
export function toldFailure({ system, kind }: OutwardFailure): OutwardFailure['system'] | null {
  return system === 'governance' || isOfCredentials(kind) || kind === 'refused' ? system : null;
}

/** Whether the service refuses the bot itself, which no waiting mends. */
export function isBotRefused({ system, kind }: OutwardFailure): boolean {
  return system === 'governance' && kind === 'unauthorized';
}

function isOfCredentials(kind: FailureKind): boolean {
  return kind === 'unauthorized' || kind === 'out-of-scope';
}

/**
 * The database did not do what was asked: not reached, stopped, read-only, full, or something else
 * held what was needed for too long. It passes; nothing was kept, except where only the answer to a
 * commit was lost.
 */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure';
  /** The commit was under way: what was to be kept may be. */
  readonly isUncertain: boolean;
  constructor(
    message: string,
    { isUncertain = false, ...options }: ErrorOptions & { readonly isUncertain?: boolean } = {},
  ) {
    super(message, options);
    this.isUncertain = isUncertain;
  }
}

/**
 * Who is away, or lets the bot wait for its turn, so that whatever needs them fails alike until that
 * passes; null for a failure of what was asked alone.
 */
export function awaited(error: unknown): OutwardFailure['system'] | 'database' | null {
  if (error instanceof DatabaseFailure) return 'database';
  if (!(error instanceof OutwardFailure)) return null;
  const { kind, httpStatus, system } = error;
  const isAway = kind === 'network' || kind === 'timeout' || (httpStatus ?? 0) >= 500;
  return isAway || kind === 'rate-limited' ? system : null;
}

/**
 * The answer; where the other side gives none, what `otherwise` makes of that. Bugs are thrown on.
 */
export function unlessFailing<T, F>(
  asked: Promise<T>,
  otherwise: (err: OutwardFailure) => F,
): Promise<T | F> {
  return asked.catch(ifFailing(otherwise));
}

/** For the other side's failures; throws every other error again. */
export function ifFailing<F>(otherwise: (err: OutwardFailure) => F): (err: unknown) => F {
  return (err) => {
    if (!(err instanceof OutwardFailure)) throw err;
    return otherwise(err);
  };
}
