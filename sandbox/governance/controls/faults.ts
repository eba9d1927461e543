import { z } from 'zod';
import { jsonChange } from '../../json-changes.ts';

const where = {
  /** For example `POST`; `*` for any. */
  method: z.string().min(1),
  /** Path without query; `*` stands for any text, also with slashes. */
  path: z.string().min(1),
  /** Only calls whose path, query or body contains this text, for example an id or an email. */
  about: z.string().min(1).optional(),
  /** How many matching calls are hit. Default 1. */
  times: z.union([z.int().positive(), z.literal('every')]).optional(),
  /**
   * How many matching calls pass before the first one is hit: with 1, the second page of a list.
   * Default 0.
   */
  after: z.int().nonnegative().optional(),
};

/** The body of `POST /sandbox/faults`, and what `fault()` takes. */
export const governanceFault = z.discriminatedUnion('kind', [
  /** Answers with an error of the interface's shape; nothing is done. */
  z.strictObject({
    ...where,
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    code: z.int().optional(),
    message: z.string().optional(),
    /** Value of `Retry-After`: seconds, or an HTTP date. */
    retryAfter: z.union([z.int(), z.string()]).optional(),
  }),
  /** Never answers; nothing is done. Ends when the caller goes away or the service closes. */
  z.strictObject({ ...where, kind: z.literal('hang') }),
  /** The connection is cut; nothing is done. */
  z.strictObject({ ...where, kind: z.literal('drop-before') }),
  /** The call is carried out, then the connection is cut instead of an answer. */
  z.strictObject({ ...where, kind: z.literal('drop-after') }),
  /** Answers properly, later. */
  z.strictObject({ ...where, kind: z.literal('delay'), delayMs: z.int().nonnegative() }),
  /** A proxy's page instead of an answer; nothing is done. Default status 502. */
  z.strictObject({
    ...where,
    kind: z.literal('html'),
    status: z.int().min(200).max(599).optional(),
  }),
  /** The call is carried out; the answer stops in the middle of its JSON. */
  z.strictObject({ ...where, kind: z.literal('cut-json') }),
  /** Gives this answer to any request; nothing is done. Default status 200. */
  z.strictObject({
    ...where,
    kind: z.literal('answer'),
    status: z.int().min(200).max(599).optional(),
    body: z.json(),
  }),
  /** The call is carried out; fields of its answer are changed. */
  z.strictObject({ ...where, kind: z.literal('patch'), changes: z.array(jsonChange).min(1) }),
]);

export type GovernanceFault = Readonly<z.infer<typeof governanceFault>>;

/** A call as far as a fault can choose by it. */
export interface IncomingCall {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Path with query, and the body. */
  readonly text: string;
}

function matches(fault: GovernanceFault, call: IncomingCall): boolean {
  if (fault.method !== '*' && fault.method.toUpperCase() !== call.method) return false;
  if (fault.about !== undefined && !call.text.includes(fault.about)) return false;
  const source = fault.path
    .split('*')
    .map((literal) => literal.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}$`).test(call.path);
}

/** The faults still to happen. Of several that match, the one injected first is used up first. */
export class FaultPlan {
  #faults: { readonly fault: GovernanceFault; passing: number; left: number }[] = [];

  add(fault: GovernanceFault): void {
    const times = fault.times ?? 1;
    this.#faults.push({
      fault,
      passing: fault.after ?? 0,
      left: times === 'every' ? Number.POSITIVE_INFINITY : times,
    });
  }

  clear(): void {
    this.#faults = [];
  }

  /** The fault that this call meets, counted as used; undefined for none. */
  take(call: IncomingCall): GovernanceFault | undefined {
    const entry = this.#faults.find(({ fault }) => matches(fault, call));
    if (entry === undefined) return undefined;
    if (entry.passing > 0) {
      entry.passing -= 1;
      return undefined;
    }
    entry.left -= 1;
    if (entry.left <= 0) this.#faults = this.#faults.filter((one) => one !== entry);
    return entry.fault;
  }
}
