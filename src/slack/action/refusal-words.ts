import type { ChangedRefusal, HolderActionRefusal } from '../../domain/action/holder-action.ts';
import type { ServiceRefusal } from '../../domain/outward/service-refusal.ts';
import type {
  IdentityRefusal,
  RequestRefusal,
  SubmissionMistake,
} from '../../domain/request/access-request.ts';
import { isDoubt } from '../../domain/request/doubt.ts';
import { type ShownRequest, shownRequest } from '../../domain/request/task-period.ts';
import type { TimeTextRefusal } from '../../domain/request/time-text.ts';
import type { LinkReason } from '../../domain/task/link-reason.ts';
import type { Accepted } from '../../use-cases/action/accept-action.ts';
import type { RefusedClick } from '../../use-cases/ports/home-contents.ts';
import { durationWords } from '../card/duration-words.ts';
import { doubtWords } from '../card/task-words.ts';
import { cut, link, mention, moment, sound } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { decidedFieldWords } from './decided-field-words.ts';

/** The sentence of each kind. A part that the refusal does not have does not compile. */
type SentencesOf<Refusals> = {
  readonly [Kind in keyof Refusals]: string | ((parts: Refusals[Kind]) => string);
};
type ByKind<Refusal extends { readonly kind: string }> = {
  readonly [Kind in Refusal['kind']]: Extract<Refusal, { readonly kind: Kind }>;
};

function sentenceOf<Refusals, Kind extends keyof Refusals>(
  sentences: SentencesOf<Refusals>,
  kind: Kind,
  refusal: Refusals[Kind],
): string {
  const sentence = sentences[kind];
  return typeof sentence === 'string' ? sentence : sentence(refusal);
}

type Identified = IdentityRefusal & { readonly who: string };

/** `aboutId`: Slack id of the person it is about; null if that is the reader. */
export function identityRefusalWords(
  texts: Texts,
  refusal: IdentityRefusal,
  aboutId: string | null = null,
): string {
  const { you, identity, identityOfOther } = texts.refusals;
  const who = aboutId === null ? you : mention(aboutId);
  const sentences = aboutId === null ? identity : { ...identity, ...identityOfOther };
  const words = sentenceOf<ByKind<Identified>, Identified['kind']>(sentences, refusal.kind, {
    ...refusal,
    who,
  });
  // A rule that says "guests" does not say who counts as a guest.
  return aboutId === null || words.includes(who) ? words : `${who}: ${words}`;
}

export function serviceRefusalWords(texts: Texts, refusal: ServiceRefusal): string {
  const { refusals } = texts;
  const { kind } = refusal;
  if (kind === 'duplicate') return duplicateWords(texts, refusal.existing ?? nothingKnown);
  if (kind === 'closed' || kind === 'step-moved-on') return refusals.byKind[kind];
  return refusals.service[kind](refusal);
}

/** "You already asked for this (#1001). It is waiting for Ana." */
export function duplicateWords(
  { refusals }: Texts,
  existing: NonNullable<ServiceRefusal['existing']>,
): string {
  return existing.isByOther ? refusals.duplicateOfOther(existing) : refusals.duplicate(existing);
}

const nothingKnown = { numericId: '', reviewers: [], isByOther: false };

/** Why a request did not become a task, for the reasons without sentences of their own. */
type ExplainedRefusal = Exclude<RequestRefusal, { kind: 'answer-disagrees' }>;
type WordedRefusal = HolderActionRefusal | ExplainedRefusal;
/** Those that are more than one sentence about their members. */
type ComposedKind = 'identity' | 'service' | 'in-console' | 'changed' | 'already-decided';
type PlainRefusal = Exclude<WordedRefusal, { kind: ComposedKind }>;

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
  const { refusals } = texts;
  const { kind } = refusal;
  if (kind === 'identity') return identityRefusalWords(texts, refusal.refusal, refusal.slackUserId);
  if (kind === 'service') return serviceRefusalWords(texts, refusal.refusal);
  if (kind === 'in-console') return inConsoleWords(texts, refusal.why, consoleUrl);
  if (kind === 'changed') return changedWords(texts, refusal, shown);
  if (kind === 'already-decided') {
    const { winner } = refusal;
    return winner === null
      ? refusals.alreadyDecided
      : refusals.alreadyDecidedBy[winner.verb](winner);
  }
  return sentenceOf<ByKind<PlainRefusal>, PlainRefusal['kind']>(refusals.byKind, kind, refusal);
}

/** "The duration is now 365 days. Before, it was 1 day. Your click was not carried out. ..." */
function changedWords(texts: Texts, refusal: ChangedRefusal, shown: ShownRequest | null): string {
  const { again, unknownCard } = texts.refusals.changed;
  const { fields } = refusal;
  if (fields.length === 0) return unknownCard;
  const sentences = fields.map((field) =>
    shown === null ? texts.refusals.changed[field] : decidedFieldWords[field].changed(texts, shown),
  );
  return [...sentences, ...beforeWords(texts, refusal), again].join(' ');
}

/** What it was before; empty where that cannot be told. */
function beforeWords(texts: Texts, { secondsBefore }: ChangedRefusal): readonly string[] {
  if (secondsBefore === undefined) return [];
  const duration = durationWords(texts, secondsBefore);
  return [texts.refusals.changed.durationBefore({ duration })];
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
export function acceptanceWords({ refusals }: Texts, accepted: Accepted): string | null {
  if (accepted === 'kept') return null;
  return accepted === 'repeated' || accepted === 'unknown'
    ? refusals[accepted]
    : refusals.byKind[accepted];
}

/** Why it is decided in the console, with the way there. */
function inConsoleWords(texts: Texts, why: LinkReason, consoleUrl: string | null): string {
  const words = consoleReasonWords(texts, why, consoleUrl);
  return consoleUrl === null || isDoubt(why)
    ? words
    : `${words}\n${link(consoleUrl, texts.card.openInConsole)}`;
}

/** Why it is decided in the console; where it cannot be known what it is, with the way there. */
export function consoleReasonWords(
  texts: Texts,
  why: LinkReason,
  consoleUrl: string | null,
): string {
  return isDoubt(why)
    ? doubtWords(texts, 'decider', why, consoleUrl)
    : texts.refusals.inConsole[why];
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
