import type { ServiceRefusal } from '../../domain/service-refusal.ts';

/** Refuses a call that contradicts interface.md before it is sent. */
export function unsendable(message: string): ServiceRefusal {
  return { kind: 'invalid', message, existingTaskId: null, serviceRequestId: null };
}
