/** `npm run setup` as a process in a terminal; what it asks and writes is in setup.test.ts. */
import { existsSync, readFileSync } from 'node:fs';
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

/** The bot in an installation’s folder. */
function start(folder: string, env: Readonly<Record<string, string>>): StartedProcess {
  const started = new StartedProcess({
    name: 'npm start',
    args: ['--disable-sigusr1', program],
    folder,
    env: processEnvironment(env),
  });
  onTestFinished(() => started.end('SIGKILL').then(() => undefined));
  return started;
}

/** What a terminal sends; `script` of util-linux makes one. */
const keys = { enter: '\r', clear: '\u0015', interrupt: '\u0003', select: '\t' } as const;

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

  it('asks again after a wrong answer, hides secrets, goes on after Ctrl+C, and the bot that starts then takes a request', async () => {
    const folder = await newFolder();
    const SLACK_API_URL = standIns.slack.apiUrl;
    const started = startInTerminal(folder, { SLACK_API_URL });
    const { enter: done, clear, interrupt, select } = keys;
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

    // Its trail begins with what the doctor of setup opens first.
    const database = await postgresEngine.openEmpty();
    onTestFinished(() => database.close());
    const { url: DATABASE_URL } = database.settings;
    const next = startInTerminal(folder, { SLACK_API_URL, DATABASE_URL });
    await typeAt(next, /Address of the governance tenant/, `${standIns.governance.url}${done}`);
    await typeAt(next, /Client id/, `sandbox-bot${done}`);
    await typeAt(next, /Client secret/, `sandbox-secret${done}`);
    await typeAt(next, /taskActions/, `y${done}`);
    await typeAt(next, /taskRevoke/, done);
    await typeAt(next, /Which apps does the bot offer/, done);
    await typeAt(next, /Which apps can people ask for/, 'app-github');
    await typeAt(next, /app-github/, `${select}${done}`);
    await typeAt(next, /Which channel gets the cards/, 'access-reviews');
    await typeAt(next, /access-reviews/, done);
    await typeAt(next, /Who looks after the bot/, `U0HANA${done}`);
    const { exit, out: shown } = await next.ended;
    for (const line of [
      /ok +Slack token: works as access/,
      /ok +app app-github: GitHub has \d+ entitlements/,
      /ok +database: /,
      /ok +audit trail: .*the newest head is signed/,
      /Start the bot with npm start\./,
    ])
      expect(shown).toMatch(line);
    expect(shown).not.toContain('sandbox-secret');
    expect(exit).toBe(0);

    const written = parseEnv(readFileSync(join(folder, '.env'), 'utf8'));
    const variables = Object.entries(written).map(([name, value = '']) => [name, value]);
    const here = { PORT: '0', HOST: '127.0.0.1', DATABASE_URL, SLACK_API_URL };
    const bot = start(folder, { ...Object.fromEntries(variables), ...here });
    standIns.slack.setRequestUrl(`${await readyAt(bot)}/slack/events`);
    const world = new SlackWorld(standIns.slack);
    await ask(world, { person: 'U0BEN' });
    expect(JSON.stringify((await world.cardOf('U0BEN')).blocks)).toContain('Approve');
  });
});
