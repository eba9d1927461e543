import type { SpokenCommand } from '../domain/command-grammar.ts';
import type { TimeTextContext } from '../domain/time-text.ts';
import type { Catalogue } from './catalogue.ts';
import { emergencyCatalogue } from './emergency-catalogue.ts';
import { type UnderstoodCommand, understandCommand } from './understand-command.ts';

export interface UnderstoodEmergency extends UnderstoodCommand {
  /** What was meant, where that cannot be had as an emergency: its name. */
  readonly notAsEmergency: string | null;
}

/**
 * What the words of a command mean among what can be had as an emergency. Where they mean something that cannot, nothing else is
 * taken for it: "platform read" is not "Platform: deploy".
 */
export function understandEmergency(
  catalogue: Catalogue,
  spoken: Extract<SpokenCommand, { kind: 'ask' }>,
  context: TimeTextContext,
): UnderstoodEmergency {
  const offered = emergencyCatalogue(catalogue);
  const meant = understandCommand(catalogue, spoken, context);
  const { app, entitlement } = meant;
  const isAppOffered = offered.apps('').some((one) => one.id === app?.id);
  if (entitlement !== null && !entitlement.emergencyGrantEnabled) {
    const notAsEmergency = [app?.name ?? '', entitlement.name].filter(Boolean).join(' · ');
    return { ...meant, app: isAppOffered ? app : null, entitlement: null, notAsEmergency };
  }
  if (app !== null && !isAppOffered) return { ...meant, app: null, suggestions: [], notAsEmergency: app.name };
  return { ...understandCommand(offered, spoken, context), notAsEmergency: null };
}
