import type { LocalDeps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';
import type { AuditTrail, SignHead } from '../trail/audit-chain.ts';

/** Rows that were over before these moments go: those kept as long as requests, and as messages. */
export interface KeptSince {
  readonly requests: Date;
  readonly notices: Date;
}

/** Removes the rows of an extra that are over, and older than that. */
export type PruneExtra = (tx: StoreTransaction, keptSince: KeptSince) => Promise<void>;

export interface PruneDeps extends Pick<LocalDeps, 'store' | 'settings' | 'world'> {
  readonly trail: Pick<AuditTrail, 'prune'>;
  readonly sign: SignHead;
  readonly pruneExtra: PruneExtra;
}

/** Removes what is over and older than it is kept; the trail says so. */
export async function pruneOldRows({
  store,
  trail,
  settings,
  world,
  sign,
  pruneExtra,
}: PruneDeps): Promise<void> {
  const { requestsSeconds, noticesSeconds, auditSeconds } = settings.retention;
  const at = world.now();
  const ago = (seconds: number) => new Date(at.getTime() - seconds * 1_000);
  const keptSince = { requests: ago(requestsSeconds), notices: ago(noticesSeconds) };
  await store.transaction(async (tx) => {
    await tx.retention.pruneNotices(keptSince.notices);
    await pruneExtra(tx, keptSince);
    await tx.confirmations.prune(at);
    const requests = await tx.retention.pruneRequests(keptSince.requests);
    // After the requests: an identity goes with the last one.
    await tx.retention.prunePeople(keptSince.requests);
    if (requests > 0) await record(tx, { kind: 'requests.pruned', detail: { requests } });
  });
  if (auditSeconds !== null) await trail.prune(ago(auditSeconds), at, sign);
}
