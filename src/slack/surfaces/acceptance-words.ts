import type { LinkReason } from '../../domain/authorization.ts';
import type { AcceptedReview } from '../../use-cases/accept-review.ts';
import type { Texts } from '../texts/texts.ts';
import { link } from './text.ts';

/** What is said at once to whoever clicked; null where the card itself shows it. */
export function acceptanceWords(texts: Texts, accepted: AcceptedReview): string | null {
  if (typeof accepted === 'object') return inConsoleWords(texts, accepted.why, accepted.consoleUrl);
  return { kept: null, repeated: texts.refusals.repeated, 'unknown-card': texts.review.unknownCard }[accepted];
}

/** The same of what is done beside deciding. */
export function actAcceptanceWords(
  { refusals, home }: Texts,
  accepted: 'kept' | 'repeated' | 'not-yours' | 'unknown',
): string | null {
  const { repeated, plain } = refusals;
  return { kept: null, repeated, unknown: home.gone, 'not-yours': plain['not-yours'] }[accepted];
}

/** Why it is decided in the console, with the way there. */
export function inConsoleWords({ refusals, card }: Texts, why: LinkReason, consoleUrl: string | null): string {
  const words = refusals.inConsole[why];
  return consoleUrl === null ? words : `${words}\n${link(consoleUrl, card.openInConsole)}`;
}
