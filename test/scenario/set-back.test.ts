import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, wordsOf } from '../support/asking.ts';
import { botToken, signingSecret } from '../support/bot-environment.ts';
import { BotProcess } from '../support/bot-process.ts';
import { ClickableWorld, temporaryFolder, until } from '../support/bot-world.ts';
import { startPostgres } from '../support/embedded-postgres.ts';
import { runCommand } from '../support/program.ts';
import { scopesWithHistory, startStandIns } from '../support/stand-ins.ts';

/** Debian's server and its client programs, of one version: a dump must not be older than its server. */
const installation = globSync('/usr/lib/postgresql/*/bin/initdb')
  .map((path) => dirname(dirname(path)))
  .toSorted()
  .at(-1);
if (installation === undefined) {
  const words = 'There is no pg_dump: apt-get install postgresql brings it. A dump is not tried.';
  if (process.env['CI'] !== undefined) throw new Error(words);
  process.stderr.write(`${words}\n`);
}

describe.skipIf(installation === undefined)('a database that was put back from a dump', () => {
  it('does not send again what was sent since the dump', async () => {
    const closing: (() => unknown)[] = [];
    onTestFinished(async () => {
      for (const close of closing.toReversed()) await close();
    });
    const folder = await temporaryFolder();
    const server = await startPostgres(installation ?? '', { isNew: false });
    closing.push(
      () => folder.remove(),
      () => server.stop(),
    );
    const databaseUrl = server.url.replace('/postgres?', '/access?');
    const program = (name: string, ...words: readonly string[]) =>
      promisify(execFile)(join(installation ?? '', 'bin', name), words);
    const onServer = `--maintenance-db=${server.url}`;
    await program('createdb', onServer, 'access');
    const stands = await startStandIns({ slack: { grantedScopes: scopesWithHistory } });
    const { slack, governance } = stands;
    closing.push(
      () => governance.close(),
      () => slack.close(),
    );
    const addresses = { slackApiUrl: slack.apiUrl, governanceUrl: governance.url };
    const bot = new BotProcess({ folder: folder.path, ...addresses, databaseUrl });
    closing.push(() => bot.kill());
    await bot.start();
    slack.setRequestUrl(bot.eventsUrl);
    const world = new ClickableWorld(stands);
    const file = join(folder.path, 'access.dump');
    const env = {
      DATA_DIR: join(folder.path, 'data'),
      ACCESS_CONFIG: join(folder.path, 'access.yaml'),
      SLACK_BOT_TOKEN: botToken,
      SLACK_SIGNING_SECRET: signingSecret,
      SLACK_API_URL: slack.apiUrl,
      GOVERNANCE_BASE_URL: governance.url,
      GOVERNANCE_CLIENT_ID: 'sandbox-client',
      GOVERNANCE_CLIENT_SECRET: 'sandbox-secret',
      DATABASE_URL: databaseUrl,
    };
    const tasks = () => governance.tasks().filter((task) => task.identityUserId === 'user-ben');
    const cards = () =>
      world.cards('U0ANA', 'C0REVIEWS').filter((one) => wordsOf(one).includes('Asked by <@U0BEN>'));
    const told = () =>
      world.directMessages('U0BEN').filter((text) => text.includes('is with the reviewers')).length;

    governance.fault({
      method: 'POST',
      path: '/api/v1/search/users',
      kind: 'status',
      status: 503,
      times: 99,
    });
    await ask(world, { person: 'U0BEN' });
    const asOf = new Date().toISOString();
    await program('pg_dump', '--format=custom', `--file=${file}`, databaseUrl);
    governance.clearFaults();
    await until('the card', () => cards().length === 1 && told() === 1);
    expect(await bot.stop()).toBe(0);

    await program('dropdb', onServer, 'access');
    await program('createdb', onServer, 'access');
    await program('pg_restore', '--exit-on-error', `--dbname=${databaseUrl}`, file);
    expect(await runCommand(env, 'admin', 'restored', '--as-of', asOf)).toMatchObject({
      exit: 0,
      out: expect.stringContaining('Noted: '),
    });
    await bot.start();
    slack.setRequestUrl(bot.eventsUrl);
    await until('it is looked up', () => bot.output.includes('request.created'));
    await world.quiet();
    // Where the message about the outage was sent before the dump, it becomes the one about the
    // request again; otherwise a second one is sent.
    expect([1, 2]).toContain(told());
    expect([tasks().length, cards().length]).toEqual([1, 1]);
  }, 180_000);
});
