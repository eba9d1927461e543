import { z } from 'zod';
import type { DeliveryEvent } from '../delivery-tables.ts';

/** What the service sends to a webhook (docs/spec/deployments.md#webhooks). */
const deliveryBody = z.object({
  version: z.literal('v1'),
  webhookId: z.string().min(1).max(200),
  event: z.string().max(200),
  callbackUrl: z.string().max(4_000).default(''),
  payload: z.record(z.string(), z.unknown()),
});
export type DeliveryBody = z.output<typeof deliveryBody>;

/** null where it is no JSON, or no delivery. */
export function readDeliveryBody(bytes: Uint8Array): DeliveryBody | null {
  try {
    return deliveryBody.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    return null;
  }
}

const events: ReadonlyMap<string, DeliveryEvent> = new Map([
  ['PayloadTest', 'test'],
  ['PayloadPolicyApprovalStep', 'approval-step'],
  ['PayloadProvisionStep', 'provision-step'],
]);

/** What happened; null for an event that the bot does nothing with. */
export function eventOf({ event }: DeliveryBody): DeliveryEvent | null {
  return events.get(event.replace(/^c1\.webhooks\.v1\./, '')) ?? null;
}

const callbackPath = '/api/v1/webhooks/callback/';

/**
 * Whether an answer may be sent there: the tenant alone takes answers. Another address would learn
 * who decided what, and would let anybody who can change a delivery send requests from here.
 */
export function isTenantCallback(url: string, tenantOrigin: string): boolean {
  const callback = URL.parse(url);
  return (
    callback !== null &&
    callback.origin === tenantOrigin &&
    callback.username + callback.password === '' &&
    callback.pathname.startsWith(callbackPath) &&
    callback.pathname.length > callbackPath.length &&
    // A proxy that decodes these would lead elsewhere.
    !/%(2f|5c)/i.test(callback.pathname)
  );
}
