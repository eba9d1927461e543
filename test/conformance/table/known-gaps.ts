/**
 * What the table does not show in full, row by row and with the reason, so that nothing is missing in silence. Every entry is
 * tested to be true: once the sandbox or the client does more, its test here fails and the entry has to go.
 */

function rows(names: string, prefix = ''): readonly string[] {
  return names.split(' ').map((name) => `${prefix}${name}`);
}

const never = 'no such object in the seed';

/** Fields that the sandbox's service has with their type, but in whose seed they are always empty or null. */
export const unsetInTheSandbox: ReadonlyMap<string, string> = new Map([
  ...rows('15 16').map((number) => [`${number} answer nextPageToken`, 'the seed fits on one page'] as const),
  ...rows('analysisId annotations externalRefs revocationTargets', 'Task.').map((name) => [name, never] as const),
  ...rows('approverIds', 'Task.').map((name) => [name, 'a new task has no approvers'] as const),
  ...rows('Task.deletedAt AppEntitlement.deletedAt User.deletedAt').map((name) => [name, never] as const),
  ...rows('CredentialInventoryPolicy RecoveryPolicy Connector AutomationExecution').map(
    (name) => [`${name}.deletedAt`, never] as const,
  ),
  ['TaskView.approversPath', 'a new task has no approvers'],
  ...rows('accessReviewPath principalResourcePath resourceBindingsPath roleResourcePath scopeResourcePath').map(
    (name) => [`TaskView.${name}`, never] as const,
  ),
  ...rows('annotations matchSyncerId userEditedMask', 'AppEntitlement.').map((name) => [name, never] as const),
  ['ProvisionPolicy.manual.userIds', never],
  ['User.delegatedUserId', never],
]);

/** Fields of messages that no object of the sandbox's seed has. */
export const leftOutByTheSandbox: ReadonlySet<string> = new Set([
  ...rows('externalRefSource name url', 'ExternalRef.'),
  ...rows('action action.actionName action.appId action.connectorId action.displayName', 'ProvisionPolicy.'),
  ...rows('account account.config account.connectorId account.doNotSave', 'ProvisionPolicy.connector.'),
  ...rows('account.saveToVault account.saveToVault.vaultIds account.schemaId', 'ProvisionPolicy.connector.'),
  ...rows('deleteAccount deleteAccount.connectorId', 'ProvisionPolicy.connector.'),
  ...rows('delegated delegated.appId delegated.entitlementId delegated.implicit', 'ProvisionPolicy.'),
  ...rows('devicePlacement devicePlacement.vaultBoundaryId', 'ProvisionPolicy.'),
  ...rows('externalTicket externalTicket.appId externalTicket.connectorId', 'ProvisionPolicy.'),
  ...rows('externalTicketProvisionerConfigId instructions', 'ProvisionPolicy.externalTicket.'),
  ...rows('appOwners entitlementOwners expression group users', 'ProvisionPolicy.manual.assignee.'),
  ...rows('appOwners entitlementOwners expression group users', 'ProvisionPolicy.manual.assignee.').map(
    (name) => `${name}.allowReassignment`,
  ),
  ...rows('appOwners entitlementOwners expression group', 'ProvisionPolicy.manual.assignee.').map(
    (name) => `${name}.fallbackUserIds`,
  ),
  ...rows('expression.expressions group.appGroupId group.appId users.userIds', 'ProvisionPolicy.manual.assignee.'),
  ...rows('multiStep multiStep.provisionSteps unconfigured webhook webhook.webhookId', 'ProvisionPolicy.'),
]);
