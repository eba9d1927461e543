import { OutwardFailure } from './outward-failure.ts';
import type { ServiceRefusal } from './service-refusal.ts';

const refusals: Readonly<Partial<Record<ServiceRefusal['kind'], SaysOfOperation>>> = {
  forbidden: 'not-allowed',
  'not-found': 'perhaps-missing',
};

const statuses: ReadonlyMap<number | null, SaysOfOperation> = new Map([
  [403, 'not-allowed'],
  [404, 'perhaps-missing'],
  [405, 'missing'],
  [501, 'missing'],
]);

/**
 * - `not-allowed`: the bot's credentials lack a right
 * - `perhaps-missing`: it is not there, or what was asked about is not
 * - `missing`: it is not there
 */
export type SaysOfOperation = 'not-allowed' | 'perhaps-missing' | 'missing';

/**
 * What an answer outside 2xx says of the operation itself; null where it speaks of something else.
 * That a task moved on to its next step (403, too) speaks of the task.
 */
export function saysOfOperation(answer: ServiceRefusal | OutwardFailure): SaysOfOperation | null {
  const meaning =
    answer instanceof OutwardFailure
      ? answer.system === 'governance' && statuses.get(answer.httpStatus)
      : refusals[answer.kind];
  return meaning || null;
}
