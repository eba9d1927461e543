import { z } from 'zod';

/**
 * - `ids`: the id of the task and nothing else
 * - `nulls`: null wherever there is something to tell
 * - `unknown`: everything, and of every enumeration a value that nobody has heard of
 */
export const silence = z.enum(['ids', 'nulls', 'unknown']);
export type Silence = z.infer<typeof silence>;

/**
 * The body of `setSilence`. `silence` null: the service tells everything again. `from`: it falls
 * silent with the answer to the first call whose path ends so, for example `action/approve`.
 */
export const silenceChange = z.strictObject({
  silence: silence.nullable(),
  from: z.string().optional(),
});

export type SilenceChange = Readonly<z.infer<typeof silenceChange>>;
