/**
 * `npm run setup` as a process, from flags and in a terminal; what it asks and writes is in
 * setup.test.ts.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ask } from '../support/asking.ts';
import { botToken, signingSecret } from '../support/bot-environment.ts';
import { readyAt } from '../support/bot-process.ts';
import { SlackWorld, temporaryFolder } from '../support/bot-world.ts';
import { postgresEngine } from '../support/database.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { expectSetUp } from '../support/set-up-files.ts';
import { type StandIns, startStandIns } from '../support/stand-ins.ts';
import { StartedProcess } from '../support/started-process.ts';

let standIns: StandIns;
beforeAll(async () => {
  standIns = await startStandIns();
});
afterAll(async () => {
  await standIns.slack.close();
  await standIns.governance.close();
});

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return folder.path;
}

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A command of the bot in an installation’s folder. */
function start(folder: string, words: readonly string[], env: Readonly<Record<string, string>>) {
  const nodeArgs = ['--disable-sigusr1', program, ...words];
  const started = new StartedProcess({
    name: `npm run ${words.join(' ')}`,
    args: nodeArgs,
    folder,
    env: processEnvironment(env),
  });
  onTestFinished(() => started.end('SIGKILL').then(() => undefined));
  return started;
}

const secrets = () => ({
  SLACK_API_URL: standIns.slack.apiUrl,
  SLACK_BOT_TOKEN: botToken,
  SLACK_SIGNING_SECRET: signingSecret,
  GOVERNANCE_CLIENT_SECRET: 'sandbox-secret',
});

const flags = () =>
  `setup --yes --address http://127.0.0.1:3000 --tenant ${standIns.governance.url} --client-id sandbox-bot --channel #access-reviews --app app-github --app app-aws=C0INCIDENTS --allow taskActions --admin U0HANA`.split(
    ' ',
  );

describe('from flags', () => {
  it('writes what a bot needs, and the bot that starts with it takes a request', async () => {
    const folder = await newFolder();
    // Its trail begins with what the doctor of setup opens first.
    const database = await postgresEngine.openEmpty();
    onTestFinished(() => database.close());
    const DATABASE_URL = database.settings.url;
    const { exit, out, err } = await start(folder, flags(), { ...secrets(), DATABASE_URL }).ended;
    expect(err).toBe('');
    expect(out).toMatch(/^ok +Slack token: works as access/m);
    expect(out).toMatch(/^ok +app app-github: GitHub has \d+ entitlements/m);
    expect(out).toMatch(/^ok +database: /m);
    expect(out).toMatch(/^ok +audit trail: .*the newest head is signed$/m);
    expect(out).not.toMatch(/^error/m);
    expect(exit).toBe(0);
    expectSetUp(folder, out, {
      secrets: { ...secrets(), DATABASE_URL },
      governanceUrl: standIns.governance.url,
    });

    const written = parseEnv(readFileSync(join(folder, '.env'), 'utf8'));
    const variables = Object.entries(written).map(([name, value = '']) => [name, value]);
    const here = { PORT: '0', HOST: '127.0.0.1', DATABASE_URL };
    const bot = start(folder, [], { ...Object.fromEntries(variables), ...here });
    standIns.slack.setRequestUrl(`${await readyAt(bot)}/slack/events`);
    const world = new SlackWorld(standIns.slack);
    await ask(world, { person: 'U0BEN' });
    expect(JSON.stringify((await world.cardOf('U0BEN')).blocks)).toContain('Approve');
  });

  it('names everything that is missing at once, and writes nothing', async () => {
    const folder = await newFolder();
    const { exit, err } = await start(folder, ['setup', '--yes'], {}).ended;
    expect(exit).toBe(2);
    for (const words of [
      '--address or --socket',
      '--app for each',
      'SLACK_BOT_TOKEN is missing',
      'GOVERNANCE_BASE_URL is missing',
      'See npm run setup -- --help.',
    ])
      expect(err).toContain(words);
    expect(existsSync(join(folder, 'slack-app.yml'))).toBe(false);
  });
});

/** What a terminal sends; `script` of util-linux makes one. */
const keys = { enter: '\r', clear: '\u0015', interrupt: '\u0003' } as const;

describe.runIf(existsSync('/usr/bin/script'))('in a terminal', () => {
  /** The command with a keyboard and a screen. */
  function startInTerminal(folder: string, env: Readonly<Record<string, string>>): StartedProcess {
    const started = new StartedProcess({
      name: 'npm run setup',
      command: '/usr/bin/script',
      // Its terminal has no width otherwise.
      args: [
        '-qec',
        `stty cols 200 rows 50; exec "${process.execPath}" "${program}" setup`,
        '/dev/null',
      ],
      folder,
      env: processEnvironment({ TERM: 'xterm', SHELL: '/bin/sh', ...env }),
      hasInput: true,
    });
    onTestFinished(() => started.end('SIGKILL').then(() => undefined));
    return started;
  }

  /** Types when this is on the screen, behind what was read already. */
  async function typeAt(started: StartedProcess, words: RegExp, typed: string): Promise<void> {
    await started.says(`shows ${words}`, (output) => words.test(output));
    started.output = '';
    started.type(typed);
  }

  it('asks again after a wrong answer, hides secrets, and on Ctrl+C has kept what was right', async () => {
    const folder = await newFolder();
    const { SLACK_API_URL } = secrets();
    const started = startInTerminal(folder, { SLACK_API_URL });
    const { enter: done, clear, interrupt } = keys;
    await typeAt(started, /How does Slack reach the bot\?/, done);
    await typeAt(started, /At which address/, `nowhere${done}`);
    await typeAt(
      started,
      /is not an http or https URL.*At which address/s,
      `${clear}https://bot.acme.example${done}`,
    );
    await typeAt(started, /Bot token/, `xoxb-of-nobody${done}`);
    await typeAt(started, /invalid_auth.*Bot token/s, `${botToken}${done}`);
    await typeAt(started, /Signing secret/, `${signingSecret}${done}`);
    await typeAt(started, /Address of the governance tenant/, interrupt);
    const { out } = await started.ended;
    expect(out).toContain('the token works as access');
    expect(out).toContain('Stopped.');
    expect(out).not.toContain(botToken);
    expect(out).not.toContain(signingSecret);
    expect(existsSync(join(folder, 'slack-app.yml'))).toBe(true);
    const kept = parseEnv(readFileSync(join(folder, '.env'), 'utf8'));
    expect(kept).toMatchObject({ SLACK_BOT_TOKEN: botToken, SLACK_SIGNING_SECRET: signingSecret });
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  });
});
