import { cardFor } from './card-model.ts';
import { type EntitlementHelpDeps, firstOpen, lookedAt, type OpenRequest } from './entitlement-help.ts';
import type { StoreTransaction } from './store-ports.ts';
import type { SubmittedForm } from './submit-request.ts';

export interface KnownDuplicate {
  readonly open: OpenRequest;
  readonly isForOther: boolean;
  /** Link to its card, else to the console; null where it has none yet. */
  readonly url: string | null;
}

/** The first of what is asked for that this person asked for already, or somebody for them, and that may still be granted. */
export async function knownDuplicate(
  deps: Pick<EntitlementHelpDeps, 'governance' | 'settings'>,
  tx: StoreTransaction,
  { entitlements, requester, extendsRequestId }: SubmittedForm,
  targetSlackId: string | null,
): Promise<KnownDuplicate | null> {
  const holder = targetSlackId ?? requester.userId;
  for (const { appId, id: entitlementId } of entitlements) {
    const requests = await tx.requests.forEntitlement(holder, { appId, entitlementId }, lookedAt);
    const others = requests.filter(({ id }) => id !== extendsRequestId);
    const open = await firstOpen(deps, tx, others);
    if (open === null || open.standing !== 'open' || open.request.state === 'uncertain') continue;
    const card = cardFor(await tx.cards.ofRequest(open.request.id), requester.userId);
    return { open, isForOther: holder !== requester.userId, url: card?.permalink ?? open.consoleUrl };
  }
  return null;
}
