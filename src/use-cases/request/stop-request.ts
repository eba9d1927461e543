import type { Refusal } from '../../domain/refusals/refusals.ts';
import type { LocalDeps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';

/** Why a request goes no further by itself. */
export type Stop =
  | { readonly state: 'refused'; readonly refusal: Refusal }
  | { readonly state: 'uncertain' };

/**
 * Stops a request, unless another run found its task meanwhile, or stopped it: the requester is told
 * why, or asked whether to send it again where nobody knows if there is a task.
 *
 * @returns whether it stopped it
 */
export async function stopRequest(
  tx: StoreTransaction,
  requestId: string,
  stop: Stop,
): Promise<boolean> {
  const current = await tx.requests.lock(requestId);
  if (current?.state !== 'submitted' && current?.state !== 'sending') return false;
  await tx.requests.save(requestId, { ...stop, at: tx.at });
  if (stop.state === 'uncertain') await record(tx, { kind: 'request.uncertain', requestId });
  else {
    const { refusal } = stop;
    await record(tx, { kind: 'request.refused', requestId, detail: { refusal } });
  }
  return true;
}

/**
 * Carries out what the requester says about a request whose POST has an unknown outcome and cannot
 * be looked up: send it again, or leave it. `not-yours` for anybody else; `settled` where there is
 * nothing uncertain any more.
 */
export async function settleUncertain(
  { store }: Pick<LocalDeps, 'store'>,
  settlement: {
    readonly requestId: string;
    readonly slackUserId: string;
    readonly choice: 'again' | 'leave';
  },
): Promise<'done' | 'not-yours' | 'settled'> {
  return store.transaction(async (tx) => {
    const request = await tx.requests.lock(settlement.requestId);
    if (request === null || request.state !== 'uncertain') return 'settled';
    const by = { requestId: request.id, actor: settlement.slackUserId };
    if (request.requester.userId !== settlement.slackUserId || request.requesterPassedOn) {
      const detail = { verb: 'settlement', refusal: { code: 'not-yours' } } as const;
      await record(tx, { kind: 'click.refused', ...by, detail });
      return 'not-yours';
    }
    const again = settlement.choice === 'again';
    await tx.requests.save(request.id, { state: again ? 'submitted' : 'abandoned', at: tx.at });
    if (again) await tx.enqueue({ kind: 'create-task', requestId: request.id });
    tx.marks.mark(request.id);
    await record(tx, { kind: again ? 'request.sent-again' : 'request.abandoned', ...by });
    return 'done';
  });
}
