import type { LocalDeps } from './ports.ts';

/**
 * The requester's word on a request whose POST has an unknown outcome and cannot be looked up: send it again, or leave it.
 * `not-yours` for anybody else; `settled` where there is nothing uncertain any more.
 */
export async function settleUncertain(
  deps: Pick<LocalDeps, 'store' | 'world'>,
  settlement: { readonly requestId: string; readonly slackUserId: string; readonly choice: 'send-again' | 'leave' },
): Promise<'done' | 'not-yours' | 'settled'> {
  return deps.store.transaction(async (tx) => {
    const request = await tx.requests.lock(settlement.requestId);
    if (request === null || request.state !== 'uncertain') return 'settled';
    const at = deps.world.now();
    const by = { requestId: request.id, actor: settlement.slackUserId };
    if (request.requester.userId !== settlement.slackUserId) {
      const detail = { refusal: { kind: 'not-yours' } };
      await tx.audit.append({ kind: 'settlement.refused', at, ...by, detail });
      return 'not-yours';
    }
    const again = settlement.choice === 'send-again';
    await tx.requests.save(request.id, { state: again ? 'submitted' : 'abandoned', at });
    if (again) await tx.enqueue({ kind: 'create-task', requestId: request.id });
    await tx.audit.append({ kind: again ? 'request.sent-again' : 'request.abandoned', at, ...by });
    return 'done';
  });
}
