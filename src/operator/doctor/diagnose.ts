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
import { LiveOperations } from '../../service/operations/live-operations.ts';
import { createDirectory, createOwnTeamId } from '../../slack/people/directory.ts';
import { createAccounts } from '../../slack/people/slack-accounts.ts';
import { Pacer } from '../../slack/platform/pacer.ts';
import { backgroundClient } from '../../slack/platform/web-clients.ts';
import { slackLogger } from '../../slack/receiving/bolt-app.ts';
import type { UseCaseDeps } from '../../use-cases/deps.ts';
import { type Resolved, resolveNow } from '../../use-cases/people/resolve-identity.ts';
import type { ChatDirectory } from '../../use-cases/ports/chat-ports.ts';
import type { World } from '../../use-cases/ports/ports.ts';
import { type Check, check, Finding, isDown, notChecked } from './check.ts';
import { governanceChecks } from './checks/governance-checks.ts';
import { ownChatChecks } from './checks/own-chat-check.ts';
import { proxyChecks } from './checks/proxy-check.ts';
import { settingsChecks } from './checks/settings-checks.ts';
import { slackChecks } from './checks/slack-checks.ts';
import { clockCheck } from './doctor-command.ts';
import { slackPatience } from './slack-patience.ts';

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
}

const manifestPath = fileURLToPath(new URL('../../../app-manifest.yml', import.meta.url));

/**
 * Checks everything that these settings name except the database, with calls that change nothing.
 */
export async function diagnose(deps: DoctorDeps): Promise<readonly Check[]> {
  const { environment, settings, world, extras } = deps;
  const { now } = world;
  const { queryCase } = settings.governance;
  const patience = slackPatience(() => new Date());
  const client = backgroundClient({
    ...environment.slack,
    logger: slackLogger(world.log),
    waits: patience.waits,
  });
  const governanceClient = createGovernanceClient({ ...environment.governance, queryCase, now });
  try {
    const liveOperations = new LiveOperations(now);
    const tenant = tenantOf(settings.governance, liveOperations);
    const governance = createAccessGovernance(governanceClient, { tenant });
    const configToken = environment.slack.configToken ?? null;
    const directory = directoryOf(client, deps);
    const ofExtras: ExtraCheckDeps = {
      ...deps,
      client: governanceClient,
      tenant,
      governance,
      identityOf: (userId) => resolveNow({ ...deps, governance, directory }, userId, 'in-turn'),
    };
    const [ofSlack, ofTenant] = await Promise.all([
      slackChecks({ client, settings, configToken, manifestPath }),
      governanceChecks({
        client: governanceClient,
        governance,
        apps: settings.apps,
        tenant: settings.governance,
        liveOperations,
        baseUrl: environment.governance.baseUrl,
        now,
      }),
    ]);
    const [slackClock, tenantClock] = await Promise.all([
      clockCheck('Slack clock', `${environment.slack.apiUrl}api.test`, { now, system: ofSlack }),
      clockCheck('governance clock', environment.governance.baseUrl, { now, system: ofTenant }),
    ]);
    const looks = await whereReached(ofSlack, ofTenant, () => [
      ownChatChecks({ client: governanceClient, apps: settings.apps }),
      ...extras.map(({ checks }) => checks?.(ofExtras) ?? Promise.resolve([])),
      ...settings.admins.map((userId) => adminCheck({ ...deps, governance, directory }, userId)),
    ]);
    return [
      ...(await proxyChecks(environment)),
      ...ofSlack,
      ...patience.checks(),
      ...slackClock,
      ...ofTenant,
      ...tenantClock,
      ...looks,
      ...settingsChecks(settings, environment.webhooks !== null, tenant),
      languageCheck(settings),
    ];
  } finally {
    await governanceClient.close();
  }
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

/** What needs Slack and the service; where one of them fails, its own line says why. */
async function whereReached(
  ofSlack: readonly Check[],
  ofTenant: readonly Check[],
  looks: () => readonly Promise<Check | readonly Check[]>[],
): Promise<readonly Check[]> {
  if (!isDown(ofSlack) && !isDown(ofTenant)) return (await Promise.all(looks())).flat();
  const says = 'they need Slack and the governance service. Mend the errors above first.';
  return [notChecked('administrators and extras', says)];
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
      `has no identity in the service (${identity.refusal.kind}). Correct admins, or the sources of identity.`,
    );
  };
  return check(`administrator ${userId}`, look, 'Look at Slack and the governance service above.');
}
