/**
 * The doctor runs the checks of every room with the settings that it was given, never with those of
 * another process. Only facts that no other process knows are asked of the running bot, and
 * labelled so.
 */
import { fileURLToPath } from 'node:url';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { SlackEnvironment } from '../../config/environment.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import { createAccessGovernance } from '../../service/access-governance.ts';
import { type TenantCapabilities, tenantOf } from '../../service/capabilities.ts';
import { createGovernanceClient, type GovernanceClient } from '../../service/client/client.ts';
import { channelMembers } from '../../slack/card/channel-members.ts';
import { createDirectory, createOwnTeamId } from '../../slack/people/directory.ts';
import { createAccounts } from '../../slack/people/slack-accounts.ts';
import { Pacer } from '../../slack/platform/pacer.ts';
import { backgroundClient } from '../../slack/platform/web-clients.ts';
import { slackLogger } from '../../slack/receiving/bolt-app.ts';
import type { UseCaseDeps } from '../../use-cases/deps.ts';
import { type Resolved, resolveNow } from '../../use-cases/people/resolve-identity.ts';
import type { ChatDirectory } from '../../use-cases/ports/chat-ports.ts';
import type { World } from '../../use-cases/ports/ports.ts';
import {
  asOneLine,
  type Check,
  check,
  Finding,
  type Looks,
  longestMs,
  notChecked,
  type Tell,
  tellInOrder,
} from './check.ts';
import { governanceLooks } from './checks/governance-checks.ts';
import { ownChatChecks } from './checks/own-chat-check.ts';
import { proxyChecks } from './checks/proxy-check.ts';
import { settingsChecks } from './checks/settings-checks.ts';
import { slackLooks } from './checks/slack-checks.ts';
import { clockCheck } from './doctor-command.ts';
import { type ReviewersCheckDeps, reviewersLooks } from './reviewers-check.ts';
import { slackPatience } from './slack-patience.ts';
import { tenantPatience } from './tenant-patience.ts';

/** How Slack reaches the bot, as the bot itself sees it and tells on `/status`. */
const reachedShape = z.object({
  /** The time of the last signed request over HTTP; null if there was none since the start. */
  lastAcceptedAt: z.coerce.date().nullable(),
  /** The problem and its remedy, when requests were refused and none was accepted since. */
  refused: z.string().nullable().default(null),
  /** null over HTTP. */
  isConnected: z.boolean().nullable(),
});
export type Reached = z.output<typeof reachedShape>;

/** The members of `/status` of a running bot. */
export type StatusMembers = Readonly<Record<string, z.core.util.JSONType>>;

const statusShape = z.record(z.string(), z.json());

/** What the bot on this machine tells; null where none does. */
export async function askReached({ host, port }: SlackEnvironment['ops']): Promise<{
  readonly reached: Reached;
  readonly members: StatusMembers;
} | null> {
  try {
    const answer = await fetch(`http://${host}:${port}/status`, {
      signal: AbortSignal.timeout(5_000),
    });
    const members = statusShape.parse(await answer.json());
    return { reached: reachedShape.parse(members['reached']), members };
  } catch {
    return null;
  }
}

/** What the checks of an extra look with. */
export interface ExtraCheckDeps extends Pick<UseCaseDeps, 'governance' | 'settings' | 'world'> {
  readonly client: Pick<GovernanceClient, 'call'>;
  readonly tenant: TenantCapabilities;
  readonly environment: Pick<SlackEnvironment, 'webhooks' | 'slack'>;
  readonly identityOf: (slackUserId: string) => Promise<Resolved>;
}

export interface DoctorDeps {
  readonly environment: Pick<SlackEnvironment, 'slack' | 'governance' | 'webhooks' | 'proxy'>;
  readonly settings: AccessSettings;
  readonly world: World;
  readonly extras: readonly {
    readonly checks?: (deps: ExtraCheckDeps) => Promise<readonly Check[]>;
  }[];
  /** Cuts off calls that are under way; absent = soon enough for an operator who waits. */
  readonly ends?: AbortSignal;
}

const manifestPath = fileURLToPath(new URL('../../../app-manifest.yml', import.meta.url));

/**
 * Checks everything that these settings name except the database, with calls that change nothing.
 */
