/** Who has what, by person, and which accounts a person has: for deployments that tell it. */
import { z } from 'zod';
import { expandMask, pageFields, readBody, text, texts } from '../bodies.ts';
import type { AppUser } from '../entities/application.ts';
import { entitlementExpansion, entitlementView } from '../entities/entitlement-view.ts';
import type { StoredGrant } from '../entities/stored-task.ts';
import { ExpandedObjects } from '../expanded.ts';
import { pageRequestOf } from '../page-request.ts';
import { pageOf } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import { isActive, sourcesOf } from '../workflow/grants.ts';
import type { World } from '../world.ts';
import { accountOf, keyOfGrant } from './grants.ts';

const entitlementRefs = z
  .array(z.strictObject({ appId: text, id: text }))
  .nullish()
  .transform((value) => value ?? []);

const searchBody = z.strictObject({
  userId: text,
  appIds: texts,
  entitlementRefs,
  purpose: texts,
  expandMask,
  ...pageFields,
});

type GrantFilter = Omit<z.output<typeof searchBody>, 'expandMask' | 'pageSize' | 'pageToken'>;

/** Members of a list are alternatives; an empty list does not narrow. */
const isIn = (list: readonly string[], value: string): boolean =>
  list.length === 0 || list.includes(value);

function isFound(world: World, grant: StoredGrant, filter: GrantFilter): boolean {
  const { appId, appEntitlementId, identityUserId } = grant;
  const { entitlement } = world.catalog.requireEntitlement(appId, appEntitlementId);
  const isReferred = filter.entitlementRefs.some(
    (ref) => ref.appId === appId && ref.id === appEntitlementId,
  );
  return (
    isActive(grant, world.now().getTime()) &&
    (filter.userId === '' || filter.userId === identityUserId) &&
    isIn(filter.appIds, appId) &&
    (filter.entitlementRefs.length === 0 || isReferred) &&
    isIn(filter.purpose, entitlement.purpose)
  );
}

/** An AppUserView. */
function accountView(account: Partial<AppUser> & Pick<AppUser, 'id'>): object {
  return {
    appUser: { ...account, status: { status: 'STATUS_ENABLED', details: '' } },
    appPath: '',
    identityUserPath: '',
    lastUsagePath: '',
  };
}

function searchGrants(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const { expandMask: mask, pageSize, pageToken, ...filter } = readBody(searchBody, call.body);
  const wants = entitlementExpansion(mask);
  const found = world.state.grants.filter((grant) => isFound(world, grant, filter));
  const page = pageOf(found, keyOfGrant, { pageSize, pageToken }, filter);
  const expanded = new ExpandedObjects();
  const list = page.list.map((grant) => {
    const { appId, appEntitlementId, taskId, grantedAt } = grant;
    const entitlement = world.catalog.requireEntitlement(appId, appEntitlementId);
    const account = accountOf(world, grant);
    return {
      entitlement: entitlementView(world, entitlement, call.caller, expanded, wants),
      appEntitlementUserBinding: {
        appId,
        appEntitlementId,
        appUserId: account.id,
        appUser: accountView(account),
        grantSources: sourcesOf(world, grant),
        originatingTicketId: taskId,
        appEntitlementUserBindingCreatedAt: grantedAt,
        appEntitlementUserBindingDeprovisionAt: grant.expiresAt,
      },
    };
  });
  return { list, expanded: expanded.list, nextPageToken: page.nextPageToken };
}

function listAccounts(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const appId = world.catalog.requireApplication(call.path('app_id')).id;
  const userId = world.catalog.requireUser(call.path('user_id')).id;
  const accounts = world.catalog.appUsersOf(appId, userId);
  const page = pageOf(accounts, ({ id }) => id, pageRequestOf(call), ['accounts', appId, userId]);
  return { list: page.list.map(accountView), nextPageToken: page.nextPageToken };
}

/** Optional operations grantSearch and userAccounts. */
export const grantSearchRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/search/grants',
    operation: 'grantSearch',
    handle: searchGrants,
  },
  {
    method: 'GET',
    path: '/api/v1/apps/{app_id}/users/{user_id}/app_users',
    operation: 'userAccounts',
    handle: listAccounts,
  },
];
