/** `npm run doctor` beside a bot that runs with other settings than the command was given. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { botToken, signingSecret } from '../support/bot-environment.ts';
import { BotProcess } from '../support/bot-process.ts';
import { temporaryFolder } from '../support/bot-world.ts';
import { copyPreparedFolder } from '../support/database.ts';
import { runCommand } from '../support/program.ts';
import { startStandIns } from '../support/stand-ins.ts';

it('checks its own token and the running bot’s database, and labels checks only that bot can make', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  await copyPreparedFolder(join(folder.path, 'data'));
  const { governance, slack } = await startStandIns();
  onTestFinished(() => governance.close());
  onTestFinished(() => slack.close());
  const bot = new BotProcess({
    folder: folder.path,
    slackApiUrl: slack.apiUrl,
    governanceUrl: governance.url,
  });
  onTestFinished(() => bot.kill());
  await bot.start();
  const given = {
    DATA_DIR: join(folder.path, 'data'),
    ACCESS_CONFIG: join(folder.path, 'access.yaml'),
    SLACK_BOT_TOKEN: 'xoxb-of-nobody',
    SLACK_SIGNING_SECRET: signingSecret,
    SLACK_API_URL: slack.apiUrl,
    GOVERNANCE_BASE_URL: governance.url,
    GOVERNANCE_CLIENT_ID: 'sandbox-bot',
    GOVERNANCE_CLIENT_SECRET: 'sandbox-secret',
  };
  const { exit, out } = await runCommand(given, 'doctor');
  expect(exit).toBe(1);
  expect(out).toMatch(/^ok +settings: of this command's environment and .*access\.yaml/m);
  expect(out).toMatch(/^error +Slack token: .*invalid_auth.*Set SLACK_BOT_TOKEN/m);
  expect(out).not.toContain('works as');
  expect(out).toMatch(/^ok +governance tenant: answers/m);
  expect(out).toMatch(/^ok +database: embedded, PostgreSQL \d/m);
  expect(out).toMatch(/^ok +audit trail: /m);
  expect(out).toMatch(/^warning +running bot: requests from Slack: not checked/m);

  const own = await runCommand({ ...given, SLACK_BOT_TOKEN: botToken }, 'doctor');
  expect(own.out).toMatch(/^ok +Slack token: works as access/m);

  await writeFile(given.ACCESS_CONFIG, 'apps: 3\n');
  const broken = await runCommand(given, 'doctor');
  expect(broken.out).toMatch(/^error +.*apps/m);
  expect(broken.out).not.toContain('Slack token');
}, 300_000);
