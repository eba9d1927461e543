import { OutwardFailure } from '../domain/outward-failure.ts';

/** How long a check may be relied on, counted from the arrival of the task's reading. */
const verdictMs = 3_000;

/** So often something is checked again at once, before its job waits and the person is told. */
const checksInARow = 3;

/** Until when a call may leave this process that rests on a reading of this time. */
export function sendBefore(readAt: Date): Date {
  return new Date(readAt.getTime() + verdictMs);
}

export function isLate(error: unknown): boolean {
  return error instanceof OutwardFailure && error.kind === 'late';
}

/**
 * Checks and sends anew where what was checked had become too old before it was sent: the process was frozen, or it waited for a token or
 * a connection. Throws the last failure after three times.
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
