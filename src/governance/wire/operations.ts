import type { OptionalOperation } from '../../domain/access-settings.ts';
import { OutwardFailure } from '../../domain/outward-failure.ts';
import type { Result } from '../../domain/result.ts';
import type { ServiceRefusal } from '../../domain/service-refusal.ts';

/** Throws a plain error if the tenant is not said to have the operation: to call it is a bug. */
export function needs(operations: ReadonlySet<OptionalOperation>, operation: OptionalOperation): void {
  if (!operations.has(operation)) throw new Error(`the operation ${operation} is not among governance.operations`);
}

const statusOf = {
  invalid: 400,
  closed: 400,
  forbidden: 403,
  'step-moved-on': 403,
  'not-found': 404,
  duplicate: 409,
  conflict: 409,
} as const satisfies Record<ServiceRefusal['kind'], number>;

/** The value of a read whose caller cannot pass on a refusal: there a refusal is a failure (missing rights or operation). */
export function orFailure<Value>(result: Result<Value, ServiceRefusal>, call: string): Value {
  if (result.ok) return result.value;
  const { kind, message, serviceRequestId } = result.refusal;
  throw new OutwardFailure({
    system: 'governance',
    kind: 'http',
    message: `${call}: refused as ${kind}: ${JSON.stringify(message.slice(0, 300))}${serviceRequestId === null ? '' : `, request ${serviceRequestId}`}`,
    certainlyNotDone: true,
    httpStatus: statusOf[kind],
  });
}

/** Pieces of at most `size` items, in order. */
export function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const runs: Item[][] = [];
  for (let start = 0; start < items.length; start += size) runs.push(items.slice(start, start + size));
  return runs;
}
