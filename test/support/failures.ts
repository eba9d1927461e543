import {
  type FailureKind,
  OutwardFailure,
  RefusedRead,
} from '../../src/domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../src/domain/outward/service-refusal.ts';

export function failing(
  kind: FailureKind,
  certainlyNotDone: boolean,
  system: OutwardFailure['system'] = 'governance',
): OutwardFailure {
  return new OutwardFailure({ system, kind, message: `${kind} in a test`, certainlyNotDone });
}

/** A reading that the service refuses. */
export function refusedWith(httpStatus: number): OutwardFailure {
  return new OutwardFailure({
    system: 'governance',
    kind: 'http',
    message: 'no',
    certainlyNotDone: true,
    httpStatus,
  });
}

export function refusing(
  kind: ServiceRefusal['kind'],
  existingTaskId: string | null = null,
): { readonly ok: false; readonly refusal: ServiceRefusal } {
  return {
    ok: false,
    refusal: { kind, message: `${kind} in a test`, existingTaskId, serviceRequestId: null },
  };
}

/** A reading that the service refuses. */
export function refusedRead(kind: ServiceRefusal['kind']): RefusedRead {
  return new RefusedRead(refusing(kind).refusal, `${kind} in a test`, 403);
}
