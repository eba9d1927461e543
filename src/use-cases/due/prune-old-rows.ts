import type { LocalDeps } from '../deps.ts';
import { record } from '../record/record.ts';
import type { AuditTrail, SignHead } from '../trail/audit-chain.ts';

export interface PruneDeps extends Pick<LocalDeps, 'store' | 'settings' | 'world'> {
  readonly trail: Pick<AuditTrail, 'prune'>;
  readonly sign: SignHead;
}

/** Removes what is over and older than it is kept; the trail says so. */
export async function pruneOldRows({
  store,
  trail,
  settings,
  world,
  sign,
}: PruneDeps): Promise<void> {
  const { requestsSeconds, noticesSeconds, auditSeconds } = settings.retention;
  const at = world.now();
  const ago = (seconds: number) => new Date(at.getTime() - seconds * 1_000);
  await store.transaction(async (tx) => {
    await tx.retention.pruneNotices(ago(noticesSeconds));
    await tx.retention.pruneDeliveries(ago(noticesSeconds));
    await tx.retention.prunePersonalReadings(ago(noticesSeconds));
    await tx.confirmations.prune(at);
    const requests = await tx.retention.pruneRequests(ago(requestsSeconds));
    // After the requests: an identity goes with the last one.
    await tx.retention.prunePeople(ago(requestsSeconds));
    if (requests > 0) await record(tx, { kind: 'requests.pruned', detail: { requests } });
  });
  if (auditSeconds === null) return;
  const entries = await trail.prune(ago(auditSeconds), at, sign);
  if (entries === 0) return;
  await store.transaction((tx) => record(tx, { kind: 'audit.pruned', detail: { entries } }));
}
