import type { HolderActionRefusal } from '../../domain/action/refusals.ts';
import { actionRefusals, consoleReason, type SharedPart } from '../../domain/action/refusals.ts';
import type { ServiceRefusal } from '../../domain/outward/service-refusal.ts';
import type { SubmissionMistake } from '../../domain/request/access-request.ts';
import type { IdentityRefusal, RequestRefusal } from '../../domain/request/request-refusals.ts';
import {
  duplicateSentence,
  identitySentences,
  requestRefusals,
} from '../../domain/request/request-refusals.ts';
import { type ShownRequest, shownRequest } from '../../domain/request/task-period.ts';
import type { TimeTextRefusal } from '../../domain/request/time-text.ts';
import type { LinkReason } from '../../domain/task/link-reason.ts';
import {
  type ByKind,
  type FilledSentence,
  partsOfRefusal,
} from '../../domain/text/refusal-object.ts';
import type { Accepted } from '../../use-cases/action/accept-action.ts';
import type { RefusedClick } from '../../use-cases/ports/home-contents.ts';
import { durationWords } from '../card/duration-words.ts';
import { doubtWords } from '../card/task-words.ts';
import { cut, link, moment, sound } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { decidedFieldWords } from './decided-field-words.ts';

/** `aboutId`: Slack id of the person it is about; null if that is the reader. */
export function identityRefusalWords(
  texts: Texts,
  refusal: IdentityRefusal,
  aboutId: string | null = null,
): string {
  return identitySentences(refusal, aboutId).map(texts.fill).join(' ');
}

/** "You already asked for this (#1001). It is waiting for Ana." */
export function duplicateWords(
  texts: Texts,
  existing: NonNullable<ServiceRefusal['existing']>,
): string {
  return texts.fill(duplicateSentence(existing));
}

/** Why a request did not become a task, for the reasons that are said as sentences. */
type WordedRefusal = HolderActionRefusal | Exclude<RequestRefusal, { kind: 'answer-disagrees' }>;

const refusals = { ...requestRefusals, ...actionRefusals };

/** @public for the test of the wording of all of them */
export function refusalParts(refusal: WordedRefusal): readonly (FilledSentence | SharedPart)[] {
  return partsOfRefusal<ByKind<WordedRefusal>, WordedRefusal['kind'], SharedPart>(
    refusals,
    refusal.kind,
    refusal,
  );
}

/** What a refusal needs beside itself to be said. */
interface RefusalReading {
  readonly texts: Texts;
  readonly consoleUrl: string | null;
  /** The last reading, which has the present value of a changed field; null if unknown. */
  readonly shown: ShownRequest | null;
}

/**
 * Why a request did not become a task, or why a decision or a holder's act was not carried out.
 *
 * @param shown the last reading, which has the present value of a changed field; null if unknown
 */
export function actionRefusalWords(
  texts: Texts,
  refusal: WordedRefusal,
  consoleUrl: string | null = null,
  shown: ShownRequest | null = null,
): string {
  return refusalParts(refusal).reduce((words, part) => {
    const more = partWords(part, { texts, consoleUrl, shown });
    if (words === '' || more === '') return words + more;
    return `${words}${'isConsoleLink' in part ? '\n' : ' '}${more}`;
  }, '');
}

function partWords(
  part: FilledSentence | SharedPart,
  { texts, consoleUrl, shown }: RefusalReading,
): string {
  if ('sentence' in part) return texts.fill(part);
  if ('doubt' in part) return doubtWords(texts, 'decider', part.doubt, consoleUrl);
  if ('isConsoleLink' in part)
    return consoleUrl === null ? '' : link(consoleUrl, texts.card.openInConsole);
  const { changedField } = part;
  return shown === null
    ? texts.refusals.changed[changedField]
    : decidedFieldWords[changedField].changed(texts, shown);
}

/** Why it is decided in the console; where it cannot be known what it is, with the way there. */
export function consoleReasonWords(
  texts: Texts,
  why: LinkReason,
  consoleUrl: string | null,
): string {
  return partWords(consoleReason(why), { texts, consoleUrl, shown: null });
}

/** Slack shows a field's error as plain text. This is the most that can be read at a glance. */
const longestMistake = 150;

/** A sentence at the field, without markup. */
export function mistakeWords(texts: Texts, mistake: SubmissionMistake): string {
  return cut(wordsOf(texts, mistake), longestMistake);
}

function wordsOf(texts: Texts, mistake: SubmissionMistake): string {
  const { mistakes } = texts.refusals;
  switch (mistake.kind) {
    case 'empty':
      return mistakes.justificationEmpty;
    case 'too-long': {
      const { names } = mistake;
      if (names === undefined) return mistakes.durationTooLong(mistake);
      return mistakes.durationTooLongOf({ ...mistake, names });
    }
    case 'not-offered':
      return mistakes.notAsEmergency(mistake);
    case 'no-longer':
      return mistakes.durationNoLonger(mistake);
    case 'must-end':
      return mistake.names === undefined
        ? mistakes.durationMustEnd
        : mistakes.durationMustEndOf({ names: mistake.names });
    case 'unknown':
      return mistake.field === 'duration' ? mistakes.durationMissing : mistakes.notThere;
  }
}

/** A sentence for what was typed as a time and cannot be taken. */
export function timeWords({ requestForm: { times } }: Texts, refusal: TimeTextRefusal): string {
  if (refusal.kind !== 'not-understood') return times[refusal.kind];
  return times[refusal.kind]({ words: cut(sound(refusal.words), 80) });
}

/**
 * For a person who does something too often; without markup, because it may stand beside a field.
 */
export function tooQuickWords(texts: Texts, waitSeconds: number): string {
  // "40 seconds" reads better than "39 minutes 17 seconds": the wait in its largest unit, rounded
  // up.
  const unit = [3_600, 60].find((one) => waitSeconds > 2 * one) ?? 1;
  return texts.limits.tooQuick({
    wait: durationWords(texts, Math.ceil(waitSeconds / unit) * unit),
  });
}

/** The immediate answer to a click; null if the card itself shows it. */
export function acceptanceWords(texts: Texts, accepted: Accepted): string | null {
  if (accepted === 'kept') return null;
  return accepted === 'repeated' || accepted === 'unknown'
    ? texts.refusals[accepted]
    : actionRefusalWords(texts, { kind: accepted });
}

/**
 * "⚠️ The duration is now 7 days. ... Your click was not carried out. ..."
 *
 * @param isWaiting whether it still waits for the reader; otherwise the words do not say what it is
 *   now
 */
export function refusedClickWords(texts: Texts, one: RefusedClick, isWaiting: boolean): string {
  const { request, task, refusal, consoleUrl, at } = one;
  const requestNow = task === null || !isWaiting ? null : shownRequest(task, request);
  const why = actionRefusalWords(texts, refusal, consoleUrl, requestNow);
  // Of a changed request the sentence says so itself.
  const sentence = refusal.kind === 'changed' ? why : `${texts.home.notCarriedOut} ${why}`;
  return `⚠️ ${moment(at)}: ${sentence}`;
}
