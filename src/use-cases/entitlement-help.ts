import type { AccessRequest } from '../domain/access-request.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { isOpen, type TaskSnapshot } from '../domain/task-snapshot.ts';
import type { ResourceOwners } from './resource-owners.ts';
import type { Store, StoreTransaction } from './store-ports.ts';
import type { World } from './world.ts';

/** What somebody who is about to ask for an entitlement would like to know of it. */
export interface EntitlementHelp {
  /** Names of the resource's owners; empty where they are not known, or not in time. */
  readonly owners: readonly string[];
  /** Who was asked to review it last; empty where nobody asked for it yet. */
  readonly reviewers: readonly string[];
  /** Asked for already, and not decided; null where it is not. */
  readonly open: { readonly request: AccessRequest; readonly task: TaskSnapshot | null } | null;
  /** Held already; `until` null = until revoked. null where it is not. */
  readonly held: { readonly until: Date | null } | null;
}

export interface EntitlementHelpDeps {
  readonly store: Store;
  readonly owners: ResourceOwners;
  readonly world: World;
}

/** As many of the newest requests of a person for one thing are looked at. */
const lookedAt = 10;

/**
 * Gathers what is known of an entitlement for a person. Everything comes from the store but the owners, who are waited for
 * only until `patience` is over.
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
    const last = await tx.tasks.lastAsked(asked);
    return {
      open: await firstOpen(tx, requests),
      held: await firstHeld(tx, requests, deps.world.now()),
      reviewers: last.map((person) => person.name),
    };
  });
  const { appId, resourceTypeId, resourceId } = entitlement;
  return { ...known, owners: await deps.owners.names({ appId, resourceTypeId, resourceId }, patience) };
}

async function firstOpen(tx: StoreTransaction, requests: readonly AccessRequest[]): Promise<EntitlementHelp['open']> {
  for (const request of requests) {
    if (request.state === 'refused' || request.state === 'abandoned') continue;
    const task = request.taskId === null ? null : ((await tx.tasks.find(request.taskId))?.snapshot ?? null);
    if (task === null || isOpen(task)) return { request, task };
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
