import { readFileSync } from 'node:fs';
import type { WebClient } from '@slack/web-api';
import { parse } from 'yaml';
import { z } from 'zod';
import type { AccessSettings } from '../../../domain/settings/access-settings.ts';
import { calling } from '../../../slack/platform/web-api-failure.ts';
import { type Check, check, Finding, notChecked } from '../check.ts';

/** Scopes that the bot needs; without the channel scopes it does less. */
const neededScopes = ['chat:write', 'commands', 'users:read', 'users:read.email'];
const channelScopes = ['channels:read', 'groups:read'];

export interface SlackCheckDeps {
  readonly client: WebClient;
  readonly settings: AccessSettings;
  /** Reads the app's manifest; null when SLACK_CONFIG_TOKEN is not set. */
  readonly configToken: string | null;
  readonly manifestPath: string;
}

/** Token, scopes, manifest, channels and user groups. */
export async function slackChecks(deps: SlackCheckDeps): Promise<readonly Check[]> {
  const { client, settings } = deps;
  let granted: ReadonlySet<string> = new Set();
  let botId = '';
  const token = await check(
    'Slack token',
    async () => {
      const answer = await calling('auth.test', () => client.auth.test());
      if (!answer.ok) throw new Error(`Slack refuses it (${answer.refusal.code})`);
      granted = new Set(answer.value.response_metadata?.scopes ?? []);
      botId = answer.value.bot_id ?? '';
      return `works as ${answer.value.user} in ${answer.value.team}`;
    },
    'Set SLACK_BOT_TOKEN to the bot token under OAuth & Permissions, and look whether this machine reaches Slack.',
  );
  if (token.state !== 'ok') return [token];
  const scopes = await check('Slack scopes', async () => scopesSay(granted, settings), '');
  const channels = await Promise.all(
    [...channelsIn(settings)].map((channel) => channelCheck(deps, granted, channel)),
  );
  return [
    token,
    scopes,
    await manifestCheck(deps, botId),
    ...channels,
    ...(await groupChecks(deps, granted)),
  ];
}

const install = 'Add them under OAuth & Permissions, and install the app again.';

function scopesSay(granted: ReadonlySet<string>, settings: AccessSettings): string {
  const { identity } = settings;
  if (granted.size === 0)
    throw new Finding('warning', 'not checked: Slack does not tell which scopes are granted.');
  const needed = [
    ...neededScopes,
    ...(identity.profileField === null ? [] : ['users.profile:read']),
  ];
  const isMissing = (scope: string) => !granted.has(scope);
  const less = [
    { scopes: channelScopes.filter(isMissing), so: 'so shared channels are not recognised' },
    {
      scopes: groupScopes(settings).filter(isMissing),
      so: 'so nobody can tell whether the user groups are there',
    },
  ].filter(({ scopes }) => scopes.length > 0);
  const missing = needed.filter(isMissing);
  if (missing.length === 0 && less.length === 0)
    return `all ${needed.length + channelScopes.length + groupScopes(settings).length} that are needed are granted`;
  const problems = [
    ...(missing.length === 0 ? [] : [`${missing.join(', ')}, without which the bot cannot work`]),
    ...less.map(({ scopes, so }) => `${scopes.join(', ')}, ${so}`),
  ];
  throw new Finding(
    missing.length > 0 ? 'error' : 'warning',
    `missing: ${problems.join('; ')}. ${install}`,
  );
}

const tiersIn = ({ escalation, emergencyEscalation, apps }: AccessSettings) => [
  ...(escalation ?? []),
  ...(emergencyEscalation ?? []),
  ...apps.flatMap((app) => app.escalation ?? []),
];

/** The user groups that messages mention. */
function groupsIn(settings: AccessSettings): readonly string[] {
  const named = [settings.emergency.onCall, ...tiersIn(settings).map(({ group }) => group)];
  return [...new Set(named.filter((id) => id !== null))];
}

const groupScopes = (settings: AccessSettings) =>
  groupsIn(settings).length === 0 ? [] : ['usergroups:read'];

/** Each with where access.yaml names it first. */
function channelsIn(settings: AccessSettings): ReadonlyMap<string, string> {
  const named: readonly (readonly [string | null | undefined, string])[] = [
    ...settings.apps.map(({ id, channel }) => [channel, `apps ${id}`] as const),
    [settings.emergency.channel, 'emergency.channel'],
    [settings.audit.channel, 'audit.channel'],
    [settings.digest?.channel, 'digest.channel'],
    ...tiersIn(settings).map(({ channel }) => [channel, 'escalation'] as const),
  ];
  const places = new Map<string, string>();
  for (const [id, where] of named) if (id && !places.has(id)) places.set(id, where);
  return places;
}

