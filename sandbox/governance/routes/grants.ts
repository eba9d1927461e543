import { z } from 'zod';
import { expandMask, pageFields, readBody, refs, text } from '../bodies.ts';
import type { AppUser } from '../entities/application.ts';
import type { StoredGrant } from '../entities/stored-task.ts';
import { ExpandedObjects } from '../expanded.ts';
import { pageRequestOf } from '../page-request.ts';
import { pageOf } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import { sourcesOf } from '../workflow/grants.ts';
import type { World } from '../world.ts';

/** The account that has a grant: as the app knows it, else one that was made for the grant. */
export function accountOf(
  world: World,
  { appId, appUserId, identityUserId }: StoredGrant,
): Partial<AppUser> & Pick<AppUser, 'id' | 'appId' | 'identityUserId'> {
  const known =
    appUserId === ''
      ? world.catalog.appUserOf(appId, identityUserId)
      : world.catalog.requireAppUser(appId, appUserId);
  return known ?? { id: `account-${identityUserId}`, appId, identityUserId };
}

/** Distinguishes grants: only those that a task gave have its id. */
export function keyOfGrant(grant: StoredGrant): string {
  const { taskId, appId, appEntitlementId, identityUserId, appUserId } = grant;
  return JSON.stringify([taskId, appId, appEntitlementId, identityUserId, appUserId]);
}

const feedBody = z.strictObject({
  after: text,
  before: text,
  appRefs: refs,
  expandMask,
  ...pageFields,
});

interface GrantEvent {
  readonly kind: 'ADDED' | 'REMOVED';
  readonly date: string;
  readonly grant: StoredGrant;
}

function eventsOf(grant: StoredGrant): readonly GrantEvent[] {
  const added = { kind: 'ADDED', date: grant.grantedAt, grant } as const;
  return grant.endedAt === null
    ? [added]
    : [added, { kind: 'REMOVED', date: grant.endedAt, grant }];
}

/** The revocation that ended a grant, where there was one. */
function endedBy(world: World, { date, grant }: GrantEvent): string {
  const task = world.state.tasks.find(
    ({ kind, outcomeTime, appId, appEntitlementId, identityUserId }) =>
      kind === 'revoke' &&
      outcomeTime === date &&
      appId === grant.appId &&
      appEntitlementId === grant.appEntitlementId &&
      identityUserId === grant.identityUserId,
  );
  return task?.id ?? '';
}

function readFeed(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const { expandMask: mask, pageSize, pageToken, ...filter } = readBody(feedBody, call.body);
  const found = world.state.grants
    .filter((grant) => filter.appRefs.length === 0 || filter.appRefs.includes(grant.appId))
    .flatMap(eventsOf)
    .filter(({ date }) => filter.after === '' || Date.parse(date) > Date.parse(filter.after))
    .filter(({ date }) => filter.before === '' || Date.parse(date) < Date.parse(filter.before))
    .sort((one, other) => Date.parse(one.date) - Date.parse(other.date));
  const keyOf = ({ kind, grant }: GrantEvent) => `${keyOfGrant(grant)} ${kind}`;
  const page = pageOf(found, keyOf, { pageSize, pageToken }, filter);
  const expanded = new ExpandedObjects();
  const list = page.list.map((event) => {
    const account = accountOf(world, event.grant);
    return {
      feed: {
        eventType: `GRANT_EVENT_TYPE_${event.kind}`,
        date: event.date,
        ticketId: event.kind === 'ADDED' ? event.grant.taskId : endedBy(world, event),
        appId: event.grant.appId,
        appEntitlementId: event.grant.appEntitlementId,
        appUserId: account.id,
      },
      ticketPath: '',
      appPath: '',
      appUserPath:
        mask.length === 0 ? '' : expanded.add('appUser', `${account.appId} ${account.id}`, account),
      entitlementPath: '',
    };
  });
  return { list, expanded: expanded.list, nextPageToken: page.nextPageToken };
}

function readUserGrants(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const [appId, appEntitlementId] = [call.path('app_id'), call.path('app_entitlement_id')];
  world.catalog.requireEntitlement(appId, appEntitlementId);
  const identityUserId = world.catalog.requireUser(call.path('identity_user_id')).id;
  const held = world.state.grants.filter(
    (grant) =>
      grant.endedAt === null &&
      grant.appId === appId &&
      grant.appEntitlementId === appEntitlementId &&
      grant.identityUserId === identityUserId,
  );
  const bindings = held.map((grant) => ({
    appId,
    appEntitlementId,
    appUserId: accountOf(world, grant).id,
    createdAt: grant.grantedAt,
    deprovisionAt: grant.expiresAt,
    deletedAt: null,
    grantSources: sourcesOf(world, grant),
  }));
  // Every account of the person is listed, also one without this entitlement.
  const others = world.catalog
    .appUsersOf(appId, identityUserId)
    .filter(({ id }) => !bindings.some((one) => one.appUserId === id));
  const bare = {
    appId: '',
    appEntitlementId: '',
    createdAt: null,
    deprovisionAt: null,
    deletedAt: null,
    grantSources: [],
  };
  return { bindings: [...bindings, ...others.map(({ id }) => ({ ...bare, appUserId: id }))] };
}

function listHolders(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const [appId, appEntitlementId] = [call.path('app_id'), call.path('app_entitlement_id')];
  world.catalog.requireEntitlement(appId, appEntitlementId);
  const held = world.state.grants.filter(
    (grant) =>
      grant.endedAt === null &&
      grant.appId === appId &&
      grant.appEntitlementId === appEntitlementId,
  );
  const page = pageOf(held, keyOfGrant, pageRequestOf(call), ['holders', appId, appEntitlementId]);
  const list = page.list.map((grant) => {
    const appUser = accountOf(world, grant);
    const user = world.catalog.user(grant.identityUserId) ?? null;
    return {
      appUserId: appUser.id,
      appUser,
      user,
      expired: false,
      discovered: false,
      grantReasons: [],
      grantSources: sourcesOf(world, grant),
    };
  });
  return { list, nextPageToken: page.nextPageToken };
}

/** Optional operations grantsFeed (oldest first), userGrants and entitlementHolders. */
export const grantsRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/grants/feed', operation: 'grantsFeed', handle: readFeed },
  {
    method: 'GET',
    path: '/api/v1/apps/{app_id}/entitlements/{app_entitlement_id}/users/{identity_user_id}/grants',
    operation: 'userGrants',
    handle: readUserGrants,
  },
  {
    method: 'GET',
    path: '/api/v1/apps/{app_id}/entitlements/{app_entitlement_id}/grants',
    operation: 'entitlementHolders',
    handle: listHolders,
  },
];
