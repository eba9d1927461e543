import { OutwardFailure } from '../../domain/outward/outward-failure.ts';

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
