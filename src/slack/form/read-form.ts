import type { AppAccount } from '../../domain/catalogue/entitlement.ts';
import type { RequestField } from '../../domain/form/request-answers.ts';
import type { RequestableApp } from '../../domain/settings/access-settings.ts';
import type { TypedForm } from '../../use-cases/form/typed-form.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { ViewState } from '../platform/payloads.ts';
import { type FormMemory, formOpening, readFormMemory } from './blocks/form-memory.ts';
import {
  answerField,
  answerText,
  anywayValue,
  appOfBlock,
  emergencyValue,
  entitlementBlockId,
  formFields,
  optionValue,
  typedTime,
  untilRevoked,
} from './blocks/request-form-fields.ts';

interface ReadingDeps {
  readonly catalogue: PickedFrom;
  readonly languages: Pick<ListenerDeps['languages'], 'readerFrom'>;
}

type PickedFrom = Pick<ListenerDeps['catalogue'], 'apps' | 'all'>;

/** What an open form holds, as Slack sends it; null for a form of another version. */
export function readForm(deps: ReadingDeps, view: ViewState): TypedForm | null {
  const memory = readFormMemory(view.privateMetadata);
  return memory === null
    ? null
    : formWith(deps, view, memory, pickedIn(deps.catalogue, memory, view));
}

/**
 * What a submitted form holds: a time that was typed before, in a field that is not shown now, does
 * not count.
 */
export function submittedForm(deps: ReadingDeps, view: ViewState): TypedForm | null {
  const form = readForm(deps, view);
  const isShown = view.blockIds.includes(formFields.time.block);
  return form === null || isShown ? form : { ...form, timeText: '' };
}

/**
 * The contents of a form for all of its picks, not only for the newest one: the answer to an earlier
 * pick may be late, or was dropped for the newer one. `touched` is the action_id of the newest pick.
 * A duration that the form only suggested is left out, so that it suggests one for the current picks.
 */
export function followedForm(
  deps: ReadingDeps,
  view: ViewState,
  touched: string,
): TypedForm | null {
  const memory = readFormMemory(view.privateMetadata);
  if (memory === null) return null;
  const { app, candidates, duration, entitlement } = formFields;
  // If an app and a candidate were picked at once, the later pick counts.
  const chosen = touched === app.action ? null : view.input(candidates.block, candidates.action);
  const meant = memory.candidates[Number(chosen ?? Number.NaN)];
  const picked =
    meant === undefined
      ? pickedIn(deps.catalogue, memory, view)
      : pickedOf(deps.catalogue, meant[0], [meant[1]]);
  const form = formWith(deps, view, memory, picked);
  const isDecided = meant !== undefined || touched === app.action || touched === entitlement.action;
  const isTimeChosen = memory.isTimeChosen || touched === duration.action;
  return {
    ...form,
    candidates: isDecided ? [] : form.candidates,
    isTimeChosen,
    durationSeconds: isTimeChosen ? form.durationSeconds : undefined,
  };
}

type Picked = Pick<TypedForm, 'app' | 'entitlements' | 'isSomethingGone'>;

function formWith(
  { catalogue, languages }: ReadingDeps,
  view: ViewState,
  memory: FormMemory,
  picked: Picked,
): TypedForm {
  const input = (field: { readonly block: string; readonly action: string }) =>
    view.input(field.block, field.action);
  const targetSlackId =
    memory.extends === null ? input(formFields.target) : memory.extends.targetSlackId;
  const accounts = accountsFor(memory, picked.app, targetSlackId);
  const { language, timeZone } = languages.readerFrom(memory.spoken);
  return {
    ...formOpening.parse(memory),
    ...picked,
    candidates: memory.candidates.flatMap(([appValue, value]) => {
      const { app, entitlements } = pickedOf(catalogue, appValue, [value]);
      return app === null ? [] : entitlements.map((entitlement) => ({ app, entitlement }));
    }),
    accounts,
    account: pickedAccount(accounts, input(formFields.account)),
    justification: input(formFields.justification) ?? '',
    ...filledTime(memory, view),
    isTimeChosen: memory.isTimeChosen,
    targetSlackId,
    emergency:
      memory.mode === 'emergency' ||
      view.picked(formFields.emergency.block, formFields.emergency.action).includes(emergencyValue),
    answers: typedAnswers(view, picked.app?.fields ?? []),
    language,
    timeZone,
  };
}

/**
 * Those that were read for this app and this person; none where others were. More time is for the
 * account that has it.
 */
function accountsFor(
  { accounts, extends: extended }: FormMemory,
  app: RequestableApp | null,
  target: string | null,
): readonly AppAccount[] {
  if (accounts === null || app === null || extended !== null) return [];
  return accounts.app === optionValue(app.id) && accounts.target === target ? accounts.list : [];
}

/** The account that was picked, among those that the form offered; null where it offered none. */
function pickedAccount(accounts: readonly AppAccount[], value: string | null): AppAccount | null {
  if (accounts.length < 2) return null;
  return accounts.find(({ id }) => optionValue(id) === value) ?? null;
}

/** The picked duration, or the typed one if *Another time* is picked, or nothing can be picked yet. */
function filledTime(
  memory: FormMemory,
  view: ViewState,
): Pick<TypedForm, 'timeText' | 'isTimeTyped' | 'durationSeconds'> {
  const choice = view.input(formFields.duration.block, formFields.duration.action);
  const typed = view.input(formFields.time.block, formFields.time.action)?.trim();
  const durationSeconds = pickedSeconds(choice);
  const isPicked = choice === typedTime || durationSeconds !== undefined;
  const isTimeTyped = isPicked ? choice === typedTime : (typed ?? '') !== '';
  return { timeText: typed ?? memory.typedTime, isTimeTyped, durationSeconds };
}

/** The block that asks whether to request what the person does not see; null where it is ticked. */
export function untickedBlock(view: ViewState): string | null {
  const { block, action } = formFields.anyway;
  const blockId = view.blockId(block);
  const isShown = view.blockIds.includes(blockId);
  return isShown && !view.picked(block, action).includes(anywayValue) ? blockId : null;
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

/** Entitlements of another app, left from before a pick, do not count. */
function pickedIn(catalogue: PickedFrom, memory: FormMemory, view: ViewState): Picked {
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
function pickedOf(
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

/** The app whose entitlements are picked in a block; null where it is not there any more. */
export function appOfEntitlements(
  catalogue: Pick<PickedFrom, 'apps'>,
  view: ViewState,
  blockId: string,
): RequestableApp | null {
  const candidates = readFormMemory(view.privateMetadata)?.candidates ?? [];
  return appOfOption(catalogue, appOfBlock(blockId, candidates));
}

function appOfOption(
  catalogue: Pick<PickedFrom, 'apps'>,
  value: string | null,
): RequestableApp | null {
  return catalogue.apps('').find((one) => optionValue(one.id) === value) ?? null;
}
