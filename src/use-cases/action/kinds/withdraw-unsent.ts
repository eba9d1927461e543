import type { Action } from '../../../domain/action/action.ts';
import type { NotYet } from '../../../domain/outward/job.ts';
import { isPerhapsSent } from '../../../domain/request/access-request.ts';
import type { LocalDeps } from '../../deps.ts';
import { record } from '../../record/record.ts';
import { tellOpen } from '../../record/tell-open.ts';
import { finishAction, refuseAction } from '../settle-action.ts';

/**
 * Withdraws a request that has not reached the service, for example because the service does not
 * answer.
 *
 * @returns `not-yet` while it is being sent: its outcome says what there is to withdraw;
 * `has-task` if it arrived meanwhile
 */
export async function withdrawUnsent(
  deps: Pick<LocalDeps, 'store' | 'governance'>,
  action: Action,
): Promise<NotYet | 'has-task' | 'settled'> {
  return deps.store.transaction(async (tx) => {
    const request = await tx.requests.lock(action.requestId);
    if (request === null) return 'settled';
    if (request.taskId !== null) return 'has-task';
    if (request.state === 'sending') return 'not-yet';
    if (request.state === 'submitted' && !isPerhapsSent(request)) {
      await tx.requests.save(request.id, { state: 'abandoned', at: tx.at });
      await record(
        tx,
        { kind: 'request.withdrawn', requestId: request.id, context: { by: action.by } },
        request,
      );
      await finishAction(tx, action, request);
      // The others asked for in one go may have waited for this one with their message.
      if (request.groupId !== null) await tellOpen(tx, { ...request, state: 'abandoned' });
    } else {
      await refuseAction(tx, deps, action, { kind: 'not-offered' });
    }
    return 'settled';
  });
}
