/** Who was forgotten, kept beside the database: a restore into an empty one reads it. */
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const forgotten = z.object({ pseudonym: z.string(), at: z.iso.datetime() });
export type Forgotten = Readonly<z.infer<typeof forgotten>>;

const fileIn = (folder: string): string => join(folder, 'forgotten-people.jsonl');

/** Nothing where there is no folder. */
export async function appendForgotten(
  folder: string | null,
  people: readonly Forgotten[],
): Promise<void> {
  if (folder === null) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lines = people.map((one) => `${JSON.stringify(one)}\n`).join('');
  await appendFile(fileIn(folder), lines, { mode: 0o600 });
}

export async function readForgotten(folder: string | null): Promise<readonly Forgotten[]> {
  if (folder === null) return [];
  try {
    const lines = (await readFile(fileIn(folder), 'utf8')).split('\n');
    return lines.filter((line) => line !== '').map((line) => forgotten.parse(JSON.parse(line)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
