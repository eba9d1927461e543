/**
 * What the service tells about a task beyond what cards and rules need. Shown to people who open
 * *Show everything*; no rule depends on it.
 */
export const taskDetailKinds = [
  'creator',
  'account',
  'access-review',
  'reviewed-resource',
  'role',
  'scope',
  'scope-binding',
  'also-revoked',
  'external-ref',
  'annotation',
  'comments',
] as const;
export type TaskDetailKind = (typeof taskDetailKinds)[number];

export interface TaskDetail {
  readonly kind: TaskDetailKind;
  /** Names where the service has them, else ids; never empty. */
  readonly text: string;
}
