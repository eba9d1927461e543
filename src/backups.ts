/** `npm run backup` and `npm run restore`, put together. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { operatorName } from './admin/command-line.ts';
import { visibleControls } from './domain/foreign-text.ts';
import { BadBackup, checkBackup, rowsOf, writeBackup } from './ops/backup-file.ts';
import { type Command, type CommandRun, Misused, readFlags } from './ops/command.ts';
import { type Restore, readEverything, restoreEverything, restoringName } from './store/backup.ts';
import { lockFolder, makePrivate } from './store/data-folder.ts';
import { type Database, type DatabaseSettings, openDatabase } from './store/database.ts';
import { isKnownMigration } from './store/migrations.ts';
import { restoreText, type SignHead } from './use-cases/audit-chain.ts';

const backupHelp = `Usage: npm run backup -- FILE [--replace]

Writes everything that is kept, as it is at one moment, into FILE, for npm run restore with either database. The bot may run.
Only you may read the file: it holds what people wrote, and nothing of it is encrypted.

  --replace         FILE may be there already

Ends with 0; with 1 where it cannot be written; with 2 where a flag or a setting is wrong.`;

const restoreHelp = `Usage: npm run restore -- FILE [--replace]

Puts what a backup holds into the database of DATABASE_URL, else of DATA_DIR, while no bot runs. At its next start the bot reads every
open request from the service before it goes on with what the backup has as not done.

  --replace         what is in the database may go: without, only an empty one is taken

With AUDIT_SIGNING_KEY in the environment the restore is signed, as npm run audit -- --verify then requires.
Ends with 0; with 1 where a bot runs, the file is damaged, or the database cannot be used; with 2 where a flag or a setting is wrong.`;

/** `npm run backup` and `npm run restore`. */
export function backupCommands(desk: ReturnType<typeof backupDesk>): readonly Command[] {
  return [
    fileCommand('backup', backupHelp, async (path, replace, ask) => {
      if (!replace && existsSync(path))
        throw new Misused(`${path} is there already: name another file, or add --replace.`);
      let says = '';
      await desk.readEverything(ask, async (header, rows) => {
        says = `${await writeBackup(path, header, rows)} rows as of ${header.at}.`;
      });
      return says;
    }),
    fileCommand('restore', restoreHelp, async (path, replace) => {
      const header = await checkBackup(path, isKnownMigration);
      await desk.restoreEverything(header, rowsOf(path), replace);
      return `restored as of ${header.at}. Start the bot: it reads the service before it goes on.`;
    }),
  ];
}

/** `run` returns what to say of the file. */
function fileCommand(
  name: string,
  help: string,
  run: (path: string, replace: boolean, ask: CommandRun) => Promise<string>,
): Command {
  const isFlag = (word: string) => word.startsWith('-');
  return {
    name,
    help,
    async run(words, out, ask) {
      const { replace = false } = readFlags(words.filter(isFlag), { replace: { type: 'boolean' } });
      const [path, ...more] = words.filter((word) => !isFlag(word));
      if (path === undefined || more.length > 0) throw new Misused('Name one file.');
      try {
        await out(visibleControls(`${path}: ${await run(path, replace, ask)}\n`));
        return 0;
      } catch (error) {
        const isOfFile = error instanceof BadBackup || (error instanceof Error && 'syscall' in error);
        if (!isOfFile) throw error;
        await out(visibleControls(`${path}: ${error.message}\n`));
        return 1;
      }
    },
  };
}

/** Who reaches the database. `keptIn` reads the environment; `sign` is null where nothing is signed. */
export function backupDesk(keptIn: () => { readonly settings: DatabaseSettings; readonly sign: SignHead | null }) {
  const actor = operatorName();
  return {
    async readEverything(ask: CommandRun, take: Parameters<typeof readEverything>[2]): Promise<void> {
      const at = new Date();
      await onCopy(keptIn().settings, ask, (database) => readEverything(database, at, take));
      const entry = { kind: 'database.backed-up', at, actor, detail: {} };
      await ask(['append', JSON.stringify(entry)], async () => undefined);
    },
    async restoreEverything(header: Restore['header'], rows: Restore['rows'], replace: boolean): Promise<void> {
      const { settings, sign } = keptIn();
      const at = new Date();
      const text = restoreText({ copyAt: header.at, position: header.position, at: at.toISOString() });
      const signature = sign === null ? null : sign(text);
      const restore = { header, rows, replace, at, actor, signature };
      await using(settings, (database) => restoreEverything(database, restore), restoringName);
    },
  };
}

/**
 * The files of the embedded database are copied first: reading all its rows would keep everything else waiting. One backup at a time has
 * the folder of the copy, so whatever is in it was left by one that was killed.
 */
async function onCopy(settings: DatabaseSettings, ask: CommandRun, read: (database: Database) => Promise<void>) {
  if (settings.kind === 'postgres') return using(settings, read);
  const folder = join(resolve(settings.dataDir), 'backup');
  await makePrivate(folder);
  const lock = await lockFolder(folder, 'Another backup is being made. Wait until it has ended.');
  const dataDir = join(folder, 'copy');
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    await remove();
    await ask(['copy', dataDir], async () => undefined);
    await using({ kind: 'embedded', dataDir }, read);
  } finally {
    await remove();
    await lock.release();
  }
}

async function using(settings: DatabaseSettings, use: (database: Database) => Promise<void>, name?: string) {
  const database = await openDatabase(settings, name);
  try {
    await use(database);
  } finally {
    await database.close();
  }
}
