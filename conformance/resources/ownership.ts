import { dateTime, each, of, type Resource, string } from '../field.ts';
import { appEntitlement } from './app-entitlement.ts';
import { user } from './user.ts';

export const appEntitlementOwnerEntitlement: Resource = {
  name: 'AppEntitlementOwnerEntitlement',
  members: {
    appEntitlement: of(appEntitlement),
    appId: string,
    createdAt: dateTime,
    ...each('entitlementId roleSlug', string),
  },
};

export const appOwnerEntitlement: Resource = {
  name: 'AppOwnerEntitlement',
  members: {
    appEntitlement: of(appEntitlement),
    appId: string,
    createdAt: dateTime,
    roleSlug: string,
  },
};

export const appEntitlementOwnerUser: Resource = {
  name: 'AppEntitlementOwnerUser',
  members: {
    appId: string,
    createdAt: dateTime,
    ...each('entitlementId roleSlug', string),
    user: of(user),
  },
};

export const appResourceUserOwner: Resource = {
  name: 'AppResourceUserOwner',
  members: {
    appId: string,
    createdAt: dateTime,
    ...each('resourceId resourceTypeId roleSlug', string),
    user: of(user),
  },
};
