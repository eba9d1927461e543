import type { Decider, Deciders } from '../../../domain/catalogue/policy-steps.ts';
import type { EntitlementHelp } from '../../../use-cases/form/entitlement-help.ts';
import { countedNames, listedAndMore } from '../../card/task-words.ts';
import { name } from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';

type KnownDeciders = Pick<EntitlementHelp, 'lastAsked' | 'lastAskedLater' | 'deciders'>;

/** Who usually decides: by the policy, else those who were asked last. Never a promise. */
export function deciderWords(texts: Texts, help: KnownDeciders, isEmergency: boolean): string {
  const { ordinary = null, emergency = null } = help.deciders ?? {};
  return policyWords(texts, isEmergency ? emergency : ordinary) || lastAskedWords(texts, help);
}

function policyWords(texts: Texts, deciders: Deciders): string {
  const words = texts.requestForm;
  if (deciders === null) return '';
  if (deciders === 'depends') return words.decidersDepend;
  const [first] = deciders;
  if (first?.kind === 'accept') return words.approvedAtOnce;
  if (first?.kind === 'reject') return words.refusedAutomatically;
  const people = deciders.flatMap((one) => deciderOf(texts, one) ?? []).join(words.thenDecides);
  const isRefused = deciders.some(({ kind }) => kind === 'reject');
  return `${words.usualReviewers({ people })}${isRefused ? words.thenRefused : ''}`;
}

/** null for an end: what is approved in every step is granted anyway. */
function deciderOf(texts: Texts, decider: Decider): string | null {
  const words = texts.requestForm.deciders;
  switch (decider.kind) {
    case 'users': {
      const names = decider.names.map((one) => name(one, 80));
      return listedAndMore(texts, names, decider.count, 'or');
    }
    case 'manager':
      return decider.names.length === 0 ? words.manager : countedNames(texts, decider.names, 'or');
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

/**
 * The people who were asked last time. With several steps, the reviewers of the first are named as
 * such.
 */
function lastAskedWords(texts: Texts, { lastAsked, lastAskedLater }: KnownDeciders): string {
  const { usualReviewers, usualReviewersInTurn } = texts.requestForm;
  const people = countedNames(texts, lastAsked, 'or');
  if (lastAsked.length === 0) return '';
  if (lastAskedLater.length === 0) return usualReviewers({ people });
  return usualReviewersInTurn({ people, others: countedNames(texts, lastAskedLater, 'or') });
}
