import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@slack/bolt';
import type { SlackEnvironment } from '../config/environment.ts';
import { isConfidential } from '../domain/settings/access-settings.ts';
import type { OpenedExtra } from '../extra.ts';
import type { Metrics } from '../operator/health/metrics.ts';
import type { SystemStatus } from '../operator/health/system-status.ts';
import { StartRefused } from '../operator/start-refused.ts';
import { createAccessGovernance } from '../service/access-governance.ts';
import { governanceOf, onlyWith, type TenantClient } from '../service/capabilities.ts';
import { createGovernanceClient, type OwnGovernanceClient } from '../service/client/client.ts';
import { BoundCredentials } from '../service/client/http/token.ts';
import { proxyWords, refusalOfProxy } from '../service/client/http/way-out.ts';
import type { UnreadItem } from '../service/client/wire/wire-fields.ts';
import { createChat, type SlackChat } from '../slack/chat.ts';
import { createDirectory, createOwnTeamId } from '../slack/people/directory.ts';
import { createAccounts, createLanguages, type Languages } from '../slack/people/languages.ts';
import { createGroupHandles, type GroupHandles } from '../slack/people/user-groups.ts';
import { Pacer } from '../slack/platform/pacer.ts';
import { calling } from '../slack/platform/web-api-failure.ts';
import {
  backgroundClient,
  type WebClientSettings,
  WorkspaceAddress,
} from '../slack/platform/web-clients.ts';
import { slackLogger } from '../slack/receiving/bolt-app.ts';
import { createEntitlementIndex } from '../store/catalogue/entitlement-index.ts';
import { type Catalogue, openCatalogue } from '../use-cases/catalogue/catalogue.ts';
import { type CatalogueNames, readTasksWithNames } from '../use-cases/catalogue/catalogue-names.ts';
import { createWhoDecides, type WhoDecides } from '../use-cases/catalogue/who-decides.ts';
import type { ChatDirectory } from '../use-cases/ports/chat-ports.ts';
import { createPace, noPace } from '../use-cases/ports/pace.ts';
import type { AccessGovernance } from '../use-cases/ports/ports.ts';
import type { Store } from '../use-cases/ports/store-ports.ts';
import type { Visibility } from '../use-cases/ports/visibility-ports.ts';
import type { Context } from './app-context.ts';

/**
 * A clock that nobody can set. After the machine's clock was set back, calls would wait that much
 * longer for their turn.
 */
const steadyNow = (): Date => new Date(performance.timeOrigin + performance.now());

export interface OpenedSlack {
  readonly logger: Logger;
  readonly languages: Languages;
  readonly chat: SlackChat;
  readonly directory: ChatDirectory;
  readonly groupHandles: GroupHandles;
  /** Throws if Slack refuses the bot's token or does not answer. */
  readonly probe: () => Promise<string>;
}

export function openSlack(
  { environment, settings, world, stopping, postSpacingMs = 1_000 }: Context,
  status: SystemStatus,
  called: WebClientSettings['called'],
): OpenedSlack {
  const { now, log } = world;
  const { identity, absence, language: workspace, admins } = settings;
  const logger = slackLogger(log);
  const hearTrouble = (trouble: string | null) => status.heard('slack', trouble);
  const mend =
    'Set SLACK_BOT_TOKEN to the bot token under OAuth & Permissions, and start the bot again.';
  const tokenRefused = (code: string) => log.warn({ code, mend }, 'Slack refuses the bot’s token');
  const background = backgroundClient({
    ...environment.slack,
    logger,
    called,
    heard: hearTrouble,
    tokenRefused,
    callsEnd: stopping.callsEnd,
  });
  const pacer = new Pacer({ spacingMs: postSpacingMs, now: steadyNow, sleep: (ms) => sleep(ms) });
  const account = createAccounts(background, {
    pacer,
    now,
    heard: (...accounts) => languages.heard(...accounts),
  });
  const wait = (ms: number) => sleep(ms, undefined, { ref: false });
  const languages = createLanguages(account, { workspace, admins, now, wait });
  const address = new WorkspaceAddress();
  const ownTeamId = createOwnTeamId(background, (answer) => address.heard(answer));
  // Asked early: the first payload needs it, and a refused token is logged before somebody types.
  void ownTeamId().catch(() => undefined);
  return {
    logger,
    languages,
    async probe() {
      const answer = await calling('auth.test', () => background.auth.test());
      if (!answer.ok) throw new Error(`refuses: ${answer.refusal.code}`);
      // A workspace can get another address.
      address.heard(answer.value);
      return 'answers';
    },
    chat: createChat(background, {
      pacer,
      languages,
      now,
      address,
      isConfidential: (appId) => isConfidential(settings, appId),
    }),
    groupHandles: createGroupHandles(background, { pacer, now }),
    directory: createDirectory(background, {
      ...identity,
      absence,
      account,
      pacer,
      ownTeamId,
      now,
      log,
    }),
  };
}

