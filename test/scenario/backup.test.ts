import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, wordsOf } from '../support/asking.ts';
import { botToken, signingSecret } from '../support/bot-environment.ts';
import { BotProcess } from '../support/bot-process.ts';
import { ClickableWorld, temporaryFolder, until } from '../support/bot-world.ts';
import { postgresEngine } from '../support/database.ts';
import { runCommand } from '../support/program.ts';
import { scopesWithHistory, startStandIns } from '../support/stand-ins.ts';

describe('a backup', () => {
  it('is made while the bot runs; after a restore, a request sent since is not sent again', async () => {
    const closing: (() => unknown)[] = [];
    onTestFinished(async () => {
      for (const close of closing.toReversed()) await close();
    });
    const folder = await temporaryFolder();
    const place = await postgresEngine.open();
    closing.push(
      () => folder.remove(),
      () => place.close(),
    );
    const databaseUrl = place.settings.url;
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
    const file = join(folder.path, 'copy.gz');
    const env = {
      DATA_DIR: join(folder.path, 'data'),
      ACCESS_CONFIG: join(folder.path, 'access.yaml'),
      AUDIT_SIGNING_KEY: 'a signing key of tests',
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
    expect(await runCommand(env, 'backup', file)).toMatchObject({
      exit: 0,
      out: expect.stringContaining(' rows as of '),
    });
    governance.clearFaults();
    await until('the card', () => cards().length === 1 && told() === 1);
    expect(await bot.stop()).toBe(0);

    expect(await runCommand(env, 'restore', file, '--replace')).toMatchObject({ exit: 0 });
    await bot.start();
    slack.setRequestUrl(bot.eventsUrl);
    await until('it is looked up', () => bot.output.includes('request.created'));
    await world.quiet();
    // Where the message about the outage was sent before the backup, it becomes the one about the
    // request again; otherwise a second one is sent.
    expect([1, 2]).toContain(told());
    expect([tasks().length, cards().length]).toEqual([1, 1]);
  }, 180_000);
});
