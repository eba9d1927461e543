import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/store/platform/database.ts';
import { createStore } from '../../src/store/store.ts';
import { record } from '../../src/use-cases/record/record.ts';
import { BotProcess } from '../support/bot-process.ts';
import { BotWorld, temporaryFolder, until } from '../support/bot-world.ts';
import { postgresEngine } from '../support/database.ts';
import { runCommand } from '../support/program.ts';
import { startStandIns } from '../support/stand-ins.ts';

async function emptyDatabase() {
  const place = await postgresEngine.openEmpty();
  onTestFinished(() => place.close());
  return place.settings;
}

/** An entry of somebody who used the command line, or of another bot that started first. */
async function recordSomething(settings: Awaited<ReturnType<typeof emptyDatabase>>): Promise<void> {
  const database = await openDatabase(settings);
  await createStore(database.kysely, async () => undefined).transaction((tx) =>
    record(tx, { kind: 'admin-command', at: new Date(), actor: 'hana', detail: {} }),
  );
  await database.close();
}

it('of a bot on a database that somebody else has just made has no warning', async () => {
  const database = await emptyDatabase();
  await recordSomething(database);
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const logFile = join(folder.path, 'bot.log');
  const world = await BotWorld.start({ database, logFile });
  await until('the entry is sealed', async () =>
    (await readFile(logFile, 'utf8')).includes('audit trail sealed'),
  );
  await world.close();
  const log = await readFile(logFile, 'utf8');
  expect(log).not.toMatch(/repeated work failed|pgboss|Queue/);
});

it('of two bots at once on one empty database has no warning in either', async () => {
  const { url } = await emptyDatabase();
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const stands = await startStandIns();
  const bots = [1, 2].map(
    () =>
      new BotProcess({
        folder: folder.path,
        slackApiUrl: stands.slack.apiUrl,
        governanceUrl: stands.governance.url,
        databaseUrl: url,
      }),
  );
  await Promise.all(bots.map((bot) => bot.start()));
  await Promise.all(bots.map((bot) => bot.stop()));
  await stands.slack.close();
  await stands.governance.close();
  for (const { output } of bots) {
    expect(output).toContain('"msg":"ready"');
    expect(output).not.toMatch(/repeated work failed|pgboss|stack|"level":[56]0/);
  }
});

it('is prepared by npm run migrate alone', async () => {
  const { url } = await emptyDatabase();
  const { exit, out } = await runCommand({ DATABASE_URL: url }, 'migrate');
  expect([exit, out]).toEqual([0, 'The database is up to date.\n']);
  const database = await openDatabase({ kind: 'postgres', url });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.queue where name = 'create-task'`.execute(
    database.kysely,
  );
  expect(rows).toEqual([{ count: 1 }]);
  await database.close();
});
