import { OutwardFailure } from '../domain/outward-failure.ts';

/** How long a check may be relied on, counted from the arrival of the task's reading. */
const verdictMs = 3_000;

/** How often an act is checked in a row before its job waits and the person is told. */
const checksInARow = 3;

/** The deadline of a call that rests on a reading that arrived at this time. */
export function sendBefore(readAt: Date): Date {
  return new Date(readAt.getTime() + verdictMs);
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
