import type { IdentityRefusal, RequestRefusal, SubmissionMistake } from '../../domain/access-request.ts';
import type { HolderActionRefusal } from '../../domain/holder-action.ts';
import type { ReviewRefusal } from '../../domain/review.ts';
import type { ServiceRefusal } from '../../domain/service-refusal.ts';
import type { Texts } from '../texts/texts.ts';
import { durationWords } from './duration-words.ts';
import { taskNumber } from './task-words.ts';
import { cut, listed, mention, moment, name } from './text.ts';

/** Whom to ask, as words: the bot's administrators, or IT where none are configured. */
export function helpers(texts: Texts, admins: readonly string[]): string {
  return admins.length === 0 ? texts.refusals.itTeam : listed(texts, admins.slice(0, 3).map(mention), 'or');
}

/** `whose`: of whoever reads it, or of the person it is for. */
export function identityRefusalWords(
  texts: Texts,
  refusal: IdentityRefusal,
  admins: readonly string[],
  whose: 'own' | 'target' = 'own',
): string {
  const ask = { helpers: helpers(texts, admins) };
  const said = whose === 'own' ? texts.refusals.identity : texts.refusals.targetIdentity;
  switch (refusal.kind) {
    case 'unknown-person':
      return refusal.email === ''
        ? said.unknownPerson(ask)
        : said.unknownEmail({ email: name(refusal.email, 200), ...ask });
    case 'no-email':
      return said.noEmail(ask);
    case 'guest':
      return said.guest(ask);
    case 'bot':
      return said.bot;
    case 'deactivated':
      return said.deactivated;
    case 'external':
      return said.external(ask);
  }
}

export function serviceRefusalWords(texts: Texts, refusal: ServiceRefusal, admins: readonly string[]): string {
  const { service } = texts.refusals;
  const said = refusal.message === '' ? '' : service.said({ message: name(refusal.message, 300) });
  const parts = { said, helpers: helpers(texts, admins) };
  switch (refusal.kind) {
    case 'duplicate':
      return duplicateWords(texts, refusal);
    case 'forbidden':
      return service.forbidden(parts);
    case 'invalid':
      return service.invalid(parts);
    case 'not-found':
      return service.notFound(parts);
    case 'closed':
      return service.closed;
    case 'step-moved-on':
      return service.stepMovedOn;
    case 'conflict':
      return service.conflict(parts);
  }
}

/** By its number; by its id only where that is all there is. */
function duplicateWords({ refusals }: Texts, { existingTaskId, existingNumericId }: ServiceRefusal): string {
  const number = existingNumericId === undefined ? '' : taskNumber({ numericId: existingNumericId });
  const existing = number === '' ? existingTaskId : number;
  return existing === null
    ? refusals.service.duplicate
    : refusals.service.duplicateOf({ existing: name(existing, 60) });
}

export function requestRefusalWords(texts: Texts, refusal: RequestRefusal, admins: readonly string[]): string {
  switch (refusal.kind) {
    case 'identity':
      return identityRefusalWords(texts, refusal.refusal, admins, refusal.whose ?? 'own');
    case 'service':
      return serviceRefusalWords(texts, refusal.refusal, admins);
  }
}

export function reviewRefusalWords(texts: Texts, refusal: ReviewRefusal, admins: readonly string[]): string {
  const { review } = texts.refusals;
  const ask = { helpers: helpers(texts, admins) };
  switch (refusal.kind) {
    case 'identity':
      return identityRefusalWords(texts, refusal.refusal, admins);
    case 'other-workspace':
      return review.otherWorkspace;
    case 'own-request':
      return review.ownRequest;
    case 'not-reviewer': {
      const shown = refusal.reviewers.slice(0, 5).map((reviewer) => name(reviewer, 80));
      const count = refusal.reviewers.length - shown.length;
      const reviewers =
        count > 0 ? `${shown.join(', ')} ${texts.lists.or} ${texts.lists.more({ count })}` : listed(texts, shown, 'or');
      return reviewers === '' ? review.notReviewer : review.notReviewerBut({ reviewers });
    }
    case 'already-decided': {
      if (refusal.winner === null) return review.alreadyDecided;
      const { slackUserId, verb, at } = refusal.winner;
      const parts = { who: mention(slackUserId), when: moment(texts, new Date(at)) };
      return verb === 'approve' ? review.alreadyApprovedBy(parts) : review.alreadyDeniedBy(parts);
    }
    case 'step-moved-on':
      return review.stepMovedOn;
    case 'closed':
      return review.closed;
    case 'gone':
      return review.gone(ask);
    case 'not-offered':
      return review.notOffered;
    case 'failed':
      return review.failed({ reference: name(refusal.reference), ...ask });
    case 'service':
      return serviceRefusalWords(texts, refusal.refusal, admins);
  }
}

export function holderRefusalWords(texts: Texts, refusal: HolderActionRefusal, admins: readonly string[]): string {
  const { holder } = texts.refusals;
  const ask = { helpers: helpers(texts, admins) };
  switch (refusal.kind) {
    case 'not-yours':
      return holder.notYours;
    case 'closed':
      return holder.closed;
    case 'gone':
      return holder.gone(ask);
    case 'not-offered':
      return holder.notOffered;
    case 'ended':
      return holder.ended;
    case 'failed':
      return holder.failed({ reference: name(refusal.reference), ...ask });
    case 'service':
      return serviceRefusalWords(texts, refusal.refusal, admins);
  }
}

/** Slack shows a field's error as plain text, of at most so many characters that it can be read at a glance. */
const longestMistake = 150;

/** A sentence beside the field, without markup. */
export function mistakeWords(texts: Texts, mistake: SubmissionMistake): string {
  return cut(wordsOf(texts, mistake), longestMistake);
}

function wordsOf(texts: Texts, mistake: SubmissionMistake): string {
  const { mistakes } = texts.refusals;
  switch (mistake.kind) {
    case 'empty':
      return mistakes.justificationEmpty;
    case 'too-long':
      return mistake.field === 'duration'
        ? mistakes.durationTooLong({ duration: durationWords(texts, mistake.longestSeconds) })
        : mistakes.tooLong({ limit: mistake.limit });
    case 'too-many':
      return mistakes.tooMany({ limit: mistake.limit });
    case 'not-offered':
      return mistake.names.length === 0
        ? mistakes.noEmergency
        : mistakes.noEmergencyOf({ what: cut(listed(texts, mistake.names, 'and'), 60) });
    case 'not-understood':
      return mistakes.durationNotUnderstood;
    case 'in-the-past':
      return mistakes.durationInThePast;
    case 'no-longer':
      return mistakes.durationNoLonger({ duration: durationWords(texts, mistake.leftSeconds) });
    case 'must-end':
      return mistakes.durationMustEnd;
    case 'unknown':
      switch (mistake.field) {
        case 'app':
          return mistakes.unknownApp;
        case 'entitlement':
          return mistakes.unknownEntitlement;
        case 'duration':
          return mistakes.unknownDuration;
      }
  }
}
