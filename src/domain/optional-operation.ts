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

/** Whether the tenant lets tasks be read, one or many a call: without, nothing is known of a task after it was made. */
export function tasksAreRead(operations: ReadonlySet<OptionalOperation>): boolean {
  return operations.has('taskSearch') || operations.has('taskRead');
}
