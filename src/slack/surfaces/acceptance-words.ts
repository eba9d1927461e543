import type { LinkReason } from '../../domain/authorization.ts';
import type { AcceptedReview } from '../../use-cases/accept-review.ts';
import type { Texts } from '../texts/texts.ts';
import { link } from './text.ts';

/** What is said at once to whoever clicked; null where the card itself shows it. */
export function acceptanceWords(texts: Texts, accepted: AcceptedReview): string | null {
  const { review, refusals } = texts;
  if (typeof accepted === 'object') return inConsoleWords(texts, accepted.why, accepted.consoleUrl);
  switch (accepted) {
    case 'kept':
      return null;
    case 'repeated':
      return refusals.repeated;
    case 'unknown-card':
      return review.unknownCard;
  }
}

/** The same of what is done beside deciding. */
export function actAcceptanceWords(
  { refusals, home }: Texts,
  accepted: 'kept' | 'repeated' | 'not-yours' | 'unknown',
): string | null {
  if (accepted === 'kept') return null;
  if (accepted === 'unknown') return home.gone;
  return accepted === 'repeated' ? refusals.repeated : refusals.plain['not-yours'];
}

/** Why it is decided in the console, with the way there. */
export function inConsoleWords({ refusals, card }: Texts, why: LinkReason, consoleUrl: string | null): string {
  const words = refusals.inConsole[why];
  return consoleUrl === null ? words : `${words}\n${link(consoleUrl, card.openInConsole)}`;
}
