import type { TaskSnapshot } from '../task/task-snapshot.ts';
import { folded, type RiskNames, riskWordsOf } from './authorization.ts';

/** Words for risks at which an approval needs no confirmation. Other words may mean anything. */
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
 * Whether an approval asks to confirm: the risk is critical or high, the bot does not know its
 * word, or the task has none although the tenant tells risks.
 */
export function isConfirmed(
  { entitlements }: Pick<TaskSnapshot, 'entitlements'>,
  names: RiskNames,
): boolean {
  // On a tenant without risks every approval would ask for confirmation.
  const tellsRisks =
    names === 'unreadable' || names.size > 0 || entitlements.some((one) => one.riskLevel);
  if (!tellsRisks) return false;
  const isLesserRisk = ({ riskLevel }: TaskSnapshot['entitlements'][number]) =>
    riskLevel === '' || isLesser(riskLevel, names);
  return entitlements.length === 0 || !entitlements.every(isLesserRisk);
}

function isLesser(riskLevel: string | null, names: RiskNames): boolean {
  if (riskLevel === null || names === 'unreadable') return false;
  // A tenant may call `risk-low` "Critical"; then the name counts, not the id.
  const name = names.get(riskLevel);
  const words = name === undefined ? riskWordsOf(riskLevel) : [name];
  return words.some((one) => lesserRisks.has(folded(one)));
}
