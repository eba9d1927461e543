import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { NotTaken } from '../../../domain/outward/outward-failure.ts';
import type { AccessSettings } from '../../../domain/settings/access-settings.ts';
import { calling } from '../../../slack/platform/web-api-failure.ts';
import { type Check, check, Finding, type Look } from '../check.ts';

/** Scopes that the bot needs; without the channel scopes it does less. */
const neededScopes = ['chat:write', 'commands', 'users:read', 'users:read.email'];
const channelScopes = ['channels:read', 'groups:read'];
const install = 'Add them under OAuth & Permissions, and install the app again.';

interface TokenFindings {
  readonly token: Check;
  /** The scopes of the token; empty where Slack does not tell them. */
  readonly granted: ReadonlySet<string>;
}

/** Whether Slack takes the bot token. */
export async function slackTokenCheck(client: WebClient): Promise<TokenFindings> {
  let granted: ReadonlySet<string> = new Set();
  const ask = async () => {
    const answer = await calling('auth.test', () => client.auth.test());
    if (!answer.ok) throw new Error(`Slack refuses it (${answer.refusal.code})`);
    if (answer.value.is_enterprise_install === true)
      throw new Finding(
        'error',
        'it is of an app that is installed for the whole organisation (Enterprise Grid), which the bot does not support: it works in one workspace. Install the app to that workspace, and set SLACK_BOT_TOKEN to the token from there.',
      );
    granted = new Set(answer.value.response_metadata?.scopes ?? []);
    return `works as ${answer.value.user} in ${answer.value.team}`;
  };
  const mend =
    'Set SLACK_BOT_TOKEN to the bot token under OAuth & Permissions, and look whether this machine reaches Slack.';
  const token = await check({ what: 'Slack token', ask, mend });
  return { token, granted };
}

interface SlackLookDeps {
  readonly client: WebClient;
  readonly settings: AccessSettings;
  readonly granted: ReadonlySet<string>;
}

/** The scopes, and the channels and user groups that access.yaml names. */
export function slackLooks(deps: SlackLookDeps): readonly Look[] {
  const { granted, settings } = deps;
  return [
    scopesLook(granted, settings),
    ...Array.from(channelsIn(settings), (named) => channelLook(deps, named)),
    groupLook(deps),
  ];
}

/** Whether the token has the scopes that the bot needs with these settings. */
export function scopesLook(
  granted: ReadonlySet<string>,
  { identity }: { readonly identity: Pick<AccessSettings['identity'], 'profileField'> },
): Look {
  const ask = async () => {
    if (granted.size === 0)
      throw new Finding('warning', 'not checked: Slack does not tell which scopes are granted.');
    const needed = [
      ...neededScopes,
      ...(identity.profileField === null ? [] : ['users.profile:read']),
    ];
    const [missing, less] = [needed, channelScopes].map((scopes) =>
      scopes.filter((scope) => !granted.has(scope)).join(', '),
    );
    if (!missing && !less)
      return `all ${needed.length + channelScopes.length} that are needed are granted`;
    const problems = [
      ...(missing ? [`${missing}, without which the bot cannot work`] : []),
      ...(less ? [`${less}, so shared channels are not recognised`] : []),
    ];
    const says = `missing: ${problems.join('; ')}. ${install}`;
    throw new Finding(missing ? 'error' : 'warning', says);
  };
  return { what: 'Slack scopes', ask, mend: '' };
}

const tiersIn = ({ escalation, emergencyEscalation, apps }: AccessSettings) => [
  ...(escalation ?? []),
  ...(emergencyEscalation ?? []),
  ...apps.flatMap((app) => app.escalation ?? []),
];

const mostAppsNamed = 3;

function appsInWords(ids: readonly string[]): string {
  const more = ids.length - mostAppsNamed;
  return `apps ${ids.slice(0, mostAppsNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Each with all places where access.yaml names it. */
function channelsIn(settings: AccessSettings): ReadonlyMap<string, string> {
  const { apps, emergency } = settings;
  const ofApps = Map.groupBy(apps, ({ channel }) => channel);
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

function channelLook(
  { client, settings, granted }: SlackLookDeps,
  [channel, where]: readonly [string, string],
): Look {
  const wrong = (says: string) => new Finding('error', says);
  const ask = async () => {
    if (!channelScopes.some((scope) => granted.has(scope)))
      throw new Finding(
        'warning',
        `not checked: channels:read and groups:read are missing. ${install}`,
      );
    const asking = calling('conversations.info', () => client.conversations.info({ channel }));
    const answer = await asking;
    if (!answer.ok)
      throw wrong(
        `Slack says ${answer.refusal.code}. Invite the bot there with /invite, or correct the id in access.yaml.`,
      );
    const facts = channelFacts.parse(answer.value.channel);
    if (facts.is_archived) throw wrong('is archived. Name another channel in access.yaml.');
    const isShared = facts.is_ext_shared || facts.is_pending_ext_shared;
    if (isShared && !settings.channels.allowShared.includes(channel))
      throw wrong(
        'is shared with another company, so no cards go there. Name another, or add it to channels.allowShared.',
      );
    if (facts.is_member === false)
      throw wrong(`the bot is not in #${facts.name}. Invite it there with /invite.`);
    return `#${facts.name} can be used`;
  };
  return {
    what: `channel ${channel} (${where})`,
    ask,
    mend: 'Look whether this machine reaches Slack.',
  };
}

/** A group that is not there is mentioned all the same, and nobody is called. */
function groupLook({ client, settings, granted }: SlackLookDeps): Look {
  const named = [settings.emergency.onCall, ...tiersIn(settings).map(({ group }) => group)];
  const ids = [...new Set(named.filter((id) => id !== null))];
  const notChecked = (code: string) =>
    new Finding('warning', `not checked: Slack says ${code}. ${install}`);
  const ask = async () => {
    if (ids.length === 0) return null;
    if (granted.size > 0 && !granted.has('usergroups:read'))
      throw new Finding(
        'warning',
        'not checkable: the scope usergroups:read is not granted, and a group that is not there would call nobody in an emergency. app-manifest.yml names the scope in a comment: add it under OAuth & Permissions, and install the app again.',
      );
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
  return { what: `user group ${ids.join(', ')}`, ask, mend: install };
}
