/** What a select offers: its own options, people, or the app's answer. */
import type { Option } from '@slack/types';
import type { Container, OfferedOptions } from '../client.ts';
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
    const own = ownOptions(context, element);
    if (own === undefined) return refuse('not_allowed', 'There is nothing to choose here.');
    return { ok: true, options: filtered(own, query) };
  }
  const answer = await context.delivery.deliver({
    kind: 'interactive',
    payload: blockSuggestion(person.value, place.value, blockId, actionId, query),
  });
  if (!answer.ok) return trouble(answer.code);
  const checked = checkOfferedOptions(decodeJson(answer.body));
  if (!checked.ok)
    return refuse('invalid_response', `The options could not be loaded (${checked.reason})`);
  remember(context, personId, place.value, blockId, actionId, checked.options);
  return { ok: true, options: checked.options };
}

function remember(
  context: InteractionContext,
  personId: string,
  place: Place,
  blockId: string,
  actionId: string,
  options: readonly Option[],
): void {
  context.offers.remember(personId, place, blockId, actionId, options);
}

function named(value: string, text: string): Option {
  return {
    text: { type: 'plain_text', text: text.slice(0, limits.optionText), emoji: true },
    value,
  };
}

function ownOptions(
  { state }: InteractionContext,
  element: InteractiveElement,
): readonly Option[] | undefined {
  if (element.type === 'static_select') return element.options ?? [];
  if (element.type === 'users_select' || element.type === 'multi_users_select') {
    const active = state.directory.people.filter((one) => one.kind !== 'deactivated');
    return active.map((one) => named(one.id, one.name));
  }
  return undefined;
}

function filtered(options: readonly Option[], query: string): Option[] {
  const wanted = query.trim().toLowerCase();
  return options.filter((option) => option.text.text.toLowerCase().includes(wanted));
}
