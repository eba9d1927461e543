/**
 * What the guided tour does with the bot's data: forges an entry of its audit trail, and runs the
 * bot's own commands.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { z } from 'zod';

const bot = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/**
 * What the command prints, whether it is content or not. It finds the bot by the same variables as
 * this process.
 */
function run(...words: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--disable-sigusr1', bot, ...words], (_error, out, complaint) =>
      resolve(`${out}${complaint}`.trim()),
    );
  });
}

export const verifyTrail = (): Promise<string> => run('audit', '--verify');

/** In which the company of the sandbox counts its months (sandbox/access.yaml). */
export const companyZone = 'Europe/Stockholm';

/** Like 2026-11: on the last evening of a month it is still this one where the clock is behind. */
export function monthOf(now: Date): string {
  const style = { timeZone: companyZone, year: 'numeric', month: '2-digit' } as const;
  return new Intl.DateTimeFormat('sv-SE', style).format(now);
}

/** The report of the month as a page, or what the command complains of. */
export async function monthlyReport(dataDir: string, now: Date): Promise<string> {
  const file = join(dataDir, 'report.html');
  const month = monthOf(now);
  const said = await run('report', '--month', month, '--out', file);
  return readFile(file, 'utf8').catch(() => said);
}

const serverAccess = z.object({ password: z.string(), host: z.string(), port: z.number() });

/**
 * Writes another name into the first entry that names somebody, else into the first of all, as only
 * somebody with the data folder can, while the bot runs.
 */
export async function forgeEntry(dataDir: string): Promise<void> {
  const text = await readFile(join(dataDir, 'postgres.json'), 'utf8').catch(() => null);
  // The bot's database is a PostgreSQL somewhere else.
  if (text === null) return;
  const login = { user: 'access_request_bot', database: 'access_requests' };
  const client = new pg.Client({ ...serverAccess.parse(JSON.parse(text)), ...login });
  await client.connect();
  try {
    // Past the triggers that keep the trail append-only.
    await client.query(`begin; alter table audit disable trigger user;
      update audit set actor = 'U0NOBODY' where seq = (select seq from audit order by actor is null, seq limit 1);
      alter table audit enable trigger user; commit`);
  } finally {
    await client.end();
  }
}
