/** Which part of a payload is stored. */
import { z } from 'zod';
import { isDeeperThan } from '../../../service/client/wire/nesting.ts';

/** Tasks have about ten levels; the database takes some thousands. */
const deepestPayload = 100;

/**
 * The payload as it was sent. A payload that is nested deeper than any task is stored as one
 * without a task: if it were refused, the policy of its step would go on without anybody.
 */
export function boundedPayload(payload: object): unknown {
  return isDeeperThan(deepestPayload, payload) ? {} : payload;
}

const changed = z.object({
  taskView: z.object({ task: z.object({ updatedAt: z.iso.datetime({ offset: true }) }) }),
});

/** When the task in the payload was last changed; null if it does not say. */
export function taskUpdatedAtIn(payload: unknown): Date | null {
  const parsed = changed.safeParse(payload);
  return parsed.success ? new Date(parsed.data.taskView.task.updatedAt) : null;
}
