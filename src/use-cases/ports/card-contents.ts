import type { Lapse } from '../../domain/access/grant.ts';
import type { Action, Decision } from '../../domain/action/action.ts';
import type { OfferedActions } from '../../domain/action/action-form.ts';
import type { StepWatch } from '../../domain/due/step-watch.ts';
import type { IdentityPerson } from '../../domain/people/identity-person.ts';
import type { Refusal } from '../../domain/refusals/refusals.ts';
import type { ShownTask, TaskPeriod } from '../../domain/request/granted-by-task.ts';
import type { Subject } from '../../domain/request/subject.ts';
import type { StepDeadline } from '../../domain/task/step-of-task.ts';
import type { TaskAnswerValue } from '../../domain/task/task-snapshot.ts';
import type { RequestWait } from '../../domain/telling/told-request.ts';
import type { GrantRow } from './rows/due-rows.ts';

/** Everything a card shows: rendered from the store, never edited. */
export interface CardModel extends Reach {
  readonly cardId: string;
  readonly request: Subject;
  readonly task: ShownTask;
  /** The moment at which it was so. */
  readonly at: Date;
  /** For how long the task grants. */
  readonly period: TaskPeriod;
  /** The answers that were given in the request's form, oldest question first. */
  readonly answers: readonly { readonly label: string; readonly value: TaskAnswerValue['value'] }[];
  readonly offered: OfferedActions;
  /** The tenant's word for the risk of the first entitlement; null where it does not tell. */
  readonly riskName: string | null;
  /** Whether *Approve* asks to confirm, because the risk is high or not known. */
  readonly isConfirmed: boolean;
  /**
   * Why the last approval of this step was refused, if the request had changed before it: *Approve*
   * then asks to confirm, so that a second click does not approve what nobody looked at.
   */
  readonly change: Refusal | null;
  /**
   * Slack user group to call: only where the emergency is answered, elsewhere it would be called
   * twice.
   */
  readonly onCall: string | null;
  /** Link to the task in the service's own console; null where none is configured. */
  readonly consoleUrl: string | null;
  readonly reviews: readonly ReviewRecord[];
  /** The deadline of the current step, by the service; null where none is ahead. */
  readonly deadline: StepDeadline | null;
  /** The people who decided outside of Slack, as far as that is known. */
  readonly decidedOutside: readonly IdentityPerson[];
  /** The bot denied it, because nobody decided in time. */
  readonly isUndecided: boolean;
  /** The last questions, answers and comments. */
  readonly remarks: readonly Pick<Action, 'by' | 'reason'>[];
  /** What was granted; null where nothing was, or not yet. */
  readonly grant: Omit<GrantRow, 'requestId'> | null;
  /** Name of the requester, as well as it is known. */
  readonly requesterName: string;
  /**
   * The person it is for, where that is not who asked; `name` is null where the service does not
   * tell it.
   */
  readonly target: { readonly name: string | null } | null;
  /**
   * When the access ends that a request for more time prolongs, or was to prolong; null = it does
   * not end, nothing is prolonged, or it was granted.
   */
  readonly heldUntil: Date | null;
  /** As in `lapseOf` for a request for more time; null of any other. */
  readonly lapse: Lapse | null;
  /** What was done because nobody decides on an emergency's step; null where nothing was. */
  readonly watch: StepWatch | null;
  /** Why the service does not have an emergency yet; null of any other. */
  readonly waitCause: RequestWait['cause'] | null;
  /** The access profile for which the service opened the task; null where that is not known. */
  readonly profileName: string | null;
}

/** A decision that somebody made through the bot, or is making right now. */
export type ReviewRecord = Pick<
  Decision,
  'id' | 'stepId' | 'occurrence' | 'verb' | 'by' | 'reason' | 'at' | 'state'
>;

export interface Reach {
  /** Slack user id by identity user id, for those who are known in Slack. */
  readonly mentions: ReadonlyMap<string, string>;
  /** Identities of people who are away: in Slack, or because somebody stands in for them. */
  readonly away: ReadonlySet<string>;
}

/** The reach of people who are not looked up. */
export const nobodyReached: Reach = { mentions: new Map(), away: new Set() };
