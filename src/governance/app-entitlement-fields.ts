import { z } from 'zod';
import { objectPermissions } from './object-permissions.ts';
import { provisionPolicy } from './provision-policy.ts';
import { expandedField } from './wire/expanded.ts';
import { dateTime, flag, freeObject, list, marker, nested, openEnum, text, texts } from './wire/fields.ts';

/** AppEntitlement, every field. Ids are unique only per `(appId, id)`. */
export const appEntitlement = z.object({
  id: text,
  alias: text,
  description: text,
  displayName: text,
  externalId: text,
  slug: text,
  appId: text,
  appResourceId: text,
  appResourceTypeId: text,
  certifyPolicyId: text,
  emergencyGrantPolicyId: text,
  grantPolicyId: text,
  revokePolicyId: text,
  requestSchemaId: text,
  riskLevelValueId: text,
  complianceFrameworkValueIds: texts,
  annotations: freeObject,
  sourceConnectorIds: freeObject,
  createdAt: dateTime,
  updatedAt: dateTime,
  deletedAt: dateTime,
  defaultValuesApplied: flag,
  emergencyGrantEnabled: flag,
  isAutomationEnabled: flag,
  isManuallyManaged: flag,
  overrideAccessRequestsDefaults: flag,
  systemBuiltin: flag,
  /** `"3600s"`; excludes `durationUnset`. */
  durationGrant: text,
  durationUnset: marker,
  grantCount: text,
  matchSyncerId: text,
  purpose: openEnum(['APP_ENTITLEMENT_PURPOSE_VALUE_UNSPECIFIED']),
  userEditedMask: text,
  provisionerPolicy: provisionPolicy,
  deprovisionerPolicy: provisionPolicy,
});

/** AppEntitlementView: a list item, with paths into the `expanded` of its page. */
const appEntitlementView = z.object({
  appEntitlement: nested(appEntitlement),
  appPath: text,
  appResourcePath: text,
  appResourceTypePath: text,
  objectPermissions,
});
export type AppEntitlementView = z.output<typeof appEntitlementView>;

/** A page of them, with what their paths point into. */
export const appEntitlementPage = z.object({
  list: list(appEntitlementView),
  expanded: expandedField,
  nextPageToken: text,
});
export type AppEntitlementPage = z.output<typeof appEntitlementPage>;
