import { z } from 'zod';
import { appEntitlement } from './app-entitlement-fields.ts';
import { user } from './users.ts';
import { dateTime, nested, text } from './wire/fields.ts';

/** AppEntitlementOwnerEntitlement: an ownership source on an entitlement, from another entitlement. */
export const appEntitlementOwnerEntitlement = z.object({
  appEntitlement: nested(appEntitlement),
  appId: text,
  createdAt: dateTime,
  entitlementId: text,
  roleSlug: text,
});
export type AppEntitlementOwnerEntitlement = z.output<typeof appEntitlementOwnerEntitlement>;

/** AppOwnerEntitlement: an ownership source on an app, from an entitlement. */
export const appOwnerEntitlement = z.object({
  appEntitlement: nested(appEntitlement),
  appId: text,
  createdAt: dateTime,
  roleSlug: text,
});
export type AppOwnerEntitlement = z.output<typeof appOwnerEntitlement>;

/** AppEntitlementOwnerUser: a user as owner of an entitlement. */
export const appEntitlementOwnerUser = z.object({
  appId: text,
  createdAt: dateTime,
  entitlementId: text,
  roleSlug: text,
  user: nested(user),
});
export type AppEntitlementOwnerUser = z.output<typeof appEntitlementOwnerUser>;

/** AppResourceUserOwner: a user as owner of an app resource, in a role. */
export const appResourceUserOwner = z.object({
  appId: text,
  createdAt: dateTime,
  resourceId: text,
  resourceTypeId: text,
  roleSlug: text,
  user: nested(user),
});
export type AppResourceUserOwner = z.output<typeof appResourceUserOwner>;
