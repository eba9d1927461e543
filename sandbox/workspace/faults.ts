/**
 * Failures and lies that a test plans: the next matching call or delivery goes wrong in the chosen
 * way.
 */
import { z } from 'zod';
import { jsonChange } from '../json-changes.ts';

const how = {
  /** Only what contains this text in its arguments or payload, for example an id. */
  about: z.string().min(1).optional(),
  /** How many are hit. Default 1. */
  times: z.union([z.int().min(1), z.literal('every')]).optional(),
};

const onMethod = {
  /** A Web API method, or `*` for any. */
  method: z.string().min(1),
  ...how,
};

const webApiFault = z.discriminatedUnion('kind', [
  z.strictObject({
    ...onMethod,
    kind: z.literal('ratelimited'),
    retryAfterSeconds: z.int().min(0).optional(),
  }),
  z.strictObject({
    ...onMethod,
    kind: z.literal('status'),
    status: z.int().min(400).max(599).optional(),
  }),
  z.strictObject({ ...onMethod, kind: z.literal('error'), error: z.string().min(1) }),
  /** Never answered, and not carried out. */
  z.strictObject({ ...onMethod, kind: z.literal('hang') }),
  /** The connection breaks; nothing was carried out. */
  z.strictObject({ ...onMethod, kind: z.literal('drop-before') }),
  /** The connection breaks; the call was carried out. */
  z.strictObject({ ...onMethod, kind: z.literal('drop-after') }),
  z.strictObject({ ...onMethod, kind: z.literal('delay'), delayMs: z.int().min(0) }),
  /** Gives this answer to any call; nothing is carried out. Default status 200. */
  z.strictObject({
    ...onMethod,
    kind: z.literal('answer'),
    status: z.int().min(200).max(599).optional(),
    body: z.record(z.string(), z.json()),
  }),
  /** The call is carried out; fields of its answer are changed. */
  z.strictObject({ ...onMethod, kind: z.literal('patch'), changes: z.array(jsonChange).min(1) }),
]);

const onDelivery = {
  /**
   * A command with its slash, a payload type (`block_actions`, `view_submission`, ...), an event
   * type, or `*`.
   */
  delivery: z.string().min(1),
  ...how,
};

const deliveryFault = z.discriminatedUnion('kind', [
  /** One payload comes twice. */
  z.strictObject({ ...onDelivery, kind: z.literal('duplicate') }),
  /** Signed ten minutes ago. */
  z.strictObject({ ...onDelivery, kind: z.literal('stale') }),
  /** The app got it; its answer is too late. */
  z.strictObject({ ...onDelivery, kind: z.literal('lost-answer') }),
  /** Kept back until `releaseDeliveries`: late, and in another order where that says so. */
  z.strictObject({ ...onDelivery, kind: z.literal('hold') }),
  /** Fields of the payload are changed before it is signed. */
  z.strictObject({ ...onDelivery, kind: z.literal('patch'), changes: z.array(jsonChange).min(1) }),
]);

export const faultSchema = z.union([webApiFault, deliveryFault]);

export type WebApiFault = z.infer<typeof webApiFault>;
export type DeliveryFault = z.infer<typeof deliveryFault>;
export type Fault = z.infer<typeof faultSchema>;

export class FaultPlan {
  #planned: { readonly fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    const times = fault.times ?? 1;
    this.#planned.push({ fault, left: times === 'every' ? Number.POSITIVE_INFINITY : times });
  }

  clear(): void {
    this.#planned = [];
  }

  /** Takes the first fault planned for the method. `text`: the call's arguments. */
  forMethod(method: string, text: string): WebApiFault | undefined {
    for (const plan of this.#planned) {
      if (!('method' in plan.fault) || !isAbout(plan.fault, text)) continue;
      if (plan.fault.method !== method && plan.fault.method !== '*') continue;
      this.#useUp(plan);
      return plan.fault;
    }
    return undefined;
  }

  /** `text`: the payload. */
  forDelivery(name: string, text: string): DeliveryFault | undefined {
    for (const plan of this.#planned) {
      if (!('delivery' in plan.fault) || !isAbout(plan.fault, text)) continue;
      if (plan.fault.delivery !== name && plan.fault.delivery !== '*') continue;
      this.#useUp(plan);
      return plan.fault;
    }
    return undefined;
  }

  #useUp(plan: { left: number }): void {
    plan.left -= 1;
    if (plan.left === 0) this.#planned = this.#planned.filter((one) => one !== plan);
  }
}

function isAbout({ about }: Fault, text: string): boolean {
  return about === undefined || text.includes(about);
}
