import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { DatabaseUnavailable } from '../../../store/platform/data-folder.ts';
import { everybodyMayEnter, isOursAlone } from './identity.ts';

/**
 * Links that a package cannot hold; its install script makes them, where scripts are run. Paths
 * begin with `native/`.
 */
const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

interface PackageUse {
  readonly version: string;
  readonly dataDir: string;
}

/**
 * The folder `native` of a package, ready to be run: with its links, and where the server's user
 * can enter. Where that cannot be had in place, it is a copy, made once and used by every start.
 */
export async function readyPackage(native: string, use: PackageUse): Promise<string> {
  const isRoot = process.getuid?.() === 0;
  const isReachable = !isRoot || (await everybodyMayEnter(native));
  if (isReachable && (await linkLibraries(native))) return native;
  const places = isRoot ? rootPlaces : [join(use.dataDir, 'postgresql')];
  for (const place of places) {
    const copy = await copyInto(place, native, use.version).catch(() => null);
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
    const isThere = await lstat(path).then(
      () => true,
      () => false,
    );
    if (isThere) continue;
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

/** The copied `native`; null where others could write into the place and plant programs. */
async function copyInto(place: string, native: string, version: string): Promise<string | null> {
  await makeOpen(place);
  const isRoot = process.getuid?.() === 0;
  if (!(await isOursAlone(place)) || (isRoot && !(await everybodyMayEnter(place)))) return null;
  const copy = join(place, `${version}-${process.platform}-${process.arch}`);
  const isThere = await lstat(copy).then(
    () => true,
    () => false,
  );
  if (!isThere) await makeCopy(native, copy);
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
