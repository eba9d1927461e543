/** `npm run backup` and `npm run restore`, put together. */
import { existsSync } from 'node:fs';
import { visibleControls } from '../../domain/text/foreign-text.ts';
import type { CommandDeps } from '../../extra.ts';
import { operatorName } from '../../operator/admin/admin-terminal.ts';
import { type Command, type CommandRun, Misused, readTyped } from '../../operator/command.ts';
import { readForgotten } from '../../store/people/forgotten-file.ts';
import { openDatabase } from '../../store/platform/database.ts';
import { isKnownMigration } from '../../store/platform/migrations.ts';
import { restoreText, type SignHead, unsigned } from '../../use-cases/trail/audit-chain.ts';
import { checkBackup, rowsOf, writeBackup } from './backup-file.ts';
import { BadBackup, type Installation, installationMistake } from './backup-records.ts';
import {
  keptTables,
  type Restore,
  readEverything,
  restoreEverything,
  restoringName,
} from './backup-tables.ts';

const backupHelp = `Usage: npm run backup -- FILE [--replace]

Writes everything that is kept, as it is at one moment, into FILE, for npm run restore with either database. The bot may run.
Only you may read the file: it holds what people wrote, and nothing of it is encrypted. It names the tenant of GOVERNANCE_BASE_URL and the
workspace, and is signed with AUDIT_SIGNING_KEY where that is set: run it with the environment of the bot.

  --replace         FILE may be there already

Ends with 0; with 1 where it cannot be written; with 2 where a flag or a setting is wrong.`;

const restoreHelp = `Usage: npm run restore -- FILE [--replace]

Puts what a backup holds into the database of DATABASE_URL, else of DATA_DIR, while no bot runs. At its next start the bot reads every
open request from the service before it goes on with what the backup has as not done.

  --replace               what is in the database may go: without, only an empty one is taken
  --from-tenant ADDRESS   the backup is of this tenant, which has another address now; “unknown” of one that names none
  --from-workspace ID     the backup is of this workspace, although Slack cannot be asked; “unknown” of one that names none
  --unauthenticated       although the backup is not signed with AUDIT_SIGNING_KEY: only for one that nobody else could write

It is refused with the settings of another tenant or workspace. Run it with the environment of the bot; with AUDIT_SIGNING_KEY the restore
is signed, as npm run audit -- --verify then requires.
Ends with 0; with 1 where a bot runs, the file is damaged, or the database cannot be used; with 2 where a flag or a setting is wrong.`;

interface BackupFlags {
  readonly replace?: boolean | undefined;
  readonly unauthenticated?: boolean | undefined;
  readonly 'from-tenant'?: string | undefined;
  readonly 'from-workspace'?: string | undefined;
}

/** `npm run backup` and `npm run restore`. */
export function backupCommands(desk: BackupDesk): readonly Command[] {
  const replace = { type: 'boolean' } as const;
  return [
    fileCommand(
      { name: 'backup', help: backupHelp, options: { replace } },
      async (path, flags, ask) => {
        if (flags.replace !== true && existsSync(path))
          throw new Misused(`${path} is there already: name another file, or add --replace.`);
        let says = '';
        await desk.readEverything(ask, async (header, rows) => {
          const count = await writeBackup(path, { header, rows }, desk.sign());
          says = `${count} rows as of ${header.at}, of ${namesOf(header)}.`;
        });
        return says;
      },
    ),
    fileCommand(
      { name: 'restore', help: restoreHelp, options: { ...restoreFlags, replace } },
      async (path, flags) => {
        const sign = flags.unauthenticated === true ? null : desk.sign();
        const checked = await checkBackup(path, { isKnownMigration, isKnownTable, sign });
        const { header } = checked;
        const insisted = { tenant: flags['from-tenant'], workspace: flags['from-workspace'] };
        const mistake = installationMistake(header, await desk.installation(), insisted);
        if (mistake !== null) throw new BadBackup(mistake);
        await desk.restoreEverything(header, rowsOf(path, checked), flags.replace === true);
        return `restored as of ${header.at}. Start the bot: it reads the service before it goes on.`;
      },
    ),
  ];
}

