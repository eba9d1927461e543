/**
 * The governance service understood and said no. Expected, final for this call, and worth a sentence to the person.
 * Source: deployments.md, Errors.
 */
export interface ServiceRefusal {
  readonly kind:
    | 'invalid' // 400
    | 'closed' // 400 "task is closed"
    | 'forbidden' // 403
    | 'step-moved-on' // 403 whose message says that the request has advanced to a new approval step
    | 'not-found' // 404
    | 'duplicate' // 409 on a grant
    | 'conflict'; // any other 409
  /** The service's own words; may be empty. Not to be interpreted as markup. */
  readonly message: string;
  /** For `duplicate`: the task that exists already, where the service named it. */
  readonly existingTaskId: string | null;
  /** For `duplicate`: the number by which people know that task; there only where it was found out. */
  readonly existingNumericId?: string;
  /** The service's id for this call, for its operators; null where it sent none. */
  readonly serviceRequestId: string | null;
}
