import {
  type Former,
  isGrantingStep,
  lateEnd,
  wantedSeconds,
} from '../../../domain/access/wanted-end.ts';
import type { Action, ActionKind } from '../../../domain/action/action.ts';
import { OutwardFailure } from '../../../domain/outward/outward-failure.ts';
import type { Refusal } from '../../../domain/refusals/refusals.ts';
import { type LateEnd, periodOf } from '../../../domain/request/granted-by-task.ts';
import type { Subject } from '../../../domain/request/subject.ts';
import { actionNames, isOpen, type TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import { asksAbout } from '../../card/request-fingerprint.ts';
import type { UseCaseDeps } from '../../deps.ts';
import type { StoreTransaction } from '../../ports/store-ports.ts';

/** What came of one attempt to carry an action out. */
export type Outcome =
  | CarriedOut
  | Refused
  /** It is noted and told already. */
  | { readonly kind: 'settled' }
  /** It is tried again; the person is told why once that takes long, unless it is null. */
  | { readonly kind: 'waits'; readonly why: LongWait | null };

/**
 * - `unshown`: the service agreed, and its readings do not show it
 * - `behind`: somebody else's answer to the step is under way
 */
export type LongWait = 'unshown' | 'behind';

export interface CarriedOut {
  readonly kind: 'carried-out';
  /**
   * Notes what came of it, in the transaction that notes it as done; or says why it is not done,
   * having noted nothing. `request`: as it was when the attempt began; its state may be another one.
   */
  readonly keep: (tx: StoreTransaction, request: Subject) => Promise<Refusal | void>;
}

export interface Refused {
  readonly kind: 'refused';
  readonly refusal: Refusal;
  /** A reading that is to be noted and shown; null or absent where there is none. */
  readonly task?: TaskSnapshot | null;
  /** What the service was asked to do, where that was not the verb itself. */
  readonly needed?: ActionKind;
}

/** A service that queues acts shows them within this time, and nobody needs to hear of the wait. */
const quietMs = 15_000;

export function isLong({ world }: Pick<UseCaseDeps, 'world'>, { at }: Action): boolean {
  return world.now().getTime() - at.getTime() >= quietMs;
}

export function carriedOut(keep: CarriedOut['keep']): CarriedOut {
  return { kind: 'carried-out', keep };
}

export function refused(refusal: Refusal, task: TaskSnapshot | null = null): Refused {
  return { kind: 'refused', refusal, task };
}

/**
 * Whether a task that has ended shows the end that this action sent, even if the answer was lost.
 */
export function isEndOf({ state }: Action, task: TaskSnapshot): boolean {
  return state === 'sending' && !isOpen(task) && task.outcome === 'cancelled';
}

/** Access for less time is over before anybody uses it. */
const shortestSeconds = 60;

/**
 * What an approval does about access that would end later than was asked for; null where it would
 * not, and where the clicked buttons asked about that end.
 *
 * `shorterSeconds`: the time to which the task is set before, so that the end is kept; null where
 * the service does not let it be set, or the wanted end is over: the person is asked first.
 */
export function lateApproval(
  request: Subject,
  task: TaskSnapshot,
  {
    former,
    shown,
    now,
  }: { readonly former: Former | null; readonly shown: string | null; readonly now: Date },
): { readonly end: LateEnd; readonly shorterSeconds: number | null } | null {
  if (!isGrantingStep(task)) return null;
  const end = lateEnd(request, former, periodOf(task, request), now);
  if (end === null || asksAbout(shown, end)) return null;
  const seconds = wantedSeconds(request, former, now) ?? 0;
  const canShorten = actionNames(task).has('UPDATE_GRANT_DURATION') && seconds >= shortestSeconds;
  return { end, shorterSeconds: canShorten ? seconds : null };
}

/** How long a check may be relied on after the reading of the task arrived. */
const arrivedMs = 3_000;

/**
 * How long an answer may be relied on after its question was sent. An answer says how things were
 * at some moment since then: a process that is frozen meanwhile takes an old answer for one that
 * has just arrived. A slow tenant still works: an answer that takes 5 s leaves 3 s to send.
 */
const askedMs = 8_000;

/** How often an act is checked in a row before its job waits and the person is told. */
const checksInARow = 3;

/** The times of the answers on which a verdict depends. */
interface VerdictTimes {
  /** When the oldest of the questions was sent. */
  readonly askedAt: Date;
  /** When the reading of the task or access arrived. */
  readonly arrivedAt: Date;
}

/** The deadline of a call that depends on these answers. */
export function verdictEnd({ askedAt, arrivedAt }: VerdictTimes): Date {
  return new Date(Math.min(askedAt.getTime() + askedMs, arrivedAt.getTime() + arrivedMs));
}

/** The deadline of a call that depends on the database alone. */
export function endFrom(now: Date): Date {
  return verdictEnd({ askedAt: now, arrivedAt: now });
}

export function isLate(error: unknown): boolean {
  return error instanceof OutwardFailure && error.kind === 'late';
}

/**
 * Checks and sends again if the check was too old when the call was about to be sent: the process
 * was frozen, or waited for a token or a connection. Throws the last failure after three attempts.
 */
export async function whileFresh<T>(checkAndSend: () => Promise<T>): Promise<T> {
  for (let checks = 1; ; checks += 1) {
    try {
      return await checkAndSend();
    } catch (error) {
      if (!isLate(error) || checks >= checksInARow) throw error;
    }
  }
}
