import { createHash } from 'node:crypto';
import { limits } from '../../limits.ts';
import type { FormMemory } from './memory.ts';

export const requestFormId = 'request.submit';

export const formFields = {
  candidates: { block: 'candidates', action: 'request.candidate' },
  app: { block: 'app', action: 'request.app' },
  /** The block's id ends with how often the app was picked: a new app clears the entitlements. */
  entitlement: { block: 'entitlement', action: 'request.entitlement' },
  emergency: { block: 'emergency', action: 'request.emergency' },
  duration: { block: 'duration', action: 'request.duration' },
  time: { block: 'time', action: 'request.time' },
  justification: { block: 'justification', action: 'request.justification' },
  target: { block: 'target', action: 'request.target' },
} as const;

export const untilRevoked = 'until-revoked';
export const emergencyValue = 'emergency';

/** Slack keeps what a block that stays has in it, also where that is nothing: a given app needs another block. */
export function appBlockId(memory: FormMemory): string {
  return memory.isAppGiven ? `${formFields.app.block}-given` : formFields.app.block;
}

export function entitlementBlockId(memory: FormMemory): string {
  return `${formFields.entitlement.block}-${memory.appPicks}`;
}

/** Another block for other choices: Slack keeps what was picked in a block that stays. */
export function durationBlockId(memory: FormMemory, emergency: boolean): string {
  const choices = `${memory.appPicks}-${memory.entitlementPicks}`;
  return `${formFields.duration.block}-${choices}${emergency ? '-emergency' : ''}`;
}

/** Where the answer to a configured extra field is. */
export function answerField(fieldId: string): { readonly block: string; readonly action: string } {
  return { block: `answer.${fieldId}`, action: 'request.answer' };
}

/** An option's value may have 75 characters: a longer id is stood for by its hash. */
export function optionValue(id: string): string {
  if (id.length <= limits.optionValue) return id;
  return `sha256:${createHash('sha256').update(id).digest('hex')}`;
}
