import type { Store } from '../../../use-cases/ports/store-ports.ts';
import { deliveriesIn, type NewDelivery } from '../delivery-tables.ts';

/**
 * Keeps a delivery and the job that shows it, in one transaction: what the service was told to be
 * kept is kept. A repetition changes nothing, because the answer to the first may have been lost.
 */
export function receiveDelivery(
  { store }: { readonly store: Store },
  delivery: NewDelivery,
): Promise<'new' | 'repeated' | 'other-body'> {
  return store.transaction(async (tx) => {
    const insertion = await deliveriesIn(tx).insertOnce(delivery);
    const { webhookId, event } = delivery;
    if (insertion !== 'new') return insertion;
    // A test is kept only so that the operator sees when the tenant was last here.
    if (event === 'test') await deliveriesIn(tx).save(webhookId, { state: 'over' });
    else await tx.enqueue({ kind: 'take-delivery', webhookId });
    return insertion;
  });
}
