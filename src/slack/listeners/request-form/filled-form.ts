import type { RequestableApp } from '../../../domain/access-settings.ts';
import type { CatalogueEntitlement } from '../../../domain/entitlement.ts';
import type { Catalogue } from '../../../use-cases/catalogue.ts';
import { answerText } from '../../surfaces/request-form/extra-fields.ts';
import {
  answerField,
  emergencyValue,
  formFields,
  optionValue,
  untilRevoked,
} from '../../surfaces/request-form/fields.ts';
import { type FormMemory, readFormMemory } from '../../surfaces/request-form/memory.ts';
import type { FilledForm } from '../../surfaces/request-form/request-form.ts';
import type { ViewState } from '../payloads.ts';

/** What is typed and picked in an open form. */
export function filledForm(view: ViewState, app: RequestableApp | null): FilledForm {
  const input = (field: { readonly block: string; readonly action: string }) => view.input(field.block, field.action);
  const prolonged = readFormMemory(view.privateMetadata)?.extends ?? null;
  const answers = new Map<string, string>();
  for (const field of app?.fields ?? []) {
    const answer = input(answerField(field.id));
    if (answer !== null) answers.set(field.id, answerText(field, answer));
  }
  return {
    justification: input(formFields.justification) ?? '',
    timeText: input(formFields.time)?.trim() ?? '',
    durationSeconds: pickedSeconds(input(formFields.duration)),
    targetSlackId: prolonged === null ? input(formFields.target) : prolonged.targetSlackId,
    emergency: view.picked(formFields.emergency.block, formFields.emergency.action).includes(emergencyValue),
    answers,
  };
}

/** null is "until revoked", and only that: nothing picked is not the same as for ever. */
function pickedSeconds(value: string | null): number | null | undefined {
  if (value === untilRevoked) return null;
  const seconds = Number(value ?? '');
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : undefined;
}

export function appOfOption(catalogue: Catalogue, value: string | null): RequestableApp | null {
  return catalogue.apps('').find((one) => optionValue(one.id) === value) ?? null;
}

export interface Picked {
  readonly entitlements: readonly CatalogueEntitlement[];
  /** Values of picks that the catalogue does not have. */
  readonly missing: readonly string[];
}

/** The entitlements that are picked in an open form. */
export function pickedEntitlements(
  catalogue: Pick<Catalogue, 'entitlement' | 'all'>,
  memory: FormMemory,
  view: ViewState,
): Picked {
  const { appId } = memory;
  if (appId === null) return { entitlements: [], missing: [] };
  if (memory.extends !== null) {
    const held = catalogue.entitlement(appId, memory.extends.entitlementId);
    return held === null
      ? { entitlements: [], missing: [memory.extends.entitlementId] }
      : { entitlements: [held], missing: [] };
  }
  const entitlements: CatalogueEntitlement[] = [];
  const missing: string[] = [];
  for (const value of new Set(view.picked(formFields.entitlement.block, formFields.entitlement.action))) {
    const found = entitlementOfOption(catalogue, appId, value);
    if (found === null) missing.push(value);
    else entitlements.push(found);
  }
  return { entitlements, missing };
}

function entitlementOfOption(
  catalogue: Pick<Catalogue, 'entitlement' | 'all'>,
  appId: string,
  value: string,
): CatalogueEntitlement | null {
  if (!value.startsWith('sha256:')) return catalogue.entitlement(appId, value);
  return catalogue.all(appId).find((one) => optionValue(one.id) === value) ?? null;
}
