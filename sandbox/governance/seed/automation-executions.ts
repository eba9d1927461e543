import type { AutomationExecution } from '../entities/automation-execution.ts';

const states = ['DONE', 'DONE', 'ERROR', 'RUNNING', 'WAITING', 'TERMINATED'] as const;
const templates = ['automation-onboard', 'automation-offboard', 'automation-storm-warning'] as const;
const people = ['user-umar', 'user-wim', 'user-quinn', 'user-vera'] as const;

/** When the cancelled runs were deleted; the list still shows them. */
const cleanedUpAt = '2026-01-15T07:00:00Z';

function execution(index: number): AutomationExecution {
  const startedMs = Date.UTC(2026, 0, 15, 6, 0) - index * 5 * 3_600_000;
  const state = states[index % states.length] ?? 'DONE';
  const isOver = state === 'DONE' || state === 'ERROR' || state === 'TERMINATED';
  const seconds = 20 + ((index * 37) % 400);
  const ended = new Date(startedMs + seconds * 1000).toISOString();
  const started = new Date(startedMs).toISOString();
  const context: Record<string, unknown> = { userId: people[index % people.length], trigger: 'schedule' };
  if (state === 'ERROR') context.error = 'the harbour directory did not answer';
  return {
    id: `execution-${String(index + 1).padStart(3, '0')}`,
    automationTemplateId: templates[index % templates.length] ?? '',
    context: index % 7 === 6 ? null : { context },
    currentVersion: 1 + (index % 3),
    duration: isOver ? `${seconds}s` : '',
    isDraft: index % 11 === 10,
    state: `AUTOMATION_EXECUTION_STATE_${state}`,
    createdAt: started,
    updatedAt: isOver ? ended : started,
    completedAt: isOver ? ended : null,
    deletedAt: state === 'TERMINATED' && index % 4 === 1 ? cleanedUpAt : null,
  };
}

/** The last runs, newest first. */
export const automationExecutions: readonly AutomationExecution[] = Array.from({ length: 32 }, (_, index) =>
  execution(index),
);
