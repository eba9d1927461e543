import type { ActionKind } from '../action/action.ts';
import type { AuditWords, Reaction } from '../message/fact-object.ts';
import { durationPhrase } from '../text/duration-phrase.ts';
import type { AuditLine } from './audit-filter.ts';
import { reactions } from './facts.ts';

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

/** What a person was refused to do, by the verb, before the request: “to approve #1018”. */
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
  'set-up': 'to say that it was set up:',
  'cannot-set-up': 'to say that it could not be set up:',
  'skip-step': 'to skip a step of',
  restart: 'to restart',
  'retry-provisioning': 'to try the set-up again of',
  close: 'to close',
  settlement: 'to settle the outcome of',
};

/** Kinds that are written without `record`, or were by earlier versions. */
const otherEntries: Readonly<Record<string, AuditWords>> = {
  'take-away.done': { deed: 'took away the access of' },
  'database.restored': { alone: 'The database was restored from a backup' },
  'audit.begun': { alone: 'This trail was begun' },
  'audit.erased': { alone: 'Texts beside entries of this trail were erased' },
  'audit.chain-started': { alone: 'A chain of this trail was started with another key' },
};

const words: ReadonlyMap<string, AuditWords | null> = new Map([
  ...Object.entries(otherEntries),
  ...Object.entries<Reaction>(reactions).map(([kind, { audit }]) => [kind, audit] as const),
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
  const about = request ?? 'a request';
  if (deed !== undefined && person !== null) return `${person} ${deed} ${about}`;
  const event = kind === 'task.step-advanced' ? stepWords(detail) : own;
  if (event !== undefined && person === null) return `${about} ${event}`;
  if (kind === 'limit.reached') return `${person ?? 'Somebody'} reached a limit`;
  const [what = kind, how] = kind.split('.');
  const subjectName = what.replaceAll('-', ' ');
  if (how === 'refused' && person !== null) {
    const verb = textIn(detail, 'verb') ?? what;
    return `${person} was not allowed ${refusedDeed(verb) ?? `${subjectName} on`} ${about}`;
  }
  const subject = person === null ? '' : `${person}: `;
  return `${subject}${subjectName}${how === undefined ? '' : ` ${how.replaceAll('-', ' ')}`}${request === null ? '' : `, ${request}`}`;
}

function refusedDeed(verb: string): string | undefined {
  return Object.entries(refusedDeeds).find(([name]) => name === verb)?.[1];
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
