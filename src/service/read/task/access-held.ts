import type { AccessEvent } from '../../../domain/access/grant.ts';
import type { AccessOfPerson } from '../../../use-cases/ports/ports.ts';
import type { CompleteGovernance, TenantClient } from '../../capabilities.ts';
import { orFailure } from '../../client/http/service-errors.ts';
import {
  type GrantBinding,
  readGrantsFeed,
  readUserGrants,
  searchTasks,
} from '../../client/optional-operations.ts';
import { pages } from '../../client/wire/paging.ts';
import { instantOf } from '../../client/wire/wire-fields.ts';
import { readAccessType } from '../catalogue/access-type.ts';
import { ownerOfAccount } from '../people/read-accounts.ts';

/**
 * The methods of the port that tell who has what, by the feed of grants, by the tasks that ended,
 * and by a person's grants.
 */
export function createAccessReader(
  client: TenantClient,
): Pick<CompleteGovernance, 'accessEvents' | 'holding'> {
  return {
    async accessEvents(since, appIds) {
      return client.having(readGrantsFeed) !== null
        ? fed(client, since.toISOString(), appIds)
        : ofTasks(client, since.toISOString(), appIds);
    },

    holding: (of) => holding(client, of),
  };
}

async function fed(
  client: TenantClient,
  after: string,
  appIds: readonly string[],
): Promise<AccessEvent[]> {
  const events: AccessEvent[] = [];
  const body = { after, appRefs: appIds.map((id) => ({ id })), expandMask: { paths: ['*'] } };
  for await (const { list, expanded } of pages(client, readGrantsFeed, {
    path: {},
    body,
  })) {
    for (const { feed, appUserPath } of list) {
      const kind = eventKinds.get(feed?.eventType ?? '');
      const at = instantOf(feed?.date);
      if (feed === null || kind === undefined || at === null) continue;
      const {
        appId,
        appEntitlementId: entitlementId,
        appUserId: accountId,
        ticketId: taskId,
      } = feed;
      const identityUserId = ownerOfAccount(expanded, appUserPath, accountId);
      events.push({ kind, at, appId, entitlementId, accountId, identityUserId, taskId });
    }
  }
  return events;
}

async function ofTasks(
  client: TenantClient,
  outcomeAfter: string,
  applicationIds: readonly string[],
): Promise<AccessEvent[]> {
  const events: AccessEvent[] = [];
  const taskTypes = [{ grant: {} }, { revoke: {} }];
  const body = { taskStates: ['TASK_STATE_CLOSED'], taskTypes, applicationIds, outcomeAfter };
  for await (const { list } of pages(client, searchTasks, { path: {}, body })) {
    for (const { task } of list) {
      const type = readAccessType(task.type);
      const kind = eventKinds.get(type?.outcome ?? '');
      const at = instantOf(type?.outcomeTime);
      if (type === null || kind === undefined || at === null) continue;
      const { appId, appEntitlementId: entitlementId, appUserId: accountId } = type;
      const identityUserId = type.identityUserId || task.userId || null;
      const isExpiry = task.origin === 'TASK_ORIGIN_TIME_REVOKE';
      const what = { kind, at, appId, entitlementId, accountId, identityUserId };
      events.push({ ...what, taskId: task.id, isExpiry });
    }
  }
  return events;
}

async function holding(
  client: TenantClient,
  of: Parameters<CompleteGovernance['holding']>[0],
): ReturnType<CompleteGovernance['holding']> {
  const path = {
    app_id: of.appId,
    app_entitlement_id: of.entitlementId,
    identity_user_id: of.identityUserId,
  };
  const bindings = orFailure(await client.call(readUserGrants, { path }), readUserGrants);
  if (bindings === null) return { isHeld: null, endsAt: null };
  const bindingsOfPerson = bindings.filter((one) => isHeld(one, of));
  // An answer about another entitlement does not say that this one is gone.
  if (bindingsOfPerson.length === 0 && bindings.some((one) => isOfOther(one, of)))
    return { isHeld: null, endsAt: null };
  const ends = bindingsOfPerson.map((one) => instantOf(one.deprovisionAt)?.getTime() ?? Number.NaN);
  const last = Math.max(...ends);
  const endsAt = Number.isFinite(last) ? new Date(last) : null;
  const hasUnreadableEnd = bindingsOfPerson.some((one) => isUnreadable(one.deprovisionAt));
  return {
    isHeld: bindingsOfPerson.length > 0,
    endsAt,
    ...(hasUnreadableEnd ? { hasUnreadableEnd } : {}),
  };
}

/** Other events and outcomes say nothing about what somebody has. */
const eventKinds: ReadonlyMap<string, AccessEvent['kind']> = new Map([
  ['GRANT_OUTCOME_GRANTED', 'added'],
  ['REVOKE_OUTCOME_REVOKED', 'removed'],
  ['GRANT_EVENT_TYPE_ADDED', 'added'],
  ['GRANT_EVENT_TYPE_REMOVED', 'removed'],
]);

type AskedEntitlement = Pick<AccessOfPerson, 'appId' | 'entitlementId' | 'accountId'>;

/**
 * Whether a binding says that its account has this entitlement. Accounts that do not have it are
 * listed with nothing filled in.
 */
function isHeld(one: GrantBinding, of: AskedEntitlement): boolean {
  const isFilledIn = instantOf(one.createdAt) !== null || instantOf(one.deprovisionAt) !== null;
  const isOfAccount = of.accountId === undefined || ['', of.accountId].includes(one.appUserId);
  return !isOfOther(one, of) && isOfAccount && isFilledIn && instantOf(one.deletedAt) === null;
}

function isOfOther(one: GrantBinding, of: AskedEntitlement): boolean {
  return (
    ![of.appId, ''].includes(one.appId) || ![of.entitlementId, ''].includes(one.appEntitlementId)
  );
}

/** Told, and no time that can be read. */
function isUnreadable(value: string | null): boolean {
  return value !== null && Number.isNaN(Date.parse(value));
}
