import type { ProvisionPolicy } from '../entities/app-entitlement.ts';

const reassignable = { allowReassignment: true } as const;

/** Manual provisioning: the named people follow the instructions. */
function byHand(assignee: object, instructions: string, userIds: readonly string[] = []): ProvisionPolicy {
  return { manual: { assignee, instructions, userIds } };
}

/**
 * How grants are carried out where it is not the connector's ordinary way: every way that the interface has, and every kind of
 * person that manual work can be assigned to. They are only shown: the sandbox carries out every grant by itself.
 */
export const provisioning = {
  onCallOverride: {
    action: {
      actionName: 'override_shift',
      appId: 'app-bellbuoy',
      connectorId: 'conn-bellbuoy',
      displayName: 'Put on call out of turn',
    },
  },
  deskAccount: {
    connector: {
      account: {
        connectorId: 'conn-seasick',
        schemaId: 'schema-desk-account',
        config: { team: 'passenger-care', signature: true },
        saveToVault: { vaultIds: ['vault-passenger-care'] },
      },
    },
  },
  deskAccountRemoved: { connector: { deleteAccount: { connectorId: 'conn-seasick' } } },
  tunnelAccount: {
    connector: {
      account: { connectorId: 'conn-lantern', schemaId: '', config: { profile: 'strait' }, doNotSave: {} },
    },
  },
  /** Comes with membership of a group elsewhere. */
  throughDirectory: { delegated: { appId: 'app-lantern', entitlementId: 'ent-group-vpn', implicit: true } },
  lampRoomDevice: { devicePlacement: { vaultBoundaryId: 'boundary-lamp-room' } },
  deskTicket: {
    externalTicket: {
      appId: 'app-seasick',
      connectorId: 'conn-seasick',
      externalTicketProvisionerConfigId: 'ticket-config-finance',
      instructions: 'Open the books on the reading desk, and nowhere else.',
    },
  },
  appOwners: byHand(
    { appOwners: { ...reassignable, fallbackUserIds: ['user-liam'] } },
    'Write the new hours on the board by the horn.',
  ),
  entitlementOwners: byHand(
    { entitlementOwners: { allowReassignment: false, fallbackUserIds: ['user-oskar'] } },
    'Hand over the tuning key.',
  ),
  expression: byHand(
    { expression: { ...reassignable, expressions: ['subject.managers'], fallbackUserIds: ['user-priya'] } },
    'Add the name to the rota in the mess.',
  ),
  group: byHand(
    {
      group: {
        ...reassignable,
        appId: 'app-lantern',
        appGroupId: 'ent-group-security',
        fallbackUserIds: ['user-chen'],
      },
    },
    'Put the person on the second line.',
  ),
  users: byHand(
    { users: { userIds: ['user-sven', 'user-rosa'], allowReassignment: false } },
    'Tell the combination by word of mouth. Mind the accordion.',
    ['user-sven', 'user-rosa'],
  ),
  /** The connector first, then a person. */
  dockClosing: {
    multiStep: {
      provisionSteps: [
        { connector: { defaultBehavior: { connectorId: 'conn-berth' } } },
        byHand({ manager: { ...reassignable, fallbackUserIds: ['user-liam'] } }, 'Hang the chain across the entrance.'),
      ],
    },
  },
  notSetUp: { unconfigured: {} },
  deskWebhook: { webhook: { webhookId: 'webhook-reply-templates' } },
} as const satisfies Readonly<Record<string, ProvisionPolicy>>;
