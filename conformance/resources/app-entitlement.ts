import {
  anything,
  boolean,
  dateTime,
  duration,
  each,
  enumeration,
  listOf,
  type Members,
  marker,
  message,
  object,
  of,
  optional,
  path,
  type Resource,
  string,
  strings,
} from '../field.ts';
import { actorObjectPermissions } from './task.ts';

const fallback: Members = { fallbackUserIds: strings, allowReassignment: boolean };

/** All members are optional; in an answer one is set. */
export const provisionPolicy: Resource = {
  name: 'ProvisionPolicy',
  members: {
    action: optional(message(each('actionName appId connectorId displayName', string))),
    connector: optional(
      message({
        account: optional(
          message({
            config: object,
            connectorId: string,
            doNotSave: optional(marker),
            saveToVault: optional(message({ vaultIds: strings })),
            schemaId: string,
          }),
        ),
        defaultBehavior: optional(message({ connectorId: string })),
        deleteAccount: optional(message({ connectorId: string })),
      }),
    ),
    delegated: optional(message({ ...each('appId entitlementId', string), implicit: boolean })),
    devicePlacement: optional(message({ vaultBoundaryId: string })),
    externalTicket: optional(
      message(each('appId connectorId externalTicketProvisionerConfigId instructions', string)),
    ),
    manual: optional(
      message({
        assignee: message({
          appOwners: optional(message(fallback)),
          entitlementOwners: optional(message(fallback)),
          expression: optional(message({ expressions: strings, ...fallback })),
          group: optional(message({ ...each('appGroupId appId', string), ...fallback })),
          manager: optional(message(fallback)),
          users: optional(message({ userIds: strings, allowReassignment: boolean })),
        }),
        instructions: string,
        userIds: strings,
      }),
    ),
    multiStep: optional(message({ provisionSteps: listOf(anything) })),
    unconfigured: optional(marker),
    webhook: optional(message({ webhookId: string })),
  },
};

export const appEntitlement: Resource = {
  name: 'AppEntitlement',
  members: {
    ...each('alias description displayName externalId slug id', string),
    ...each('appId appResourceId appResourceTypeId', string),
    ...each(
      'certifyPolicyId emergencyGrantPolicyId grantPolicyId revokePolicyId requestSchemaId',
      string,
    ),
    riskLevelValueId: string,
    complianceFrameworkValueIds: strings,
    ...each('annotations sourceConnectorIds', object),
    ...each('createdAt updatedAt deletedAt', dateTime),
    ...each(
      'defaultValuesApplied emergencyGrantEnabled isAutomationEnabled isManuallyManaged',
      boolean,
    ),
    ...each('overrideAccessRequestsDefaults systemBuiltin', boolean),
    durationGrant: optional(duration),
    durationUnset: optional(marker),
    grantCount: string,
    matchSyncerId: string,
    purpose: enumeration('AppEntitlement.purpose', 'APP_ENTITLEMENT_PURPOSE_VALUE_UNSPECIFIED'),
    userEditedMask: string,
    ...each('provisionerPolicy deprovisionerPolicy', of(provisionPolicy)),
  },
};

/** The item of entitlement lists. */
export const appEntitlementView: Resource = {
  name: 'AppEntitlementView',
  members: {
    appEntitlement: of(appEntitlement),
    ...each('appPath appResourcePath appResourceTypePath', path),
    objectPermissions: of(actorObjectPermissions),
  },
};
