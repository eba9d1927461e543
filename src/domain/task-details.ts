/**
 * What the service tells of a task beyond what cards and rules need: shown to people who ask for everything, and looked at
 * by no rule.
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
  'bot-may',
] as const;
export type TaskDetailKind = (typeof taskDetailKinds)[number];

export interface TaskDetail {
  readonly kind: TaskDetailKind;
  /** As the service tells it, names rather than ids; never empty. */
  readonly text: string;
}
