/**
 * What `npm run setup` asks and writes, against the two stand-ins. Long because a journey through
 * all questions is told whole.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { readAccessFileAt } from '../../src/config/configuration.ts';
import { type CommandExit, Misused } from '../../src/operator/command.ts';
import { setupCommand } from '../../src/operator/setup/setup-command.ts';
import { StartRefused } from '../../src/operator/start-refused.ts';
import { appToken, botToken, signingSecret } from '../support/bot-environment.ts';
import { temporaryFolder } from '../support/bot-world.ts';
import { enter, type ScriptedPrompts, scriptedPrompts } from '../support/scripted-prompts.ts';
import { expectSetUp } from '../support/set-up-files.ts';
import { type StandIns, startStandIns } from '../support/stand-ins.ts';

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

const secrets = () => ({
  SLACK_API_URL: standIns.slack.apiUrl,
  SLACK_BOT_TOKEN: botToken,
  SLACK_SIGNING_SECRET: signingSecret,
  GOVERNANCE_CLIENT_SECRET: 'sandbox-secret',
});

const flags = () =>
  `--yes --address http://127.0.0.1:3000 --tenant ${standIns.governance.url} --client-id sandbox-bot --channel #access-reviews --app app-github --app app-aws=C0INCIDENTS --allow taskActions --admin U0HANA`.split(
    ' ',
  );

/** With these words and nobody to ask. Rejects with what the process would print. */
async function giveFlags(
  folder: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly exit: CommandExit; readonly out: string }> {
  let out = '';
  const command = setupCommand({
    env,
    folder,
    openPrompts: async () => null,
    doctor: async () => 0,
    now: () => new Date(),
  });
  const print = async (text: string) => {
    out += text;
  };
  const exit = await command.run(words, print, async () => 0);
  return { exit, out };
}

describe('from flags', () => {
  it('writes what a bot needs', async () => {
    const folder = await newFolder();
    const { exit, out } = await giveFlags(folder, flags(), secrets());
    expect(exit).toBe(0);
    expectSetUp(folder, out, { secrets: secrets(), governanceUrl: standIns.governance.url });
  });

  it('names everything that is missing at once, and writes nothing', async () => {
    const folder = await newFolder();
    const missing = giveFlags(folder, ['--yes'], {});
    await expect(missing).rejects.toThrow(Misused);
    for (const words of [
      '--address or --socket',
      '--app for each',
      'SLACK_BOT_TOKEN is missing',
      'GOVERNANCE_BASE_URL is missing',
    ])
      await expect(missing).rejects.toThrow(words);
    expect(existsSync(join(folder, 'slack-app.yml'))).toBe(false);
  });

  it('changes no file that is there, unless told to', async () => {
    const folder = await newFolder();
    expect((await giveFlags(folder, flags(), secrets())).exit).toBe(0);
    const before = readFileSync(join(folder, 'access.yaml'), 'utf8');
    // All the rest is what is there.
    const again = ['--yes', '--time-zone', 'Asia/Tokyo'];
    await expect(giveFlags(folder, again, {})).rejects.toThrow(
      /access\.yaml is there and would change: .*Asia\/Tokyo/s,
    );
    expect(readFileSync(join(folder, 'access.yaml'), 'utf8')).toBe(before);
    const { exit, out } = await giveFlags(folder, [...again, '--replace'], {});
    expect(exit).toBe(0);
    expect(out).toContain('.env is as it was.');
    expect(parse(readFileSync(join(folder, 'access.yaml'), 'utf8'))).toMatchObject({
      timeZone: 'Asia/Tokyo',
    });
  });

  it.each([
    ['a token that Slack refuses', { SLACK_BOT_TOKEN: 'xoxb-of-nobody' }, 'invalid_auth'],
    ['a secret that the tenant refuses', { GOVERNANCE_CLIENT_SECRET: 'old' }, 'The tenant: '],
  ])('is refused for %s', async (_, wrong, words) => {
    const folder = await newFolder();
    const refused = giveFlags(folder, flags(), { ...secrets(), ...wrong });
    await expect(refused).rejects.toThrow(StartRefused);
    await expect(refused).rejects.toThrow(words);
    expect(existsSync(join(folder, '.env'))).toBe(false);
  });

  it('names the files of secrets that come from files, and does not copy them', async () => {
    const folder = await newFolder();
    const secretFile = join(folder, 'secret');
    writeFileSync(secretFile, 'sandbox-secret\n');
    const { GOVERNANCE_CLIENT_SECRET: _, ...others } = secrets();
    const env = { ...others, GOVERNANCE_CLIENT_SECRET_FILE: secretFile };
    expect((await giveFlags(folder, flags(), env)).exit).toBe(0);
    const text = readFileSync(join(folder, '.env'), 'utf8');
    expect(text).toContain(`GOVERNANCE_CLIENT_SECRET_FILE=${secretFile}`);
    expect(text).not.toContain('sandbox-secret');
  });

  it('asks nobody where there is no terminal', async () => {
    await expect(giveFlags(await newFolder(), [], {})).rejects.toThrow(
      'There is no terminal to ask in. Add --yes',
    );
  });
});

