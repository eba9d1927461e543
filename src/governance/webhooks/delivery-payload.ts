/** What of a payload is kept. */
import { z } from 'zod';
import { isDeeperThan } from '../wire/nesting.ts';

/** Tasks have some ten levels; the database takes some thousand. */
const deepestPayload = 100;

/**
 * The payload as it was sent. One that is nested deeper than any task is kept as one that tells
 * none: refusing it would leave its step to the policy, which goes on without anybody.
 */
export function boundedPayload(payload: object): unknown {
  return isDeeperThan(deepestPayload, payload) ? {} : payload;
}

const changed = z.object({
  taskView: z.object({ task: z.object({ updatedAt: z.iso.datetime({ offset: true }) }) }),
});

/** When the task that it tells of was last changed; null where it does not say. */
export function taskUpdatedAtIn(payload: unknown): Date | null {
  const read = changed.safeParse(payload);
  return read.success ? new Date(read.data.taskView.task.updatedAt) : null;
}
