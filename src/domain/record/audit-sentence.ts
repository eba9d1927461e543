import type { GrantEnd } from '../access/grant.ts';
import type { ActionKind } from '../action/action.ts';
import type { AuditWords } from '../message/fact-object.ts';
import { isUncertain, refusalCode, refusalKind } from '../refusals/refusals.ts';
import { durationPhrase } from '../text/duration-phrase.ts';
import type { AuditLine } from './audit-filter.ts';
import { auditWords } from './facts.ts';

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

/** What was refused, by the verb, before the request: “to approve #1018”. */
const refusedDeeds: Readonly<Record<ActionKind | 'settlement', string>> = {
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
  'set-up': 'to report the set-up of',
  'cannot-set-up': 'to report a failed set-up of',
  'skip-step': 'to skip a step of',
  restart: 'to restart',
  'retry-provisioning': 'to try the set-up again of',
  close: 'to close',
  settlement: 'to settle the outcome of',
};

const grantEnds: Readonly<Record<GrantEnd, string>> = {
  expired: 'ran out',
  'given-back': 'was given back',
  'taken-away': 'was taken away',
  unconfirmed: 'should be over, as granted',
};

/** Kinds that are written without `record`. */
const otherEntries: Readonly<Record<string, AuditWords>> = {
  'take-away.done': { deed: 'took away the access of' },
  'database.restored': { alone: 'The database was set back to an earlier copy' },
  'audit.begun': { alone: 'This trail was begun' },
  'audit.pruned': { alone: 'Old entries of this trail were removed' },
  'audit.erased': { alone: 'Texts beside entries of this trail were erased' },
  'audit.chain-started': { alone: 'A chain of this trail was started with another key' },
};

const words: ReadonlyMap<string, AuditWords | null> = new Map([
  ...Object.entries(otherEntries),
  ...Object.entries(auditWords).map(([kind, { audit }]) => [kind, audit] as const),
]);

interface EntryWords {
  readonly deed?: string;
  readonly event?: string;
  readonly alone?: string;
}

function wordsOf(kind: string): EntryWords {
  const entry = words.get(kind) ?? null;
  return entry === null || typeof entry === 'string' ? {} : entry;
}

/**
 * An entry as a sentence without its time: “Ana approved #1018”. An unknown kind is shown by its
 * name.
 */
export function auditSentence(entry: AuditLine, names: AuditNames): string {
  const { kind, actor } = entry;
  const request = requestWords(entry, names);
  const person = actor === null ? null : (names.people.get(actor) ?? actor);
  if (kind === 'click.refused' && person !== null) {
    const deed = namedIn(refusedDeeds, textIn(entry.detail, 'verb')) ?? 'on';
    return refusedSentence(person, `${deed} ${request ?? 'a request'}`, refusalCode(entry.detail));
  }
  return `${sentence(kind, person, request, entry, names)}${whyWords(entry)}`;
}

function sentence(
  kind: string,
  person: string | null,
  request: string | null,
  { detail }: AuditLine,
  names: AuditNames,
): string {
  const { alone, deed, event: own } = wordsOf(kind);
  if (alone !== undefined) return person === null ? alone : `${alone} by ${person}`;
  if (kind === 'admin-command')
    return `${person ?? textIn(detail, 'operator') ?? 'Somebody'} ran ${commandWords(detail)}`;
  if (kind === 'request.asked')
    return `${person ?? 'Somebody'} requested ${askedWords(detail, names, request)}`;
  if (kind === 'draft.prepared') return preparedWords(detail, names);
  const about = request ?? 'a request';
  if (deed !== undefined && person !== null)
    return `${person} ${deed} ${about}${deedEnd(kind, detail, names)}`;
  const event = eventWords(kind, detail) ?? own;
  if (event !== undefined && person === null) return `${about} ${event}`;
  if (kind === 'grant.not-ended') return `The access of ${about} should have ended, and has not`;
  if (kind === 'grant.ended')
    return `The access of ${about} ${namedIn(grantEnds, textIn(detail, 'end')) ?? 'has ended'}`;
  const ofAgent = agentWords(kind, detail);
  if (ofAgent !== null) return `${person ?? 'Somebody'}${ofAgent}`;
  const [what = kind, how] = kind.split('.');
  const subjectName = what.replaceAll('-', ' ');
  const subject = person === null ? '' : `${person}: `;
  return `${subject}${subjectName}${how === undefined ? '' : ` ${how.replaceAll('-', ' ')}`}${request === null ? '' : `, ${request}`}`;
}

/** Only who has no right to it was not allowed to. */
function refusedSentence(person: string, deed: string, code: string | null): string {
  const why = codeWords(code);
  const kind = code === null ? null : refusalKind({ code });
  if (kind === 'not-yours' || kind === 'own-request')
    return `${person} was not allowed ${deed}${why}`;
  const wasDone = isUncertain(code) ? 'may have been' : 'was not';
  return `${person}’s click ${deed} ${wasDone} carried out${why}`;
}

/** Entries of other versions may hold names that this one does not know. */
function namedIn<Value>(values: Readonly<Record<string, Value>>, name: string | null) {
  return Object.entries(values).find(([one]) => one === name)?.[1];
}

