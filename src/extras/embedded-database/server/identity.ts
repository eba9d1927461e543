import { chmod, chown, lstat, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseUnavailable } from '../../../store/platform/data-folder.ts';

/** The user and group that a process is started as; empty for those of the bot. */
export interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * PostgreSQL refuses root. No system gives this id to a person or a service, so it owns nothing
 * else.
 */
const usualServerUid = 54_320;

const nobody = 65_534;
const everybodyMayEnterBit = 0o001;
const othersMayWriteBits = 0o022;

/** What the server runs as. `wanted`: POSTGRES_UID. */
export function serverIdentity(wanted: number = usualServerUid): Identity {
  return process.getuid?.() === 0 ? { uid: wanted, gid: wanted } : {};
}

/**
 * `initdb` looks up the name of its user, which the server's own id need not have; `nobody` has one
 * everywhere.
 */
export async function makerIdentity(server: Identity): Promise<Identity> {
  if (server.uid === undefined) return {};
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const ids = accounts.split('\n').map((line) => Number(line.split(':')[2]));
  const uid = ids.includes(server.uid) ? server.uid : nobody;
  return { uid, gid: uid };
}

/** The two ways out where root cannot start a process as another user. */
export function cannotSwitchUser(cause: unknown): DatabaseUnavailable {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new DatabaseUnavailable(
    `PostgreSQL refuses to run as root, and this process may not start it as another user (${why}). Run the bot as an ordinary user, or set DATABASE_URL.`,
    { cause },
  );
}

/** Gives a folder with all that is in it to the server, closed to everybody else. */
export async function giveTo(folder: string, { uid, gid }: Identity): Promise<void> {
  await chmod(folder, 0o700);
  if (uid === undefined || gid === undefined) return;
  try {
    if ((await stat(folder)).uid === uid) return;
    // The folder itself comes last: it shows that all of it was given away.
    const inside = await readdir(folder, { recursive: true });
    for (const name of inside) await giveOne(join(folder, name), uid, gid);
    await chown(folder, uid, gid);
  } catch (error) {
    throw cannotSwitchUser(error);
  }
}

async function giveOne(path: string, uid: number, gid: number): Promise<void> {
  const entry = await lstat(path);
  // A link would lead the change of owner to a file elsewhere.
  if (!entry.isSymbolicLink()) await chown(path, uid, gid);
}

/** Whether a user with no rights of its own can reach what is in a folder. */
export async function everybodyMayEnter(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & everybodyMayEnterBit) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || (await everybodyMayEnter(parent));
}

/** Whether only this process's user can change what is in a folder. */
export async function isOursAlone(folder: string): Promise<boolean> {
  const { mode, uid } = await lstat(folder);
  return uid === process.getuid?.() && (mode & othersMayWriteBits) === 0;
}
