/**
 * The doctor runs the checks of every room with the settings that it was given, never with those of
 * another process.
 */
import type { WebClient } from '@slack/web-api';
import type { SlackEnvironment } from '../../config/environment.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import { createAccessGovernance } from '../../service/access-governance.ts';
import { type TenantCapabilities, tenantOf } from '../../service/capabilities.ts';
import { createGovernanceClient, type GovernanceClient } from '../../service/client/client.ts';
import { createDirectory, createOwnTeamId } from '../../slack/people/directory.ts';
import { createAccounts } from '../../slack/people/languages.ts';
import { Pacer } from '../../slack/platform/pacer.ts';
import { backgroundClient } from '../../slack/platform/web-clients.ts';
import { slackLogger } from '../../slack/receiving/bolt-app.ts';
import type { UseCaseDeps } from '../../use-cases/deps.ts';
import { lookUp, type Resolved } from '../../use-cases/people/resolve-identity.ts';
import type { ChatDirectory } from '../../use-cases/ports/chat-ports.ts';
import type { World } from '../../use-cases/ports/ports.ts';
import { Finding, type Look, longestMs, patientWaits, type Tell, tellAll } from './check.ts';
import { settingsChecks } from './checks/configuration-checks.ts';
import { apiPathCheck, governanceLooks, tenantCheck } from './checks/governance-checks.ts';
import { slackLooks, slackTokenCheck } from './checks/slack-checks.ts';
import { clockLook } from './doctor-command.ts';

/** What the checks of an extra look with. */
export interface ExtraCheckDeps extends Pick<UseCaseDeps, 'governance' | 'settings' | 'world'> {
  readonly client: Pick<GovernanceClient, 'call'>;
  readonly tenant: TenantCapabilities;
  readonly environment: Pick<SlackEnvironment, 'webhooks' | 'slack'>;
  readonly identityOf: (slackUserId: string) => Promise<Resolved>;
}

export interface DoctorDeps {
  readonly environment: Pick<SlackEnvironment, 'slack' | 'governance' | 'webhooks'>;
  readonly settings: AccessSettings;
  readonly world: World;
  readonly extras: readonly { readonly checks?: (deps: ExtraCheckDeps) => readonly Look[] }[];
  /** Cuts off calls that are under way; absent = soon enough for an operator who waits. */
  readonly ends?: AbortSignal;
}

/**
 * Checks everything that these settings name except the database, with calls that change nothing.
 * Where Slack or the service fails as a whole, that is one line, and what needs it is not looked at.
 */
export async function diagnose(deps: DoctorDeps, tell: Tell): Promise<void> {
  const { environment, settings, world, ends = AbortSignal.timeout(longestMs) } = deps;
  const { now } = world;
  const { queryCase } = settings.governance;
  const calls = { callsEnd: ends, logger: slackLogger(world.log), waits: patientWaits() };
  const slack = backgroundClient({ ...environment.slack, ...calls });
  const client = createGovernanceClient({
    ...environment.governance,
    queryCase,
    now,
    callsEnd: ends,
  });
  const tenant = tenantOf(settings.governance);
  const governance = createAccessGovernance(client, { tenant });
  const run = (looks: readonly Look[]) => tellAll(looks, tell, ends);
  const lookAtSlack = async (): Promise<boolean> => {
    const { token, granted } = await slackTokenCheck(slack);
    await tell(token);
    const isThere = token.state !== 'error';
    if (isThere) await run(slackLooks({ client: slack, settings, granted }));
    return isThere;
  };
  const lookAtTenant = async (): Promise<boolean> => {
    const { baseUrl } = environment.governance;
    const reached = apiPathCheck(baseUrl) ?? (await tenantCheck(client));
    await tell(reached);
    const isThere = reached.state !== 'error';
    const ofTenant = { client, governance, apps: settings.apps, tenant: settings.governance };
    if (isThere) await run(governanceLooks({ ...ofTenant, now, ends }));
    return isThere;
  };
  try {
    const [isSlackThere, isTenantThere] = await Promise.all([lookAtSlack(), lookAtTenant()]);
    const people = { ...deps, client, tenant, governance, directory: directoryOf(slack, deps) };
    await run([
      clockLook('Slack clock', `${environment.slack.apiUrl}api.test`, { now }),
      clockLook('governance clock', environment.governance.baseUrl, { now }),
      ...(isSlackThere && isTenantThere ? looksAtBoth(people) : [unreached]),
    ]);
    for (const one of settingsChecks(settings, environment.webhooks !== null, now()))
      await tell(one);
  } finally {
    await client.close();
  }
}

const unreached: Look = {
  what: 'administrators and extras',
  ask: async () => {
    throw new Finding(
      'warning',
      'not checked: they need Slack and the governance service. Mend the errors above first.',
    );
  },
  mend: '',
};

/** What needs Slack and the service; where one of them fails, its own line says why. */
function looksAtBoth(
  deps: DoctorDeps & Omit<ExtraCheckDeps, 'identityOf'> & { readonly directory: ChatDirectory },
): readonly Look[] {
  const { settings, extras } = deps;
  const ofExtras: ExtraCheckDeps = {
    ...deps,
    identityOf: async (userId) => (await lookUp(deps, userId, 'in-turn')).identity,
  };
  return [
    ...extras.flatMap((one) => one.checks?.(ofExtras) ?? []),
    ...settings.admins.map((userId) => adminLook(deps, userId)),
  ];
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

function adminLook(deps: Parameters<typeof lookUp>[0], userId: string): Look {
  const ask = async () => {
    const { identity } = await lookUp(deps, userId, 'fresh');
    if (identity.ok) return `is ${identity.value.name} (${identity.value.id}) in the service`;
    throw new Finding(
      'error',
      `has no identity in the service (${identity.refusal.code}). Correct admins, or the sources of identity.`,
    );
  };
  const mend = 'Look at Slack and the governance service above.';
  return { what: `administrator ${userId}`, ask, mend };
}
