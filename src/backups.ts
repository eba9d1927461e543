/** Puts together what `npm run backup` and `npm run restore` need of the database. */
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { operatorName } from './admin/command-line.ts';
import type { BackupDesk } from './ops/backup-command.ts';
import type { CommandRun } from './ops/command.ts';
import { readEverything, restoreEverything, restoringName } from './store/backup.ts';
import { lockFolder } from './store/data-folder.ts';
import { type Database, type DatabaseSettings, openDatabase } from './store/database.ts';
import { isKnownMigration } from './store/migrations.ts';
import { restoreText, type SignHead } from './use-cases/audit-chain.ts';

/** `keptIn` reads the environment; `sign` is null where nothing is signed. */
export function backupDesk(
  keptIn: () => { readonly settings: DatabaseSettings; readonly sign: SignHead | null },
): BackupDesk {
  const actor = operatorName();
  return {
    async readEverything(ask, take) {
      const at = new Date();
      await onCopy(keptIn().settings, ask, (database) => readEverything(database, at, take));
      const entry = { kind: 'database.backed-up', at, actor, detail: {} };
      await ask(['append', JSON.stringify(entry)], async () => undefined);
    },
    isKnownMigration,
    async restoreEverything(header, rows, replace) {
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
