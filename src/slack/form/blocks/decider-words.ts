import type { Decider } from '../../../domain/catalogue/policy-steps.ts';
import type { EntitlementHelp } from '../../../use-cases/form/entitlement-help.ts';
import { countedNames, listedAndMore } from '../../card/task-words.ts';
import { name } from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';

/** Who decides by the policy: never a promise, and empty where that is not known. */
export function deciderWords(
  texts: Texts,
  help: Pick<EntitlementHelp, 'deciders'>,
  isEmergency: boolean,
): string {
  const words = texts.requestForm;
  const deciders = help.deciders?.[isEmergency ? 'emergency' : 'ordinary'] ?? null;
  if (deciders === null) return '';
  if (deciders === 'depends') return words.decidersDepend;
  const [first] = deciders;
  if (first?.kind === 'accept') return words.approvedAtOnce;
  if (first?.kind === 'reject') return words.refusedAutomatically;
  const people = deciders.flatMap((one) => deciderOf(texts, one) ?? []).join(words.thenDecides);
  const isRefused = deciders.some(({ kind }) => kind === 'reject');
  return `${words.decidedBy({ people })}${isRefused ? words.thenRefused : ''}`;
}

/** null for an end: what is approved in every step is granted anyway. */
function deciderOf(texts: Texts, decider: Decider): string | null {
  const words = texts.requestForm.deciders;
  switch (decider.kind) {
    case 'users': {
      const names = decider.names.map((one) => name(one, 80));
      return oneOf(texts, listedAndMore(texts, names, decider.count, 'and'), decider.count);
    }
    case 'manager':
      return decider.names.length === 0
        ? words.manager
        : oneOf(texts, countedNames(texts, decider.names, 'and'), decider.names.length);
    case 'group':
      return decider.name === null
        ? words.unnamedGroup
        : words.group({ group: name(decider.name, 80) });
    case 'accept':
    case 'reject':
      return null;
    case 'app-owners':
    case 'entitlement-owners':
    case 'resource-owners':
    case 'self':
    case 'rule':
      return words[decider.kind];
  }
}

function oneOf(texts: Texts, people: string, count: number): string {
  return count === 1 ? people : texts.requestForm.deciders.oneOf({ people });
}