const channelFacts = z.object({
  name: z.string().nullish(),
  is_member: z.boolean().nullish(),
  is_archived: z.boolean().nullish(),
  is_ext_shared: z.boolean().nullish(),
  is_pending_ext_shared: z.boolean().nullish(),
});

async function channelCheck(
  { client, settings }: SlackCheckDeps,
  granted: ReadonlySet<string>,
  [channel, where]: readonly [string, string],
): Promise<Check> {
  const what = `channel ${channel} (${where})`;
  if (!channelScopes.some((scope) => granted.has(scope)))
    return notChecked(what, 'grant channels:read and groups:read.');
  const wrong = async () => {
    const answer = await calling('conversations.info', () =>
      client.conversations.info({ channel }),
    );
    if (!answer.ok)
      return `Slack says ${answer.refusal.code}. Invite the bot there with /invite, or correct the id in access.yaml.`;
    const facts = channelFacts.parse(answer.value.channel);
    if (facts.is_archived) return 'is archived. Name another channel in access.yaml.';
    const isShared = facts.is_ext_shared || facts.is_pending_ext_shared;
    if (isShared && !settings.channels.allowShared.includes(channel))
      return 'is shared with another company, so no cards go there. Name another, or add it to channels.allowShared.';
    return facts.is_member === false
      ? `the bot is not in #${facts.name}. Invite it there with /invite.`
      : facts;
  };
  const look = async () => {
    const channel = await wrong();
    if (typeof channel === 'string') throw new Finding('error', channel);
    return `#${channel.name} can be used`;
  };
  return check(what, look, 'Look whether this machine reaches Slack.');
}

async function groupChecks(
  { client, settings }: SlackCheckDeps,
  granted: ReadonlySet<string>,
): Promise<readonly Check[]> {
  const ids = groupsIn(settings);
  const whats = ids.map((id) => [id, `user group ${id}`] as const);
  if (ids.length === 0) return [];
  if (!granted.has('usergroups:read'))
    return whats.map(([, what]) => notChecked(what, 'usergroups:read is not granted.'));
  const answer = await calling('usergroups.list', () => client.usergroups.list());
  const groups = answer.ok ? (answer.value.usergroups ?? []) : [];
  return whats.map(([id, what]) => {
    const userGroup = groups.find((group) => group.id === id);
    if (userGroup !== undefined)
      return { what, state: 'ok', says: `@${userGroup.handle} is there` };
    return { what, state: 'error', says: 'there is no such group. Correct its id in access.yaml.' };
  });
}

/**
 * Where a manifest names what the bot depends on; the last word is the member of each, where they
 * are no texts.
 */
const parts = [
  [['features', 'slash_commands'], 'command'],
  [['features', 'shortcuts'], 'callback_id'],
  [['oauth_config', 'scopes', 'bot'], ''],
  [['settings', 'event_subscriptions', 'bot_events'], ''],
] as const;
const group = z.record(z.string(), z.unknown()).catch({});
const list = z.array(z.unknown()).catch([]);

function partsOf(manifest: unknown): readonly string[] {
  return parts.flatMap(([path, member]) => {
    const named = list.parse(
      path.reduce<unknown>((here, name) => group.parse(here)[name], manifest),
    );
    return named.map((one) => String(member === '' ? one : group.parse(one)[member]));
  });
}

async function manifestCheck(
  { client, configToken, manifestPath }: SlackCheckDeps,
  botId: string,
): Promise<Check> {
  const what = 'Slack manifest';
  if (configToken === null)
    return notChecked(what, 'set SLACK_CONFIG_TOKEN to compare the app with app-manifest.yml.');
  const look = async () => {
    const bot = await calling('bots.info', () => client.bots.info({ bot: botId }));
    const appId = bot.ok ? (bot.value.bot?.app_id ?? '') : '';
    const answer = await calling('apps.manifest.export', () =>
      client.apps.manifest.export({ token: configToken, app_id: appId }),
    );
    if (!answer.ok)
      throw new Finding(
        'warning',
        `not checked: Slack says ${answer.refusal.code}. Make a new configuration token.`,
      );
    const there = new Set(partsOf(answer.value.manifest));
    const missing = partsOf(parse(readFileSync(manifestPath, 'utf8'))).filter(
      (part) => !there.has(part),
    );
    if (missing.length === 0) return 'has everything that app-manifest.yml names';
    throw new Finding(
      'error',
      `the app lacks ${missing.join(', ')}. Paste app-manifest.yml again under App Manifest.`,
    );
  };
  return check(what, look, 'Make a new configuration token.');
}
