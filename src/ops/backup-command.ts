import { existsSync } from 'node:fs';
import { visibleControls } from '../domain/foreign-text.ts';
import type { BackupHeader, BackupRow } from '../use-cases/backup.ts';
import { BadBackup, checkBackup, rowsOf, writeBackup } from './backup-file.ts';
import { type Command, type CommandRun, Misused, readFlags } from './command.ts';

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

/** Who reaches the database. */
export interface BackupDesk {
  readEverything(
    ask: CommandRun,
    take: (header: BackupHeader, rows: AsyncIterable<BackupRow>) => Promise<void>,
  ): Promise<void>;
  readonly isKnownMigration: (name: string) => boolean;
  restoreEverything(header: BackupHeader, rows: AsyncIterable<BackupRow>, replace: boolean): Promise<void>;
}

/** `npm run backup` and `npm run restore`. */
export function backupCommands(desk: BackupDesk): readonly Command[] {
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
      const header = await checkBackup(path, desk.isKnownMigration);
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
