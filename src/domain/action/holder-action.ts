import type { RequestData } from '../form/request-answers.ts';
import { type IdentityPerson, isNamed } from '../people/identity-person.ts';
import type { Refusal } from '../refusals/refusals.ts';
import type { AccessRequest, SlackActor } from '../request/access-request.ts';
import { periodOf } from '../request/granted-by-task.ts';
import { type Subject, workspaceOf } from '../request/subject.ts';
import { awaitsDecision } from '../request/untold.ts';
import { ok, type Result, refuse } from '../result.ts';
import { isOpen, type SeenStep, type TaskSnapshot } from '../task/task-snapshot.ts';
import type { ActionRight } from './authorization.ts';

/**
 * Done with one's own request: make an emergency of it, withdraw it while it is open, nudge its
 * reviewers, give the access back early.
 */
export const holderActionKinds = ['escalate', 'withdraw', 'nudge', 'give-back'] as const;
export type HolderActionKind = (typeof holderActionKinds)[number];

export function isHolderActionKind(verb: string): verb is HolderActionKind {
  return holderActionKinds.some((one) => one === verb);
}

/**
 * What a holder may do about a request of theirs, in the order of the buttons on Home and in
 * messages.
 */
export const holderButtonKinds = [
  'escalate',
  'extend',
  'withdraw',
  'correct',
  'nudge',
  'give-back',
  'again',
] as const;
export type HolderButton = (typeof holderButtonKinds)[number];

/** What an act needs beside words: the step that the person saw, and what they filled in. */
export interface ActionDetail extends SeenStep {
  readonly durationSeconds: number | null;
  /** Slack ids of those who are to decide instead. */
  readonly people: readonly string[];
  /** Only of an answer: the act that asked. */
  readonly asked?: string | undefined;
  /** The fingerprint of what the card showed; none where the act is bound to no card. */
  readonly shown?: string | null;
  /** The answers of a form. */
  readonly answers?: RequestData | null;
}

type Parties = Pick<Subject, 'requester' | 'targetSlackId'>;
type OfRequest = Pick<AccessRequest, 'requester' | 'targetSlackId'>;
type PassedOn = Pick<Subject, 'requesterPassedOn' | 'targetPassedOn'>;

/**
 * Whether this person stands behind the request: as its requester or its target. Not the next owner
 * of an account.
 */
export function isHolder(request: Parties & PassedOn, slackUserId: string): boolean {
  return (
    (slackUserId === request.requester?.userId && !request.requesterPassedOn) ||
    (slackUserId === request.targetSlackId && !request.targetPassedOn)
  );
}

/** Whose account it was or is: after it passed on, the same Slack id stands for somebody else. */
export interface HolderKey {
  readonly slackUserId: string;
  readonly isPassedOn: boolean;
}

/** Who has, or would have, the access. */
export function holderKey(request: OfRequest & PassedOn): HolderKey {
  const { targetSlackId, requesterPassedOn, targetPassedOn } = request;
  const isPassedOn = targetSlackId === null ? requesterPassedOn : targetPassedOn;
  return { slackUserId: holderOf(request), isPassedOn };
}

/** Whether two requests are for one and the same person. */
export function hasSameHolder(one: OfRequest & PassedOn, other: OfRequest & PassedOn): boolean {
  const [first, second] = [holderKey(one), holderKey(other)];
  return first.slackUserId === second.slackUserId && first.isPassedOn === second.isPassedOn;
}

/** Whether it is a holder who acts, in the workspace the request was made in. */
export function isHolderActing(request: Parties & PassedOn, by: SlackActor): boolean {
  return by.teamId === workspaceOf(request) && isHolder(request, by.userId);
}

/**
 * Whether somebody may do this with a request of their own, in the workspace that it was made in.
 * Access is its holder's: a person who only asked for it may withdraw the request, not give back
 * what somebody else has.
 */
export function mayActOn(
  kind: HolderActionKind,
  request: Parties & PassedOn,
  by: SlackActor,
  isAdministrator: boolean,
): boolean {
  if (kind !== 'give-back') return isHolderActing(request, by);
  if (isAdministrator) return by.teamId === workspaceOf(request);
  return holderOf(request) === by.userId && isHolderActing(request, by);
}

type Asked = Parties & Pick<Subject, 'requesterIdentityId' | 'identityUserId' | 'elsewhere'>;

