import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import type { BackupHeader, BackupRow } from '../use-cases/backup.ts';

/** Why a file is not restored, in a sentence. */
export class BadBackup extends Error {
  override readonly name = 'BadBackup';
}

/** JSON lines, zipped: the header, a line for each row, and an end without which the file was cut off. */
const header = z.object({
  format: z.literal('access-request-bot backup'),
  version: z.int(),
  migration: z.string(),
  at: z.iso.datetime(),
  position: z.int().min(0),
});
const row = z.tuple([z.string(), z.record(z.string(), z.unknown())]);
const end = z.object({ rows: z.int(), sha256: z.string() });

const version = 1;

/** Only this user may read it. It has its name when all of it is on the disk, so no half of one is taken for a backup. */
export async function writeBackup(path: string, about: BackupHeader, rows: AsyncIterable<BackupRow>): Promise<number> {
  const hash = createHash('sha256');
  let count = 0;
  const line = (value: unknown) => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    return text;
  };
  async function* lines() {
    yield line({ format: 'access-request-bot backup', version, ...about } satisfies z.input<typeof header>);
    for await (const one of rows) {
      count += 1;
      yield line(one);
    }
    yield `${JSON.stringify({ rows: count, sha256: hash.digest('hex') } satisfies z.input<typeof end>)}\n`;
  }
  const part = `${path}.part`;
  await rm(part, { force: true });
  try {
    await pipeline(lines(), createGzip(), createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return count;
}

/**
 * Reads all of a file, and only then returns what it says of itself.
 *
 * @throws BadBackup where it is none, is damaged or cut off, or was written by a newer version of the bot
 */
export async function checkBackup(path: string, isKnownMigration: (name: string) => boolean): Promise<BackupHeader> {
  const hash = createHash('sha256');
  let about: BackupHeader | null = null;
  let last = '';
  let lines = 0;
  try {
    for await (const text of linesOf(path)) {
      if (about === null) about = readHeader(text, isKnownMigration);
      else hash.update(`${last}\n`);
      last = text;
      lines += 1;
    }
    const { rows, sha256 } = end.parse(JSON.parse(last));
    if (about !== null && rows === lines - 2 && sha256 === hash.digest('hex')) return about;
  } catch (cause) {
    if (cause instanceof BadBackup) throw cause;
    if (cause instanceof Error && 'syscall' in cause) throw new BadBackup(`It cannot be read (${cause.message}).`);
    if (about === null) throw new BadBackup('It is no backup of this bot.', { cause });
  }
  throw new BadBackup('It is damaged or cut off. Take another copy.');
}

function readHeader(text: string, isKnownMigration: (name: string) => boolean): BackupHeader {
  const { version: written, format: _, ...about } = header.parse(JSON.parse(text));
  if (written <= version && isKnownMigration(about.migration)) return about;
  throw new BadBackup('A newer version of the bot wrote it: restore it with that version.');
}

/** The rows of a file that was checked. */
export async function* rowsOf(path: string): AsyncIterable<BackupRow> {
  let line = 0;
  let before = '';
  for await (const text of linesOf(path)) {
    // The first line is the header, the last one the end.
    if (line > 1) yield row.parse(JSON.parse(before));
    before = text;
    line += 1;
  }
}

/** Far more than a row can have: a small file can unzip to a line that fills the memory. */
const longestLine = 64 * 1024 * 1024;

async function* linesOf(path: string): AsyncIterable<string> {
  const unzipped = createGunzip().setEncoding('utf8');
  const reading = pipeline(createReadStream(path), unzipped);
  // Thrown below, after what could be read was read.
  reading.catch(() => undefined);
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of unzipped) {
    const [first = '', ...lines] = String(chunk).split('\n');
    begun.push(first);
    length += first.length;
    if (length > longestLine) throw new BadBackup('It is no backup of this bot, or damaged: a line of it has no end.');
    const rest = lines.pop();
    if (rest === undefined) continue;
    yield begun.join('');
    yield* lines;
    begun = [rest];
    length = rest.length;
  }
  await reading;
}
