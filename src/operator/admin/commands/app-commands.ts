/**
 * Commands about an app. One table per resource says which fields of the service's answer are
 * shown, in which order, and under which label.
 */
import {
  listAppResourceEntitlements,
  listAppResourceOwners,
  readAppEntitlementOwnerUser,
  searchAppResourceUserOwners,
} from '../../../service/client/endpoints.ts';
import { ignoredParameter } from '../../../service/client/wire/paging.ts';
import { displayNameOf } from '../../../service/read/catalogue/entitlements.ts';
import {
  type AdminCommand,
  type AdminContext,
  appTitle,
  type CommandInput,
  entitlementTitle,
  listCommand,
  recordCommand,
} from '../admin-command.ts';
import { withPerson } from '../people-of-command.ts';
import { whoHas } from './who-has.ts';

/** The three ids that say which resource of an app is meant. */
const resourceUsage = '<appId> <resourceTypeId> <resourceId>';
const resourceTitle = (input: CommandInput, context: AdminContext) =>
  `${input.argument('resourceTypeId')} ${input.argument('resourceId')} of ${appTitle(input.argument('appId'), context)}`;

const entitlements = listCommand({
  name: 'entitlements',
  about: 'what can be asked for on a resource of an app',
  usage: resourceUsage,
  from: listAppResourceEntitlements,
  title: (input, context) => `Entitlements of ${resourceTitle(input, context)}`,
  names: ['displayName', 'alias', 'slug'],
  fields: [
    ['deletedAt', 'Deleted'],
    ['durationGrant', 'Granted for at most'],
    ['riskLevelValueId', 'Risk'],
    ['emergencyGrantEnabled', 'Emergency access'],
    ['durationUnset', 'Granted until revoked'],
  ],
  shown: ({ list, expanded }) =>
    list.map(
      ({ appEntitlement, objectPermissions, appPath, appResourcePath, appResourceTypePath }) => ({
        ...appEntitlement,
        appName: displayNameOf(expanded, appPath),
        resourceTypeName: displayNameOf(expanded, appResourceTypePath),
        resourceName: displayNameOf(expanded, appResourcePath),
        objectPermissions,
      }),
    ),
});

const everyOwner = listCommand({
  name: 'owners',
  usage: `${resourceUsage} [--users] [--role <slug>]`,
  about:
    'who owns a resource of an app, and which of them the system manages; --users: people who were made owners, with their role; --role: only those in it',
  from: listAppResourceOwners,
  title: (input, context) => `Owners of ${resourceTitle(input, context)}`,
  names: ['displayName', 'email'],
  fields: [
    ['deletedAt', 'Deleted'],
    ['managedBySystem', 'Managed by the system'],
    'email',
    ['jobTitle', 'Job'],
  ],
  shown: ({ list, immutableUserIds }) =>
    list.map((one) => ({ ...one, managedBySystem: immutableUserIds.includes(one.id) })),
});

const inRole = {
  names: ['user.displayName', 'user.email'],
  id: 'user.id',
  fields: [
    ['user.deletedAt', 'Deleted'],
    ['roleSlug', 'Role'],
    'user.email',
    ['user.jobTitle', 'Job'],
    'user.department',
    'user.status',
    ['createdAt', 'Since'],
  ],
} as const;

const ownersInRole = listCommand({
  ...everyOwner,
  ...inRole,
  from: searchAppResourceUserOwners,
  title: (input, context) =>
    `People who own ${resourceTitle(input, context)}${input.has('role') ? ` as ${input.value('role')}` : ''}`,
  filter: (input) => ({ roleSlug: input.value('role') ?? '' }),
  shown({ list }, input) {
    if (input.has('role') && list.some(({ roleSlug }) => roleSlug !== input.value('role'))) {
      const what = 'roleSlug: ignored: the answer has owners in other roles';
      throw ignoredParameter(searchAppResourceUserOwners, what);
    }
    return list;
  },
});

const owners: AdminCommand = {
  ...everyOwner,
  run(input, ...rest) {
    const isByRole = input.has('users') || input.has('role');
    return (isByRole ? ownersInRole : everyOwner).run(input, ...rest);
  },
};

const entitlementOwner = recordCommand({
  ...inRole,
  name: 'entitlement-owner',
  about: 'one person, by their display name, email or id, as owner of an entitlement in a role',
  usage: '<appId> <entitlementId> <roleSlug> <person>',
  resolve: withPerson,
  from: readAppEntitlementOwnerUser,
  title: (input, context) =>
    `An owner of ${entitlementTitle(input.argument('appId'), input.argument('entitlementId'), context)}`,
});

export const appCommands: readonly AdminCommand[] = [
  entitlements,
  owners,
  entitlementOwner,
  whoHas,
];
