import { durationPhrase } from '../text/duration-phrase.ts';
import type { AuditLine } from './audit-filter.ts';

/** Names for the ids in audit entries. */
export interface AuditNames {
  /** By Slack id. */
  readonly people: ReadonlyMap<string, string>;
  /** Task numbers by the request's id. */
  readonly numbers: ReadonlyMap<string, string>;
}

/** Entries that only record the delivery of a message: most of a trail, and rarely looked for. */
export function isDelivery({ kind }: Pick<AuditLine, 'kind'>): boolean {
  return kind.endsWith('.delivered');
}

/** Verbs that stand before the request: “Ana approved #1018”. */
const deeds: Readonly<Record<string, string>> = {
  'request.abandoned': 'gave up',
  'request.sent-again': 'sent again',
  'review.approved': 'approved',
  'review.denied': 'denied',
  'comment.done': 'commented on',
  'ask.done': 'asked the requester about',
  'answer.done': 'answered about',
  'reassign.done': 'reassigned',
  'shorten.done': 'shortened',
  'nudge.done': 'asked again for a decision on',
  'withdraw.done': 'withdrew',
  'escalate.done': 'escalated',
  'give-back.done': 'gave back the access of',
  'held.given-back': 'gave back access that was granted elsewhere, by',
  'take-away.done': 'took away the access of',
  'let-end.done': 'lets the access end of',
  'skip-step.done': 'skipped a step of',
  'fill-in.done': 'filled in the form of',
  'set-up.done': 'set up by hand',
  'cannot-set-up.done': 'could not set up',
  'retry-provisioning.done': 'tried the set-up again of',
  'restart.done': 'restarted',
  'close.done': 'closed',
};

/** What a person was refused to do, by the verb, before the request: “to approve #1018”. */
const refusedDeeds: Readonly<Record<string, string>> = {
  approve: 'to approve',
  deny: 'to deny',
  ask: 'to ask the requester about',
  answer: 'to answer about',
  comment: 'to comment on',
  reassign: 'to reassign',
  shorten: 'to shorten',
  withdraw: 'to withdraw',
  nudge: 'to ask again for a decision on',
  escalate: 'to escalate',
  'give-back': 'to give back the access of',
  'fill-in': 'to fill in the form of',
  'set-up': 'to say that it was set up:',
  'cannot-set-up': 'to say that it could not be set up:',
  'skip-step': 'to skip a step of',
  restart: 'to restart',
  'retry-provisioning': 'to try the set-up again of',
  close: 'to close',
  settlement: 'to settle the outcome of',
};

/** Predicates that follow the request. */
const events: Readonly<Record<string, string>> = {
  'request.created': 'was created in the service',
  'request.refused': 'was refused by the service',
  'request.uncertain': 'was sent, and the service did not answer',
  'request.abandoned': 'was given up',
  'request.answer-disagrees': 'was answered by the service with something else',
  'request.accepted-though-hidden': 'was accepted by the service although the catalogs hide it',
  'task.found': 'was made elsewhere and is shown from now on',
  'task.reopened': 'was opened again',
  'card.delivered': 'has its card posted',
  'notice.delivered': 'has a message delivered',
  'job.failed': 'has a job that failed for good',
  'delivery.opened': 'has a step that the access service handed over',
  'delivery.denied-undecided': 'was denied because nobody decided in time',
  'delivery.ended-withdrawn': 'had a step denied because it was withdrawn',
  'delivery.nobody-found': 'has a step that nobody was found to answer',
  'delivery.answer-refused': 'has a step to which the access service takes no answer any more',
  'review.self-approved': 'has a step that the bot’s own account approved, and nobody in Slack',
  'task.closed': 'was closed',
  'profile.settled': 'has an access profile whose items are not followed any more',
  'grant.ended': 'has no access any more',
  'grant.not-ended': 'should have no access any more, but has',
  'card.unreachable': 'has a card that could not be posted',
  'notice.undeliverable': 'has a message that could not be delivered',
};

/** Entries about no request. */
const facts: Readonly<Record<string, string>> = {
  'database.backed-up': 'The database was backed up',
  'database.restored': 'The database was restored from a backup',
  'audit.pruned': 'Old entries of this trail were removed',
  'audit.begun': 'This trail was begun',
  'audit.erased': 'Texts beside entries of this trail were erased',
  'audit.chain-started': 'A chain of this trail was started with another key',
  'audit.head-undeliverable': 'The head of this trail could not be posted',
  'requests.pruned': 'Old requests were removed',
  'delivery.unreadable': 'The access service handed over a step that cannot be read',
  'digest.delivered': 'The digest was posted',
  'digest.undeliverable': 'The digest could not be posted',
};

