import { z } from 'zod';
import { DatabaseFailure } from '../../domain/outward/outward-failure.ts';

/**
 * PostgreSQL's codes for what passes, of a server as of the embedded one: no connection (08), no
 * transactions but for reading (25006), a transaction ended for saying nothing (25P03), not let in
 * (28), disk or memory full (53), a lock that was not to be had (55P03), cancelled, stopped or
 * starting (57), the disk's own failures (58); and the operating system's for a connection that
 * failed.
 */
const passing = z.object({
  code: z.string().regex(/^(08|25006|25P03|28|53|55P03|57|58)|^E[A-Z]+$/),
});
/** Deadlocks and serialization failures: the transaction was rolled back and may be repeated. */
const rolledBack = z.object({ code: z.enum(['40P01', '40001']) });

/** A lock was not to be had in the time that the connection waits for one. */
const lockRefused = z.object({ code: z.literal('55P03') });

const withoutRoom = z.object({ code: z.enum(['53100', '53400']) });

/** Not let in: another name or password is needed, which does not come by itself. */
const notLetIn = z.object({ code: z.string().startsWith('28') });

const passwordRefused = z.object({ code: z.literal('28P01') });

/** PostgreSQL's own errors have a severity; those of the way to it have none. */
const answer = z.object({ severity: z.string() });

/** Whether the database answered, and refuses what it was asked. */
export function isAnswer(error: unknown): boolean {
  return answer.safeParse(error).success;
}

export function isPasswordRefused(error: unknown): boolean {
  return passwordRefused.safeParse(error).success;
}

/** Whether the database may answer later, as one that is started together with the bot does. */
export function isAway(error: unknown): boolean {
  return asDatabaseFailure(error) instanceof DatabaseFailure && !notLetIn.safeParse(error).success;
}

/** The disk is full, or as full as it may be. */
export function isWithoutRoom(error: unknown): boolean {
  return withoutRoom.safeParse(error).success;
}

export function isLockRefused(error: unknown): boolean {
  return lockRefused.safeParse(error).success;
}

export function wasRolledBack(error: unknown): boolean {
  return rolledBack.safeParse(error).success;
}

/**
 * What an error of the database or of the way to it is to everybody else; any other error as it is.
 */
export function asDatabaseFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseFailure) return error;
  const isPassing =
    passing.safeParse(error).success || wasRolledBack(error) || driverWords.test(error.message);
  return isPassing ? new DatabaseFailure(error.message, { cause: error }) : error;
}

/** What the driver says itself has no code of PostgreSQL's. */
const driverWords =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection error|not queryable/;