/** The trouble of the whole service that an HTTP status shows; null if it shows none. */
function troubleInStatus(status: number | null): string | null {
  if (status === null) return 'does not answer';
  if (status === 401)
    return 'refuses the bot’s credentials: look at GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET';
  return status >= 500 ? `answers ${status}` : null;
}

/** A start does not wait longer for a service that does not answer. */
const longestWaitMs = 3_000;

/**
 * Ends the start where the bot cannot use its credentials; a service that does not answer now is
 * another matter.
 */
export async function refuseUnfitCredentials(client: OwnGovernanceClient): Promise<void> {
  const late = sleep(longestWaitMs, undefined, { ref: false });
  try {
    await Promise.race([client.authorize(), late]);
  } catch (error) {
    if (error instanceof BoundCredentials)
      throw new StartRefused(`The bot cannot start: ${error.message}.`);
  }
}

/** A proxy that does not answer now is another matter, too. */
export async function refuseUnfitProxy({
  proxy,
  slack,
  governance,
}: Pick<SlackEnvironment, 'proxy' | 'slack' | 'governance'>): Promise<void> {
  if (!proxy) return;
  const status = await refusalOfProxy([slack.apiUrl, governance.baseUrl]);
  if (status === 407) throw new StartRefused(`The bot cannot start. ${proxyWords(status)}`);
}

export interface OpenedGovernance {
  readonly client: OwnGovernanceClient;
  /** Calls only the operations that the tenant has. */
  readonly tenant: TenantClient;
  readonly governance: AccessGovernance;
}

interface OpensGovernance {
  readonly metrics: Metrics;
  readonly status: SystemStatus;
  /** What there is to ask for, which is known later. */
  readonly catalogue: () => CatalogueNames;
}

export function openGovernance(
  { environment, settings, tenant, world, onStop, stopping }: Context,
  { metrics, status, catalogue }: OpensGovernance,
): OpenedGovernance {
  const client = createGovernanceClient({
    ...environment.governance,
    queryCase: settings.governance.queryCase,
    now: world.now,
    callsEnd: stopping.callsEnd,
    log: (line) => {
      metrics.governanceCall(line);
      const trouble = troubleInStatus(line.status);
      status.heard('governance', trouble);
      world.log.debug(line, 'governance call');
    },
    onPlainSecret: () =>
      world.log.warn(
        {},
        'the service does not take a proof with the key of GOVERNANCE_CLIENT_SECRET; the secret itself was sent',
      ),
  });
  onStop(() => client.close(), 'calls to the service');
  const onUnread = (task: UnreadItem): void =>
    world.log.warn({ task }, 'a task of the service cannot be read; the others are');
  const isRefused = (): boolean => client.refusedCredentials() !== null;
  const service = createAccessGovernance(client, { tenant, onUnread, isRefused });
  const governance = governanceOf(service, tenant);
  return {
    client,
    tenant: onlyWith(tenant, client),
    governance: { ...governance, ...readTasksWithNames(governance, catalogue) },
  };
}

/** At most two calls a second. */
const discoverySpacingMs = 500;
/** The sandbox moves the bot's clock; the service is spared by this machine's. */
const ownClock = {
  nowMs: () => performance.now(),
  sleep: (ms: number) => sleep(ms, undefined, { ref: false }),
};

interface OfferedFrom {
  readonly store: Store;
  readonly governance: AccessGovernance;
  readonly extras: Pick<OpenedExtra, 'visibility'>;
}

export interface Offered {
  readonly catalogue: Catalogue;
  readonly visibility: Visibility;
  readonly whoDecides: WhoDecides;
}

export async function openOffered(
  { settings, world }: Context,
  { store, governance, extras }: OfferedFrom,
): Promise<Offered> {
  const pace = settings.offer === 'all' ? createPace(discoverySpacingMs, ownClock) : noPace;
  const catalogue = await openCatalogue({
    store,
    governance,
    settings,
    index: createEntitlementIndex(),
    world,
    pace,
  });
  return {
    catalogue,
    visibility: await extras.visibility(store),
    whoDecides: createWhoDecides({ governance, world, catalogue }),
  };
}
