/** Operations beyond interface.md that a tenant may have (deployments.md, Optional operations). */
export const optionalOperations = [
  'taskRead',
  'taskSearch',
  'taskActions',
  'taskAudit',
  'taskRevoke',
  'userSearch',
  'userRead',
  'appList',
  'entitlementSearch',
  'whoAmI',
] as const;
export type OptionalOperation = (typeof optionalOperations)[number];
