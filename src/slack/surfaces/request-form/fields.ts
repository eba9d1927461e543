import { createHash } from 'node:crypto';
import { limits } from '../../limits.ts';
import type { FormMemory } from './memory.ts';

export const requestFormId = 'request.submit';

export const formFields = {
  candidates: { block: 'candidates', action: 'request.candidate' },
  app: { block: 'app', action: 'request.app' },
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
export function appBlockId(memory: Pick<FormMemory, 'isAppGiven'>): string {
  return memory.isAppGiven ? `${formFields.app.block}-given` : formFields.app.block;
}

/** The block names the app: another app has no entitlements picked, and a pick tells of which app it is. */
export function entitlementBlockId(appId: string): string {
  return `${formFields.entitlement.block}-${optionValue(appId)}`;
}

/** The `optionValue` of the app whose entitlements the block holds. */
export function appOfBlock(entitlementBlockId: string): string {
  return entitlementBlockId.slice(formFields.entitlement.block.length + 1);
}

/** Another block for other choices: Slack keeps what was picked in a block that stays. */
export function durationBlockId(appId: string, entitlementIds: readonly string[], isEmergency: boolean): string {
  const choices = [appId, ...entitlementIds, ...(isEmergency ? ['emergency'] : [])];
  return `${formFields.duration.block}-${optionValue(choices.join('+'))}`;
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
