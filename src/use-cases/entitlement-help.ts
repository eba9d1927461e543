import type { AccessRequest } from '../domain/access-request.ts';
import { type AccessSettings, taskLink, tasksAreRead } from '../domain/access-settings.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { standingOf } from '../domain/standing.ts';
import type { TaskSnapshot } from '../domain/task-snapshot.ts';
import type { AccessGovernance, World } from './ports.ts';
import type { ResourceOwners, RiskNamesSource, ServiceRequests } from './service-facts.ts';
import type { Store, StoreTransaction } from './store-ports.ts';

/** What somebody who is about to ask for an entitlement would like to know of it. */
export interface EntitlementHelp {
  /** The tenant's word for its risk; null where it is not known. */
  readonly riskName: string | null;
  /** Names of the resource's owners; empty where they are not known, or not in time. */
  readonly owners: readonly string[];
  /** Who was asked to review it last, whoever of them decided; empty where nobody asked for it yet. */
  readonly lastAsked: readonly string[];
  /** Asked for already, and not known to be over; null where it is not. */
  readonly open: OpenRequest | null;
  /** Asked for already, but not through the bot, where the service tells it in time; null where it does not, or `open` says it. */
  readonly openElsewhere: { readonly task: TaskSnapshot; readonly consoleUrl: string | null } | null;
  /** Held already; `until` null = until revoked. null where it is not. */
  readonly held: { readonly until: Date | null } | null;
}

export interface OpenRequest {
  readonly request: AccessRequest;
  readonly task: TaskSnapshot | null;
  /** `sent`: nobody tells us what became of it, so that it says nothing about asking again. */
  readonly standing: 'open' | 'sent';
  /** Link to the task in the service's own console; null where there is none. */
  readonly consoleUrl: string | null;
}

export interface EntitlementHelpDeps {
  readonly store: Store;
  readonly governance: Pick<AccessGovernance, 'operations'>;
  readonly settings: Pick<AccessSettings, 'governance'>;
  readonly owners: ResourceOwners;
  readonly riskNames: RiskNamesSource;
  readonly serviceRequests: ServiceRequests;
  readonly world: World;
}

/** As many of the newest requests of a person for one thing are looked at. */
export const lookedAt = 10;

/**
 * Gathers what is known of an entitlement for a person. Everything comes from the store but the owners and what was asked for
 * without the bot, which are waited for only until `patience` is over.
 */
export async function entitlementHelp(
  deps: EntitlementHelpDeps,
  slackUserId: string,
  entitlement: CatalogueEntitlement,
  patience: Promise<unknown>,
): Promise<EntitlementHelp> {
  const asked = { appId: entitlement.appId, entitlementId: entitlement.id };
  const known = await deps.store.transaction(async (tx) => {
    const requests = await tx.requests.forEntitlement(slackUserId, asked, lookedAt);
    const withdrawn = await tx.holderActions.withdrawn(requests.map(({ id }) => id));
    const last = await tx.tasks.lastAsked(asked);
    const self = await tx.identities.find(slackUserId);
    // Whoever corrects a request has withdrawn it, and its task may not be closed yet.
    const wanted = requests.filter(({ id }) => !withdrawn.has(id));
    return {
      open: await firstOpen(deps, tx, wanted),
      held: await firstHeld(tx, requests, deps.world.now()),
      // Nobody is told that they decide on what they ask for.
      lastAsked: last.filter((person) => person.id !== self?.person.id).map((person) => person.name),
    };
  });
  const { appId, resourceTypeId, resourceId } = entitlement;
  const [names, owners, openElsewhere] = await Promise.all([
    Promise.race([deps.riskNames.read(), patience.then(() => 'unreadable' as const)]),
    deps.owners({ appId, resourceTypeId, resourceId }, patience),
    known.open === null ? firstElsewhere(deps, slackUserId, asked, patience) : null,
  ]);
  const riskName = names === 'unreadable' ? null : (names.get(entitlement.riskLevel) ?? null);
  return { ...known, riskName, owners, openElsewhere };
}

async function firstElsewhere(
  { serviceRequests, settings, store }: EntitlementHelpDeps,
  slackUserId: string,
  asked: { readonly appId: string; readonly entitlementId: string },
  patience: Promise<unknown>,
): Promise<EntitlementHelp['openElsewhere']> {
  const open = await serviceRequests(slackUserId, patience);
  for (const task of open) {
    if (!task.entitlements.some(({ appId, id }) => appId === asked.appId && id === asked.entitlementId)) continue;
    // What we know of is in the store already, and newer there.
    const isOurs = await store.transaction(async (tx) => (await tx.tasks.find(task.id)) !== null);
    if (!isOurs) return { task, consoleUrl: taskLink(settings.governance, task) };
  }
  return null;
}

/** The first that is asked for, and not known to be over. */
export async function firstOpen(
  { governance, settings }: Pick<EntitlementHelpDeps, 'governance' | 'settings'>,
  tx: StoreTransaction,
  requests: readonly AccessRequest[],
): Promise<OpenRequest | null> {
  for (const request of requests) {
    const task = request.taskId === null ? null : ((await tx.tasks.find(request.taskId))?.snapshot ?? null);
    const standing = standingOf({ request, task, grant: null }, tasksAreRead(governance.operations));
    if (standing !== 'open' && standing !== 'sent') continue;
    const consoleUrl = task === null ? null : taskLink(settings.governance, task);
    return { request, task, standing, consoleUrl };
  }
  return null;
}

async function firstHeld(
  tx: StoreTransaction,
  requests: readonly AccessRequest[],
  now: Date,
): Promise<EntitlementHelp['held']> {
  for (const request of requests) {
    const grant = await tx.grants.find(request.id);
    if (grant === null || grant.endedAt !== null) continue;
    if (grant.endsAt === null || grant.endsAt > now) return { until: grant.endsAt };
  }
  return null;
}
