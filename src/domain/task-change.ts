import { isOpen, type TaskSnapshot } from './task-snapshot.ts';

/** What people need to hear of between two readings of a task. */
export type TaskChange =
  | { readonly kind: 'closed' }
  | { readonly kind: 'step-advanced' }
  | { readonly kind: 'reopened' };

/** Compares two readings. Changes of mere detail (names, usage) re-render the card and are not listed here. */
export function taskChanges(before: TaskSnapshot | null, after: TaskSnapshot): readonly TaskChange[] {
  const changes: TaskChange[] = [];
  const wasOpen = before === null || isOpen(before);
  if (wasOpen && !isOpen(after)) changes.push({ kind: 'closed' });
  if (!wasOpen && isOpen(after)) changes.push({ kind: 'reopened' });
  if (
    before !== null &&
    isOpen(after) &&
    after.currentStepId !== null &&
    before.currentStepId !== after.currentStepId
  ) {
    changes.push({ kind: 'step-advanced' });
  }
  return changes;
}
