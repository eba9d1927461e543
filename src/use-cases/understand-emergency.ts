import type { SpokenCommand } from '../domain/command-grammar.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import type { TimeTextContext } from '../domain/time-text.ts';
import type { Catalogue } from './catalogue.ts';
import { emergencyCatalogue } from './emergency-catalogue.ts';
import { type UnderstoodCommand, understandCommand } from './understand-command.ts';

export interface UnderstoodEmergency extends UnderstoodCommand {
  /** What was meant, where that cannot be had as an emergency: its name, or the words that mean several such things. */
  readonly notAsEmergency: string | null;
}

/**
 * What the words of a command mean among what can be had as an emergency. Where they say more among all that there is, but of
 * something that cannot, nothing else is taken for it: "platform read" is not "Platform: deploy".
 */
export function understandEmergency(
  deps: { readonly catalogue: Catalogue },
  spoken: Extract<SpokenCommand, { kind: 'ask' }>,
  context: TimeTextContext,
): UnderstoodEmergency {
  const catalogue = emergencyCatalogue(deps.catalogue);
  const narrow = understandCommand({ catalogue }, spoken, context);
  if (narrow.notFound.length === 0) return { ...narrow, notAsEmergency: null };
  const full = understandCommand(deps, spoken, context);
  const isOffered = (appId: string | undefined) => catalogue.apps('').some((one) => one.id === appId);
  const denied = deniedOf(full, spoken.what, isOffered(full.app?.id));
  if (denied === null || full.notFound.join(' ') === narrow.notFound.join(' ')) {
    return { ...narrow, notAsEmergency: null };
  }
  const besides = full.notUnderstood.filter((words) => !full.notFound.includes(words));
  return {
    ...full,
    app: isOffered(full.app?.id) ? full.app : null,
    entitlement: null,
    candidates: [],
    moreCandidates: { count: 0, isAll: true },
    justification: spoken.because ?? [spoken.what, ...besides].join(' '),
    notAsEmergency: denied,
  };
}

function deniedOf(full: UnderstoodCommand, typed: string, isAppOffered: boolean): string | null {
  const canBeHad = (one: CatalogueEntitlement) => one.emergencyGrantEnabled;
  const { app, entitlement, candidates } = full;
  if (entitlement !== null) {
    return canBeHad(entitlement) ? null : [app?.name ?? '', entitlement.name].filter(Boolean).join(' · ');
  }
  if (candidates.length > 0) return candidates.some(canBeHad) ? null : typed;
  return app === null || isAppOffered ? null : app.name;
}
