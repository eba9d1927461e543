import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChainHead, headsIn, signedHeadText } from '../../use-cases/trail/audit-chain.ts';

const fileIn = (folder: string) => join(folder, 'audit-head.txt');

/**
 * The newest head that was sealed from this folder: out of reach of somebody who can write to the
 * database and to nothing else. null before the first.
 */
export async function readHeadFile(folder: string | null): Promise<ChainHead | null> {
  if (folder === null) return null;
  try {
    return headsIn(await readFile(fileIn(folder), 'utf8')).at(-1) ?? null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The file is renamed once it is complete, so that a crash leaves no half of one. */
export async function writeHeadFile(folder: string, head: ChainHead): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const part = `${fileIn(folder)}.part`;
  await writeFile(part, `${signedHeadText(head)}\n`, { mode: 0o600 });
  await rename(part, fileIn(folder));
}
