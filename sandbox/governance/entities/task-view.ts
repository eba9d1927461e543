import type { Caller } from '../caller.ts';
import { invalidArgument } from '../errors.ts';
import { ExpandedObjects } from '../expanded.ts';
import { reviewCovering } from '../workflow/covering-review.ts';
import { insightOf } from '../workflow/insights.ts';
import type { World } from '../world.ts';
import type { ResourceRef, ScopeRole } from './app-entitlement.ts';
import { entitlementOf } from './entitlement-view.ts';
import type { IdentityUser } from './identity-user.ts';
import { objectPermissions } from './object-permissions.ts';
import type { StoredTask } from './stored-task.ts';
import { taskOf } from './task-wire.ts';

/** Every entry a TaskExpandMask may have, beside `*` (docs/spec/interface.md#taskexpandmask). */
const taskExpandEntries: ReadonlySet<string> = new Set([
  'access_review_id',
  'user_id',
  'created_by_user_id',
  'app_id',
  'app_user_id',
  'app_entitlement_ids',
  'step_approver_ids',
  'approver_ids',
  'identity_user_id',
  'insight_ids',
  'app_user_last_usage',
  'entitlement_scope_bindings',
  'scope_role_resources',
  'resource',
]);

/**
 * The entries that a request asks for.
 * @throws ServiceError 400 naming the first that does not exist
 */
export function taskExpansion(paths: readonly string[]): ReadonlySet<string> {
  const unknown = paths.find((path) => path !== '*' && !taskExpandEntries.has(path));
  if (unknown !== undefined)
    throw invalidArgument(`invalid expand mask path ${JSON.stringify(unknown)}`);
  return paths.includes('*') ? taskExpandEntries : new Set(paths);
}

const idOf = ({ id }: { readonly id: string }): string => id;

function usersOf(world: World, ids: readonly string[]): readonly IdentityUser[] {
  return ids.flatMap((id) => world.catalog.user(id) ?? []);
}

/**
 * One item of an EntitlementScopeBindingList, whose fields the interface does not list: the role on
 * the scope, by ids.
 */
function scopeBinding({ appId, appEntitlementId }: StoredTask, { role, scope }: ScopeRole): object {
  return {
    appId,
    appEntitlementId,
    roleResourceTypeId: role.typeId,
    roleResourceId: role.id,
    scopeResourceTypeId: scope.typeId,
    scopeResourceId: scope.id,
  };
}

/** What the paths of one TaskView are made from. */
interface ViewParts {
  readonly world: World;
  readonly task: StoredTask;
  readonly expanded: ExpandedObjects;
  /** The path, or "" where the request did not ask for the entry. */
  readonly when: (entry: string, path: () => string) => string;
}

function peoplePaths({ world, task, expanded, when }: ViewParts): object {
  const users = (ids: readonly string[]) => expanded.addAll('user', usersOf(world, ids), idOf);
  const reviewerIds = task.currentStep?.reviewerIds ?? [];
  return {
    approversPath: when('approver_ids', () => users(task.approverIds)),
    createdByUserPath: when('created_by_user_id', () => users([task.createdByUserId])),
    identityUserPath: when('identity_user_id', () => users([task.identityUserId])),
    stepApproversPath: when('step_approver_ids', () =>
      reviewerIds.length === 0
        ? ''
        : expanded.add('stepApproverUsers', task.currentStep?.id ?? '', {
            users: usersOf(world, reviewerIds),
          }),
    ),
    userPath: when('user_id', () => users([task.identityUserId])),
  };
}

function accountPaths({ world: { catalog }, task, expanded, when }: ViewParts): object {
  const appUser =
    task.appUserId === ''
      ? catalog.appUserOf(task.appId, task.identityUserId)
      : catalog.requireAppUser(task.appId, task.appUserId);
  return {
    appPath: when('app_id', () =>
      expanded.add('app', task.appId, catalog.requireApplication(task.appId)),
    ),
    appUserLastUsagePath: when('app_user_last_usage', () =>
      typeof appUser?.lastUsedAt === 'string'
        ? expanded.add('timestamp', `${appUser.appId} ${appUser.id}`, { value: appUser.lastUsedAt })
        : '',
    ),
    appUserPath: when('app_user_id', () =>
      appUser === undefined
        ? ''
        : expanded.add('appUser', `${appUser.appId} ${appUser.id}`, appUser),
    ),
  };
}

function entitlementPaths({ world, task, expanded, when }: ViewParts): object {
  const found = world.catalog.requireEntitlement(task.appId, task.appEntitlementId);
  const entitlement = entitlementOf(world, found);
  const covering = reviewCovering(world, task);
  const resource = (ref: ResourceRef | null | undefined): string =>
    ref === null || ref === undefined
      ? ''
      : expanded.add(
          'appResource',
          `${task.appId} ${ref.typeId} ${ref.id}`,
          world.catalog.requireResource(task.appId, ref.typeId, ref.id).resource,
        );
  return {
    accessReviewPath: when('access_review_id', () => {
      if (covering === null) return '';
      const { scope: _, ...review } = covering.review;
      return expanded.add('accessReview', review.id, review);
    }),
    entitlementsPath: when('app_entitlement_ids', () =>
      expanded.add('appEntitlement', `${task.appId} ${task.appEntitlementId}`, entitlement),
    ),
    insightsPath: when('insight_ids', () =>
      expanded.addAll(
        'insight',
        task.insightIds.flatMap((id) => insightOf(id) ?? []),
        idOf,
      ),
    ),
    principalResourcePath: when('resource', () => resource(covering?.principal)),
    resourceBindingsPath: when('entitlement_scope_bindings', () =>
      found.scopeRole === null
        ? ''
        : expanded.add('entitlementScopeBindingList', `${task.appId} ${task.appEntitlementId}`, {
            list: [scopeBinding(task, found.scopeRole)],
          }),
    ),
    roleResourcePath: when('scope_role_resources', () => resource(found.scopeRole?.role)),
    scopeResourcePath: when('scope_role_resources', () => resource(found.scopeRole?.scope)),
  };
}

/** A TaskView. What `wants` names is put into `expanded` and pointed at; every other path is "". */
export function taskView(
  world: World,
  task: StoredTask,
  caller: Caller,
  wants: ReadonlySet<string>,
  expanded: ExpandedObjects,
): object {
  const parts: ViewParts = {
    world,
    task,
    expanded,
    when: (entry, path) => (wants.has(entry) ? path() : ''),
  };
  return {
    task: taskOf(world, task, caller),
    objectPermissions: objectPermissions(caller, { comment: caller.permissions.has('request') }),
    ...accountPaths(parts),
    ...entitlementPaths(parts),
    ...peoplePaths(parts),
  };
}

/** `{taskView, expanded}`, the answer of every endpoint that is about one task. */
export function taskAnswer(
  world: World,
  task: StoredTask,
  caller: Caller,
  wants: ReadonlySet<string>,
): { readonly taskView: object; readonly expanded: readonly object[] } {
  const expanded = new ExpandedObjects();
  const view = taskView(world, task, caller, wants, expanded);
  return { taskView: view, expanded: expanded.list };
}
