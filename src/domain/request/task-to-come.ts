/** A request that the service does not have yet, in the shape of a task: so a card can show it. */

import type { TaskSnapshot } from '../task/task-snapshot.ts';
import type { Subject } from './subject.ts';

/**
 * Nobody can decide on it: it has no number, no step and no actions. `isWithdrawn`: by somebody, before it
 * was sent.
 */
export function taskToCome(request: Subject, isWithdrawn = false): TaskSnapshot {
  const { appId, appName, entitlementId: id, entitlementName: name } = request;
  return {
    id: '',
    numericId: '',
    ...(isWithdrawn ? ({ state: 'closed', outcome: 'cancelled' } as const) : standing(request)),
    outcomeAt: null,
    actions: [],
    currentStepId: null,
    stepApprovers: [],
    approvers: [],
    target: null,
    appId,
    appName,
    entitlements: [{ appId, id, name, description: '', riskLevel: null }],
    justification: request.justification,
    grantDurationSeconds: null,
    emergency: request.emergency,
    origin: '',
    recommendation: null,
    insights: [],
    lastUsedAt: null,
    sourceRequestId: null,
  };
}

/** The outcomes are the bot's own: the service knows nothing of it, or nobody knows whether it does. */
function standing({
  state,
  refusal,
}: Pick<Subject, 'state' | 'refusal'>): Pick<TaskSnapshot, 'state' | 'outcome'> {
  if (state === 'submitted' || state === 'sending') return { state: 'open', outcome: 'none' };
  if (state === 'withdrawn') return { state: 'closed', outcome: 'cancelled' };
  const isNotSent = state === 'refused' && refusal?.isPerhapsThere !== true;
  return { state: 'closed', outcome: isNotSent ? 'not-sent' : 'no-answer' };
}

/** Whether the service does not have it yet, as far as the bot knows. */
export function isToCome({ id }: Pick<TaskSnapshot, 'id'>): boolean {
  return id === '';
}
