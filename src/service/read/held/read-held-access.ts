import type { AccessEvent } from '../../../domain/access/grant.ts';
import type { HeldAccess } from '../../../domain/access/held-access.ts';
import type { AppAccount } from '../../../domain/catalogue/entitlement.ts';
import type { EntitlementKey } from '../../../domain/request/access-request.ts';
import type { AccessGovernance, AccessOfPerson } from '../../../use-cases/ports/ports.ts';
import type { CompleteGovernance, TenantClient } from '../../capabilities.ts';
import { answerAboutAnother, orFailure } from '../../client/http/service-errors.ts';
import {
  type FoundGrant,
  type GrantBinding,
  listUserAccounts,
  readGrantsFeed,
  readUserGrants,
  searchGrants,
  searchTasks,
} from '../../client/optional-operations.ts';
import { pages } from '../../client/wire/paging.ts';
import { instantOf } from '../../client/wire/wire-fields.ts';
import { readAccessType } from '../catalogue/entitlements.ts';
import { ownerOfAccount } from '../people/read-people.ts';

/** How many apps one search names; services do not document a limit. */
const appsAtOnce = 100;
/** Nobody has more accounts in one app. */
const mostAccounts = 100;

/** The methods of the port that tell who has what, and by which accounts. */
export function createHeldReader(
  client: TenantClient,
): Pick<
  CompleteGovernance,
  'heldBy' | 'tasksBehindGrants' | 'accountsOf' | 'accessEvents' | 'holding'
> {
  return {
    async heldBy(userId, of, most) {
      const accesses: HeldAccess[] = [];
      for (const body of searchesFor(of)) {
        for await (const { list } of pages(client, searchGrants, {
          path: {},
          body: { userId, ...body },
        })) {
          for (const grant of list) accesses.push(heldAccess(grant, { userId, ...body }));
          if (accesses.length > most) return { held: accesses.slice(0, most), isCut: true };
        }
      }
      return { held: accesses, isCut: false };
    },

    async tasksBehindGrants(userId, entitlement) {
      const taskIds = new Set<string>();
      for (const body of searchesFor({ entitlement })) {
        const query = { userId, ...body };
        const input = { path: {}, body: query };
        for await (const { list } of pages(client, searchGrants, input)) {
          for (const grant of list) {
            if (isAboutAnother(grant, query)) throw answerAboutAnother(searchGrants);
            taskIds.add(grant.appEntitlementUserBinding.originatingTicketId);
          }
        }
      }
      // Access that did not come by a task names none.
      taskIds.delete('');
      return [...taskIds];
    },

    async accountsOf(userId, appId) {
      const accounts: AppAccount[] = [];
      const path = { app_id: appId, user_id: userId };
      for await (const { list } of pages(client, listUserAccounts, { path })) {
        for (const { appUser } of list) {
          if (appUser === null || appUser.id === '') continue;
          if (isOfOther(appUser.identityUserId, userId) || isOfOther(appUser.appId, appId))
            throw answerAboutAnother(listUserAccounts);
          const isGone = appUser.deletedAt !== null || gone.has(appUser.status?.status ?? '');
          if (!isGone) accounts.push(accountOf(appUser.id, appUser));
        }
        if (accounts.length >= mostAccounts) break;
      }
      return accounts;
    },

    /** By the feed of grants, or by the tasks that ended. */
    async accessEvents(since, appIds) {
      return client.having(readGrantsFeed) !== null
        ? fed(client, since.toISOString(), appIds)
        : ofTasks(client, since.toISOString(), appIds);
    },

    holding: (of) => holding(client, of),
  };
}

/** Words for accounts that nothing can be granted to. */
const gone = new Set(['STATUS_DISABLED', 'STATUS_DELETED']);

interface GrantSearch {
  readonly appIds?: readonly string[];
  readonly entitlementRefs?: readonly { readonly appId: string; readonly id: string }[];
}

