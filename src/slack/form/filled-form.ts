import type { AppAccount } from '../../domain/catalogue/app-account.ts';
import type { RequestField } from '../../domain/form/request-answers.ts';
import type { RequestableApp } from '../../domain/settings/access-settings.ts';
import type { Catalogue } from '../../use-cases/catalogue/catalogue.ts';
import type { SubmittedForm } from '../../use-cases/form/submit-request.ts';
import type { ViewState } from '../platform/payloads.ts';
import { accountChoices } from './blocks/account-block.ts';
import type { FilledForm } from './blocks/form-model.ts';
import {
  answerField,
  answerText,
  emergencyValue,
  entitlementBlockId,
  type FormMemory,
  formFields,
  optionValue,
  typedTime,
  untilRevoked,
} from './blocks/request-form-fields.ts';

/** The inputs of an open form. */
export function filledForm(
  memory: FormMemory,
  view: ViewState,
  app: RequestableApp | null,
): FilledForm {
  const input = (field: { readonly block: string; readonly action: string }) =>
    view.input(field.block, field.action);
  return {
    justification: input(formFields.justification) ?? '',
    ...filledTime(memory, view),
    targetSlackId:
      memory.extends === null ? input(formFields.target) : memory.extends.targetSlackId,
    accountValue: input(formFields.account),
    emergency: view
      .picked(formFields.emergency.block, formFields.emergency.action)
      .includes(emergencyValue),
    answers: typedAnswers(view, app?.fields ?? []),
  };
}

/**
 * The same while the form is being filled in: a duration that the form only suggested is replaced
 * by the one that it suggests for the current picks.
 */
export function followedInputs(
  memory: FormMemory,
  view: ViewState,
  app: RequestableApp | null,
): FilledForm {
  const filled = filledForm(memory, view, app);
  return memory.isTimeChosen ? filled : { ...filled, durationSeconds: undefined };
}

/** The account that was picked, among those that the form offered; null where it offered none. */
export function pickedAccount(
  memory: FormMemory,
  app: RequestableApp | null,
  { accountValue, targetSlackId }: Pick<FilledForm, 'accountValue' | 'targetSlackId'>,
): AppAccount | null {
  const accounts = app === null ? [] : accountChoices(memory, app, targetSlackId);
  if (accounts.length < 2) return null;
  return accounts.find(({ id }) => optionValue(id) === accountValue) ?? null;
}

type FilledTime = Pick<FilledForm, 'timeText' | 'isTimeTyped' | 'durationSeconds'>;

/**
 * The picked duration, or the typed one if *Another time* is picked. In a form of an earlier
 * version a typed duration always counts.
 */
function filledTime(memory: FormMemory, view: ViewState): FilledTime {
  const choice = view.input(formFields.duration.block, formFields.duration.action);
  const typed = view.input(formFields.time.block, formFields.time.action)?.trim();
  const durationSeconds = pickedSeconds(choice);
  const isPicked =
    choice === typedTime || (memory.typedTime !== null && durationSeconds !== undefined);
  const isTimeTyped = isPicked ? choice === typedTime : (typed ?? '') !== '';
  return { timeText: typed ?? memory.typedTime ?? '', isTimeTyped, durationSeconds };
}

/** The submitted inputs, without text in a field that is no longer shown. */
export function submittedTime(
  memory: FormMemory,
  view: ViewState,
): Pick<SubmittedForm, 'timeText' | 'durationSeconds'> {
  const { isTimeTyped, timeText, durationSeconds } = filledTime(memory, view);
  if (!isTimeTyped) return { timeText: '', durationSeconds };
  const isShown = view.blockIds.includes(formFields.time.block);
  return { timeText: isShown ? timeText : '', durationSeconds: undefined };
}

/** By the ids of the questions; empty without answers. */
export function typedAnswers(
  view: ViewState,
  fields: readonly RequestField[],
): ReadonlyMap<string, string> {
  return new Map(
    fields.map((field) => {
      const { block, action } = answerField(field.id);
      return [
        field.id,
        answerText(field, view.input(block, action) ?? view.users(block, action).join('\n')),
      ];
    }),
  );
}

/** null is "until revoked", and only that: nothing picked is not the same as for ever. */
export function pickedSeconds(value: string | null): number | null | undefined {
  if (value === untilRevoked) return null;
  const seconds = Number(value ?? '');
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : undefined;
}

type PickedFrom = Pick<Catalogue, 'apps' | 'all'>;

export type Picked = Pick<SubmittedForm, 'app' | 'entitlements' | 'isSomethingGone'>;

/**
 * The picks of an open form. Entitlements of another app, left from before a pick, do not count.
 */
export function pickedIn(catalogue: PickedFrom, memory: FormMemory, view: ViewState): Picked {
  if (memory.extends !== null) {
    return pickedOf(catalogue, optionValue(memory.extends.appId), [
      optionValue(memory.extends.entitlementId),
    ]);
  }
  const app = view.input(formFields.app.block, formFields.app.action);
  const entitlements =
    app === null
      ? []
      : view.picked(entitlementBlockId(app, memory.candidates), formFields.entitlement.action);
  return pickedOf(catalogue, app, entitlements);
}

/** By their option values. */
export function pickedOf(
  catalogue: PickedFrom,
  appValue: string | null,
  values: readonly string[],
): Picked {
  const app = appOfOption(catalogue, appValue);
  const all = app === null ? [] : catalogue.all(app.id);
  const entitlements = [...new Set(values)].map((value) =>
    all.find((one) => optionValue(one.id) === value),
  );
  const isSomethingGone = entitlements.includes(undefined) || (appValue !== null && app === null);
  return { app, entitlements: entitlements.filter((one) => one !== undefined), isSomethingGone };
}

export function appOfOption(
  catalogue: Pick<Catalogue, 'apps'>,
  value: string | null,
): RequestableApp | null {
  return catalogue.apps('').find((one) => optionValue(one.id) === value) ?? null;
}

/**
 * The contents of a form for all of its picks, not only for the newest one: the answer to an earlier
 * pick may be late, or was dropped for the newer one. `touched` is the action_id of the newest pick.
 */
export function followedForm(
  catalogue: PickedFrom,
  before: FormMemory,
  view: ViewState,
  touched: string,
): Picked & { readonly memory: FormMemory } {
  const { app, candidates, duration, entitlement } = formFields;
  const isTimeChosen = before.isTimeChosen || touched === duration.action;
  const memory = { ...before, isTimeChosen };
  // If an app and a candidate were picked at once, the later pick counts.
  const chosen = touched === app.action ? null : view.input(candidates.block, candidates.action);
  const meant = memory.candidates[Number(chosen ?? Number.NaN)];
  if (meant !== undefined) {
    return { ...pickedOf(catalogue, meant[0], [meant[1]]), memory: { ...memory, candidates: [] } };
  }
  const isDecided = touched === app.action || touched === entitlement.action;
  return {
    ...pickedIn(catalogue, memory, view),
    memory: isDecided ? { ...memory, candidates: [] } : memory,
  };
}
