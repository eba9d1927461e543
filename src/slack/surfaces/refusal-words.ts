import type { IdentityRefusal, RequestRefusal, SubmissionMistake } from '../../domain/access-request.ts';
import type { HolderActionRefusal } from '../../domain/holder-action.ts';
import type { ReviewRefusal } from '../../domain/review.ts';
import type { ServiceRefusal } from '../../domain/service-refusal.ts';
import { durationWords } from './duration-words.ts';
import { cut, listed, mention, moment, name } from './text.ts';

/** Whom to ask, as words: the bot's administrators, or IT where none are configured. */
export function helpers(admins: readonly string[]): string {
  return admins.length === 0 ? 'your IT team' : listed(admins.slice(0, 3).map(mention), 'or');
}

export function identityRefusalWords(refusal: IdentityRefusal, admins: readonly string[]): string {
  const ask = helpers(admins);
  switch (refusal.kind) {
    case 'unknown-person':
      return refusal.email === ''
        ? `I could not find you in the access directory. Please ask ${ask} to add you.`
        : `I could not find ${name(refusal.email, 200)} in the access directory. Please ask ${ask} to add you, or to correct your email in Slack.`;
    case 'no-email':
      return `Slack does not tell me your email address, so I cannot find you in the access directory. Please ask ${ask}.`;
    case 'guest':
      return `Guests of this workspace cannot use access requests. Please ask the person who invited you, or ${ask}.`;
    case 'bot':
      return 'Apps and bots cannot use access requests.';
    case 'deactivated':
      return 'This Slack account is deactivated, so it cannot be used for access requests.';
    case 'external':
      return `Only members of this workspace can use access requests. Please ask in your own workspace, or ${ask}.`;
  }
}

function quoted(refusal: ServiceRefusal): string {
  return refusal.message === '' ? '' : ` It says: “${name(refusal.message, 300)}”.`;
}

export function serviceRefusalWords(refusal: ServiceRefusal, admins: readonly string[]): string {
  const ask = helpers(admins);
  switch (refusal.kind) {
    case 'duplicate':
      return `There is already an open request for the same access${
        refusal.existingTaskId === null ? '' : ` (${name(refusal.existingTaskId, 60)})`
      }. You do not need a second one: the first one goes on.`;
    case 'forbidden':
      return `The governance service does not allow this.${quoted(refusal)} If you think you need it, ask ${ask}.`;
    case 'invalid':
      return `The governance service did not accept this.${quoted(refusal)} Please change the request and try again, or ask ${ask}.`;
    case 'not-found':
      return `The governance service does not know this app, entitlement or person any more.${quoted(refusal)} Please pick again; if it stays like this, ask ${ask}.`;
    case 'closed':
      return 'This request is closed already.';
    case 'step-moved-on':
      return 'This request has moved on to its next step already.';
    case 'conflict':
      return `The governance service says that this conflicts with something else.${quoted(refusal)} Please try again in a minute, or ask ${ask}.`;
  }
}

export function requestRefusalWords(refusal: RequestRefusal, admins: readonly string[]): string {
  switch (refusal.kind) {
    case 'identity':
      return identityRefusalWords(refusal.refusal, admins);
    case 'service':
      return serviceRefusalWords(refusal.refusal, admins);
  }
}

export function reviewRefusalWords(refusal: ReviewRefusal, admins: readonly string[]): string {
  switch (refusal.kind) {
    case 'identity':
      return identityRefusalWords(refusal.refusal, admins);
    case 'other-workspace':
      return 'This request belongs to another workspace, so it can only be decided there.';
    case 'own-request':
      return 'This request is yours or for you, so somebody else has to decide on it. Nothing was changed.';
    case 'not-reviewer': {
      const shown = refusal.reviewers.slice(0, 5).map((reviewer) => name(reviewer, 80));
      const more = refusal.reviewers.length - shown.length;
      const people = more > 0 ? `${shown.join(', ')} or ${more} more` : listed(shown, 'or');
      return people === ''
        ? 'You are not a reviewer of this step. Nothing was changed.'
        : `You are not a reviewer of this step. It is decided by ${people}. Nothing was changed.`;
    }
    case 'already-decided':
      return refusal.winner === null
        ? 'Somebody else has already decided this step.'
        : `${mention(refusal.winner.slackUserId)} ${refusal.winner.verb === 'approve' ? 'approved' : 'denied'} this already, ${moment(new Date(refusal.winner.at))}. Your click changed nothing.`;
    case 'step-moved-on':
      return 'This request has moved on to its next step since the card was shown. The card is up to date now: please look again.';
    case 'closed':
      return 'This request is closed already. Your click changed nothing.';
    case 'gone':
      return `The governance service does not know this request any more. Please ask ${helpers(admins)}.`;
    case 'not-offered':
      return 'The governance service does not offer this action on this request at the moment. Nothing was changed.';
    case 'failed':
      return `Something went wrong on our side and I gave up. Please look at the request in the governance console, and give ${helpers(admins)} this reference: ${name(refusal.reference)}.`;
    case 'service':
      return serviceRefusalWords(refusal.refusal, admins);
  }
}

export function holderRefusalWords(refusal: HolderActionRefusal, admins: readonly string[]): string {
  switch (refusal.kind) {
    case 'not-yours':
      return 'Only the person who asked, and the person it is for, can do this. Nothing was changed.';
    case 'closed':
      return 'This request is closed already. Nothing was changed.';
    case 'gone':
      return `The governance service does not know this request any more. Please ask ${helpers(admins)}.`;
    case 'not-offered':
      return 'The governance service does not offer this at the moment. Nothing was changed.';
    case 'ended':
      return 'This access has ended already. There is nothing left to do.';
    case 'failed':
      return `Something went wrong on our side and I gave up. Please give ${helpers(admins)} this reference: ${name(refusal.reference)}.`;
    case 'service':
      return serviceRefusalWords(refusal.refusal, admins);
  }
}

/** A sentence beside the field, without markup: Slack shows field errors as plain text. */
export function mistakeWords(mistake: SubmissionMistake): string {
  switch (mistake.kind) {
    case 'empty':
      return 'Please say in a sentence why you need this. The reviewers read it.';
    case 'too-long':
      return mistake.field === 'duration'
        ? `This can be granted for at most ${durationWords(mistake.longestSeconds)}. Please pick a shorter time.`
        : `Please shorten this to ${mistake.limit} characters.`;
    case 'too-many':
      return `Please pick at most ${mistake.limit} in one go.`;
    case 'not-offered':
      return 'This cannot be had as an emergency. Please ask for it without.';
    case 'not-understood':
      return 'I do not understand this time. Please write it like “90m”, “3 days” or “until Friday 18:00”.';
    case 'in-the-past':
      return 'This time is over already. Please write a later one.';
    case 'must-end':
      return 'This cannot be granted without an end. Please pick a time.';
    case 'unknown':
      return cut(`Please pick the ${mistake.field} from the list again: this one is not there any more.`, 150);
  }
}
