import type { AppEntitlement } from './app-entitlement.ts';
import type { StoredTask } from './stored-task.ts';

/** What the service itself adds to a task (docs/spec/interface.md#task). */
interface TaskRemarks {
  /** "" for a request without analysis. */
  readonly analysisId: string;
  readonly annotations: readonly object[];
  readonly externalRefs: readonly object[];
}

/**
 * All three follow from the entitlement: critical ones get an analysis, its compliance frameworks
 * become a note, and a task that is provisioned by a ticket refers to the ticket.
 */
export function remarksOn(task: StoredTask, entitlement: AppEntitlement): TaskRemarks {
  const isGrant = task.kind === 'grant';
  const frameworks = entitlement.complianceFrameworkValueIds;
  const note = {
    '@type': 'type.googleapis.com/acme.task.v1.ComplianceNote',
    frameworkValueIds: frameworks,
  };
  const ticket = `DESK-${task.numericId}`;
  return {
    analysisId:
      isGrant && entitlement.riskLevelValueId === 'risk-critical'
        ? `analysis-${task.numericId}`
        : '',
    annotations: frameworks.length === 0 ? [] : [note],
    externalRefs:
      isGrant && entitlement.provisionerPolicy.externalTicket !== undefined
        ? [
            {
              externalRefSource: 'TICKETING',
              name: ticket,
              url: `https://desk.acme.example/tickets/${ticket}`,
            },
          ]
        : [],
  };
}
