import type { Lapse } from '../../domain/access/grant.ts';
import type { Action, Decision } from '../../domain/action/action.ts';
import type { OfferedActions } from '../../domain/action/action-form.ts';
import type { RiskNames } from '../../domain/action/authorization.ts';
import type { StepWatch } from '../../domain/due/step-watch.ts';
import type { IdentityPerson, PersonAtWork } from '../../domain/people/identity-person.ts';
import type { Refusal } from '../../domain/refusals/refusals.ts';
import type { Subject } from '../../domain/request/subject.ts';
import type { ShownTask, TaskPeriod } from '../../domain/request/task-period.ts';
import type { StepDeadline } from '../../domain/task/step-deadline.ts';
import type { TaskAnswerValue } from '../../domain/task/task-snapshot.ts';
import type { RequestWait } from '../../domain/telling/told-request.ts';
import type { GrantRow } from './rows/due-rows.ts';

/** Somebody of whose place in the company something is told. */
export interface InvolvedPerson extends Pick<PersonAtWork, 'jobTitle' | 'department'> {
  readonly name: string;
  /** Only those whose names are known. */
  readonly managers: readonly string[];
}

/** Everything a card shows: rendered from the store, never edited. */
export interface CardModel extends Reach {
  readonly cardId: string;
  /**
   * Slack id of the one person whose direct message it is, who reads it in their language; null in
   * a channel.
   */
  readonly readerId: string | null;
  readonly request: Subject;
  readonly task: ShownTask;
  /** For how long the task grants. */
  readonly period: TaskPeriod;
  /** Who asked, and whom it is for, as far as their place is known; empty once it is over. */
  readonly people: readonly InvolvedPerson[];
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
  /** The tenant's words for the risks of a group, by id. */
  readonly groupRiskNames: Readonly<Record<string, string>>;
  /**
   * Slack user group to call: only where the emergency is answered, elsewhere it would be called
   * twice.
   */
  readonly onCall: string | null;
  /** Link to the task in the service's own console; null where none is configured. */
  readonly consoleUrl: string | null;
  readonly reviews: readonly ReviewRecord[];
  /**
   * Slack ids of the people whose decision got no answer, so that nobody can tell whether it
   * counted.
   */
  readonly perhapsDecidedBy: readonly string[];
  /** The deadline of the current step, by the service; null where none is ahead. */
  readonly deadline: StepDeadline | null;
  /**
   * Approvals from before this do not count; null where it was an emergency from the beginning, or
   * is none.
   */
  readonly becameEmergencyAt: Date | null;
  /** A step approved itself, because the bot's account is one of its reviewers. */
  readonly isSelfApproved: boolean;
  /** As in `botAccountsOf`. */
  readonly botAccounts: readonly string[];
  /** The bot denied it, because nobody decided in time. */
  readonly isUndecided: boolean;
  /** The last questions, answers and comments. */
  readonly remarks: readonly Pick<Action, 'by' | 'reason'>[];
  /** What was granted; null where nothing was, or not yet. */
  readonly grant: CardGrant | null;
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
  /**
   * Which of those asked for in one go it is, counted from 1; null where it was asked for alone.
   */
  readonly inGroup: { readonly number: number; readonly of: number } | null;
  /**
   * On the card that starts the thread of several: what is so of all of them that are open; null
   * elsewhere.
   */
  readonly wholeGroup: WholeGroup | null;
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

/**
 * What was granted, until when, and how it ended; `isOverdue`: its time is over, and nothing says
 * yet that it has ended; `isMissed`: the same of an order to take it away.
 */
export type CardGrant = Omit<GrantRow, 'requestId'> & {
  readonly isOverdue: boolean;
  readonly isMissed: boolean;
};

export interface WholeGroup {
  /** The risk of each entitlement that is still asked for, each level once. */
  readonly riskLevels: readonly string[];
  /** Who decides on any of them now. */
  readonly reviewers: readonly IdentityPerson[];
}

export interface Reach {
  /** Slack user id by identity user id, for those who are known in Slack. */
  readonly mentions: ReadonlyMap<string, string>;
  /** Identities of people who are away: in Slack, or because somebody stands in for them. */
  readonly away: ReadonlySet<string>;
}

/** The reach of people who are not looked up. */
export const nobodyReached: Reach = { mentions: new Map(), away: new Set() };

/** The tenant's words for the risks of a group, by id. */
export function riskNamesOf(
  group: WholeGroup | null,
  names: RiskNames,
): Readonly<Record<string, string>> {
  if (group === null || names === 'unreadable') return {};
  return Object.fromEntries(
    group.riskLevels.flatMap((id) => (names.has(id) ? [[id, names.get(id) ?? '']] : [])),
  );
}
