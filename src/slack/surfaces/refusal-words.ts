import type { IdentityRefusal, RequestRefusal, SubmissionMistake } from '../../domain/access-request.ts';
import type { HolderActionRefusal } from '../../domain/holder-action.ts';
import type { ReviewRefusal } from '../../domain/review.ts';
import type { ServiceRefusal } from '../../domain/service-refusal.ts';
import type { Texts } from '../texts/texts.ts';
import { durationWords } from './duration-words.ts';
import { countedNames, numbered } from './task-words.ts';
import { cut, listed, mention, moment, name } from './text.ts';

/** Whom to ask, as words: the bot's administrators, or IT where none are configured. */
export function helpers(texts: Texts, admins: readonly string[]): string {
  return admins.length === 0 ? texts.refusals.itTeam : listed(texts, admins.slice(0, 3).map(mention), 'or');
}

/** `targetSlackId`: the person it is about, where that is not whoever reads it. */
export function identityRefusalWords(
  texts: Texts,
  refusal: IdentityRefusal,
  admins: readonly string[],
  targetSlackId: string | null = null,
): string {
  const said = texts.refusals.identity;
  const who = targetSlackId === null ? said.you : mention(targetSlackId);
  // A rule that says "guests" does not say who is one.
  const about = targetSlackId === null ? '' : `${who}: `;
  const ask = { helpers: helpers(texts, admins) };
  switch (refusal.kind) {
    case 'unknown-person':
      return said.unknownPerson({
        who: refusal.email === '' ? who : `${who} (${name(refusal.email, 200)})`,
        ...ask,
      });
    case 'no-email':
      return said.noEmail({ who, ...ask });
    case 'unconfirmed-email':
      return `${about}${said.unconfirmedEmail({ email: name(refusal.email, 200), ...ask })}`;
    case 'inactive':
      return `${about}${said.inactive({ status: name(refusal.status, 60), ...ask })}`;
    case 'changed':
      return said.changed(ask);
    case 'guest':
      return `${about}${said.guest(ask)}`;
    case 'bot':
      return `${about}${said.bot}`;
    case 'deactivated':
      return `${about}${said.deactivated}`;
    case 'external':
      return `${about}${said.external(ask)}`;
  }
}

export function serviceRefusalWords(texts: Texts, refusal: ServiceRefusal, admins: readonly string[]): string {
  const { refusals } = texts;
  const said = refusal.message === '' ? '' : refusals.said({ message: name(refusal.message, 300) });
  const parts = { said, helpers: helpers(texts, admins) };
  switch (refusal.kind) {
    case 'duplicate':
      return duplicateWords(texts, refusal);
    case 'forbidden':
      return refusals.forbidden(parts);
    case 'invalid':
      return refusals.invalid(parts);
    case 'not-found':
      return refusals.notFound(parts);
    case 'closed':
      return refusals.closed;
    case 'step-moved-on':
      return refusals.stepMovedOn;
    case 'conflict':
      return refusals.conflict(parts);
  }
}

function duplicateWords(texts: Texts, { existing }: ServiceRefusal): string {
  const { duplicate, duplicateOfOther } = texts.refusals;
  const number = { number: numbered(existing ?? { numericId: '' }) };
  const words = existing?.isByOther === true ? duplicateOfOther(number) : duplicate(number);
  return [words, ...waitingWords(texts, existing?.reviewers ?? [])].join(' ');
}

/** "It is waiting for Ana." */
export function waitingWords(texts: Texts, reviewers: readonly string[]): string[] {
  if (reviewers.length === 0) return [];
  return [texts.refusals.waitingFor({ people: countedNames(texts, reviewers, 'or') })];
}

export function requestRefusalWords(
  texts: Texts,
  refusal: RequestRefusal,
  { targetSlackId }: { readonly targetSlackId: string | null },
  admins: readonly string[],
): string {
  switch (refusal.kind) {
    case 'identity':
      return identityRefusalWords(texts, refusal.refusal, admins, refusal.whose === 'target' ? targetSlackId : null);
    case 'service':
      return serviceRefusalWords(texts, refusal.refusal, admins);
  }
}

export function reviewRefusalWords(texts: Texts, refusal: ReviewRefusal, admins: readonly string[]): string {
  const { refusals } = texts;
  switch (refusal.kind) {
    case 'identity':
      return identityRefusalWords(texts, refusal.refusal, admins);
    case 'other-workspace':
      return refusals.otherWorkspace;
    case 'own-request':
      return refusals.ownRequest;
    case 'not-reviewer':
      return refusal.reviewers.length === 0
        ? refusals.notReviewer
        : refusals.notReviewerBut({ reviewers: countedNames(texts, refusal.reviewers, 'or') });
    case 'already-decided': {
      if (refusal.winner === null) return refusals.alreadyDecided;
      const { slackUserId, verb, at } = refusal.winner;
      const parts = { who: mention(slackUserId), when: moment(texts, new Date(at)) };
      return verb === 'approve' ? refusals.alreadyApprovedBy(parts) : refusals.alreadyDeniedBy(parts);
    }
    case 'step-moved-on':
      return refusals.stepMovedOn;
    case 'closed':
    case 'gone':
    case 'not-offered':
    case 'failed':
    case 'service':
      return sharedRefusalWords(texts, refusal, admins);
  }
}

export function holderRefusalWords(texts: Texts, refusal: HolderActionRefusal, admins: readonly string[]): string {
  switch (refusal.kind) {
    case 'not-yours':
      return texts.refusals.notYours;
    case 'ended':
      return texts.refusals.accessEnded;
    case 'closed':
    case 'gone':
    case 'not-offered':
    case 'failed':
    case 'service':
      return sharedRefusalWords(texts, refusal, admins);
  }
}

/** What can go wrong with whatever somebody does to a request. */
function sharedRefusalWords(
  texts: Texts,
  refusal: Extract<ReviewRefusal, HolderActionRefusal>,
  admins: readonly string[],
): string {
  const { refusals } = texts;
  const ask = { helpers: helpers(texts, admins) };
  switch (refusal.kind) {
    case 'closed':
      return refusals.closed;
    case 'gone':
      return refusals.gone(ask);
    case 'not-offered':
      return refusals.notOffered;
    case 'failed':
      return refusals.failed({ reference: name(refusal.reference), ...ask });
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
      return mistakes.notAsEmergency({ what: cut(listed(texts, mistake.names, 'and'), 60) });
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
