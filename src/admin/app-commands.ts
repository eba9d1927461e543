import { ok } from '../domain/result.ts';
import { listAppResourceEntitlements, listAppResourceOwners } from '../governance/app-resources.ts';
import { readAppEntitlementOwnerUser, searchAppResourceUserOwners } from '../governance/owners.ts';
import { displayNameOf } from '../governance/snapshot/entitlements.ts';
import type { AdminCommand, AdminContext, Given } from './command.ts';
import { appTitle, entitlementTitle, listCommand, recordCommand } from './read-only-command.ts';
import { shownRecord, type Table } from './record.ts';

/** The three ids that say which resource of an app is meant. */
const resourceUsage = '<appId> <resourceTypeId> <resourceId>';

function resourceOf(given: Given) {
  return {
    appId: given.argument('appId'),
    resourceTypeId: given.argument('resourceTypeId'),
    resourceId: given.argument('resourceId'),
  };
}

function resourceTitle(given: Given, context: AdminContext): string {
  const { appId, resourceTypeId, resourceId } = resourceOf(given);
  return `${resourceTypeId} ${resourceId} of ${appTitle(appId, context)}`;
}

export const apps = listCommand({
  name: 'apps',
  about: 'the configured apps with their resources: what other commands can name',
  endpoints: [],
  title: () => 'Apps',
  names: ['name'],
  fields: [['resources', 'Resources']],
  async read(context) {
    const list = context.apps.map(({ id, name, resources }) => ({
      id,
      name,
      resources: resources.map((one) => `${one.resourceTypeId} ${quoted(one.resourceId)}`),
    }));
    return ok({ list, nextPageToken: '' });
  },
});

/** As it has to be typed. */
function quoted(id: string): string {
  return /[\s"']/.test(id) ? `"${id}"` : id;
}

export const entitlements = listCommand({
  name: 'entitlements',
  about: 'what can be asked for on a resource of an app',
  endpoints: [6],
  usage: resourceUsage,
  title: (given, context) => `Entitlements of ${resourceTitle(given, context)}`,
  names: ['displayName', 'alias', 'slug'],
  fields: [
    ['deletedAt', 'Deleted'],
    ['durationGrant', 'Granted for at most'],
    ['riskLevelValueId', 'Risk'],
    ['emergencyGrantEnabled', 'Emergency access'],
    ['appName', 'App'],
    ['resourceTypeName', 'Resource type'],
    ['resourceName', 'Resource'],
    ['description', 'Description'],
    ['grantCount', 'Grants'],
    ['durationUnset', 'Granted until revoked'],
    ['isManuallyManaged', 'Managed by hand'],
    ['objectPermissions', 'The bot may'],
  ],
  async read({ client }, given, page) {
    const answer = await listAppResourceEntitlements(client, resourceOf(given), page);
    if (!answer.ok) return answer;
    const { expanded, nextPageToken } = answer.value;
    const list = answer.value.list.flatMap(({ appEntitlement, objectPermissions, ...paths }) => {
      if (appEntitlement === null) return [];
      const appName = displayNameOf(expanded, paths.appPath);
      const resourceTypeName = displayNameOf(expanded, paths.appResourceTypePath);
      const resourceName = displayNameOf(expanded, paths.appResourcePath);
      return [{ ...appEntitlement, appName, resourceTypeName, resourceName, objectPermissions }];
    });
    return ok({ list, nextPageToken });
  },
});

const person = [
  ['user.email', 'Email'],
  ['user.jobTitle', 'Job'],
  ['user.department', 'Department'],
  ['user.status', 'Status'],
] as const;

const owner: Table = {
  names: ['user.displayName', 'user.email'],
  id: 'user.id',
  fields: [['user.deletedAt', 'Deleted'], ['managedBySystem', 'Managed by the system'], ...person],
};

const ownerInRole: Table = {
  names: ['user.displayName', 'user.email'],
  id: 'user.id',
  fields: [['user.deletedAt', 'Deleted'], ['roleSlug', 'Role'], ...person, ['createdAt', 'Since']],
};

export const owners: AdminCommand = {
  name: 'owners',
  usage: `${resourceUsage} [--users] [--role <slug>]`,
  about:
    'who owns a resource of an app, and which of them the system manages; --users: only people who were made owners, with their role; --role: of those, only the ones in this role',
  endpoints: [12, 10],
  isList: true,
  async run(given, context, page) {
    const where = resourceTitle(given, context);
    const role = given.value('role');
    if (given.has('users') || role !== null) {
      const wish = role === null ? page : { ...page, roleSlug: role };
      const found = await searchAppResourceUserOwners(context.client, resourceOf(given), wish);
      if (!found.ok) return found;
      const title = `People who own ${where}${role === null ? '' : ` as ${role}`}`;
      const { list, nextPageToken } = found.value;
      return ok({ title, records: list.map((one) => shownRecord(ownerInRole, one)), nextPageToken });
    }
    const answer = await listAppResourceOwners(context.client, resourceOf(given), page);
    if (!answer.ok) return answer;
    const { list, immutableUserIds, nextPageToken } = answer.value;
    const records = list.map((user) =>
      shownRecord(owner, { user, managedBySystem: immutableUserIds.includes(user.id) }, user),
    );
    const elsewhere = immutableUserIds.filter((id) => !list.some((one) => one.id === id));
    const notes =
      elsewhere.length === 0 ? [] : [`Also managed by the system, and not on this page: ${elsewhere.join(', ')}.`];
    return ok({ title: `Owners of ${where}`, records, notes, nextPageToken, besideList: { immutableUserIds } });
  },
};

export const entitlementOwner = recordCommand({
  name: 'entitlement-owner',
  about: 'one person as owner of an entitlement in a role',
  endpoints: [13],
  usage: '<appId> <entitlementId> <roleSlug> <userId>',
  title: (given, context) =>
    `An owner of ${entitlementTitle(given.argument('appId'), given.argument('entitlementId'), context)}`,
  ...ownerInRole,
  read: ({ client }, given) =>
    readAppEntitlementOwnerUser(client, {
      entitlement: { appId: given.argument('appId'), id: given.argument('entitlementId') },
      roleSlug: given.argument('roleSlug'),
      userId: given.argument('userId'),
    }),
});
