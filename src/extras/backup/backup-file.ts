import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { isSignedWith, type SignHead } from '../../use-cases/trail/audit-chain.ts';
import { type BackupHeader, type BackupRow, BadBackup } from './backup-records.ts';

/**
 * JSON lines, zipped: the header, a line for each row, and an end without which the file was cut
 * off.
 */
const header = z.object({
  format: z.literal('access-request-bot backup'),
  version: z.int(),
  migration: z.string(),
  at: z.iso.datetime(),
  position: z.int().min(0),
  tables: z.array(z.string()).readonly(),
  tenant: z.string().nullable(),
  workspace: z.string().nullable(),
});
const anyHeader = header.pick({ format: true, version: true });
const row = z.tuple([z.string(), z.record(z.string(), z.unknown())]);
const end = z.object({
  rows: z.int(),
  sha256: z.string(),
  signature: z.string().nullable().default(null),
});

/** Of the first release; what was written before had other tables. */
const version = 3;

/**
 * The signed text of a file. It differs from that of an audit head, so neither signature passes for
 * the other.
 */
const signedText = ({ rows, sha256 }: { readonly rows: number; readonly sha256: string }) =>
  `access-request-bot backup rows=${rows} sha256=${sha256}`;

/**
 * Only this user may read it. It has its name when all of it is on the disk, so no half of one is
 * taken for a backup.
 */
export async function writeBackup(
  path: string,
  {
    header: about,
    rows,
  }: { readonly header: BackupHeader; readonly rows: AsyncIterable<BackupRow> },
  sign: SignHead | null,
): Promise<number> {
  const hash = createHash('sha256');
  let count = 0;
  const line = (value: unknown) => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    return text;
  };
  async function* lines() {
    yield line({ format: 'access-request-bot backup', version, ...about } satisfies z.input<
      typeof header
    >);
    for await (const one of rows) {
      count += 1;
      yield line(one);
    }
    const ending = { rows: count, sha256: hash.digest('hex') };
    const signature = sign === null ? null : sign(signedText(ending));
    yield `${JSON.stringify({ ...ending, signature } satisfies z.input<typeof end>)}\n`;
  }
  const part = `${path}.part`;
  await rm(part, { force: true });
  try {
    await pipeline(
      lines(),
      createGzip(),
      createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return count;
}

/** What a file is checked against. */
export interface BackupChecks {
  readonly isKnownMigration: (name: string) => boolean;
  /** Whether this version of the bot keeps such a table. */
  readonly isKnownTable: (name: string) => boolean;
  /** null = the signature is not checked. */
  readonly sign: SignHead | null;
}

export interface CheckedBackup {
  readonly header: BackupHeader;
  /** The SHA-256 of everything before the last line, in hex. */
  readonly sha256: string;
}

/**
 * Reads all of a file, and only then returns what it says of itself.
 *
 * @throws BadBackup where it is none, is damaged or cut off, names a table that is not kept, was
 * written by a version before 0.2.0 or by a newer one than this, or is not signed with the key
 */
export async function checkBackup(path: string, checks: BackupChecks): Promise<CheckedBackup> {
  const hash = createHash('sha256');
  let about: BackupHeader | null = null;
  let last = '';
  let lines = 0;
  let ending: z.output<typeof end>;
  try {
    for await (const text of linesOf(path)) {
      if (about === null) about = readHeader(text, checks);
      else hash.update(`${last}\n`);
      if (lines > 1) checkRow(last, about.tables, checks);
      last = text;
      lines += 1;
    }
    ending = end.parse(JSON.parse(last));
    const isWhole = ending.rows === lines - 2 && ending.sha256 === hash.digest('hex');
    if (about === null || !isWhole) throw new BadBackup(damaged);
  } catch (cause) {
    if (cause instanceof BadBackup) throw cause;
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
      throw new BadBackup('There is no such file.');
    if (cause instanceof Error && 'syscall' in cause)
      throw new BadBackup(`It cannot be read (${cause.message}).`);
    throw new BadBackup(about === null ? 'It is no backup of this bot.' : damaged, { cause });
  }
  const isSigned =
    checks.sign === null || isSignedWith(checks.sign, signedText(ending), ending.signature);
  if (!isSigned) throw new BadBackup(notSigned);
  return { header: about, sha256: ending.sha256 };
}

const damaged = 'It is damaged or cut off. Take another copy.';
const beforeRelease =
  'A version before 0.2.0 wrote it, whose tables were others: restore it with that version. To go on with this one, start it with an empty database; the service knows what was granted.';
const notSigned =
  'It is not signed with AUDIT_SIGNING_KEY, so anybody can have written or changed it. Take another copy; if you made this one yourself before the key was set or changed, add --unauthenticated.';

function readHeader(text: string, { isKnownMigration, isKnownTable }: BackupChecks): BackupHeader {
  const value: unknown = JSON.parse(text);
  if (anyHeader.parse(value).version < version) throw new BadBackup(beforeRelease);
  const { version: written, format: _, ...about } = header.parse(value);
  if (written > version || !isKnownMigration(about.migration))
    throw new BadBackup('A newer version of the bot wrote it: restore it with that version.');
  for (const table of about.tables) if (!isKnownTable(table)) throw unknownTable(table);
  return about;
}

/**
 * A row of the queue, or of the record of migrations, would make the bot do what nobody asked for.
 */
function checkRow(text: string, tables: readonly string[], { isKnownTable }: BackupChecks): void {
  const [table] = row.parse(JSON.parse(text));
  if (!isKnownTable(table) || (tables.length > 0 && !tables.includes(table)))
    throw unknownTable(table);
}

function unknownTable(table: string): BadBackup {
  return new BadBackup(
    `It has rows of a table “${table}”, which a backup of this version of the bot does not have.`,
  );
}

/**
 * The rows of a file that was checked.
 *
 * @throws BadBackup at the end if the file was changed after the check: the caller must roll back
 *   what it inserted
 */
export async function* rowsOf(
  path: string,
  { sha256 }: Pick<CheckedBackup, 'sha256'>,
): AsyncIterable<BackupRow> {
  const hash = createHash('sha256');
  let line = 0;
  let before = '';
  for await (const text of linesOf(path)) {
    if (line > 0) hash.update(`${before}\n`);
    // The first line is the header, the last one the end.
    if (line > 1) yield row.parse(JSON.parse(before));
    before = text;
    line += 1;
  }
  if (hash.digest('hex') !== sha256)
    throw new BadBackup('It was changed while it was restored. Nothing was restored.');
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
    if (length > longestLine)
      throw new BadBackup('It is no backup of this bot, or damaged: a line of it has no end.');
    const rest = lines.pop();
    if (rest === undefined) continue;
    yield begun.join('');
    yield* lines;
    begun = [rest];
    length = rest.length;
  }
  await reading;
}