/** The Slack person who has, or would have, the access; null where nobody knows them in Slack. */
export function holderOf(request: OfRequest): string;
export function holderOf(subject: Parties): string | null;
export function holderOf({ requester, targetSlackId }: Parties): string | null {
  return targetSlackId ?? requester?.userId ?? null;
}

/**
 * Slack ids of the requester and the target: nobody for a task that was made elsewhere, because its
 * people hear of it where they asked for it.
 */
export function holders({ requester, targetSlackId }: Parties): ReadonlySet<string> {
  if (requester === null) return new Set();
  return new Set([requester.userId, targetSlackId ?? requester.userId]);
}

/** Whether the access is for the requester: as they asked, and by the service's account of it. */
export function isForRequester(request: Asked, { target }: Pick<TaskSnapshot, 'target'>): boolean {
  if (holderOf(request) !== (request.requester?.userId ?? null)) return false;
  if (request.requester === null) return request.requesterIdentityId === target?.id;
  return target === null || request.identityUserId === null || request.identityUserId === target.id;
}

/** Their name in the service where it is known, else the one in Slack. */
export function requesterName(
  request: Asked,
  task: Pick<TaskSnapshot, 'target'> | null,
  known: IdentityPerson | null = null,
): string {
  const target = task !== null && isForRequester(request, task) ? task.target : null;
  const named = [known, target].find((one) => one !== null && isNamed(one))?.name;
  return named ?? request.requester?.userName ?? request.elsewhere?.requesterName ?? '';
}

/** The service's actions on a task that the bot can carry out; null where it can do none. */
type PossibleActions = ReadonlySet<string> | null;

/**
 * Whether a request becomes an emergency as it is, or for a shorter time, where it is longer than
 * emergencies may take.
 */
export function escalation(
  task: TaskSnapshot,
  possible: PossibleActions,
  request: Parameters<typeof periodOf>[1],
  longestSeconds: number,
): Result<'escalate' | 'shorten', Refusal> {
  if (!mayEscalate(task, possible)) return refuse({ code: 'not-offered' });
  const period = periodOf(task, request);
  if (period.kind === 'lasts' && period.seconds <= longestSeconds) return ok('escalate');
  return possible?.has('UPDATE_GRANT_DURATION') === true
    ? ok('shorten')
    : refuse({ code: 'not-urgent', longestSeconds });
}

/** Whether the bot can make an emergency of a task. */
export function mayEscalate(
  task: Pick<TaskSnapshot, 'state' | 'emergency'>,
  possible: PossibleActions,
): boolean {
  return isOpen(task) && !task.emergency && possible?.has('ESCALATE_TO_EMERGENCY_ACCESS') === true;
}

/** Whether the bot can withdraw a request. */
export function mayWithdraw(task: Pick<TaskSnapshot, 'state'>, possible: PossibleActions): boolean {
  return isOpen(task) && possible?.has('CLOSE') === true;
}

/**
 * Whether the bot can end a request so that a reading shows the end: it is withdrawn in the
 * service, or the step that the service handed to the bot is denied.
 */
export function mayEnd(
  task: Pick<TaskSnapshot, 'state' | 'delivered'>,
  possible: PossibleActions,
): boolean {
  const { delivered } = task;
  const isDenied = delivered?.kind === 'approval' && delivered.isOnlySource !== true;
  return isDenied || mayWithdraw(task, possible);
}

/**
 * Whether this action is no longer offered because the request was withdrawn, although the service
 * still has it open. Reviewers may still deny it, unless the bot does that itself.
 */
export function isOverByWithdrawal(
  verb: ActionRight,
  { state }: Pick<Subject, 'state'>,
  task: Pick<TaskSnapshot, 'state' | 'delivered'>,
): boolean {
  if (state !== 'withdrawn' || !isOpen(task)) return false;
  return verb === 'deny' ? task.delivered !== undefined : verb !== 'withdraw';
}

/**
 * Where a request stands, for its requester and its target.
 * - `open`: being sent, decided or set up
 * - `active`: granted, and not ended
 * - `sent`: with the service, whose decision the bot cannot read
 * - `ended`: refused, denied, abandoned, or the access has ended
 */
export type Standing = (typeof standings)[number];

/** In display order. */
export const standings = ['open', 'active', 'sent', 'ended'] as const;

/** Those of requests that may still be granted. */
export const underWay = ['open', 'sent'] as const satisfies readonly Standing[];

/** Whether reviewers are to decide on it: the requester still wants it. */
export function isAwaited(request: Pick<Subject, 'state'>, task: TaskSnapshot): boolean {
  return request.state !== 'withdrawn' && awaitsDecision(task);
}
