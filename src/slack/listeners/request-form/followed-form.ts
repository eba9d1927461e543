import type { Catalogue } from '../../../use-cases/catalogue.ts';
import { formFields } from '../../surfaces/request-form/fields.ts';
import type { FormMemory } from '../../surfaces/request-form/memory.ts';
import type { Texts } from '../../texts/texts.ts';
import { unavailableOption } from '../options/request-options.ts';
import type { ViewState } from '../payloads.ts';
import { type Picked, pickedIn, pickedOf } from './filled-form.ts';

export interface FollowedForm extends Picked {
  readonly memory: FormMemory;
  /** Something to say at the top of the form. */
  readonly remark: string | null;
}

/**
 * What a form has to show for all that is picked in it, whichever field was touched last: the answer to a pick of a moment before may be
 * late, or was dropped for the newer one. `touched` is the action_id of the newest pick.
 */
export function followedForm(
  catalogue: Pick<Catalogue, 'apps' | 'all'>,
  memory: FormMemory,
  view: ViewState,
  touched: string,
  texts: Texts,
): FollowedForm {
  const { app, candidates, entitlement } = formFields;
  // Where an app and a candidate were picked at once, the later one is meant.
  const chosen = touched === app.action ? null : view.input(candidates.block, candidates.action);
  const meant = memory.candidates[Number(chosen ?? Number.NaN)];
  if (meant !== undefined) {
    const picked = pickedOf(catalogue, meant[0], [meant[1]]);
    return { ...picked, memory: { ...memory, candidates: [], isAppGiven: true }, remark: remarkOf(texts, picked) };
  }
  const picked = pickedIn(catalogue, memory, view);
  const isAppGone = picked.app === null && view.input(app.block, app.action) !== null;
  return {
    ...picked,
    memory: touched === app.action || touched === entitlement.action ? { ...memory, candidates: [] } : memory,
    remark: isAppGone ? texts.requestForm.appGone : remarkOf(texts, picked),
  };
}

function remarkOf({ requestForm }: Texts, { missing }: Picked): string | null {
  if (missing.length === 0) return null;
  return missing.includes(unavailableOption) ? requestForm.listUnavailableExplained : requestForm.entitlementGone;
}
