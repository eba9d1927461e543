import type { Check } from '../../src/operator/doctor/check.ts';

export { judgeAll as judged } from '../../src/operator/doctor/check.ts';

/** By what was looked at: its state and its sentence. */
export function byWhat(checks: readonly Check[]): ReadonlyMap<string, string> {
  return new Map(checks.map(({ what, state, says }) => [what, `${state}: ${says}`]));
}
