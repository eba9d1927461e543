import type { SeenStep, TaskSnapshot } from './task-snapshot.ts';

/** A step of a task, told from others with its id. */
export interface StepOfTask extends SeenStep {
  readonly taskId: string;
}

/** The step that this reading shows; null where it shows none. */
export function currentStep(task: TaskSnapshot | undefined): StepOfTask | null {
  const stepId = task?.currentStepId ?? null;
  if (task === undefined || stepId === null) return null;
  return { taskId: task.id, stepId, occurrence: task.stepOccurrence ?? '' };
}
