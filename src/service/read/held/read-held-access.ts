import type { HeldAccess } from '../../../domain/access/held-access.ts';
import type { AppAccount } from '../../../domain/catalogue/app-account.ts';
import type { EntitlementKey } from '../../../domain/request/access-request.ts';
import type { AccessGovernance } from '../../../use-cases/ports/ports.ts';
import type { CompleteGovernance, TenantClient } from '../../capabilities.ts';
import { answerAboutAnother } from '../../client/http/service-errors.ts';
import {
  type FoundGrant,
  listUserAccounts,
  searchGrants,
} from '../../client/optional-operations.ts';
import { pages } from '../../client/wire/paging.ts';

/** How many apps one search names; services do not document a limit. */
const appsAtOnce = 100;
/** Nobody has more accounts in one app. */
const mostAccounts = 100;

/** The methods of the port that tell what a person holds, and by which accounts. */
export function createHeldReader(
  client: TenantClient,
): Pick<CompleteGovernance, 'heldBy' | 'tasksBehindGrants' | 'accountsOf'> {
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
    isEndUnreadable: end !== null && Number.isNaN(endMs),
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
