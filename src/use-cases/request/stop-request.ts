import type { Refusal } from '../../domain/refusals/refusals.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';
import { tellEach } from '../record/tell.ts';

/** Why a request goes no further by itself. */
export type Stop =
  | { readonly state: 'refused'; readonly refusal: Refusal }
  | { readonly state: 'uncertain' };

/**
 * Stops a request: the requester is told why, or asked whether to send it again where nobody knows
 * if there is a task.
 */
export async function stopRequest(
  tx: StoreTransaction,
  request: AccessRequest,
  stop: Stop,
): Promise<void> {
  const { id } = request;
  await tx.requests.save(id, { ...stop, at: tx.at });
  if (stop.state === 'uncertain') await record(tx, { kind: 'request.uncertain', requestId: id });
  else {
    const { refusal } = stop;
    await record(tx, { kind: 'request.refused', requestId: id, detail: { refusal } });
  }
}

/** Tells the administrators that a request was not sent, or was answered with another one. */
export function tellStopped(
  tx: StoreTransaction,
  requestId: string,
  refusal: Refusal,
  administrators: readonly string[],
): Promise<void> {
  const body = { kind: 'trouble', what: 'request-stopped', refusal } as const;
  return tellEach(tx, administrators, { key: `grant-stopped:${requestId}`, requestId, body });
}
