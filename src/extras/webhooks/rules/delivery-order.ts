import { positionOf, type SeenStep } from '../../../domain/task/task-snapshot.ts';

/** A delivered step, with what orders it among the other steps of its task. */
export interface PlacedDelivery extends SeenStep {
  readonly state: 'kept' | 'open' | 'answering' | 'answered' | 'spent' | 'over';
  readonly taskUpdatedAt: Date | null;
  readonly signedAt: Date;
  readonly receivedAt: Date;
}

/**
 * Compares by when the task changed, the newest first, because a delivery may arrive after that of
 * a later step. The position only breaks ties, because a policy that starts again goes back to an
 * earlier step.
 */
export function newestFirst<Delivery extends PlacedDelivery>(
  deliveries: readonly Delivery[],
): readonly Delivery[] {
  const keysOf = ({ taskUpdatedAt, signedAt, occurrence, receivedAt }: Delivery) => [
    (taskUpdatedAt ?? signedAt).getTime(),
    signedAt.getTime(),
    positionOf(occurrence),
    receivedAt.getTime(),
  ];
  return deliveries.toSorted((one, other) => {
    const otherKeys = keysOf(other);
    const differences = keysOf(one).map((key, index) => (otherKeys[index] ?? 0) - key);
    return differences.find((difference) => difference !== 0) ?? 0;
  });
}

/**
 * The delivery of a task that counts; null if there is none. It is the newest that waits for an
 * answer: if the order is unclear, the callback decides, and a step whose callback takes no answer
 * gives way to the other one.
 */
export function standingDelivery<Delivery extends PlacedDelivery>(
  deliveries: readonly Delivery[],
): Delivery | null {
  const ordered = newestFirst(deliveries);
  const waiting = ordered.find(
    (one, index) =>
      (one.state === 'open' || one.state === 'answering') &&
      !ordered.slice(0, index).some((newer) => endedBy(newer, one)),
  );
  return waiting ?? ordered[0] ?? null;
}

/**
 * Whether the older delivery is over: the service took the answer to a later delivery of the same
 * step, or to a step that certainly came later.
 */
function endedBy(newer: PlacedDelivery, older: PlacedDelivery): boolean {
  if (newer.state !== 'answered') return false;
  if (newer.stepId === older.stepId) return true;
  const [newerAt, olderAt] = [newer.taskUpdatedAt, older.taskUpdatedAt];
  return newerAt !== null && olderAt !== null && newerAt.getTime() > olderAt.getTime();
}