export async function diagnose(deps: DoctorDeps, tell: Tell): Promise<void> {
  const { environment, settings, world, ends = AbortSignal.timeout(longestMs) } = deps;
  const { now } = world;
  const { queryCase } = settings.governance;
  const patience = slackPatience(() => new Date());
  const client = backgroundClient({
    ...environment.slack,
    logger: slackLogger(world.log),
    waits: patience.waits,
    callsEnd: ends,
  });
  const tenantSettings = { ...environment.governance, queryCase, now, callsEnd: ends };
  const connection = createGovernanceClient(tenantSettings);
  try {
    const tenant = tenantOf(settings.governance);
    const governanceClient = tenantPatience(connection, { ends, now });
    const governance = createAccessGovernance(governanceClient, { tenant });
    const configToken = environment.slack.configToken ?? null;
    const ofSlack = slackLooks({ client, settings, configToken, manifestPath }, tell);
    const ofTenant = governanceLooks(
      {
        client: governanceClient,
        governance,
        apps: settings.apps,
        tenant: settings.governance,
        baseUrl: environment.governance.baseUrl,
        now,
      },
      tell,
    );
    const others = async () => {
      const [slack, service] = await Promise.all([ofSlack, ofTenant]);
      const people = {
        directory: directoryOf(client, deps),
        absentFrom: channelMembers(client, now),
      };
      const ofBoth = { ...deps, ...people, client: governanceClient, tenant, governance };
      await tellInOrder(
        [
          ...clockLooks(deps, { isSlackDown: slack === null, isTenantDown: service === null }),
          ...(ends.aborted ? [cutOff] : slack && service ? looksAtBoth(ofBoth) : [unreached]),
          Promise.resolve(settingsChecks(settings, environment.webhooks !== null, tenant)),
          Promise.resolve(languageCheck(settings)),
        ],
        tell,
      );
    };
    await Promise.all([
      tellInOrder([proxyChecks(environment)], tell),
      ofSlack.then((looks) => tellInOrder(looks ?? [], tell)),
      ofTenant.then((looks) => tellInOrder(looks ?? [], tell)),
      others(),
    ]);
    await tellInOrder([Promise.resolve(patience.checks())], tell);
  } finally {
    await connection.close();
  }
}

function clockLooks(
  { environment: { slack, governance }, world: { now } }: DoctorDeps,
  { isSlackDown, isTenantDown }: { readonly isSlackDown: boolean; readonly isTenantDown: boolean },
): Looks {
  return [
    clockCheck('Slack clock', `${slack.apiUrl}api.test`, { now, isDown: isSlackDown }),
    clockCheck('governance clock', governance.baseUrl, { now, isDown: isTenantDown }),
  ];
}

const needBoth = 'administrators and extras';
const unreached = Promise.resolve(
  notChecked(needBoth, 'they need Slack and the governance service. Mend the errors above first.'),
);
const cutOff = Promise.resolve(notChecked(needBoth, 'Slack or the tenant is slow.'));

/** What needs Slack and the service; where one of them fails, its own line says why. */
function looksAtBoth(
  deps: DoctorDeps & Omit<ExtraCheckDeps, 'identityOf'> & ReviewersCheckDeps,
): Looks {
  const { client, settings, extras } = deps;
  const ofExtras: ExtraCheckDeps = {
    ...deps,
    identityOf: (userId) => resolveNow(deps, userId, 'in-turn'),
  };
  return [
    ownChatChecks({ client, apps: settings.apps }).catch(asOneLine('the service’s own chat app')),
    ...extras.map(async ({ checks }) =>
      checks === undefined ? [] : checks(ofExtras).catch(asOneLine('extras')),
    ),
    ...reviewersLooks(deps),
    ...settings.admins.map((userId) => adminCheck(deps, userId)),
  ];
}

function languageCheck({ language }: Pick<AccessSettings, 'language'>): Check {
  const says = `${language} in channels, and for people whose own language Slack does not tell`;
  return { what: 'language', state: 'ok', says };
}

/** The people in Slack, as the bot looks them up. */
function directoryOf(client: WebClient, { settings, world }: DoctorDeps): ChatDirectory {
  const { now, log } = world;
  const { identity, absence } = settings;
  const pacer = new Pacer({ spacingMs: 0, now, sleep: async () => undefined });
  const account = createAccounts(client, { pacer, now });
  const ownTeamId = createOwnTeamId(client);
  return createDirectory(client, { ...identity, absence, ownTeamId, now, log, account, pacer });
}

/** How Slack reaches the running bot, which may have other settings than this process. */
export function reachedCheck(reached: Reached | null): Check {
  const what = 'requests from Slack';
  const checkOf = (state: Check['state'], says: string): Check => ({ what, state, says });
  if (reached === null)
    return notChecked(what, 'no bot on this machine tells it at OPS_HOST and OPS_PORT.');
  if (reached.isConnected === true) return checkOf('ok', 'a socket to Slack is open');
  if (reached.isConnected === false)
    return checkOf(
      'error',
      'no socket is open. Look at SLACK_APP_TOKEN, and whether this machine reaches Slack.',
    );
  if (reached.refused !== null)
    return checkOf(reached.lastAcceptedAt === null ? 'error' : 'warning', reached.refused);
  if (reached.lastAcceptedAt !== null)
    return checkOf(
      'ok',
      `the last signed request was accepted at ${reached.lastAcceptedAt.toISOString()}`,
    );
  const mend =
    'Type /request-access help in Slack; if this stays, compare the Request URL and SLACK_SIGNING_SECRET with the app.';
  return checkOf('warning', `no signed request was accepted since the start. ${mend}`);
}

/** Without the label, findings of another process would read as findings about these settings. */
export function ofRunningBot(checks: readonly Check[]): readonly Check[] {
  return checks.map((one) => ({ ...one, what: `running bot: ${one.what}` }));
}

function adminCheck(deps: Parameters<typeof resolveNow>[0], userId: string): Promise<Check> {
  const look = async () => {
    const identity = await resolveNow(deps, userId, 'fresh');
    if (identity.ok) return `is ${identity.value.name} (${identity.value.id}) in the service`;
    throw new Finding(
      'error',
      `has no identity in the service (${identity.refusal.code}). Correct admins, or the sources of identity.`,
    );
  };
  return check(`administrator ${userId}`, look, 'Look at Slack and the governance service above.');
}
