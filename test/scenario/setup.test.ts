/**
 * What `npm run setup` asks and writes, against the two stand-ins. Long because each run is a whole
 * conversation.
 */
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { readAccessFileAt } from '../../src/config/configuration.ts';
import { type CommandExit, Misused } from '../../src/operator/command.ts';
import { setupCommand } from '../../src/operator/setup/setup-command.ts';
import { StartRefused } from '../../src/operator/start-refused.ts';
import { appToken, botToken, signingSecret } from '../support/bot-environment.ts';
import { temporaryFolder } from '../support/bot-world.ts';
import { enter, type ScriptedPrompts, scriptedPrompts } from '../support/scripted-prompts.ts';
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
  return command.run([], nothing);
}

const secrets = () => ({
  SLACK_BOT_TOKEN: botToken,
  SLACK_SIGNING_SECRET: signingSecret,
  GOVERNANCE_CLIENT_ID: 'sandbox-bot',
  GOVERNANCE_CLIENT_SECRET: 'sandbox-secret',
  DATABASE_URL: 'postgres://bot:word@127.0.0.1/access',
});

const wrongOf = ({ transcript }: ScriptedPrompts) =>
  transcript.filter((line) => line.startsWith('wrong: '));

it('says what is wrong with an answer and asks again, and leaves what it wrote as it is the next time', async () => {
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
    ['taskActions', true],
    ['taskRevoke', false],
    ['Which apps does the bot offer?', 'listed'],
    ['Which apps can people ask for?', []],
    ['Which apps can people ask for?', ['app-github', 'app-ledger']],
    ['Which channel gets the cards', 'C0HARBOUR'],
    ['Which channel gets the cards', 'C0LOUNGE'],
    ['Who looks after the bot?', ''],
    ['Who looks after the bot?', 'nobody@acme.example'],
    ['Who looks after the bot?', 'hana@acme.example, U0ANA'],
  ]);
  expect(await answer(folder, prompts)).toBe(0);
  const sentences = [
    'The bot’s address is not an http or https URL',
    'The bot’s address is plain http',
    'SLACK_BOT_TOKEN is missing.',
    'SLACK_BOT_TOKEN does not begin with xoxb-',
    'Slack token: .*invalid_auth',
    'GOVERNANCE_BASE_URL is not an http or https URL',
    'GOVERNANCE_BASE_URL ends in /api/v1',
    'Nothing answers at http://127.0.0.1:1',
    'The tenant: .* press Ctrl.C, and correct GOVERNANCE_BASE_URL where it is set',
    'DATABASE_URL is not a PostgreSQL URL',
    'DATABASE_URL goes to another machine without TLS',
    'No app is chosen',
    '#harbour-ops is shared with another company',
    'Nobody is named',
    'Slack knows nobody as nobody@acme.example',
  ];
  expect(wrongOf(prompts)).toEqual(
    sentences.map((words) => expect.stringMatching(new RegExp(`^wrong: ${words}`))),
  );
  const question = 'Bot token (OAuth & Permissions; xoxb-...)?';
  const again = `${question} Enter tries the last one again.`;
  expect(prompts.transcript.filter((line) => line.startsWith('Bot token'))).toEqual([
    question,
    question,
    again,
    again,
  ]);
  expect(prompts.transcript).toContain(
    'The bot is not in #crew-lounge yet: type /invite @access there.',
  );
  expect(prompts.transcript.join('\n')).not.toContain('sandbox-secret');

  const written = () =>
    ['access.yaml', '.env', 'slack-app.yml'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    );
  const files = written();
  const access = readAccessFileAt(join(folder, 'access.yaml'));
  if (!access.ok) throw new Error(JSON.stringify(access.refusal));
  expect(access.value).toMatchObject({
    offer: 'listed',
    apps: [
      { id: 'app-github', name: 'GitHub', channel: 'C0LOUNGE' },
      { id: 'app-ledger', channel: 'C0LOUNGE' },
    ],
    admins: ['U0HANA', 'U0ANA'],
  });
  expect(access.value.governance.operations).toContain('taskActions');
  expect(access.value.governance.operations).not.toContain('taskRevoke');
  expect(parseEnv(files[1] ?? '')).toEqual({
    NODE_ENV: 'production',
    AUDIT_SIGNING_KEY: expect.stringMatching(/^[0-9a-f]{64}$/),
    SLACK_BOT_TOKEN: botToken,
    SLACK_SIGNING_SECRET: signingSecret,
    GOVERNANCE_BASE_URL: standIns.governance.url,
    GOVERNANCE_CLIENT_ID: 'sandbox-bot',
    GOVERNANCE_CLIENT_SECRET: 'sandbox-secret',
  });
  expect(files[2]).toContain('request_url: https://bot.acme.example/slack/events');

  const next = scriptedPrompts([['PostgreSQL that keeps everything', enter]]);
  expect(await answer(folder, next)).toBe(0);
  expect(written()).toEqual(files);
  expect(next.transcript).toContain('access.yaml stays as it is.');
});

