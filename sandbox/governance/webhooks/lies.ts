import { z } from 'zod';
import { algorithms } from './signing.ts';

/**
 * What is untrue in the next deliveries, or in the answers of callbacks. Everything that a receiver
 * relies on can be made wrong.
 */
export const webhookLies = z.strictObject({
  /** Signs with another algorithm that is allowed. */
  algorithm: z.enum(algorithms).optional(),
  /** Somebody else's key, none, or one that nobody published. */
  key: z.enum(['foreign', 'none', 'unknown']).optional(),
  /** In the place of what would be said. */
  claims: z.record(z.string(), z.unknown()).optional(),
  /** Added to `iat`, `nbf` and `exp`, in seconds. */
  shiftSeconds: z.number().optional(),
  /**
   * The body is changed after it was signed; before: `unnamed` has nothing but ids, and `taskless`
   * tells no task.
   */
  body: z.enum(['tampered', 'unnamed', 'taskless']).optional(),
  /**
   * Deliveries are held back with what they tell now, until lies without this follow: then the
   * newest comes first.
   */
  late: z.literal(true).optional(),
  /** Without a token. */
  token: z.enum(['absent', 'malformed']).optional(),
  /** The origin that the callback is on; empty = there is none. */
  callbackOrigin: z.string().optional(),
  /** Each delivery is sent so often. */
  times: z.number().int().min(1).max(20).optional(),
  /** How the next callback is answered: with a status, or not at all after it was taken. */
  callback: z
    .strictObject({
      status: z.number().int().optional(),
      drop: z.literal(true).optional(),
      delayMs: z.number().int().max(60_000).optional(),
    })
    .optional(),
  /** How the keys are told. */
  keys: z.enum(['down', 'slow', 'huge', 'redirect']).optional(),
});
export type WebhookLies = Readonly<z.infer<typeof webhookLies>>;
