import type { CatalogueEntitlement } from '../../../domain/entitlement.ts';
import type { Catalogue } from '../../../use-cases/catalogue.ts';
import { formFields, optionValue } from '../../surfaces/request-form/fields.ts';
import type { FormMemory } from '../../surfaces/request-form/memory.ts';
import type { Texts } from '../../texts/texts.ts';
import { unavailableOption } from '../options/request-options.ts';
import type { ViewState } from '../payloads.ts';
import { appOfOption, pickedEntitlements } from './filled-form.ts';

export interface FollowedForm {
  readonly memory: FormMemory;
  readonly entitlements: readonly CatalogueEntitlement[];
  /** Something to say at the top of the form. */
  readonly remark: string | null;
}

/**
 * What a form has to show for all that is picked in it, whichever field was touched last: the answer to a pick of a moment before may be
 * late, or was dropped for the newer one. `touched` is the action_id of the newest pick.
 */
export function followedForm(
  catalogue: Catalogue,
  memory: FormMemory,
  view: ViewState,
  touched: string,
  texts: Texts,
): FollowedForm {
  if (memory.extends !== null) {
    return { memory, entitlements: pickedEntitlements(catalogue, memory, view).entitlements, remark: null };
  }
  const byApp = () => otherApp(catalogue, memory, view, texts);
  const byCandidate = () => chosenCandidate(catalogue, memory, view, texts);
  // Where both were picked at once, the later one is meant.
  const changed = touched === formFields.candidates.action ? (byCandidate() ?? byApp()) : (byApp() ?? byCandidate());
  return changed ?? sameApp(catalogue, memory, view, texts);
}

/** null where the form shows what belongs to the app that is picked. */
function otherApp(catalogue: Catalogue, memory: FormMemory, view: ViewState, texts: Texts): FollowedForm | null {
  const shown = view.input(formFields.app.block, formFields.app.action);
  if (shown === null) return null;
  const app = appOfOption(catalogue, shown);
  if (app !== null && app.id === memory.appId) return null;
  return {
    memory: withApp(memory, app?.id ?? null),
    entitlements: [],
    remark: app === null ? texts.requestForm.appGone : null,
  };
}

/** null where none is chosen: a form that has followed the choice offers none any more. */
function chosenCandidate(catalogue: Catalogue, memory: FormMemory, view: ViewState, texts: Texts): FollowedForm | null {
  const chosen = view.input(formFields.candidates.block, formFields.candidates.action);
  const [appId, entitlementId] = memory.candidates[Number(chosen ?? Number.NaN)] ?? [];
  if (appId === undefined || entitlementId === undefined) return null;
  const entitlement = catalogue.entitlement(appId, entitlementId);
  const entitlements = entitlement === null ? [] : [entitlement];
  return {
    memory: { ...withApp(memory, appId), isAppGiven: true, shown: shownValues(entitlements) },
    entitlements,
    remark: entitlement === null ? texts.requestForm.entitlementGone : null,
  };
}

function withApp(memory: FormMemory, appId: string | null): FormMemory {
  return { ...memory, appId, appPicks: memory.appPicks + 1, entitlementPicks: 0, candidates: [], shown: [] };
}

function sameApp(catalogue: Catalogue, memory: FormMemory, view: ViewState, texts: Texts): FollowedForm {
  const { entitlements, missing } = pickedEntitlements(catalogue, memory, view);
  const shown = shownValues(entitlements);
  const isShown = shown.length === memory.shown.length && shown.every((id) => memory.shown.includes(id));
  return {
    // Other entitlements, other times to choose from: Slack keeps what was chosen in a block that stays.
    memory: isShown ? memory : { ...memory, entitlementPicks: memory.entitlementPicks + 1, shown },
    entitlements,
    remark: missingWords(missing, texts),
  };
}

/** Ids of the service can be long, and the form's memory is not. */
export function shownValues(entitlements: readonly CatalogueEntitlement[]): FormMemory['shown'] {
  return entitlements.map((one) => optionValue(one.id));
}

function missingWords(missing: readonly string[], texts: Texts): string | null {
  if (missing.length === 0) return null;
  return missing.includes(unavailableOption)
    ? texts.requestForm.listUnavailableExplained
    : texts.requestForm.entitlementGone;
}
