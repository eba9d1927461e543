/** What the guided tour does with the bot's data: forges an entry of its audit trail, and runs the bot's own commands. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

const bot = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** What the command prints, whether it is content or not. It finds the bot by the same variables as this process. */
function run(...words: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--disable-sigusr1', bot, ...words], (_error, out, complaint) =>
      resolve(`${out}${complaint}`.trim()),
    );
  });
}

export const verifyTrail = (): Promise<string> => run('audit', '--verify');

/** The report of the month as a page, or what the command complains of. */
export async function monthlyReport(dataDir: string, now: Date): Promise<string> {
  const file = join(dataDir, 'report.html');
  const month = now.toISOString().slice(0, 7);
  const said = await run('report', '--month', month, '--out', file);
  return readFile(file, 'utf8').catch(() => said);
}

/** Writes another name into the first entry that names somebody, as only somebody with the files can. The bot must be stopped. */
export async function forgeEntry(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'db');
  // The bot's database is a PostgreSQL somewhere else.
  if (!existsSync(join(folder, 'PG_VERSION'))) return;
  const database = await PGlite.create({ fs: new NodeFS(folder) });
  try {
    // Past the triggers that keep the trail append-only.
    await database.exec(`set session_replication_role = replica;
      update audit set actor = 'U0NOBODY' where seq = (select min(seq) from audit where actor is not null)`);
  } finally {
    await database.close();
  }
}
