import { folded, type RiskNames, riskWordsOf } from './authorization.ts';
import type { TaskSnapshot } from './task-snapshot.ts';

/** Words of risks at which an approval is not asked twice about. Others may mean anything. */
const lesserRisks: ReadonlySet<string> = new Set([
  'none',
  'very low',
  'low',
  'medium',
  'moderate',
  'keins',
  'sehr gering',
  'gering',
  'niedrig',
  'mittel',
]);

/**
 * Whether an approval asks to confirm: the risk is critical or high, its word is not known, or it
 * is not told where the tenant tells risks.
 */
export function isConfirmed(
  { entitlements }: Pick<TaskSnapshot, 'entitlements'>,
  names: RiskNames,
): boolean {
  // Of a tenant without risks every approval would ask.
  const tellsRisks =
    names === 'unreadable' || names.size > 0 || entitlements.some((one) => one.riskLevel);
  if (!tellsRisks) return false;
  return entitlements.length === 0 || !entitlements.every((one) => isLesserRisk(one, names));
}

function isLesserRisk(
  { riskLevel }: TaskSnapshot['entitlements'][number],
  names: RiskNames,
): boolean {
  if (riskLevel === '') return true;
  if (riskLevel === null || names === 'unreadable') return false;
  // A tenant may call `risk-low` critical, and what it calls so counts.
  const name = names.get(riskLevel);
  const words = name === undefined ? riskWordsOf(riskLevel) : [name];
  return words.some((one) => lesserRisks.has(folded(one)));
}