function searchesFor(of: Parameters<AccessGovernance['heldBy']>[1]): readonly GrantSearch[] {
  if ('entitlement' in of) {
    const { appId, entitlementId: id } = of.entitlement;
    return [{ entitlementRefs: [{ appId, id }] }];
  }
  if ('entitlements' in of) {
    const refs = of.entitlements.map(({ appId, entitlementId: id }) => ({ appId, id }));
    return [{ entitlementRefs: refs }];
  }
  const { appIds } = of;
  return Array.from({ length: Math.ceil(appIds.length / appsAtOnce) }, (_, at) => ({
    appIds: appIds.slice(at * appsAtOnce, (at + 1) * appsAtOnce),
  }));
}

type GrantSearchOf = GrantSearch & { readonly userId: string };

/** Whether this is the grant of another person, or of something not asked for. */
function isAboutAnother(
  { appEntitlementUserBinding: binding }: FoundGrant,
  search: GrantSearchOf,
): boolean {
  const { appId, appEntitlementId: entitlementId, appUserId } = binding;
  const account = binding.appUser?.appUser ?? null;
  return (
    entitlementId === '' ||
    isOfOther(account?.identityUserId, search.userId) ||
    isOfOther(account?.id, appUserId) ||
    search.appIds?.includes(appId) === false ||
    search.entitlementRefs?.some((one) => one.appId === appId && one.id === entitlementId) === false
  );
}

/** Throws `OutwardFailure` for the grant of another person, or of something not asked for. */
function heldAccess(grant: FoundGrant, search: GrantSearchOf): HeldAccess {
  if (isAboutAnother(grant, search)) throw answerAboutAnother(searchGrants);
  const { entitlement, appEntitlementUserBinding: binding } = grant;
  const { appId, appEntitlementId: entitlementId, appUserId, grantSources } = binding;
  const account = binding.appUser?.appUser ?? null;
  const named = entitlement?.appEntitlement ?? null;
  const isNamed = named?.id === entitlementId && !isOfOther(named.appId, appId);
  const name = isNamed ? [named.displayName, named.alias, named.slug] : [];
  const end = binding.appEntitlementUserBindingDeprovisionAt;
  const endMs = Date.parse(end ?? '');
  return {
    appId,
    entitlementId,
    entitlementName: name.find((one) => one.trim() !== '') ?? entitlementId,
    account: accountOf(appUserId, account),
    // Services also write no time as one long before there were any.
    endsAt: endMs > 0 ? new Date(endMs).toISOString() : null,
    isEndUnreadable: isUnreadable(end),
    sources: grantSources === null ? null : grantSources.map(sourceKey),
  };
}

function sourceKey({ appId, id }: { readonly appId: string; readonly id: string }): EntitlementKey {
  return { appId, entitlementId: id };
}

interface NamedAccount {
  readonly displayName: string;
  readonly username: string;
  readonly email: string;
}

function accountOf(id: string, account: NamedAccount | null): AppAccount {
  const names = account === null ? [] : [account.username, account.displayName, account.email];
  return { id, name: names.find((one) => one.trim() !== '') ?? id };
}

/** What is not told does not say that it is another. */
function isOfOther(id: string | undefined, searchedId: string): boolean {
  return !['', searchedId].includes(id ?? '');
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
  if (bindingsOfPerson.length === 0 && bindings.some((one) => isOfOtherEntitlement(one, of)))
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
  return (
    !isOfOtherEntitlement(one, of) && isOfAccount && isFilledIn && instantOf(one.deletedAt) === null
  );
}

function isOfOtherEntitlement(one: GrantBinding, of: AskedEntitlement): boolean {
  return (
    ![of.appId, ''].includes(one.appId) || ![of.entitlementId, ''].includes(one.appEntitlementId)
  );
}

/** Told, and no time that can be read. */
function isUnreadable(value: string | null): boolean {
  return value !== null && Number.isNaN(Date.parse(value));
}
