/**
 * The database did not do what was asked: not reached, stopped, read-only, full, or something else held what was needed for too long.
 * It passes; nothing was kept, except where only the answer to a commit was lost.
 */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure';
}