async function answer(
  folder: string,
  prompts: ScriptedPrompts,
  env: Readonly<Record<string, string>> = {},
): Promise<CommandExit> {
  const command = setupCommand({
    env: { SLACK_API_URL: standIns.slack.apiUrl, ...env },
    folder,
    openPrompts: async () => prompts,
    doctor: async () => 0,
    now: () => new Date(),
  });
  const nothing = async () => undefined;
  return command.run([], nothing, async () => 0);
}

describe('answering', () => {
  it('says what is wrong with an answer and asks again, and takes what is there as the answer next time', async () => {
    const folder = await newFolder();
    const prompts = scriptedPrompts([
      ['How does Slack reach the bot?', 'http'],
      ['At which address', 'bot.acme.example'],
      ['At which address', 'http://bot.acme.example'],
      ['At which address', 'https://bot.acme.example/slack/events'],
      ['Bot token', ''],
      ['Bot token', 'my token'],
      ['Bot token', 'xoxb-of-nobody'],
      ['Bot token', botToken],
      ['Signing secret', signingSecret],
      ['Address of the governance tenant', 'acme'],
      ['Address of the governance tenant', `${standIns.governance.url}/api/v1`],
      ['Address of the governance tenant', 'http://127.0.0.1:1'],
      ['Address of the governance tenant', standIns.governance.url],
      ['Client id', 'sandbox-bot'],
      ['Client secret?', 'old'],
      ['Client id', enter],
      ['Client secret?', 'sandbox-secret'],
      ['PostgreSQL that keeps everything', 'db.acme.example'],
      ['PostgreSQL that keeps everything', 'postgres://bot:word@db.acme.example/access'],
      ['PostgreSQL that keeps everything', enter],
      ['Key that signs the audit trail', 'short'],
      ['Key that signs the audit trail', enter],
      ['taskActions', true],
      ['taskRevoke', false],
      ['Which apps does the bot offer?', 'listed'],
      ['Which apps can people ask for?', []],
      ['Which apps can people ask for?', ['app-github', 'app-ledger']],
      ['Which channel gets the cards', 'C0HARBOUR'],
      ['Which channel gets the cards', 'C0REVIEWS'],
      ['in another channel?', ['app-ledger']],
      ['Which channel gets the cards of', 'C0LOUNGE'],
      ['Where are emergencies told', enter],
      ['Who looks after the bot?', 'nobody@acme.example'],
      ['Who looks after the bot?', 'hana@acme.example, U0ANA'],
      ['Link to a request', 'https://acme.example/tasks'],
      ['Link to a request', 'https://acme.example/task/{numericId}'],
      ['Time zone', 'Moon/Base'],
      ['Time zone', 'Europe/Stockholm'],
      ['Language', 'de'],
    ]);
    standIns.governance.fault({
      method: 'GET',
      path: '/api/v1/apps/app-github/ownerids',
      kind: 'answer',
      body: { userIds: ['user-ana', 'user-chen'] },
      // Once to see whether the tenant has it, once for the hint.
      times: 2,
    });
    expect(await answer(folder, prompts)).toBe(0);
    const wrong = prompts.transcript.filter((line) => line.startsWith('wrong: '));
    const sentences = [
      'The bot’s address is not an http or https URL',
      'The bot’s address is plain http',
      'SLACK_BOT_TOKEN is missing.',
      'SLACK_BOT_TOKEN does not begin with xoxb-',
      'Slack token: .*invalid_auth',
      'GOVERNANCE_BASE_URL is not an http or https URL',
      'GOVERNANCE_BASE_URL ends in /api/v1',
      'Nothing answers at http://127.0.0.1:1',
      'The tenant: ',
      'DATABASE_URL is not a PostgreSQL URL',
      'DATABASE_URL goes to another machine without TLS',
      'AUDIT_SIGNING_KEY is too short',
      'No app is chosen',
      '#harbour-ops is shared with another company',
      'Slack knows nobody as nobody@acme.example',
      'governance.taskUrl is "https://acme.example/tasks"',
      'timeZone is "Moon/Base"',
    ];
    expect(wrong).toHaveLength(sentences.length);
    // What was refused is not offered as the one that is there.
    expect(prompts.transcript.filter((line) => line.startsWith('Bot token'))).toEqual([
      'Bot token (OAuth & Permissions; xoxb-...)?',
      'Bot token (OAuth & Permissions; xoxb-...)?',
      'Bot token (OAuth & Permissions; xoxb-...)? Enter tries the last one again.',
      'Bot token (OAuth & Permissions; xoxb-...)? Enter tries the last one again.',
    ]);
    for (const [place, words] of sentences.entries())
      expect(wrong[place]).toMatch(new RegExp(`^wrong: ${words}`));
    expect(prompts.transcript).toContain(
      'The bot is not in #crew-lounge yet: type /invite @access there.',
    );
    const apps = prompts.choices.get('Which apps can people ask for?') ?? [];
    expect(apps.find(({ value }) => value === 'app-github')?.hint).toMatch(
      /^owners: Ana .*, Chen /,
    );

    const access = readFileSync(join(folder, 'access.yaml'), 'utf8');
    expect(parse(access)).toMatchObject({
      offer: 'listed',
      apps: [
        { id: 'app-github', name: 'GitHub', channel: 'C0REVIEWS' },
        { id: 'app-ledger', channel: 'C0LOUNGE' },
      ],
      admins: ['U0HANA', 'U0ANA'],
      language: 'de',
    });
    expect(readFileSync(join(folder, 'slack-app.yml'), 'utf8')).toContain(
      'request_url: https://bot.acme.example/slack/events',
    );
    expect(prompts.transcript.join('\n')).not.toContain('sandbox-secret');

    const env = readFileSync(join(folder, '.env'), 'utf8');
    const questions =
      'How does Slack|At which address|Bot token|Signing secret|Address of the|Client id|Client secret?|PostgreSQL|Key that signs|taskRevoke|Which apps|Which apps|Which channel|in another channel?|Which channel|Where are|Who looks|Link to|Time zone|Language';
    const same = scriptedPrompts(
      questions.split('|').map((words) => [words, words === 'taskRevoke' ? false : enter]),
    );
    expect(await answer(folder, same)).toBe(0);
    expect(readFileSync(join(folder, 'access.yaml'), 'utf8')).toBe(access);
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(env);
    expect(same.transcript.filter((line) => line.endsWith(' is as it was.'))).toHaveLength(3);
  });

  it('asks for ids and resources where the tenant has only the documented endpoints', async () => {
    const bare = await startStandIns({ governance: { documentedOnly: true } });
    onTestFinished(() => bare.governance.close());
    onTestFinished(() => bare.slack.close());
    const folder = await newFolder();
    const prompts = scriptedPrompts([
      ['How does Slack reach the bot?', enter],
      ['At which address', 'https://bot.acme.example'],
      ['Bot token', enter],
      ['Signing secret', enter],
      ['Address of the governance tenant', bare.governance.url],
      ['Client id', 'sandbox-bot'],
      ['Client secret?', enter],
      ['PostgreSQL that keeps everything', enter],
      ['Key that signs the audit trail', enter],
      ['Which apps can people ask for? Ids', 'app-github'],
      ['Which channel gets the cards', 'C0REVIEWS'],
      ['Resources of app-github', 'platform'],
      ['Resources of app-github', 'team/nobody'],
      ['Resources of app-github', 'team/platform'],
      ['Where are emergencies told', enter],
      ['Who looks after the bot?', ''],
      ['Link to a request', ''],
      ['Time zone', enter],
      ['Language', enter],
    ]);
    expect(await answer(folder, prompts, secrets())).toBe(0);
    expect(prompts.transcript.filter((line) => line.startsWith('wrong: '))).toEqual([
      expect.stringContaining('“platform” is no list like team/platform'),
      expect.stringContaining('app app-github'),
    ]);
    const written = parse(readFileSync(join(folder, 'access.yaml'), 'utf8'));
    expect(written.apps).toEqual([
      {
        id: 'app-github',
        channel: 'C0REVIEWS',
        resources: [{ resourceTypeId: 'team', resourceId: 'platform' }],
      },
    ]);
  });

  it('needs no address for a socket, and says which variable of the terminal counts more than .env', async () => {
    const folder = await newFolder();
    writeFileSync(join(folder, '.env'), '# ours\nPORT=3100\nSLACK_SIGNING_SECRET=old\n');
    const prompts = scriptedPrompts([
      ['How does Slack reach the bot?', 'socket'],
      ['Bot token', botToken],
      ['App-level token', 'xapp-of-nobody'],
      ['App-level token', appToken],
      ['Address of the governance tenant', standIns.governance.url],
      ['Client id', 'sandbox-bot'],
      ['Client secret?', 'sandbox-secret'],
      ['PostgreSQL that keeps everything', 'postgres://bot:word@127.0.0.1/access'],
      ['Key that signs the audit trail', 'a key of our own'],
      ['Change .env?', true],
      ['taskActions', false],
      ['taskRevoke', false],
      ['Which apps does the bot offer?', 'all'],
      ['Which of them have cards in a channel?', []],
      ['Where are emergencies told', 'C0INCIDENTS'],
      ['Who looks after the bot?', ''],
      ['Link to a request', enter],
      ['Time zone', enter],
      ['Language', enter],
    ]);
    const env = { GOVERNANCE_BASE_URL: 'https://other.example' };
    expect(await answer(folder, prompts, env)).toBe(0);
    expect(prompts.transcript.filter((line) => line.startsWith('wrong: '))).toEqual([
      'wrong: The app-level token does not work (apps.connections.open: invalid_auth).',
    ]);
    expect(prompts.transcript.join('\n')).toContain('counts more: unset GOVERNANCE_BASE_URL');
    const text = readFileSync(join(folder, '.env'), 'utf8');
    expect(text).toMatch(/^# ours\nPORT=3100\nSLACK_SIGNING_SECRET=old\n/);
    expect(parseEnv(text)).toMatchObject({
      SLACK_APP_TOKEN: appToken,
      PORT: '3100',
      DATABASE_URL: 'postgres://bot:word@127.0.0.1/access',
      AUDIT_SIGNING_KEY: 'a key of our own',
    });
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    const access = readAccessFileAt(join(folder, 'access.yaml'));
    if (!access.ok) throw new Error(JSON.stringify(access.refusal));
    expect(access.value).toMatchObject({ offer: 'all', apps: [] });
    expect(access.value.governance.operations).toContain('taskRead');
    expect(access.value.governance.operations).not.toContain('taskActions');
    expect(readFileSync(join(folder, 'slack-app.yml'), 'utf8')).toContain(
      'socket_mode_enabled: true',
    );
  });

  it('offers in the next run the secrets that were right in one that was stopped', async () => {
    const folder = await newFolder();
    const stopped = 'asked “Signing secret';
    const first = scriptedPrompts([
      ['How does Slack reach the bot?', 'http'],
      ['At which address', 'https://bot.acme.example'],
      ['Bot token', botToken],
    ]);
    await expect(answer(folder, first)).rejects.toThrow(stopped);
    const next = scriptedPrompts([
      ['How does Slack reach the bot?', enter],
      ['At which address', enter],
      ['Bot token (OAuth & Permissions; xoxb-...)? Enter keeps the one that is there.', enter],
    ]);
    await expect(answer(folder, next)).rejects.toThrow(stopped);
  });

  it('stops before the first question where access.yaml is there and has mistakes', async () => {
    const folder = await newFolder();
    writeFileSync(join(folder, 'access.yaml'), 'apps: 3\n');
    await expect(answer(folder, scriptedPrompts([]))).rejects.toThrow('apps is 3');
  });
});

it('is misused with a flag that no one knows', async () => {
  const command = setupCommand({
    env: {},
    folder: await newFolder(),
    openPrompts: async () => null,
    doctor: async () => 0,
    now: () => new Date(),
  });
  const nothing = async () => undefined;
  for (const words of [
    ['--token', 'x'],
    ['--allow', 'all'],
    ['--resource', 'x'],
    ['--socket', '--address', 'x'],
  ])
    await expect(command.run(words, nothing, async () => 0)).rejects.toThrow(Misused);
});