const restoreFlags = {
  unauthenticated: { type: 'boolean' },
  'from-tenant': { type: 'string' },
  'from-workspace': { type: 'string' },
} as const;

const isKnownTable = (name: string): boolean => keptTables.includes(name);

function namesOf({ tenant, workspace }: Installation): string {
  const ofTenant =
    tenant === null ? 'an unknown tenant (GOVERNANCE_BASE_URL is not set)' : `the tenant ${tenant}`;
  return `${ofTenant}, ${workspace === null ? 'an unknown workspace' : `the workspace ${workspace}`}`;
}

interface FileCommand {
  readonly name: string;
  readonly help: string;
  readonly options: NonNullable<Parameters<typeof readTyped>[1]>;
}

/** `run` returns what to say of the file. */
function fileCommand(
  { name, help, options }: FileCommand,
  run: (path: string, flags: BackupFlags, ask: CommandRun) => Promise<string>,
): Command {
  return {
    name,
    help,
    async run(words, out, ask) {
      const { values, positionals } = readTyped(words, options);
      const [path, ...more] = positionals;
      if (path === undefined || path === '' || more.length > 0) throw new Misused('Name one file.');
      try {
        await out(visibleControls(`${path}: ${await run(path, flagsOf(values), ask)}\n`));
        return 0;
      } catch (error) {
        const sentence = sentenceOf(error);
        if (sentence === null) throw error;
        await out(visibleControls(`${path}: ${sentence}\n`));
        return 1;
      }
    },
  };
}

/** Flags are read by name because the two commands have different options. */
function flagsOf(values: Readonly<Record<string, unknown>>): BackupFlags {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    replace: values['replace'] === true,
    unauthenticated: values['unauthenticated'] === true,
    'from-tenant': text(values['from-tenant']),
    'from-workspace': text(values['from-workspace']),
  };
}

/** What is wrong with the file, or why the database refuses its rows; null for any other error. */
function sentenceOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof BadBackup || 'syscall' in error) return error.message;
  const refusal = [error, error.cause].find((one) => one instanceof Error && 'severity' in one);
  if (!(refusal instanceof Error)) return null;
  return `The database refuses what is in it (${refusal.message}). Nothing was changed. Take another copy.`;
}

/** What the commands do with the database. */
export interface BackupDesk {
  readonly sign: () => SignHead | null;
  readonly installation: () => Promise<Installation>;
  readonly readEverything: (
    ask: CommandRun,
    take: Parameters<typeof readEverything>[2],
  ) => Promise<void>;
  readonly restoreEverything: (
    header: Restore['header'],
    rows: Restore['rows'],
    replace: boolean,
  ) => Promise<void>;
}

export function backupDesk({
  storage,
  database,
  tenant,
  askWorkspace,
}: Pick<CommandDeps, 'storage' | 'database' | 'tenant' | 'askWorkspace'>): BackupDesk {
  const actor = operatorName();
  return {
    sign: () => storage().sign,
    async installation() {
      return { tenant: tenant(), workspace: await askWorkspace() };
    },
    async readEverything(ask, take) {
      const now = new Date();
      const order = { now, tenant: tenant(), askWorkspace };
      await readEverything(await database(), order, take);
      const entry = { kind: 'database.backed-up', at: now, actor, detail: {} };
      await ask(['append', JSON.stringify(entry)], async () => undefined);
    },
    async restoreEverything(header, rows, replace) {
      const { settings, sign, ownServer, verifyTrail, headFolder } = storage();
      const forgotten = await readForgotten(headFolder);
      const at = new Date();
      const text = restoreText({
        copyAt: header.at,
        position: header.position,
        at: at.toISOString(),
      });
      const signature = sign === null ? null : sign(text);
      const signing = { signature, sign: sign ?? unsigned, verifyTrail };
      const restore = { header, rows, replace, at, actor, forgotten, ...signing };
      const target = await openDatabase(settings, { name: restoringName, sign: null, ownServer });
      try {
        await restoreEverything(target, restore);
      } finally {
        await target.close();
      }
    },
  };
}
