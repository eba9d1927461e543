import { positionOf, type SeenStep } from './task-snapshot.ts';

/** A delivered step, as far as its place among the others of its task goes. */
export interface PlacedDelivery extends SeenStep {
  readonly state: 'kept' | 'open' | 'answering' | 'answered' | 'spent' | 'over';
  /** When the task was last changed, by what the delivery tells of it; null where it does not. */
  readonly taskUpdatedAt: Date | null;
  /** When the service sent it, by its token: one that is sent again is signed again. */
  readonly signedAt: Date;
  readonly receivedAt: Date;
}

/**
 * By the state of the task that they tell of, the newest first: a delivery may arrive after that of
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
 * The delivery that counts of those of one task; null where there is none. It is the newest that
 * waits for an answer: where the order is unclear, the callback tells, and a step whose callback
 * takes no answer gives way to the other one.
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
 * The service took the answer to a step that it certainly came to later, or to the same one when it
 * came to it again.
 */
function endedBy(newer: PlacedDelivery, older: PlacedDelivery): boolean {
  if (newer.state !== 'answered') return false;
  if (newer.stepId === older.stepId) return true;
  const [newerAt, olderAt] = [newer.taskUpdatedAt, older.taskUpdatedAt];
  return newerAt !== null && olderAt !== null && newerAt.getTime() > olderAt.getTime();
}
