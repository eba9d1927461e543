import { type Refusal, refusalKind, refusals } from '../../domain/refusals/refusals.ts';
import type { Accepted } from '../../use-cases/action/accept-action.ts';
import { consoleWords } from '../card/task-words.ts';
import { cut, name } from '../platform/text.ts';
import type { Texts } from '../texts.ts';

/** Why something is not done, and what the reader can do next. */
export function refusalWords(
  texts: Texts,
  refusal: Refusal,
  consoleUrl: string | null = null,
): string {
  const { names, typed } = refusal;
  // What stands in a field's error as it is must not become markup or a mention elsewhere.
  const written = {
    ...(names && { names: names.map((one) => name(one)) }),
    ...(typed && { typed: typed.map((one) => name(one)) }),
  };
  return filled(texts, { ...refusal, ...written }, consoleUrl);
}

function filled(texts: Texts, refusal: Refusal, consoleUrl: string | null): string {
  return texts.fill(refusals[refusalKind(refusal)].says, {
    ...refusal,
    ...refusal.late,
    console: consoleWords(texts, consoleUrl),
    changes: changeWords(texts, refusal),
  });
}

/** What changed; the card shows what it is now. */
function changeWords(texts: Texts, { fields = [], secondsBefore }: Refusal): string {
  const { before } = texts.review.confirm;
  return [
    ...fields.map((field) => texts.refusals.changed[field]),
    ...(secondsBefore === undefined ? [] : [before({ seconds: secondsBefore })]),
  ].join(' ');
}

/** Slack shows a field's error as plain text. This is the most that can be read at a glance. */
const longestMistake = 150;

/** A sentence at the field, without markup. */
export function mistakeWords(texts: Texts, mistake: Refusal): string {
  return cut(filled(texts, mistake, null), longestMistake);
}

/** For a person who does something too often; without markup, because it may stand beside a field. */
export function tooQuickWords(texts: Texts, waitSeconds: number): string {
  // "40 seconds" reads better than "39 minutes 17 seconds": the wait in its largest unit, rounded
  // up.
  const unit = [3_600, 60].find((one) => waitSeconds > 2 * one) ?? 1;
  const rounded = Math.ceil(waitSeconds / unit) * unit;
  return refusalWords(texts, { code: 'too-quick', waitSeconds: rounded });
}

/** The immediate answer to a click; null if the card itself shows it. */
export function acceptanceWords(texts: Texts, accepted: Accepted): string | null {
  return accepted === 'kept' ? null : refusalWords(texts, { code: accepted });
}
