/** Which delivery a step that is decided here came with. */

import type { StoreTransaction } from '../../../use-cases/ports/store-ports.ts';
import { deliveriesIn, type WebhookDelivery } from '../delivery-tables.ts';
import { standingDelivery } from '../rules/delivery-order.ts';

/** The delivery of the step that an act is about, whatever became of it; null where there is none. */
export async function deliveryOfStep(
  tx: StoreTransaction,
  { taskId, stepId }: { readonly taskId: string; readonly stepId: string },
): Promise<WebhookDelivery | null> {
  const ofTask = await deliveriesIn(tx).ofTasks([taskId]);
  return standingDelivery(ofTask.filter((one) => one.stepId === stepId));
}

/** The delivery of the step at which a task stands, as far as deliveries tell. */
export async function deliveryOfTask(
  tx: StoreTransaction,
  taskId: string,
): Promise<WebhookDelivery | null> {
  return standingDelivery(await deliveriesIn(tx).ofTasks([taskId]));
}
