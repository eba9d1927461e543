/**
 * A task of any kind that waits for a person in the service
 * (docs/spec/deployments.md#task-types).
 */
export interface WorkItem {
  readonly id: string;
  readonly numericId: string;
  /** The one key of `Task.type`; empty where there is none. */
  readonly kind: string;
  /** The app of the task; empty if the service does not tell it. */
  readonly appId: string;
  /** When the task was made; null where it is not told. */
  readonly createdAt: Date | null;
  /** Somebody has to set up what was approved. */
  readonly isSetUp: boolean;
  /** As the service calls it. */
  readonly name: string;
  /** How to set it up, in the policy's words; empty where it does not tell. */
  readonly instructions: string;
  /** Only of a task of an access review. */
  readonly review: WorkReview | null;
}

export interface WorkReview {
  readonly id: string;
  readonly name: string;
  /** ISO 8601; null where it is not told. */
  readonly dueAt: string | null;
}

/** A line on somebody's Home: a task, or all of an access review. */
export interface WorkLine {
  readonly kind: string;
  readonly name: string;
  /** How to set it up; empty where that is not told. */
  readonly instructions: string;
  /** The task that the link leads to. */
  readonly id: string;
  readonly numericId: string;
  /** How many tasks of an access review wait; 1 of any other. */
  readonly count: number;
  readonly dueAt: string | null;
}

/**
 * What the operator configured comes before the rest of the tenant, and what waits longest comes
 * first: a Home has room for a few lines, and the oldest one must not fall off its end.
 */
export function inOrderOfWork(
  items: readonly WorkItem[],
  configuredAppIds: ReadonlySet<string>,
): readonly WorkItem[] {
  const rankOf = ({ appId }: WorkItem): number => (configuredAppIds.has(appId) ? 0 : 1);
  const madeMs = ({ createdAt }: WorkItem): number =>
    createdAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return items.toSorted((one, other) => rankOf(one) - rankOf(other) || madeMs(one) - madeMs(other));
}

/** One line for each access review, whatever the number of its tasks. */
export function workLines(items: readonly WorkItem[]): readonly WorkLine[] {
  const lines = new Map<string, WorkLine>();
  for (const { id, numericId, kind, isSetUp, name, instructions, review } of items) {
    const key = review === null ? `task ${id}` : `review ${review.id}`;
    const before = lines.get(key);
    const about = { name: review?.name || name, instructions, id, numericId };
    const first = { kind: isSetUp ? 'set-up' : kind, ...about };
    lines.set(key, {
      ...(before ?? first),
      count: (before?.count ?? 0) + 1,
      dueAt: review?.dueAt ?? null,
    });
  }
  return [...lines.values()];
}
