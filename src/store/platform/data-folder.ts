import { chmod, mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A database that cannot be used, in one sentence for the operator. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** Nothing answers at its address, or not yet: what passes by itself. */
export class DatabaseAway extends DatabaseUnavailable {}

/** Another process has the folder. */
export class FolderTaken extends DatabaseUnavailable {}

/**
 * Takes the data folder for this process alone: PostgreSQL itself keeps out a second server, but
 * not a second bot. Makes the folder if it is missing.
 *
 * The lock is SQLite's write lock on an empty file, which is a lock of the kernel: one process gets
 * it however many try at once, and it ends with the process, even after kill -9 and where process
 * ids repeat (containers).
 *
 * @param taken what is said where another process has the folder
 * @throws FolderTaken if another process has the folder
 * @throws DatabaseUnavailable if the folder cannot be written
 */
export async function lockFolder(
  folder: string,
  taken = `The data folder ${folder} is already open in another process. Stop that process, or set DATA_DIR to another folder.`,
): Promise<{ release(): Promise<void> }> {
  let file: DatabaseSync;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'database.lock');
    await makeOnce(path);
    file = new DatabaseSync(path, { timeout: 0 });
  } catch (cause) {
    throw new DatabaseUnavailable(
      `The data folder ${folder} cannot be written (${messageOf(cause)}). Set DATA_DIR to a folder this user may write to.`,
      { cause },
    );
  }
  try {
    file.exec('begin immediate');
  } catch (cause) {
    file.close();
    throw new FolderTaken(taken, { cause });
  }
  return { release: async () => file.close() };
}

/**
 * A file that is there is not opened: closing it again would end the lock that this process may
 * have on it.
 */
async function makeOnce(path: string): Promise<void> {
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/**
 * Makes a folder that only this user can enter, or closes the one that is there to everybody else,
 * so that no other user can write an approval into it.
 *
 * @throws DatabaseUnavailable where other users could still change what is in it
 */
export async function makePrivate(folder: string): Promise<void> {
  const why = await mkdir(folder, { recursive: true, mode: 0o700 }).then(
    () => closeToOthers(folder),
    messageOf,
  );
  if (why === null) return;
  throw new DatabaseUnavailable(
    `The folder ${folder} can be changed by other users of this machine (${why}), who could forge approvals. Make it this user’s with chown and chmod 700, or set DATA_DIR to another folder.`,
  );
}

/**
 * Closes the data folder to other users. One that this user may not change, such as a volume of the
 * cluster, is used all the same: what is in it is closed.
 *
 * @param tell is called with a sentence if the folder stays open
 */
export async function closeDataFolder(
  folder: string,
  tell: (words: string) => void,
): Promise<void> {
  const why = await closeToOthers(folder);
  if (why === null) return;
  tell(
    `Other users of this machine can enter the data folder ${folder} (${why}). Its files are closed to them. Make it this user’s with chown and chmod 700.`,
  );
}

const stickyBit = 0o1000;

/** Why other users can still enter a folder; null where they cannot. */
async function closeToOthers(folder: string): Promise<string | null> {
  // Windows knows neither user ids nor these modes.
  if (process.getuid === undefined) return null;
  try {
    // A folder like /tmp belongs to everybody; as root the bot could close it by mistake.
    const isShared = ((await stat(folder)).mode & stickyBit) !== 0;
    if (!isShared) await chmod(folder, 0o700);
    const { mode, uid } = await stat(folder);
    const isClosed = uid === process.getuid() && (mode & 0o077) === 0;
    return isClosed ? null : `user ${uid}, mode ${(mode & 0o777).toString(8)}`;
  } catch (cause) {
    return messageOf(cause);
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
