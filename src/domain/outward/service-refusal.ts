/**
 * The governance service refused a call. Expected, final for this call, and told to the person in a
 * sentence. Source: docs/spec/deployments.md#errors.
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
  /** The service's own message; may be empty. Never to be interpreted as markup. */
  readonly message: string;
  /** For `duplicate`: the task that exists already, if the service named it. */
  readonly existingTaskId: string | null;
  /** The service's id for this call, for its operators; null if it sent none. */
  readonly serviceRequestId: string | null;
}
