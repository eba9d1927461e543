/** The words for each field of a request that a decision is about. */

import type { DecidedField } from '../../domain/refusals/refusals.ts';
import type { ShownRequest } from '../../domain/request/task-period.ts';
import type { CardModel } from '../../use-cases/ports/card-contents.ts';
import { cardPeriodWords, durationWords } from '../card/duration-words.ts';
import { accessName } from '../card/task-words.ts';
import { cut, listed, name, oneLine } from '../platform/text.ts';
import type { Texts } from '../texts.ts';

/** The words for one field: those of the card, and those of the sentence about a change. */
interface FieldWords {
  /** As a card shows the value; in plain text, before it is cut. */
  readonly shown: (texts: Texts, card: CardModel) => string;
  /** The sentence that says what it is now; in marked text. */
  readonly changed: (texts: Texts, now: ShownRequest) => string;
}

/** How much of a rewritten justification a refusal quotes; the card shows all of it. */
const quotedJustification = 300;

/**
 * Every field that a fingerprint covers (`decidedFields`). A click counts only for what its card
 * showed, so the compared value has to be the shown one: cards take the words of a field from
 * `shown` and from nowhere else.
 */
export const decidedFieldWords: Readonly<Record<DecidedField, FieldWords>> = {
  target: {
    shown: ({ card }, { target, requesterName }) =>
      target === null ? requesterName : (target.name ?? card.somebodyElse),
    changed: ({ refusals: { changed } }, { task: { target } }) =>
      target === null ? changed.target : changed.now.target({ who: name(target.name, 200) }),
  },
  app: {
    shown: (_texts, { task }) => task.appName,
    changed: ({ refusals: { changed } }, { task }) =>
      changed.now.app({ what: name(task.appName, 200) }),
  },
  entitlements: {
    shown: (_texts, { task }) => entitlementNames(task).join(', '),
    changed: (texts, { task }) => {
      const names = entitlementNames(task).map((one) => name(one, 200));
      return texts.refusals.changed.now.entitlements({ what: listed(texts, names, 'and') });
    },
  },
  duration: {
    shown: cardPeriodWords,
    changed: (texts, { period }) => {
      const { now } = texts.refusals.changed;
      if (period.kind === 'unreadable') return now.unreadable;
      if (period.kind === 'until-revoked') return now.permanent;
      return now.duration({ duration: durationWords(texts, period.seconds) });
    },
  },
  justification: {
    shown: ({ card }, { task }) => task.justification.trim() || card.whyMissing,
    changed: ({ refusals: { changed } }, { task: { justification } }) =>
      justification.trim() === ''
        ? changed.now.noJustification
        : changed.now.justification({ text: name(justification, quotedJustification) }),
  },
  answers: {
    shown: (texts, { answers }) =>
      answers.map(({ label, value }) => `${label}: ${answerWords(texts, value)}`).join('\n'),
    changed: ({ refusals: { changed } }) => changed.answers,
  },
  emergency: {
    shown: (_texts, { task }) => (task.emergency ? '🚨' : ''),
    changed: ({ refusals: { changed } }, { task }) =>
      task.emergency ? changed.now.emergency : changed.now.noEmergency,
  },
  account: {
    shown: (_texts, card) => accountName(card) ?? '',
    changed: ({ refusals: { changed } }, now) => {
      const account = accountName(now);
      return account === null
        ? changed.account
        : changed.now.account({ account: name(account, 100) });
    },
  },
  alsoTaken: {
    shown: (texts, { task }) => alsoTakenNames(texts, alsoTakenOf(task)),
    changed: (texts, { task }) => {
      const { now } = texts.refusals.changed;
      const names = alsoTakenNames(texts, alsoTakenOf(task), (one) => name(one, namedLength));
      return names === '' ? now.onlyThis : now.alsoTaken({ names });
    },
  },
  names: {
    shown: (_texts, { task }) => accessName(task),
    changed: ({ refusals: { changed } }, { task }) =>
      changed.now.names({ what: name(accessName(task), 200) }),
  },
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

function alsoTakenOf({ alsoTaken = [] }: Pick<ShownRequest['task'], 'alsoTaken'>): string[] {
  return alsoTaken.map((one) => one.name);
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
