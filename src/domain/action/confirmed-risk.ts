import type { TaskSnapshot } from '../task/task-snapshot.ts';
import { folded, type RiskNames, riskWordsOf } from './authorization.ts';

/** Words for risks at which several requests can be approved at once. */
const lowRisks: ReadonlySet<string> = new Set([
  'none',
  'very low',
  'low',
  'keins',
  'sehr gering',
  'gering',
  'niedrig',
]);

/** Words for risks at which an approval needs no confirmation. Other words may mean anything. */
const lesserRisks: ReadonlySet<string> = new Set([...lowRisks, 'medium', 'moderate', 'mittel']);

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
    riskLevel === '' || isCalled(riskLevel, lesserRisks, names);
  return entitlements.length === 0 || !entitlements.every(isLesserRisk);
}

/**
 * Whether the tenant calls the risk of everything that is asked for low. Access for which no risk
 * is set was judged by nobody, so it is not low; on a tenant without risks nothing is.
 */
export function isLowRisk(
  { entitlements }: Pick<TaskSnapshot, 'entitlements'>,
  names: RiskNames,
): boolean {
  return (
    entitlements.length > 0 &&
    entitlements.every(({ riskLevel }) => isCalled(riskLevel, lowRisks, names))
  );
}

function isCalled(riskLevel: string | null, risks: ReadonlySet<string>, names: RiskNames): boolean {
  if (riskLevel === null || names === 'unreadable') return false;
  // A tenant may call `risk-low` "Critical"; then the name counts, not the id.
  const name = names.get(riskLevel);
  const words = name === undefined ? riskWordsOf(riskLevel) : [name];
  return words.some((one) => risks.has(folded(one)));
}
