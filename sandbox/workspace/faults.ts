/** Failures that a test plans: the next matching call or delivery fails in the chosen way. */
import { z } from 'zod';

const onMethod = {
  /** A Web API method, or `*` for any. */
  method: z.string().min(1),
  /** How many calls; default 1. */
  times: z.int().min(1).optional(),
};

const webApiFault = z.discriminatedUnion('kind', [
  z.strictObject({ ...onMethod, kind: z.literal('ratelimited'), retryAfterSeconds: z.int().min(0).optional() }),
  z.strictObject({ ...onMethod, kind: z.literal('status'), status: z.int().min(400).max(599).optional() }),
  z.strictObject({ ...onMethod, kind: z.literal('error'), error: z.string().min(1) }),
  /** Never answered, and not carried out. */
  z.strictObject({ ...onMethod, kind: z.literal('hang') }),
  /** The connection breaks; nothing was carried out. */
  z.strictObject({ ...onMethod, kind: z.literal('drop-before') }),
  /** The connection breaks; the call was carried out. */
  z.strictObject({ ...onMethod, kind: z.literal('drop-after') }),
  z.strictObject({ ...onMethod, kind: z.literal('delay'), delayMs: z.int().min(0) }),
]);

const deliveryFault = z.strictObject({
  /** A command with its slash, a payload type (`block_actions`, `view_submission`, ...), an event type, or `*`. */
  delivery: z.string().min(1),
  times: z.int().min(1).optional(),
  /** `duplicate`: the same payload twice; `stale`: signed ten minutes ago; `lost-answer`: the app got it, its answer is too late. */
  kind: z.enum(['duplicate', 'stale', 'lost-answer']),
});

export const faultSchema = z.union([webApiFault, deliveryFault]);

export type WebApiFault = z.infer<typeof webApiFault>;
export type DeliveryFault = z.infer<typeof deliveryFault>;
export type Fault = z.infer<typeof faultSchema>;

export class FaultPlan {
  #planned: { readonly fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#planned.push({ fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#planned = [];
  }

  /** Takes the first fault planned for the method. */
  forMethod(method: string): WebApiFault | undefined {
    for (const plan of this.#planned) {
      if ('method' in plan.fault && (plan.fault.method === method || plan.fault.method === '*')) {
        this.#useUp(plan);
        return plan.fault;
      }
    }
    return undefined;
  }

  forDelivery(name: string): DeliveryFault | undefined {
    for (const plan of this.#planned) {
      if ('delivery' in plan.fault && (plan.fault.delivery === name || plan.fault.delivery === '*')) {
        this.#useUp(plan);
        return plan.fault;
      }
    }
    return undefined;
  }

  #useUp(plan: { left: number }): void {
    plan.left -= 1;
    if (plan.left === 0) this.#planned = this.#planned.filter((one) => one !== plan);
  }
}
