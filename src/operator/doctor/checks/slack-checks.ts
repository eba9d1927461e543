import { readFileSync } from 'node:fs';
import type { WebClient } from '@slack/web-api';
import { parse } from 'yaml';
import { z } from 'zod';
import { NotTaken } from '../../../domain/outward/outward-failure.ts';
import type { AccessSettings } from '../../../domain/settings/access-settings.ts';
import { calling } from '../../../slack/platform/web-api-failure.ts';
import { type Check, check, Finding, type Looks, notChecked, type Tell } from '../check.ts';

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

/**
 * Tells of the token, and begins to look at scopes, manifest, channels and user groups. null where
 * Slack does not take the token.
 */
export async function slackLooks(deps: SlackCheckDeps, tell: Tell): Promise<Looks | null> {
  const { client, settings } = deps;
  const { token, granted, botId } = await slackTokenCheck(client);
  await tell(token);
  if (token.state !== 'ok') return null;
  return [
    scopesCheck(granted, settings),
    manifestCheck(deps, botId),
    ...Array.from(channelsIn(settings), (channel) => channelCheck(deps, granted, channel)),
    groupChecks(deps, granted),
  ];
}

interface TokenFindings {
  readonly token: Check;
  /** The scopes of the token; empty where Slack does not tell them. */
  readonly granted: ReadonlySet<string>;
  readonly botId: string;
}

/** Whether Slack takes the bot token. */
export async function slackTokenCheck(client: WebClient): Promise<TokenFindings> {
  let granted: ReadonlySet<string> = new Set();
  let botId = '';
  const token = await check(
    'Slack token',
    async () => {
      const answer = await calling('auth.test', () => client.auth.test());
      if (!answer.ok) throw new Error(`Slack refuses it (${answer.refusal.code})`);
      if (answer.value.is_enterprise_install === true) throw new Finding('error', orgWide);
      granted = new Set(answer.value.response_metadata?.scopes ?? []);
      botId = answer.value.bot_id ?? '';
      return `works as ${answer.value.user} in ${answer.value.team}`;
    },
    'Set SLACK_BOT_TOKEN to the bot token under OAuth & Permissions, and look whether this machine reaches Slack.',
  );
  return { token, granted, botId };
}

/** Whether the token has the scopes that the bot needs with these settings. */
export function scopesCheck(granted: ReadonlySet<string>, settings: ScopeSettings): Promise<Check> {
  return check('Slack scopes', async () => scopesSay(granted, settings), '');
}

interface ScopeSettings {
  readonly identity: Pick<AccessSettings['identity'], 'profileField'>;
}

const orgWide =
  'it is of an app that is installed for the whole organisation (Enterprise Grid), which the bot does not support: it works in one workspace. Install the app to that workspace, and set SLACK_BOT_TOKEN to the token from there.';

const install = 'Add them under OAuth & Permissions, and install the app again.';

function scopesSay(granted: ReadonlySet<string>, settings: ScopeSettings): string {
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
  ].filter(({ scopes }) => scopes.length > 0);
  const missing = needed.filter(isMissing);
  if (missing.length === 0 && less.length === 0)
    return `all ${needed.length + channelScopes.length} that are needed are granted`;
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

const mostAppsNamed = 3;

function appsInWords(ids: readonly string[]): string {
  const more = ids.length - mostAppsNamed;
  return `apps ${ids.slice(0, mostAppsNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Each with all places where access.yaml names it. */
function channelsIn(settings: AccessSettings): ReadonlyMap<string, string> {
  const { apps, emergency } = settings;
  const ofApps = Map.groupBy(
    apps.filter(({ channel }) => channel !== null),
    ({ channel }) => channel,
  );
  const named: readonly (readonly [string | null | undefined, string])[] = [
    ...[...ofApps].map(([id, those]) => [id, appsInWords(those.map((app) => app.id))] as const),
    [emergency.channel, 'emergency.channel'],
    ...tiersIn(settings).map(({ channel }) => [channel, 'escalation'] as const),
  ];
  const places = new Map<string, Set<string>>();
  for (const [id, where] of named) if (id) places.set(id, (places.get(id) ?? new Set()).add(where));
  return new Map([...places].map(([id, wheres]) => [id, [...wheres].join(', ')]));
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
    return notChecked(what, `channels:read and groups:read are missing. ${install}`);
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

/** A group that is not there is mentioned all the same, and nobody is called. */
async function groupChecks(
  { client, settings }: SlackCheckDeps,
  granted: ReadonlySet<string>,
): Promise<readonly Check[]> {
  const ids = groupsIn(settings);
  if (ids.length === 0) return [];
  const what = `user group ${ids.join(', ')}`;
  const look = async () => {
    if (granted.size > 0 && !granted.has('usergroups:read')) throw new Finding('warning', unread);
    const notChecked = (code: string) =>
      new Finding('warning', `not checked: Slack says ${code}. ${install}`);
    const listing = calling('usergroups.list', () => client.usergroups.list());
    const answer = await listing.catch((error: unknown) => {
      throw error instanceof NotTaken ? notChecked(error.code) : error;
    });
    if (!answer.ok) throw notChecked(answer.refusal.code);
    const handles = new Map(answer.value.usergroups?.map(({ id, handle }) => [id, handle]));
    const missing = ids.filter((id) => !handles.has(id));
    if (missing.length === 0) return `there: ${ids.map((id) => `@${handles.get(id)}`).join(', ')}`;
    throw new Finding(
      'error',
      `there is no such group as ${missing.join(', ')}, so it calls nobody. Correct the id in access.yaml.`,
    );
  };
  return [await check(what, look, install)];
}

const unread =
  'not checkable: the scope usergroups:read is not granted, and a group that is not there would call nobody in an emergency. app-manifest.yml names the scope in a comment: add it under OAuth & Permissions, and install the app again.';

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
