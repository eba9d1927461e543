import type { AppAccount } from '../catalogue/entitlement.ts';
import { type GrantPart, grantParts, type TaskSnapshot } from '../task/task-snapshot.ts';
import type { AccessRequest } from './access-request.ts';
import type { Subject } from './subject.ts';

/** For how long a task grants, or would grant, access. */
export type TaskPeriod =
  | { readonly kind: 'lasts'; readonly seconds: number }
  | { readonly kind: 'until-revoked' }
  /**
   * The bot cannot read what the service tells, or the service tells nothing of a task that was
   * made elsewhere.
   */
  | { readonly kind: 'unreadable' };

/** The fields of a reading that say what the period is, but only together. */
type PeriodMember = 'grantDurationSeconds' | 'isPermanent' | 'hasUnreadableDuration';
type ToldPeriod = Pick<TaskSnapshot, PeriodMember>;

/**
 * A task as surfaces see it: without these fields, because they show its `TaskPeriod`.
 * `grantDurationSeconds: null` alone looks as if the requested time still applied while the service
 * grants without an end.
 */
export type ShownTask = Omit<TaskSnapshot, PeriodMember>;

/** The period that the service tells; null where it tells none. */
export function toldPeriod(task: ToldPeriod): TaskPeriod | null {
  const { grantDurationSeconds: seconds, isPermanent, hasUnreadableDuration } = task;
  if (hasUnreadableDuration === true) return { kind: 'unreadable' };
  if (seconds !== null) return { kind: 'lasts', seconds };
  return isPermanent === true ? { kind: 'until-revoked' } : null;
}

type Requested = Pick<Subject, 'durationSeconds' | 'requester'>;

/** Access that would end later than was asked for, if it were granted now. */
export interface LateEnd {
  /** ISO 8601, because it is stored as JSON. */
  readonly endsAt: string;
  /** How much later, rounded as people say it. */
  readonly seconds: number;
}

/** What people see of a request: its task, and for how long it grants. */
export interface ShownRequest {
  readonly request: Requested & Pick<Subject, 'account' | 'identityUserId'>;
  readonly task: ShownTask;
  readonly period: TaskPeriod;
  /** What the buttons ask about first, so that a click on them counts for it. */
  readonly change?: { readonly late?: LateEnd } | null;
}

/** The period of a task: as the service tells it, else as it was requested. */
export function periodOf(task: ToldPeriod | null, request: Requested): TaskPeriod {
  const periodOfTask = task === null ? null : toldPeriod(task);
  return periodOfTask ?? requestedPeriod(request);
}

/**
 * The period that was requested. A task that was made elsewhere was not requested through the bot.
 */
function requestedPeriod({ durationSeconds: seconds, requester }: Requested): TaskPeriod {
  if (seconds !== null) return { kind: 'lasts', seconds };
  return requester === null ? { kind: 'unreadable' } : { kind: 'until-revoked' };
}

/** Whether a duration is shorter than a period. */
export function isShorterThan(seconds: number, period: TaskPeriod): boolean {
  return period.kind !== 'lasts' || seconds < period.seconds;
}

/** The grant that the bot asked for. */
export interface OrderedGrant extends Pick<AccessRequest, 'appId' | 'entitlementId' | 'account'> {
  readonly requestId: string;
  readonly identityUserId: string;
}

/** Whose request it is; null where that is not known, or nobody picked an account. */
export type RequestHolder = Pick<AccessRequest, 'identityUserId' | 'account'>;

/**
 * A later reading of a request's task. One for another person or account than the request counts as
 * a contradiction: who approves it would give them what the requester asked for.
 */
export function withForeignPerson(task: TaskSnapshot, request: RequestHolder): TaskSnapshot {
  const foreign = foreignPart(task, request);
  if (foreign === null) return task;
  const parts = new Set<GrantPart>([...(task.contradictions ?? []), foreign]);
  return { ...task, contradictions: grantParts.filter((part) => parts.has(part)) };
}

/** What of the task is not the request's; null where person and account are, as far as it tells. */
export function foreignPart(
  task: Pick<TaskSnapshot, 'target' | 'accountId'>,
  request: RequestHolder,
): 'person' | 'account' | null {
  if (isForAnother(task, request.identityUserId)) return 'person';
  return isOtherAccount(request, task.accountId) ? 'account' : null;
}

function isForAnother(
  { target }: Pick<TaskSnapshot, 'target'>,
  identityUserId: string | null,
): boolean {
  return identityUserId !== null && target !== null && target.id !== identityUserId;
}

/**
 * The parts in which a task differs from the grant that the bot asked for; empty if it agrees. A
 * part that the service leaves out is no difference. A task that differs may belong to somebody
 * else, so it is neither shown for a decision nor closed.
 */
export function disagreementsOf(task: TaskSnapshot, ordered: OrderedGrant): readonly GrantPart[] {
  const parts = new Set<GrantPart>(task.contradictions ?? []);
  if (task.target !== null && task.target.id !== ordered.identityUserId) parts.add('person');
  if (isOtherAccount(ordered, task.accountId)) parts.add('account');
  if (task.appId !== '' && task.appId !== ordered.appId) parts.add('app');
  for (const { appId, id } of task.entitlements) {
    // Ids of entitlements are unique only within their app.
    if (appId !== '' && appId !== ordered.appId) parts.add('app');
    if (id !== ordered.entitlementId) parts.add('entitlement');
  }
  if (task.sourceRequestId !== null && task.sourceRequestId !== ordered.requestId)
    parts.add('request');
  return grantParts.filter((part) => parts.has(part));
}

interface OfAccount {
  readonly account: AppAccount | null;
}

/** Whether two may mean the same account: one that nobody picked can be any of the person's. */
export function maybeSameAccount(one: OfAccount, other: OfAccount): boolean {
  return one.account === null || other.account === null || one.account.id === other.account.id;
}

/** Whether the service tells another account than the one that was picked. */
export function isOtherAccount(
  { account }: OfAccount,
  toldAccountId: string | null | undefined,
): boolean {
  const accountId = toldAccountId ?? '';
  return account !== null && accountId !== '' && accountId !== account.id;
}
