import { chmod, chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseUnavailable } from '../../../store/platform/data-folder.ts';
import type { Binaries } from './binaries.ts';
import { cannotSwitchUser, giveTo, type Identity, makerIdentity } from './identity.ts';
import { runProgram, type ToldFolder, tellFolder } from './program.ts';

/** The bot's role, which is no superuser, and its database. Nobody can log in as the superuser. */
export const botRole = 'access_request_bot';
export const botDatabase = 'access_requests';

/** The first version with a collation of its own, which no update of the C library changes. */
const firstBuiltinLocale = 17;

/** The major version that made the cluster in a folder; null where there is none. */
export async function majorOfCluster(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT') return null;
    if (code === 'EACCES') throw ofAnotherUser(folder);
    throw error;
  });
  return text === null ? null : Number.parseInt(text, 10);
}

function ofAnotherUser(folder: string): DatabaseUnavailable {
  return new DatabaseUnavailable(
    `${folder} belongs to another user, perhaps because the bot was started as root before. Give DATA_DIR with all that is in it to this user with chown -R, or start the bot as root again.`,
  );
}

export interface ClusterToMake {
  readonly folder: string;
  readonly binaries: Binaries;
  readonly server: Identity;
  readonly password: string;
}

/** Makes a cluster. It has its name when it is whole, so one that was cut off is begun anew. */
export async function makeCluster({
  folder,
  binaries,
  server,
  password,
}: ClusterToMake): Promise<void> {
  const making = `${folder}.making`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true, mode: 0o700 });
  const maker = await makerIdentity(server);
  await giveTo(making, maker);
  const makingFolder = await tellFolder(making, maker);
  try {
    await fill(makingFolder, { binaries, maker, password });
  } catch (error) {
    throw readable(error);
  } finally {
    await makingFolder.close();
  }
  const accessFile = join(making, 'pg_hba.conf');
  await writeFile(accessFile, accessRules);
  if (maker.uid !== server.uid) await giveBack(making);
  await giveTo(making, server);
  await rename(making, folder);
  await sync(dirname(folder));
}

interface Filling {
  readonly binaries: Binaries;
  readonly maker: Identity;
  readonly password: string;
}

async function fill(folder: ToldFolder, { binaries, maker, password }: Filling): Promise<void> {
  const run = { binaries: binaries.folder, identity: maker, folder };
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const locale = [
    '--encoding=UTF8',
    '--locale=C',
    ...(binaries.major < firstBuiltinLocale ? [] : builtin),
  ];
  const files = ['--data-checksums', '--wal-segsize=4', '--no-instructions'];
  // Nobody connects before the access rules are written below.
  const login = ['--username=postgres', '--auth=reject'];
  await runProgram({
    ...run,
    name: 'initdb',
    args: ['-D', folder.path, ...locale, ...files, ...login],
  });
  const statements = [
    `create role ${botRole} login password '${password}'`,
    `alter database postgres owner to ${botRole}`,
    `alter database postgres rename to ${botDatabase}`,
  ];
  const args = ['--single', '-D', folder.path, 'template1'];
  await runProgram({ ...run, name: 'postgres', args }, `${statements.join('\n')}\n`);
}

/** All that `pg_hba.conf` holds: a client that matches no line is refused. */
const accessRules = `${process.platform === 'win32' ? 'host all' : 'local all'} ${botRole} ${
  process.platform === 'win32' ? '127.0.0.1/32 ' : ''
}scram-sha-256\n`;

/** To root, so that `giveTo` sees that it has to be given away. */
async function giveBack(folder: string): Promise<void> {
  await chown(folder, 0, 0).catch((error: unknown) => {
    throw cannotSwitchUser(error);
  });
  await chmod(folder, 0o700);
}

/** A new name of a folder is on the disk when the folder around it is. */
async function sync(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

function readable(error: unknown): unknown {
  const words = error instanceof Error ? error.message : '';
  if (!words.includes('could not look up effective user ID')) return error;
  return new DatabaseUnavailable(
    `PostgreSQL needs a user with a name, and the user ${process.getuid?.()} has none on this system. Run the bot as a user that is in /etc/passwd, or set DATABASE_URL.`,
    { cause: error },
  );
}