/**
 * An entry as a sentence without its time: “Ana approved #1018”. An unknown kind is shown by its
 * name.
 */
export function auditSentence(entry: AuditLine, names: AuditNames): string {
  const { kind, actor } = entry;
  const request = requestWords(entry, names);
  const person = actor === null ? null : (names.people.get(actor) ?? actor);
  return `${sentence(kind, person, request, entry, names)}${whyWords(entry)}`;
}

function sentence(
  kind: string,
  person: string | null,
  request: string | null,
  { detail }: AuditLine,
  names: AuditNames,
): string {
  const fact = facts[kind];
  if (fact !== undefined) return person === null ? fact : `${fact} by ${person}`;
  if (kind === 'admin-command')
    return `${person ?? textIn(detail, 'operator') ?? 'Somebody'} ran ${commandWords(detail)}`;
  if (kind === 'request.asked')
    return `${person ?? 'Somebody'} requested ${askedWords(detail, names, request)}`;
  const about = request ?? 'a request';
  const deed = deeds[kind];
  if (deed !== undefined && person !== null) return `${person} ${deed} ${about}`;
  const event = kind === 'task.step-advanced' ? stepWords(detail) : events[kind];
  if (event !== undefined && person === null) return `${about} ${event}`;
  if (kind === 'limit.reached') return `${person ?? 'Somebody'} reached a limit`;
  const [what = kind, how] = kind.split('.');
  const words = what.replaceAll('-', ' ');
  if (how === 'refused' && person !== null) {
    const verb = textIn(detail, 'verb') ?? what;
    return `${person} was not allowed ${refusedDeeds[verb] ?? `${words} on`} ${about}`;
  }
  const subject = person === null ? '' : `${person}: `;
  return `${subject}${words}${how === undefined ? '' : ` ${how.replaceAll('-', ' ')}`}${request === null ? '' : `, ${request}`}`;
}

/** After the last decision a task has no step, and the service gives the access. */
function stepWords({ stepId }: AuditLine['detail']): string {
  return stepId === null ? 'has no step left to decide' : 'moved on to another step';
}

function requestWords({ requestId, taskId }: AuditLine, { numbers }: AuditNames): string | null {
  const number = requestId === null ? undefined : numbers.get(requestId);
  if (number !== undefined) return `#${number}`;
  if (requestId !== null) return `request ${requestId}`;
  return taskId === null ? null : `task ${taskId}`;
}

/** "GitHub · Platform: write for 4 hours, for Ana (#1018)"; old entries may say less. */
function askedWords(
  detail: AuditLine['detail'],
  { people }: AuditNames,
  request: string | null,
): string {
  const access = [textIn(detail, 'appName'), textIn(detail, 'entitlementName')].filter(Boolean);
  if (access.length === 0) return request ?? 'something';
  const { durationSeconds: seconds } = detail;
  const isBounded = typeof seconds === 'number' && Number.isFinite(seconds);
  const period = isBounded ? ` for ${durationPhrase('en-GB', seconds)}` : '';
  const unbounded = seconds === null ? ' until revoked' : period;
  const targetId = textIn(detail, 'targetSlackId');
  const target = targetId === null ? '' : `, for ${people.get(targetId) ?? targetId}`;
  const emergency = detail.emergency === true ? ', as an emergency' : '';
  const number = request === null ? '' : ` (${request})`;
  return `${access.join(' · ')}${unbounded}${target}${emergency}${number}`;
}

function commandWords(detail: AuditLine['detail']): string {
  const outcome = textIn(detail, 'outcome');
  return `${textIn(detail, 'command') ?? 'a command'}${outcome === null ? '' : ` (${outcome})`}`;
}

/** The reason that a person gave, or why something was refused. */
function whyWords({ detail }: AuditLine): string {
  const reason = textIn(detail, 'reason') ?? textIn(detail, 'justification');
  if (reason !== null && reason !== '') return `: “${reason}”`;
  const refusal = textIn(Object(detail['refusal']), 'kind');
  return refusal === null ? '' : ` (${refusal.replaceAll('-', ' ')})`;
}

function textIn(detail: AuditLine['detail'], name: string): string | null {
  const value = detail[name];
  return typeof value === 'string' ? value : null;
}
