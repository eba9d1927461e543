import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { webAddress, withoutEndSlash } from '../../config/web-address.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { attempt } from '../../slack/platform/web-api-failure.ts';
import { backgroundClient } from '../../slack/platform/web-clients.ts';
import { slackLogger } from '../../slack/receiving/bolt-app.ts';
import { check, patientWaits } from '../doctor/check.ts';
import { scopesLook, slackTokenCheck } from '../doctor/checks/slack-checks.ts';
import type { AnsweredEnvironment } from './answered-environment.ts';
import type { BotAddress } from './files/app-manifest.ts';
import { askVariables, type Prompts, untilRight, type VariableDeps } from './prompts.ts';

/** How Slack is to reach the bot. */
export async function askAddress(prompts: Prompts): Promise<BotAddress> {
  const way = await prompts.choose(
    'How does Slack reach the bot?',
    [
      { value: 'http', label: 'At an address of its own (HTTPS)' },
      { value: 'socket', label: 'Through a socket that the bot opens (Socket Mode)' },
    ],
    'http',
  );
  if (way === 'socket') return null;
  return untilRight(prompts, {
    initial: '',
    ask: (initial) => prompts.text('At which address, like https://bot.acme.example?', initial),
    check: async (typed) => readAddress(typed),
  });
}

function readAddress(typed: string): Result<string, string> {
  const reading = webAddress('https://bot.acme.example', true).safeParse(typed.trim());
  if (!reading.success)
    return refuse(`The bot’s address ${reading.error.issues[0]?.message ?? 'is wrong.'}`);
  return ok(withoutEndSlash(reading.data).replace(/\/slack\/events$/, ''));
}

/** What was found of Slack with the bot's token. */
export interface SlackFindings {
  readonly client: WebClient;
  readonly granted: ReadonlySet<string>;
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

function clientOf(env: AnsweredEnvironment): WebClient {
  const waits = patientWaits();
  return backgroundClient({ ...env.settings().slack, logger: slackLogger(log), waits });
}

/** The tokens of the app, each checked as soon as it is typed. */
export async function askTokens(deps: VariableDeps, address: BotAddress): Promise<SlackFindings> {
  const { prompts, env } = deps;
  const what = 'Bot token (OAuth & Permissions; xoxb-...)?';
  const findings = await askVariables<SlackFindings>(
    deps,
    [{ name: 'SLACK_BOT_TOKEN', what }],
    async () => {
      const client = clientOf(env);
      const { token, granted } = await slackTokenCheck(client);
      if (token.state === 'error') return refuse(`${token.what}: ${token.says}`);
      const scopes = await check(scopesLook(granted, { identity: { profileField: null } }));
      if (scopes.state === 'error') return refuse(`${scopes.what}: ${scopes.says}`);
      await prompts.say(`Slack: the token ${token.says}`);
      if (scopes.state === 'warning') await prompts.say(`Slack scopes: ${scopes.says}`);
      return ok({ client, granted });
    },
  );
  await askWayIn(deps, address);
  return findings;
}

async function askWayIn(deps: VariableDeps, address: BotAddress): Promise<void> {
  const { env } = deps;
  // With an app-level token the bot opens a socket.
  if (address !== null && !env.has('SLACK_APP_TOKEN')) {
    const what = 'Signing secret (Basic Information)?';
    // Only a signed request shows whether it is right.
    return askVariables(deps, [{ name: 'SLACK_SIGNING_SECRET', what }], async () => ok(undefined));
  }
  const what = 'App-level token with connections:write (Basic Information; xapp-...)?';
  return askVariables(deps, [{ name: 'SLACK_APP_TOKEN', what }], async () => {
    const { transport } = env.settings().slack;
    if (transport.kind !== 'socket') return ok(undefined);
    const { appToken: token } = transport;
    const answer = await attempt('apps.connections.open', () =>
      clientOf(env).apps.connections.open({ token }),
    );
    if (answer.ok) return ok(undefined);
    return refuse(`The app-level token does not work (${refusalWords(answer.refusal)}).`);
  });
}

const refusalWords = (refusal: { readonly code?: string } | Error): string =>
  refusal instanceof Error ? refusal.message : (refusal.code ?? 'no reason');

/** A channel that can get cards. */
export interface ChannelFacts {
  readonly id: string;
  readonly name: string;
  readonly isMember: boolean;
  /** Cards do not go to channels that other companies read. */
  readonly isShared: boolean;
}

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
const channelPage = z.object({
  channels: z
    .array(
      z.object({
        id: z.string(),
        name: z.string().nullish(),
        is_member: flag,
        is_ext_shared: flag,
        is_pending_ext_shared: flag,
      }),
    )
    .nullish(),
  response_metadata: z.object({ next_cursor: z.string().nullish() }).nullish(),
});

const mostPages = 30;

/** The channels of the workspace by name; none where the token may not list them. */
export async function listChannels({
  client,
  granted,
}: SlackFindings): Promise<readonly ChannelFacts[]> {
  const types = [
    ...(granted.has('channels:read') ? ['public_channel'] : []),
    ...(granted.has('groups:read') ? ['private_channel'] : []),
  ].join(',');
  const channels: ChannelFacts[] = [];
  let cursor = '';
  for (let number = 0; types !== '' && number < mostPages; number += 1) {
    const answer = await attempt('conversations.list', () =>
      client.conversations.list({
        types,
        exclude_archived: true,
        limit: 999,
        ...(cursor === '' ? {} : { cursor }),
      }),
    );
    if (!answer.ok) break;
    const page = channelPage.parse(answer.value);
    for (const one of page.channels ?? [])
      channels.push({
        id: one.id,
        name: one.name ?? one.id,
        isMember: one.is_member,
        isShared: one.is_ext_shared || one.is_pending_ext_shared,
      });
    cursor = page.response_metadata?.next_cursor ?? '';
    if (cursor === '') break;
  }
  return channels.toSorted((one, other) => one.name.localeCompare(other.name));
}

const person = z.object({
  id: z.string(),
  name: z.string().nullish(),
  real_name: z.string().nullish(),
  deleted: flag,
  is_bot: flag,
});

interface PersonFacts {
  readonly id: string;
  readonly name: string;
}

/** The people that emails and member ids name, or a sentence about the first that names nobody. */
export async function findPeople(
  client: WebClient,
  typed: string,
): Promise<Result<readonly PersonFacts[], string>> {
  const people: PersonFacts[] = [];
  for (const word of typed.split(/[\s,;]+/).filter((one) => one !== '')) {
    const answer = word.includes('@')
      ? await attempt('users.lookupByEmail', () => client.users.lookupByEmail({ email: word }))
      : await attempt('users.info', () => client.users.info({ user: word }));
    const reading = person.safeParse(answer.ok ? answer.value.user : null);
    if (!answer.ok && answer.refusal instanceof Error)
      return refuse(`Slack could not be asked about ${word} (${answer.refusal.message}).`);
    if (!reading.success)
      return refuse(
        `Slack knows nobody as ${word}${answer.ok ? '' : ` (${refusalWords(answer.refusal)})`}. Write emails or member ids, with commas between.`,
      );
    const { id, name, real_name: realName, deleted, is_bot: isBot } = reading.data;
    if (deleted || isBot)
      return refuse(`${word} is ${isBot ? 'an app' : 'deactivated'} in Slack. Name somebody else.`);
    people.push({ id, name: realName ?? name ?? id });
  }
  return ok(people);
}
