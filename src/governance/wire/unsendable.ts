import type { ServiceRefusal } from '../../domain/service-refusal.ts';

/** A refusal before anything is sent: the call contradicts the interface, so the service need not be asked. */
export function unsendable(message: string): ServiceRefusal {
  return { kind: 'invalid', message, existingTaskId: null, serviceRequestId: null };
}
