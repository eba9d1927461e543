import type { CardModel, ReviewRecord } from '../../domain/card.ts';
import type { GrantOutcome, IdentityPerson, TaskSnapshot } from '../../domain/task-snapshot.ts';
import { isOpen } from '../../domain/task-snapshot.ts';
import { namedPeople } from '../limits.ts';
import { textsFor } from '../texts/texts.ts';
import { listed, mention, moment, name } from './text.ts';

/** "#1042", or nothing where the service tells no number. */
export function taskNumber(task: Pick<TaskSnapshot, 'numericId'>): string {
  return task.numericId === '' ? '' : `#${task.numericId}`;
}

/** What is asked for, in plain text: app and entitlement. */
export function accessName(task: TaskSnapshot): string {
  const entitlements = task.entitlements.map((one) => one.name).filter((one) => one.trim() !== '');
  return [task.appName, entitlements.join(', ')].filter((part) => part.trim() !== '').join(' · ');
}

export function outcomeWords(outcome: GrantOutcome): string {
  switch (outcome) {
    case 'granted':
      return 'Granted';
    case 'denied':
      return 'Denied';
    case 'error':
      return 'Could not be set up';
    case 'cancelled':
      return 'Cancelled';
    case 'wait-timed-out':
      return 'Ran out of time';
    case 'none':
      return 'Closed';
    default:
      // An outcome nobody knows yet is shown as the service names it.
      return `Closed (${outcome})`;
  }
}

/** People by mention where they are known in Slack, else by name; the rest is counted. */
export function peopleWords(
  people: readonly IdentityPerson[],
  mentions: ReadonlyMap<string, string>,
  last: 'and' | 'or',
): string {
  const shown = people.slice(0, namedPeople).map((person) => {
    const slackUserId = mentions.get(person.id);
    return slackUserId === undefined ? name(person.name, 80) : mention(slackUserId);
  });
  const more = people.length - shown.length;
  return more > 0 ? `${shown.join(', ')} … ${last} ${more} more` : listed(textsFor('en'), shown, last);
}

/** The decision that the step being shown has or is getting: with it a second click could only lose. */
export function decisionOfStep({ reviews, task }: CardModel): ReviewRecord | undefined {
  const own = reviews.filter((review) => review.stepId === task.currentStepId);
  return own.find((review) => review.state === 'done') ?? own.find((review) => review.state === 'acting') ?? own[0];
}

/** Where the request stands, in one line of our own words. */
export function stateWords(card: CardModel): string {
  const { task } = card;
  if (!isOpen(task)) return `*${name(outcomeWords(task.outcome))}*`;
  const decision = decisionOfStep(card);
  if (decision?.state === 'done') {
    return `*${decision.verb === 'approve' ? 'Approved' : 'Denied'}* by ${mention(decision.by.userId)}, the governance service is still at it`;
  }
  if (decision !== undefined) {
    return `*${decision.verb === 'approve' ? 'Being approved' : 'Being denied'}* by ${mention(decision.by.userId)} …`;
  }
  if (task.outcome === 'error') return '*Could not be set up yet.* The governance service is still at it.';
  if (task.stepApprovers.length > 0) {
    return `*Waiting for review* by ${peopleWords(task.stepApprovers, card.mentions, 'or')}`;
  }
  if (card.reviews.some((one) => one.state === 'done') || task.approvers.length > 0) {
    return '*Approved*, access is being set up';
  }
  return '*Waiting*, the governance service names no reviewers at the moment';
}

/** "Approved by Ana, today at 10:14". */
export function reviewWords(review: ReviewRecord): string {
  return `${review.verb === 'approve' ? 'Approved' : 'Denied'} by ${mention(review.by.userId)}, ${moment(textsFor('en'), review.at)}`;
}
