import { type Refusal, refusalKind, refusals } from '../../domain/refusals/refusals.ts';
import { type ShownRequest, shownRequest } from '../../domain/request/task-period.ts';
import type { Accepted } from '../../use-cases/action/accept-action.ts';
import type { RefusedClick } from '../../use-cases/action/show-decision.ts';
import { consoleWords } from '../card/task-words.ts';
import { cut, moment, name } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { decidedFieldWords } from './decided-field-words.ts';

/**
 * Why something is not done, and what the reader can do next.
 *
 * @param shown the last reading, which has the present value of a changed field; null if unknown
 */
export function refusalWords(
  texts: Texts,
  refusal: Refusal,
  consoleUrl: string | null = null,
  shown: ShownRequest | null = null,
): string {
  const { names, typed } = refusal;
  // What stands in a field's error as it is must not become markup or a mention elsewhere.
  const written = {
    ...(names && { names: names.map((one) => name(one)) }),
    ...(typed && { typed: typed.map((one) => name(one)) }),
  };
  return filled(texts, { ...refusal, ...written }, { consoleUrl, shown });
}

function filled(
  texts: Texts,
  refusal: Refusal,
  {
    consoleUrl,
    shown,
  }: { readonly consoleUrl: string | null; readonly shown: ShownRequest | null },
): string {
  return texts.fill(refusals[refusalKind(refusal)].says, {
    ...refusal,
    ...refusal.late,
    console: consoleWords(texts, consoleUrl),
    changes: changeWords(texts, refusal, shown),
  });
}

function changeWords(
  texts: Texts,
  { fields = [], secondsBefore }: Refusal,
  shown: ShownRequest | null,
): string {
  const now = fields.map((field) =>
    shown === null ? texts.refusals.changed[field] : decidedFieldWords[field].changed(texts, shown),
  );
  const { before } = texts.review.confirmChanged;
  return [
    ...now,
    ...(secondsBefore === undefined ? [] : [before({ seconds: secondsBefore })]),
  ].join(' ');
}

/** Slack shows a field's error as plain text. This is the most that can be read at a glance. */
const longestMistake = 150;

/** A sentence at the field, without markup. */
export function mistakeWords(texts: Texts, mistake: Refusal): string {
  return cut(filled(texts, mistake, { consoleUrl: null, shown: null }), longestMistake);
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

/** "⚠️ The duration is now 7 days. ... Your click was not carried out. ..." */
export function refusedClickWords(texts: Texts, one: RefusedClick): string {
  const { request, task, refusal, consoleUrl, at } = one;
  const requestNow = task === null ? null : shownRequest(task, request);
  const why = refusalWords(texts, refusal, consoleUrl, requestNow);
  // For a changed request, the sentence itself says that nothing was carried out.
  const sentence = refusal.code === 'changed' ? why : `${texts.home.notCarriedOut} ${why}`;
  return `⚠️ ${moment(at)}: ${sentence}`;
}
