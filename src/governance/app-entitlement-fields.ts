import { z } from 'zod';
import { expandedField } from './wire/expanded.ts';
import { dateTime, flag, freeObject, list, marker, nested, openEnum, text, texts } from './wire/fields.ts';

/** ActorObjectPermissions: what the caller, that is the bot's credentials, may do with an object; null if absent. */
export const objectPermissions = nested(
  z.object({
    delete: flag,
    edit: flag,
    read: flag,
    extra: z
      .record(z.string(), z.boolean())
      .nullish()
      .transform((value) => value ?? {}),
  }),
);

const fallback = nested(z.object({ fallbackUserIds: texts, allowReassignment: flag }));

/** Who carries out a manual provisioning; one member is set. */
const assignee = nested(
  z.object({
    appOwners: fallback,
    entitlementOwners: fallback,
    expression: nested(z.object({ expressions: texts, fallbackUserIds: texts, allowReassignment: flag })),
    group: nested(z.object({ appGroupId: text, appId: text, fallbackUserIds: texts, allowReassignment: flag })),
    manager: fallback,
    users: nested(z.object({ userIds: texts, allowReassignment: flag })),
  }),
);

const connector = nested(
  z.object({
    account: nested(
      z.object({
        config: freeObject,
        connectorId: text,
        doNotSave: marker,
        saveToVault: nested(z.object({ vaultIds: texts })),
        schemaId: text,
      }),
    ),
    defaultBehavior: nested(z.object({ connectorId: text })),
    deleteAccount: nested(z.object({ connectorId: text })),
  }),
);

/** ProvisionPolicy: how a grant is carried out (interface.md, AppEntitlement). One member is set; null if absent. */
const provisionPolicy = nested(
  z.object({
    action: nested(z.object({ actionName: text, appId: text, connectorId: text, displayName: text })),
    connector,
    delegated: nested(z.object({ appId: text, entitlementId: text, implicit: flag })),
    devicePlacement: nested(z.object({ vaultBoundaryId: text })),
    externalTicket: nested(
      z.object({ appId: text, connectorId: text, externalTicketProvisionerConfigId: text, instructions: text }),
    ),
    manual: nested(z.object({ assignee, instructions: text, userIds: texts })),
    /** interface.md does not describe a step. */
    multiStep: nested(z.object({ provisionSteps: list(z.unknown()) })),
    unconfigured: marker,
    webhook: nested(z.object({ webhookId: text })),
  }),
);

/** AppEntitlement with every field. Ids are unique only per `(appId, id)`. */
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

/** A page of views, with the objects that their paths point into. */
export const appEntitlementPage = z.object({
  list: list(appEntitlementView),
  expanded: expandedField,
  nextPageToken: text,
});
export type AppEntitlementPage = z.output<typeof appEntitlementPage>;
