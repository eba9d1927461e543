import type { Texts } from '../texts/texts.ts';

/** What is said at once to whoever clicked; null where the card itself shows it. */
export function acceptanceWords(
  { review, refusals }: Texts,
  accepted: 'kept' | 'repeated' | 'unknown-card',
): string | null {
  switch (accepted) {
    case 'kept':
      return null;
    case 'repeated':
      return refusals.repeated;
    case 'unknown-card':
      return review.unknownCard;
  }
}
