/** Metrics, and whether the systems that the bot depends on are usable. */

import type { AppOffer } from '../domain/settings/access-settings.ts';
import { credentialExpiry } from '../operator/health/credential-expiry.ts';
import { createMetrics, type Metrics } from '../operator/health/metrics.ts';
import {
  createSystemStatus,
  StillStarting,
  type SystemStatus,
} from '../operator/health/system-status.ts';
import type { StuckWork } from '../queue/stuck-work.ts';
import type { GovernanceClient } from '../service/client/client.ts';
import { introspect } from '../service/client/optional-operations.ts';
import type { SlackApp } from '../slack/receiving/bolt-app.ts';
import { type Catalogue, readApps } from '../use-cases/catalogue/catalogue.ts';
import { servedAgainMs } from '../use-cases/ports/served-reading.ts';
import type { Context } from './app-context.ts';
import type { OpenedSlack } from './open-slack.ts';
import type { OpenedStores } from './open-stores.ts';
import { realNow } from './open-stores.ts';

/** The parts of the bot that are watched. Each is opened after the monitoring. */
export interface WatchedParts {
  stores?: OpenedStores;
  slack?: OpenedSlack;
  client?: GovernanceClient;
  catalogue?: Pick<Catalogue, 'ages'>;
  bolt?: Pick<SlackApp, 'isConnected' | 'deliveries'>;
}

function opened<T>(part: T | undefined): T {
  if (part === undefined) throw new StillStarting();
  return part;
}

export interface Monitoring {
  readonly status: SystemStatus;
  readonly metrics: Metrics;
}

export function openMonitoring(
  { world, settings, onStop }: Context,
  watched: WatchedParts,
): Monitoring {
  const stores = () => opened(watched.stores);
  const catalogueAges = () => opened(watched.catalogue).ages();
  const status = createSystemStatus(
    {
      database: {
        live: true,
        async probe() {
          if (watched.stores === undefined) throw new Error('the bot starts, and waits for it');
          await watched.stores.database.ping();
          return 'answers';
        },
      },
      socket: { live: true, probe: async () => socketSays(opened(watched.bolt).isConnected()) },
      catalogue: { live: true, probe: async () => catalogueSays(settings.offer, catalogueAges()) },
      slack: {
        probe: async () => opened(watched.slack).probe(),
        look: async () => slackTrouble(await stores().queue.stuck(), realNow()),
      },
      // Deployments without this endpoint answer 404, which is an answer.
      governance: {
        probe: async () => {
          await opened(watched.client).call(introspect, { path: {} });
          return 'answers';
        },
      },
    },
    world.now,
  );
  const metrics = createMetrics({
    jobDepth: () => stores().queue.depth(),
    jobAges: () => stores().queue.ages(),
    sealLag: async () => secondsSince((await stores().trail.end()).oldestUnsealed, realNow()),
    readingAge: async () =>
      secondsSince(
        await stores().background.transaction((tx) => tx.tasks.longestUnread()),
        realNow(),
      ),
    untoldEmergencyAge: async () =>
      secondsSince(
        await stores().background.transaction((tx) => tx.cards.untoldEmergencySince()),
        realNow(),
      ),
    catalogueAges,
    credentialExpiry: credentialExpiry(settings.governance),
    status: () => status.read(),
    deliveries: () => watched.bolt?.deliveries ?? { accepted: 0, refused: {} },
  });
  // The watch over garbage collection lasts as long as the process, and so would its registry.
  onStop(() => metrics.registry.clear());
  return { status, metrics };
}

function secondsSince(at: Date | string | null, now: Date): number {
  return at === null ? 0 : Math.max(0, (now.getTime() - new Date(at).getTime()) / 1_000);
}

/**
 * Seen in the queue, which all replicas share: one that posts nothing now says the same. One thing
 * alone that Slack refuses is no trouble of Slack's; a second one, about something else, is.
 */
export function slackTrouble(stuck: readonly StuckWork[], now: Date): string | null {
  const ofSlack = stuck.filter(({ why }) => why === 'slack');
  const refused = new Set(ofSlack.flatMap((work) => work.refused).filter((about) => about !== ''));
  const [oldest] = ofSlack;
  if (oldest === undefined || (refused.size < 2 && !refused.has(null))) return null;
  const count = ofSlack.reduce((sum, work) => sum + work.count, 0);
  const seconds = Math.round((now.getTime() - oldest.since.getTime()) / 1_000);
  return `leaves ${count} waiting, the oldest for ${seconds} s`;
}

export const noSocket = 'no socket to Slack is open';

/** After three refreshes that failed. */
const staleCatalogueSeconds = (3 * servedAgainMs) / 1_000;

/** An app of a whole tenant is read once an hour, and the first turn takes its time. */
const staleDiscoverySeconds = 3 * 3_600;

/** How far the reading of all apps of the tenant is. */
function discoveryWords({ read, apps }: { readonly read: number; readonly apps: number }): string {
  return apps === 0
    ? 'the list of the tenant’s apps was not read yet'
    : `${read} of ${apps} apps read`;
}

function catalogueSays(offer: AppOffer, ages: ReadonlyMap<string, number | null>): string {
  if (offer === 'all') {
    const words = discoveryWords(readApps(ages));
    const oldest = Math.max(0, ...[...ages.values()].map((seconds) => seconds ?? 0));
    if (ages.size === 0) throw new Error(words);
    if (oldest > staleDiscoverySeconds)
      throw new Error(`${words}, one of them ${Math.round(oldest / 60)} minutes ago`);
    return words;
  }
  for (const [app, seconds] of ages) {
    if (seconds === null) throw new Error(`${app} was never read`);
    if (seconds > staleCatalogueSeconds)
      throw new Error(`${app} was last read ${Math.round(seconds / 60)} minutes ago`);
  }
  return 'every app was read in the last 30 minutes';
}

function socketSays(isConnected: boolean | null): string {
  if (isConnected === false) throw new Error(noSocket);
  return isConnected === null
    ? 'not needed: Slack sends requests over HTTP'
    : 'a socket to Slack is open';
}