/** The new reviewers after a reassignment, or the length that a request was shortened to. */
function deedEnd(kind: string, detail: AuditLine['detail'], { people }: AuditNames): string {
  const { durationSeconds: seconds } = detail;
  if (kind === 'reassign.done') {
    const newReviewers = pickedPeopleOf(detail).map((id) => people.get(id) ?? id);
    return newReviewers.length === 0 ? '' : ` to ${newReviewers.join(', ')}`;
  }
  const isShortened = kind === 'shorten.done' && typeof seconds === 'number';
  return isShortened ? ` to ${durationPhrase('en-GB', seconds)}` : '';
}

/** Slack ids of the people that were picked in a form. */
export function pickedPeopleOf({ people }: AuditLine['detail']): readonly string[] {
  return Array.isArray(people) ? people.filter((one) => typeof one === 'string') : [];
}

/**
 * What became of a task, where its kind alone does not say it. After the last decision a task has no
 * step, and the service gives the access.
 */
function eventWords(kind: string, detail: AuditLine['detail']): string | null {
  if (kind === 'task.step-advanced')
    return detail['stepId'] === null ? 'has no step left to decide' : 'moved on to another step';
  const startedAt = textIn(detail, 'startedAt');
  if (kind !== 'task.closed' || startedAt === null) return null;
  const until = { 'until-revoked': 'until it is revoked', unreadable: 'the end is not told' };
  const endsAt = textIn(detail, 'endsAt') ?? '';
  const end = namedIn(until, endsAt) ?? `until ${utcWords(endsAt)}`;
  return `was granted: access began ${utcWords(startedAt)}, ${end}`;
}

/** "2026-03-02 16:00 UTC". */
function utcWords(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
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
  const more = textIn(detail, 'extendsRequestId') === null ? '' : ' more';
  const period = isBounded ? ` for ${durationPhrase('en-GB', seconds)}${more}` : '';
  const unbounded = seconds === null ? ' until revoked' : period;
  const targetId = textIn(detail, 'targetSlackId');
  const target = targetId === null ? '' : `, for ${people.get(targetId) ?? targetId}`;
  const emergency = detail.emergency === true ? ', as an emergency' : '';
  const number = request === null ? '' : ` (${request})`;
  return `${access.join(' · ')}${unbounded}${target}${emergency}${drafterWords(detail, ', drafted by')}${number}`;
}

/** Which agent drafted it, after these words; empty where the person wrote it. */
function drafterWords(detail: AuditLine['detail'], before: string): string {
  const drafter = Object(detail['draftedBy']);
  const kind = textIn(drafter, 'kind');
  if (kind === null) return '';
  const agent = `an agent named “${textIn(drafter, 'name') ?? ''}”`;
  return `${before} ${kind === 'slackbot' ? 'Slackbot' : agent}`;
}

/** "A draft of GitHub · Platform: write was prepared for Ana by Slackbot". */
function preparedWords(detail: AuditLine['detail'], { people }: AuditNames): string {
  const access = [textIn(detail, 'appName'), textIn(detail, 'entitlementName')].filter(Boolean);
  const of = access.length === 0 ? '' : ` of ${access.join(' · ')}`;
  const id = textIn(detail, 'slackUserId');
  const whom = id === null ? '' : ` for ${people.get(id) ?? id}`;
  return `A draft${of} was prepared${whom}${drafterWords(detail, ' by')}`;
}

/** What agents do for somebody, after the person's name; null of any other kind. */
function agentWords(kind: string, detail: AuditLine['detail']): string | null {
  const agent = `agent “${textIn(detail, 'clientName') ?? ''}”`;
  const tool = textIn(detail, 'tool') ?? 'a tool';
  const words: Readonly<Record<string, string>> = {
    'agent.looked-up': `’s ${agent} called ${tool}${callsWords(detail)}`,
    'agent.connected': ` connected the ${agent}`,
    'agent.disconnected': `’s ${agent} was disconnected (${textIn(detail, 'end') ?? 'not said'})`,
  };
  return namedIn(words, kind) ?? null;
}

function callsWords({ calls }: AuditLine['detail']): string {
  return typeof calls === 'number' ? ` ${calls} ${calls === 1 ? 'time' : 'times'}` : '';
}

function commandWords(detail: AuditLine['detail']): string {
  const outcome = textIn(detail, 'outcome');
  return `${textIn(detail, 'command') ?? 'a command'}${outcome === null ? '' : ` (${outcome})`}`;
}

/** The reason that a person gave, or why something was refused. */
function whyWords({ detail }: AuditLine): string {
  const reason = textIn(detail, 'reason') ?? textIn(detail, 'justification');
  if (reason !== null && reason !== '') return `: “${reason}”`;
  return codeWords(refusalCode(detail));
}

function codeWords(code: string | null): string {
  return code === null ? '' : ` (${code.replaceAll('-', ' ')})`;
}

function textIn(detail: AuditLine['detail'], name: string): string | null {
  const value = detail[name];
  return typeof value === 'string' ? value : null;
}
