import type { AccessSettings } from './access-settings.ts';
import type { TaskSnapshot } from './task-snapshot.ts';

/** Why a decision is made in the service's console: every one is, this risk, an emergency, an extra verification, the step's policy. */
export type LinkReason = 'mode' | 'risk' | 'emergency' | 'step-up' | 'policy';

/** Words of risk levels by id; `unreadable` where the service has them and does not tell. Empty where it is not asked. */
export type RiskNames = ReadonlyMap<string, string> | 'unreadable';

/** Why no decision on this task is made through the bot by what the operator configured; null where none is the reason. */
export function linkReason(
  { mode, linkWhen }: AccessSettings['review'],
  task: Pick<TaskSnapshot, 'emergency' | 'entitlements'>,
  request: { readonly emergency: boolean },
  riskNames: RiskNames,
): LinkReason | null {
  if (mode === 'link') return 'mode';
  if (linkWhen.emergency && (task.emergency || request.emergency)) return 'emergency';
  return isListedRisk(linkWhen.risk, task.entitlements, riskNames) ? 'risk' : null;
}

/** What cannot be read counts as listed: the bot must not decide because it knows too little. */
function isListedRisk(
  listed: readonly string[],
  entitlements: TaskSnapshot['entitlements'],
  names: RiskNames,
): boolean {
  if (listed.length === 0) return false;
  if (entitlements.length === 0) return true;
  const wanted = new Set(listed.map(folded));
  return entitlements.some(({ riskLevel }) => {
    if (riskLevel === '') return false;
    if (riskLevel === null || names === 'unreadable') return true;
    const name = names.get(riskLevel);
    // Ids like `risk-high` say the name themselves.
    return [riskLevel, riskLevel.replace(/^risk(?:[-_ ]?level)?[-_ ]+(?=.)/i, ''), name ?? '']
      .map(folded)
      .some((one) => wanted.has(one));
  });
}

function folded(text: string): string {
  return text.trim().toLowerCase();
}
