/** The words for each field of a request that a decision is about. */

import type { DecidedField } from '../../domain/refusals/refusals.ts';
import type { ShownRequest } from '../../domain/request/granted-by-task.ts';
import type { CardModel } from '../../use-cases/ports/card-contents.ts';
import { accessName, cardPeriodWords, known } from '../card/task-words.ts';
import { capitalised, cut, listed, name, oneLine } from '../platform/text.ts';
import type { Texts } from '../texts.ts';

/**
 * Every field that a fingerprint covers (`decidedFields`), as a card shows it: in plain text, before
 * it is cut. A click counts only for what its card showed, so the compared value has to be the shown
 * one: cards take the words of a field from here and from nowhere else.
 */
export const decidedFieldWords: Readonly<
  Record<DecidedField, (texts: Texts, card: CardModel) => string>
> = {
  target: ({ card }, { target, requesterName }) =>
    target === null ? requesterName : (target.name ?? card.somebodyElse),
  app: (_texts, { task }) => task.appName,
  entitlements: (_texts, { task }) => entitlementNames(task).join(', '),
  duration: cardPeriodWords,
  justification: ({ card }, { task }) => task.justification.trim() || card.whyMissing,
  answers: (texts, { answers }) =>
    answers.map(({ label, value }) => `${label}: ${answerWords(texts, value)}`).join('\n'),
  emergency: (_texts, { task }) => (task.emergency ? '🚨' : ''),
  account: (_texts, card) => accountName(card) ?? '',
  alsoTaken: (texts, { task: { alsoTaken = [] } }) =>
    alsoTakenNames(
      texts,
      alsoTaken.map((one) => one.name),
    ),
  names: (_texts, { task }) => accessName(task),
};

/** How many names a line or a dialog has room for. */
const mostNamed = 3;
const namedLength = 50;

/**
 * "A, B, C and 4 more": what is taken away together with something.
 *
 * @param shown how a name is written
 */
export function alsoTakenNames(
  texts: Texts,
  names: readonly string[],
  shown = (text: string): string => cut(oneLine(text), namedLength),
): string {
  const first = names.slice(0, mostNamed).map(shown);
  const count = names.length - first.length;
  return listed(texts, count === 0 ? first : [...first, texts.profile.more({ count })], 'and');
}

function entitlementNames({ entitlements }: Pick<ShownRequest['task'], 'entitlements'>): string[] {
  return entitlements.map((one) => one.name).filter((one) => one.trim() !== '');
}

/**
 * The account that the access is for, by its id where it is not the one that was picked; null where
 * none was picked and the service tells none.
 */
function accountName({ task, request }: ShownRequest): string | null {
  const { account } = request;
  const { accountId = account?.id ?? null } = task;
  return accountId === account?.id ? account.name : accountId;
}

/** An answer as it was typed; yes or no in the reader's language. */
export function answerWords(
  { requestForm }: Texts,
  value: CardModel['answers'][number]['value'],
): string {
  if (typeof value === 'boolean') return value ? requestForm.yes : requestForm.no;
  return typeof value === 'object' ? value.join(', ') : String(value);
}

/**
 * An action of the service in words. One that nobody knows yet is named as the service names it:
 * "Fly to the moon" for `FLY_TO_THE_MOON`.
 */
export function actionWords({ actions }: Texts, action: string): string {
  const words = action.replaceAll('_', ' ').trim().toLowerCase();
  return known(actions, action) ?? capitalised(words);
}

/** "In the governance console: Approve, Deny and Comment". */
export function actionsInConsoleWords(texts: Texts, actions: readonly string[]): string {
  return texts.card.actionsInConsole({ actions: actionList(texts, actions) });
}

/** Each of these actions in words, once. */
function actionList(texts: Texts, actions: readonly string[]): string {
  const words = new Set(actions.map((action) => name(actionWords(texts, action), 80)));
  return listed(texts, [...words], 'and');
}