it('asks for ids and resources where the tenant has only the documented endpoints', async () => {
  const bare = await startStandIns({ governance: { documentedOnly: true } });
  onTestFinished(() => bare.governance.close());
  onTestFinished(() => bare.slack.close());
  const folder = await newFolder();
  const prompts = scriptedPrompts([
    ['How does Slack reach the bot?', enter],
    ['At which address', 'https://bot.acme.example'],
    ['Address of the governance tenant', bare.governance.url],
    ['Which apps can people ask for? Ids', 'app-github'],
    ['Which channel gets the cards', 'C0REVIEWS'],
    ['Resources of app-github', 'platform'],
    ['Resources of app-github', 'team/nobody'],
    ['Resources of app-github', 'team/platform'],
    ['Who looks after the bot?', 'U0HANA'],
  ]);
  expect(await answer(folder, prompts, secrets())).toBe(0);
  expect(wrongOf(prompts)).toEqual([
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

it('adds to .env what neither it nor the environment has, and needs no address for a socket', async () => {
  const folder = await newFolder();
  const before = '# ours\nPORT=3100\nAUDIT_SIGNING_KEY_FILE=/run/secrets/key\n';
  writeFileSync(join(folder, '.env'), before, { mode: 0o644 });
  const prompts = scriptedPrompts([
    ['How does Slack reach the bot?', 'socket'],
    ['App-level token', 'xapp-of-nobody'],
    ['App-level token', appToken],
    ['Address of the governance tenant', standIns.governance.url],
    ['taskActions', false],
    ['taskRevoke', false],
    ['Which apps does the bot offer?', 'all'],
    ['Which of them have cards in a channel?', []],
    ['Who looks after the bot?', 'U0HANA'],
  ]);
  const { SLACK_SIGNING_SECRET: _, ...others } = secrets();
  expect(await answer(folder, prompts, others)).toBe(0);
  expect(wrongOf(prompts)).toEqual([
    'wrong: The app-level token does not work (apps.connections.open: invalid_auth).',
  ]);
  expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(
    `${before}NODE_ENV=production\nSLACK_APP_TOKEN=${appToken}\nGOVERNANCE_BASE_URL=${standIns.governance.url}\n`,
  );
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  const access = readAccessFileAt(join(folder, 'access.yaml'));
  if (!access.ok) throw new Error(JSON.stringify(access.refusal));
  expect(access.value).toMatchObject({ offer: 'all', apps: [] });
  expect(readFileSync(join(folder, 'slack-app.yml'), 'utf8')).toContain(
    'socket_mode_enabled: true',
  );
});

it('asks in the next run only for what was not right in one that was stopped', async () => {
  const folder = await newFolder();
  const stopped = 'asked “Signing secret';
  const first = scriptedPrompts([
    ['How does Slack reach the bot?', 'http'],
    ['At which address', 'https://bot.acme.example'],
    ['Bot token', botToken],
  ]);
  await expect(answer(folder, first)).rejects.toThrow(stopped);
  await expect(answer(folder, scriptedPrompts([]))).rejects.toThrow(stopped);
});

it.each([
  [
    'a token that Slack refuses',
    { SLACK_BOT_TOKEN: 'xoxb-of-nobody' },
    /invalid_auth.* Correct SLACK_BOT_TOKEN where it is set/,
  ],
  [
    'a secret that the tenant refuses',
    { GOVERNANCE_CLIENT_SECRET: 'old' },
    /The tenant: .* Correct GOVERNANCE_CLIENT_ID or/,
  ],
  [
    'a wrong setting that is asked later',
    { DATABASE_URL: 'db' },
    /DATABASE_URL is not a PostgreSQL URL/,
  ],
])('ends where %s is set already', async (_, wrong, words) => {
  const folder = await newFolder();
  writeFileSync(join(folder, 'slack-app.yml'), '');
  const env = {
    ...secrets(),
    SLACK_APP_TOKEN: appToken,
    GOVERNANCE_BASE_URL: standIns.governance.url,
  };
  const refused = answer(folder, scriptedPrompts([]), { ...env, ...wrong });
  await expect(refused).rejects.toThrow(StartRefused);
  await expect(refused).rejects.toThrow(words);
});

it('stops before the first question where access.yaml is there and has mistakes', async () => {
  const folder = await newFolder();
  writeFileSync(join(folder, 'access.yaml'), 'apps: 3\n');
  await expect(answer(folder, scriptedPrompts([]))).rejects.toThrow('apps is 3');
});

it.each([
  ['a variable is wrong', 'GOVERNANCE_BASE_URL=acme\n', 'GOVERNANCE_BASE_URL is not an http'],
  ['nothing can be added', 'PORT="3100\n', 'Lines at the end of .env would be read'],
])('stops before the first question where in .env %s', async (_what, text, words) => {
  const folder = await newFolder();
  writeFileSync(join(folder, '.env'), text);
  await expect(answer(folder, scriptedPrompts([]))).rejects.toThrow(words);
});

it('keeps what somebody else writes into .env meanwhile, and the environment’s NODE_ENV', async () => {
  const folder = await newFolder();
  const script = scriptedPrompts([
    ['How does Slack reach the bot?', 'http'],
    ['At which address', 'https://bot.acme.example'],
    ['Bot token', botToken],
    ['Signing secret', signingSecret],
  ]);
  const prompts = {
    ...script,
    async secret(message: string) {
      const typed = await script.secret(message);
      if (message.includes('Signing')) appendFileSync(join(folder, '.env'), 'PORT=3100\n');
      return typed;
    },
  };
  const env = { NODE_ENV: 'staging', AUDIT_SIGNING_KEY_FILE: '/run/secrets/key' };
  await expect(answer(folder, prompts, env)).rejects.toThrow('Address of the governance tenant');
  expect(parseEnv(readFileSync(join(folder, '.env'), 'utf8'))).toEqual({
    SLACK_BOT_TOKEN: botToken,
    PORT: '3100',
    SLACK_SIGNING_SECRET: signingSecret,
  });
});

it('is misused with a flag, and where there is no terminal to ask in', async () => {
  const command = setupCommand({
    env: {},
    folder: await newFolder(),
    openPrompts: async () => null,
    doctor: async () => 0,
    now: () => new Date(),
  });
  const nothing = async () => undefined;
  for (const words of [['--yes'], []])
    await expect(command.run(words, nothing)).rejects.toThrow(Misused);
});
