/**
 * The options that the app has offered to each person in each external select; only these can be
 * chosen.
 */
import type { Option } from '@slack/types';
import type { Place } from '../delivery/payloads.ts';

const rememberedPlaces = 500;

export class OfferMemory {
  readonly #offers = new Map<string, Map<string, Option>>();

  remember(
    personId: string,
    place: Place,
    blockId: string,
    actionId: string,
    options: readonly Option[],
  ): void {
    const key = keyOf(personId, place, blockId, actionId);
    const known = this.#offers.get(key) ?? new Map<string, Option>();
    for (const option of options) if (option.value !== undefined) known.set(option.value, option);
    this.#offers.delete(key);
    this.#offers.set(key, known);
    const oldest = this.#offers.keys().next().value;
    if (this.#offers.size > rememberedPlaces && oldest !== undefined) this.#offers.delete(oldest);
  }

  offered(personId: string, place: Place, blockId: string, actionId: string): readonly Option[] {
    return [...(this.#offers.get(keyOf(personId, place, blockId, actionId))?.values() ?? [])];
  }
}

function keyOf(personId: string, place: Place, blockId: string, actionId: string): string {
  const where =
    place.kind === 'view' ? place.view.id : `${place.message.conversationId}/${place.message.ts}`;
  return JSON.stringify([personId, where, blockId, actionId]);
}
