import { z } from 'zod';
import { flag, freeObject, list, marker, nested, text, texts } from './wire/fields.ts';

const fallback = nested(z.object({ fallbackUserIds: texts, allowReassignment: flag }));

/** Who is handed a manual provisioning; one member is set. */
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

/** ProvisionPolicy: how a grant is carried out (interface.md, AppEntitlement). One member is set; null where none is told. */
export const provisionPolicy = nested(
  z.object({
    action: nested(z.object({ actionName: text, appId: text, connectorId: text, displayName: text })),
    connector,
    delegated: nested(z.object({ appId: text, entitlementId: text, implicit: flag })),
    devicePlacement: nested(z.object({ vaultBoundaryId: text })),
    externalTicket: nested(
      z.object({ appId: text, connectorId: text, externalTicketProvisionerConfigId: text, instructions: text }),
    ),
    manual: nested(z.object({ assignee, instructions: text, userIds: texts })),
    /** The shape of a step is not shown. */
    multiStep: nested(z.object({ provisionSteps: list(z.unknown()) })),
    unconfigured: marker,
    webhook: nested(z.object({ webhookId: text })),
  }),
);
