import type { RequestState } from '../../src/domain/request/access-request.ts';

/** Those that need no task and no grant beside them. */
export const requestStates: readonly RequestState[] = [
  'submitted',
  'sending',
  'created',
  'refused',
  'uncertain',
  'abandoned',
];
