import type { AccessRequest, RequestData, SlackActor } from './access-request.ts';
import type { GrantEnd, GrantPeriod } from './grant.ts';
import type { ReviewVerb } from './review.ts';
import type { OfferedActions } from './task-act.ts';
import type { TaskSnapshot } from './task-snapshot.ts';

/** A decision that somebody made through the bot, or is making right now. */
export interface ReviewRecord {
  readonly stepId: string;
  /** `TaskSnapshot.stepOccurrence` of its step. */
  readonly occurrence: string;
  readonly verb: ReviewVerb;
  readonly by: SlackActor;
  readonly reason: string;
  readonly at: Date;
  /** checking: clicked by somebody who by the last reading may decide; acting: being carried out. */
  readonly state: 'checking' | 'acting' | 'done';
}

/** The answer to one of the configured extra fields. */
export interface CardAnswer {
  /** The field's label; its id where the field is configured no more. */
  readonly label: string;
  readonly value: RequestData[string];
}

/** What was granted, until when, and how it ended. */
export interface CardGrant extends GrantPeriod {
  readonly endedAt: Date | null;
  readonly endedBy: GrantEnd | null;
  /** It is being taken away. */
  readonly leaving: 'given-back' | 'taken-away' | null;
  /** Its time is over, and nothing says yet that it has ended. */
  readonly isOverdue: boolean;
}

/** Everything a card shows: rendered from the store, never edited. */
export interface CardModel {
  readonly cardId: string;
  /** Slack id of the one person whose direct message it is, who reads it in their language; null in a channel. */
  readonly readerId: string | null;
  readonly request: AccessRequest;
  readonly task: TaskSnapshot;
  /** The tenant's word for the risk of the first entitlement; null where it does not tell. */
  readonly riskName: string | null;
  /** Name of whoever asked, as well as it is known. */
  readonly requesterName: string;
  /** The person it is for, where that is not who asked; `name` is null where the service does not tell it. */
  readonly target: { readonly name: string | null } | null;
  readonly answers: readonly CardAnswer[];
  /** What was granted; null where nothing was, or not yet. */
  readonly grant: CardGrant | null;
  /** Of a request for more time: when the access that there is ends; null = it does not end, or nothing is prolonged. */
  readonly heldUntil: Date | null;
  /** Which of those asked for in one go it is, counted from 1; null where it was asked for alone. */
  readonly inGroup: { readonly number: number; readonly of: number } | null;
  readonly offered: OfferedActions;
  /** Oldest first. */
  readonly reviews: readonly ReviewRecord[];
  /** The last questions, answers and comments, oldest first. */
  readonly remarks: readonly { readonly by: SlackActor; readonly reason: string }[];
  /** Slack user id by identity user id, for those who are known in Slack. */
  readonly mentions: ReadonlyMap<string, string>;
  /** Identities of reviewers who are away: in Slack, or because somebody stands in for them. */
  readonly away: ReadonlySet<string>;
  /** Slack user group to call, on the card of an emergency in the emergency channel; null everywhere else. */
  readonly onCall: string | null;
  /** Whether the bot hears what becomes of the task. */
  readonly isFollowed: boolean;
  /** Link to the task in the service's own console; null where none is configured. */
  readonly consoleUrl: string | null;
}
