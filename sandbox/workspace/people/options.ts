/** What a select offers: its own options, people, or whatever the app answers. */
import type { Option } from '@slack/types';
import type { Container, OfferedGroup, OfferedOptions } from '../client.ts';
import { decodeJson } from '../delivery/acks.ts';
import { blockSuggestion, type Place } from '../delivery/payloads.ts';
import { limits } from '../limits/limits.ts';
import { checkOfferedOptions } from '../limits/offered-options.ts';
import { findElement, type InteractiveElement } from '../state/interactive-elements.ts';
import { blocksOf } from './act.ts';
import { findPerson, findPlace, type InteractionContext } from './interaction-context.ts';
import { elementGone, refuse, trouble } from './outcomes.ts';

export async function optionsFor(
  context: InteractionContext,
  personId: string,
  container: Container,
  blockId: string,
  actionId: string,
  query: string,
): Promise<OfferedOptions> {
  const person = findPerson(context, personId);
  if (!person.ok) return person;
  const place = findPlace(context, personId, container);
  if (!place.ok) return place;
  const found = findElement(blocksOf(place.value), blockId, actionId);
  if (found === undefined) return elementGone;
  const { element } = found;
  if (element.type !== 'external_select' && element.type !== 'multi_external_select') {
    const own = ownGroups(context, element);
    if (own === undefined) return refuse('not_allowed', 'There is nothing to choose here.');
    return { ok: true, groups: filtered(own, query) };
  }
  const answer = await context.delivery.deliver({
    kind: 'interactive',
    payload: blockSuggestion(person.value, place.value, blockId, actionId, query),
  });
  if (!answer.ok) return trouble(answer.code);
  const checked = checkOfferedOptions(decodeJson(answer.body));
  if (!checked.ok) return refuse('invalid_response', `The options could not be loaded (${checked.reason})`);
  remember(context, personId, place.value, blockId, actionId, checked.groups);
  return { ok: true, groups: checked.groups };
}

function remember(
  context: InteractionContext,
  personId: string,
  place: Place,
  blockId: string,
  actionId: string,
  groups: readonly OfferedGroup[],
): void {
  const options = groups.flatMap((group) => group.options);
  context.offers.remember(personId, place, blockId, actionId, options);
}

function named(value: string, text: string): Option {
  return { text: { type: 'plain_text', text: text.slice(0, limits.optionText), emoji: true }, value };
}

function ownGroups({ state }: InteractionContext, element: InteractiveElement): OfferedGroup[] | undefined {
  if (element.type === 'static_select' || element.type === 'multi_static_select') {
    if (element.option_groups !== undefined) {
      return element.option_groups.map((group) => ({ label: group.label.text, options: group.options }));
    }
    return [{ label: null, options: element.options ?? [] }];
  }
  if (element.type === 'users_select' || element.type === 'multi_users_select') {
    const active = state.directory.people.filter((one) => one.kind !== 'deactivated');
    return [{ label: null, options: active.map((one) => named(one.id, one.name)) }];
  }
  return undefined;
}

function filtered(groups: readonly OfferedGroup[], query: string): OfferedGroup[] {
  const wanted = query.trim().toLowerCase();
  return groups
    .map((group) => ({
      label: group.label,
      options: group.options.filter((option) => option.text.text.toLowerCase().includes(wanted)),
    }))
    .filter((group) => group.options.length > 0);
}
