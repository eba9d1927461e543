import { z } from 'zod';
import { readJson } from '../json-text.ts';

/**
 * What a card's button carries: which card, and the step it showed. Versioned, because cards outlive deployments. Nothing
 * in it grants a right: the person is checked, not the button.
 */
const cardValue = z.object({ v: z.literal(1), card: z.string().max(255), step: z.string().max(255) });
export type CardValue = Omit<z.infer<typeof cardValue>, 'v'>;

export function writeCardValue(value: CardValue): string {
  return JSON.stringify({ v: 1, card: value.card, step: value.step });
}

/** null for a value of another version or from somewhere else. */
export function readCardValue(text: string): CardValue | null {
  const parsed = cardValue.safeParse(readJson(text));
  return parsed.success ? { card: parsed.data.card, step: parsed.data.step } : null;
}
