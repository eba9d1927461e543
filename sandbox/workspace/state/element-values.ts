/**
 * The values of elements: initial ones, those kept through an update of the view, and those that a
 * person enters.
 */
import type { Option } from '@slack/types';
import type { Entered, EnteredValues, ShownBlock, StateValue, StateValues } from '../client.ts';
import {
  findElement,
  type InteractiveElement,
  interactiveElements,
} from './interactive-elements.ts';

/** Null: the element has no state (buttons, menus). */
function initialValue(element: InteractiveElement): StateValue | null {
  switch (element.type) {
    case 'static_select':
    case 'external_select':
    case 'radio_buttons':
      return { type: element.type, selected_option: element.initial_option ?? null };
    case 'multi_external_select':
    case 'checkboxes':
      return { type: element.type, selected_options: element.initial_options ?? [] };
    case 'users_select':
      return { type: element.type, selected_user: element.initial_user ?? null };
    case 'multi_users_select':
      return { type: element.type, selected_users: element.initial_users ?? [] };
    case 'plain_text_input':
    case 'number_input':
    case 'email_text_input':
    case 'url_text_input':
      return { type: element.type, value: element.initial_value ?? null };
    case 'datepicker':
      return { type: element.type, selected_date: element.initial_date ?? null };
    case 'button':
    case 'overflow':
      return null;
  }
}

export function initialState(blocks: readonly ShownBlock[]): StateValues {
  return carriedState({}, blocks);
}

/**
 * Slack keeps what a person entered wherever block_id, action_id and type are unchanged; elsewhere
 * the initial value counts.
 */
export function carriedState(previous: StateValues, blocks: readonly ShownBlock[]): StateValues {
  const state: StateValues = {};
  for (const block of blocks) {
    for (const { element } of interactiveElements(block)) {
      const fresh = initialValue(element);
      if (fresh === null) continue;
      const kept = previous[block.block_id]?.[element.action_id];
      const value = kept?.type === element.type && stillOffered(element, kept) ? kept : fresh;
      state[block.block_id] = { ...state[block.block_id], [element.action_id]: value };
    }
  }
  return state;
}

/** Options of a fixed list; undefined where the list comes from elsewhere. */
export function fixedOptions(element: InteractiveElement): readonly Option[] | undefined {
  return 'options' in element ? element.options : undefined;
}

function stillOffered(element: InteractiveElement, value: StateValue): boolean {
  const options = fixedOptions(element);
  if (options === undefined) return true;
  const chosen = [
    ...(value.selected_option ? [value.selected_option] : []),
    ...(value.selected_options ?? []),
  ];
  return chosen.every((one) => options.some((option) => option.value === one.value));
}

export type EnteredValue =
  | { readonly ok: true; readonly value: StateValue }
  | { readonly ok: false; readonly sentence: string };

/** `offered`: the options that the person has been shown for an external select. */
function enteredValue(
  element: InteractiveElement,
  entered: Entered,
  offered: readonly Option[],
): EnteredValue {
  const empty = initialValue(element);
  if (empty === null) return nothingToEnter;
  const many =
    entered === null
      ? []
      : typeof entered === 'string'
        ? entered === ''
          ? []
          : [entered]
        : entered;
  const one = many[0] ?? null;
  const known = [...(fixedOptions(element) ?? []), ...offered, ...initialOptions(empty)];
  const options = many.map((value) => known.find((option) => option.value === value));
  const chosen = options.filter((option) => option !== undefined);
  switch (element.type) {
    case 'static_select':
    case 'external_select':
    case 'radio_buttons':
      if (chosen.length !== options.length) return notOffered;
      return { ok: true, value: { ...empty, selected_option: chosen[0] ?? null } };
    case 'multi_external_select':
    case 'checkboxes': {
      if (chosen.length !== options.length) return notOffered;
      const most = element.type === 'checkboxes' ? undefined : element.max_selected_items;
      if (most !== undefined && chosen.length > most) return tooMany(most);
      return { ok: true, value: { ...empty, selected_options: chosen } };
    }
    case 'users_select':
      return { ok: true, value: { ...empty, selected_user: one } };
    case 'multi_users_select':
      return atMost(element.max_selected_items, many, { ...empty, selected_users: [...many] });
    case 'plain_text_input':
    case 'number_input':
    case 'email_text_input':
    case 'url_text_input':
      return { ok: true, value: { ...empty, value: one } };
    case 'datepicker':
      return { ok: true, value: { ...empty, selected_date: one === '' ? null : one } };
    case 'button':
    case 'overflow':
      return nothingToEnter;
  }
}

const nothingToEnter: EnteredValue = { ok: false, sentence: 'Nothing can be entered here.' };
const notOffered: EnteredValue = { ok: false, sentence: 'That is not one of the options.' };

function tooMany(most: number): EnteredValue {
  return { ok: false, sentence: `You can choose at most ${most}.` };
}

function atMost(
  most: number | undefined,
  many: readonly string[],
  value: StateValue,
): EnteredValue {
  return most !== undefined && many.length > most ? tooMany(most) : { ok: true, value };
}

function initialOptions(value: StateValue): readonly Option[] {
  return [
    ...(value.selected_option ? [value.selected_option] : []),
    ...(value.selected_options ?? []),
  ];
}

export type EnteredState =
  | { readonly ok: true; readonly state: StateValues }
  | { readonly ok: false; readonly sentence: string };

/**
 * Enters several values. Ignores elements that the view no longer has: the form may be older than
 * the view.
 */
export function enteredState(
  blocks: readonly ShownBlock[],
  state: StateValues,
  values: EnteredValues,
  offered: (blockId: string, actionId: string) => readonly Option[],
): EnteredState {
  const next = structuredClone(state);
  for (const [blockId, actions] of Object.entries(values)) {
    for (const [actionId, entered] of Object.entries(actions)) {
      const found = findElement(blocks, blockId, actionId);
      if (found === undefined || initialValue(found.element) === null) continue;
      const before = next[blockId]?.[actionId];
      // The current value counts as offered: an earlier process may have offered it.
      const known = [
        ...offered(blockId, actionId),
        ...(before === undefined ? [] : initialOptions(before)),
      ];
      const result = enteredValue(found.element, entered, known);
      if (!result.ok) return result;
      next[blockId] = { ...next[blockId], [actionId]: result.value };
    }
  }
  return { ok: true, state: next };
}
