/**
 * What the use cases need of the store. One implementation (`store/`), two engines, one contract
 * suite. Long because it is every table's port, each with what a caller has to know of it.
 */

import type { Standing } from '../../domain/action/holder-action.ts';
import type { CatalogueEntitlement, ResourceKey } from '../../domain/catalogue/entitlement.ts';
import type { Place } from '../../domain/message/place.ts';
import type { OutwardJob } from '../../domain/outward/job.ts';
import type { IdentityPerson } from '../../domain/people/identity-person.ts';
import type { AuditLine } from '../../domain/record/audit-filter.ts';
import type {
  AccessRequest,
  ActingPerson,
  EntitlementKey,
  RequestedAccess,
} from '../../domain/request/access-request.ts';
import type { FollowedTasks } from '../../domain/task/followed-tasks.ts';
import type { Missed } from '../../domain/task/missed-task.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { ChainHead } from '../trail/audit-chain.ts';
import type { ActionRows } from './rows/action-rows.ts';
import type { CardRows, LockableRows } from './rows/card-rows.ts';
import type { DueTimeRows, GrantRows } from './rows/due-rows.ts';
import type { NoticeRows } from './rows/notice-rows.ts';
import type { OperationRows } from './rows/operation-rows.ts';
import type { RefreshRows } from './rows/refresh-rows.ts';
import type { SubjectRow, SubjectRows } from './rows/subject-rows.ts';
import type { TenantAppRows } from './rows/tenant-app-rows.ts';
import type { ViewRows } from './rows/view-rows.ts';
import type { WaitingApp, WaitingWanted } from './rows/waiting-rows.ts';
import type { WatchRows } from './rows/watch-rows.ts';

export interface RequestRows extends LockableRows<AccessRequest> {
  /**
   * Keeps a request under a key that Slack repeats (`view.id`), with the identity as which its
   * requester was last resolved. Returns false, changing nothing, where the key is known.
   */
  insertOnce(request: {
    id: string;
    key: string;
    access: RequestedAccess;
    at: Date;
  }): Promise<boolean>;
  /** Whether this key was kept before. */
  isKept(key: string): Promise<boolean>;
  save(
    id: string,
    change: Pick<AccessRequest, 'state'> &
      Partial<
        Pick<AccessRequest, 'requesterIdentityId' | 'identityUserId' | 'taskId' | 'refusal'>
      > & { at: Date },
  ): Promise<void>;
  /**
   * Those that somebody asked for, and those that others asked for them, of these standings: what
   * is open or active first, then the rest; newest first. If open tasks are not read again, one
   * that was open when it was created may have been decided since, so its state says nothing.
   */
  ofHolder(
    slackUserId: string,
    asked: {
      readonly standings: readonly Standing[];
      readonly limit: number;
    },
  ): Promise<{
    readonly rows: readonly HolderRow[];
    /** How many there are of those asked for, beyond the limit included. */
    readonly total: Readonly<Record<Standing, number>>;
  }>;
  /** One of them; null where there is none of this id. */
  standing(id: string): Promise<HolderRow | null>;
  /** Those that were asked for in one go, in the order of the submission. */
  ofGroup(groupId: string): Promise<readonly AccessRequest[]>;
  /** Those for this person (asked by whomever) for this entitlement, newest first. */
  forEntitlement(
    slackUserId: string,
    entitlement: EntitlementKey,
    limit: number,
  ): Promise<readonly HolderRow[]>;
  /** The request that corrects this one; null if there is none. */
  correctionOf(request: Pick<AccessRequest, 'id' | 'requester'>): Promise<AccessRequest | null>;
  /** What this person asked for since then, newest first and each once. */
  usual(query: {
    readonly slackUserId: string;
    /** null = of all apps. */
    readonly appId: string | null;
    readonly since: Date;
    readonly limit: number;
  }): Promise<readonly EntitlementKey[]>;
}

/** A request with where it stands. */
export interface HolderRow extends SubjectRow {
  readonly request: AccessRequest;
}

export interface TaskRow {
  /** The id of its request, or of the subject that the task is where it was made elsewhere. */
  readonly requestId: string;
  readonly snapshot: TaskSnapshot;
}

/** `total`: how many there are, those beyond the limit included. */
export interface CountedTasks {
  readonly rows: readonly TaskRow[];
  readonly total: number;
}

/** By the steps that named anybody; empty where none did. */
export interface LastAsked {
  readonly first: readonly IdentityPerson[];
  /** In the last step, but for those who were asked in the first one. */
  readonly later: readonly IdentityPerson[];
}

/** A decision holds the task's row, so it is made alone. */
export interface TaskRows extends LockableRows<TaskRow> {
  save(requestId: string, snapshot: TaskSnapshot, at: Date): Promise<void>;
  /** The last readings, by id. */
  snapshots(taskIds: readonly string[]): Promise<ReadonlyMap<string, TaskSnapshot>>;
  /** Notes that tasks were read again and are what they were. */
  markRead(taskIds: readonly string[], at: Date): Promise<void>;
  /** Those of these tasks that the service has not told of since then. */
  notReadSince(taskIds: readonly string[], since: Date): Promise<readonly string[]>;
  /** Notes that the service did not tell of a task: it goes to the end of the line. */
  markMissed(taskId: string, at: Date): Promise<Missed>;
  /**
   * The open tasks, named by the shortest of these lists: their ids, the people they are for, or
   * what they are about. null where none is open, and where tasks are not read.
   */
  followed(most: { readonly ids: number; readonly people: number }): Promise<FollowedTasks | null>;
  /** Ids of the requests of open tasks, and of tasks made elsewhere, that follow this id. */
  openSubjects(after: string, limit: number): Promise<readonly string[]>;
  /** When the open task was read last that has waited longest for a reading; null without one. */
  longestUnread(): Promise<Date | null>;
  /**
   * Whether an order to take access away that one of these requests gave is open. Never where tasks
   * are not read: it would be open for ever.
   */
  isRevocationOpen(requestIds: readonly string[]): Promise<boolean>;
  /** Ids of tasks whose last reading was open, least recently read first. */
  openIds(limit: number): Promise<readonly string[]>;
  /**
   * Those of them whose turn it is to be read again, the most overdue first. After the request, and
   * after each decision, the time between two readings grows with what has gone by, up to ten
   * minutes.
   */
  dueIds(limit: number, at: Date): Promise<readonly string[]>;
  /**
   * Open tasks whose current step, by the last reading, this reviewer may decide; emergencies
   * first, then the oldest. Not what they asked for or are to have. Where tasks are not read, only
   * steps that the service handed to the bot: the others would wait for ever.
   *
   * `total` is 0 where `offset` is beyond the last one.
   */
  waitingFor(reviewer: ActingPerson, query: WaitingWanted): Promise<CountedTasks>;
  /** How many of these there are, by app; the app with the most first. */
  waitingApps(reviewer: ActingPerson): Promise<readonly WaitingApp[]>;
  /** Whether anybody is asked about a task; where tasks are not read, about a delivered step. */
  isAnyAwaited(): Promise<boolean>;
  /**
   * Open tasks, first those that were asked for first; none that takes access away, because others
   * read this list. None where tasks are not read: it would be open for ever.
   */
  longestOpen(limit: number): Promise<CountedTasks>;
  /** Who was asked to review the newest request for this entitlement. */
  lastAsked(entitlement: EntitlementKey): Promise<LastAsked>;
  /**
   * Notes that a step approved itself (`selfApprovedSteps`). False, changing nothing, where it was
   * noted before.
   */
  markSelfApproved(taskId: string, stepId: string): Promise<boolean>;
}

/** One thing that happened, for the trail: who, what, with which outcome. */
export type AuditEntry = Omit<AuditLine, 'seq' | 'app' | 'at'> & { readonly at: Date };

export interface AuditRows {
  /**
   * Appends when the transaction ends, without a lock; `AuditTrail.seal` chains what was committed. What is left out is null,
   * or empty; `at` the moment of the transaction.
   */
  append(entry: Pick<AuditEntry, 'kind'> & Partial<AuditEntry>): Promise<void>;
  /** null before anything was sealed. */
  newestHead(): Promise<ChainHead | null>;
  /**
   * Notes that the newest head is posted. False where one was on this day (UTC), or nothing was
   * sealed since.
   */
  beginPosting(at: Date): Promise<boolean>;
}

/** Where channels have their overview of cards that are still to be posted. */
export interface OverviewRows {
  /** False where the channel has one already. */
  begin(channel: string): Promise<boolean>;
  /** null until it is posted. */
  place(channel: string): Promise<Place | null>;
  keep(channel: string, place: Place): Promise<void>;
  end(channel: string): Promise<void>;
  /**
   * Open requests whose card is still to be posted in this channel, emergencies first, then the
   * oldest.
   */
  waiting(channel: string, limit: number): Promise<CountedTasks>;
}

/**
 * What is removed because it is over and old enough. Some of it at a time: the rest comes with the
 * next call.
 */
export interface RetentionRows {
  /**
   * Requests that were made, and whose access ended, before then, with everything that hangs on
   * them; returns their number.
   */
  pruneRequests(before: Date): Promise<number>;
  /** Messages that were sent before then, about requests that are over. */
  pruneNotices(before: Date): Promise<void>;
  /**
   * Homes that nobody opened since then, and identities that nobody looked up since then, unless
   * something else of their account is kept.
   */
  prunePeople(before: Date): Promise<void>;
}

export interface IdentityRow {
  readonly slackUserId: string;
  readonly person: IdentityPerson;
  readonly checkedAt: Date;
}

export interface IdentityRows {
  find(slackUserId: string): Promise<IdentityRow | null>;
  save(row: IdentityRow): Promise<void>;
  /**
   * The Slack accounts remembered for identities: of each the one that was checked last; none where
   * none is remembered.
   */
  slackIdsOf(identityUserIds: readonly string[]): Promise<readonly string[]>;
  /** The people remembered for identities, the same way. */
  peopleOf(identityUserIds: readonly string[]): Promise<readonly IdentityPerson[]>;
  forget(slackUserId: string): Promise<void>;
  /** From now on everybody has to be looked up again. */
  expireAll(): Promise<void>;
  /**
   * Saves it, and notes the identity that the account was just resolved as; unlike what is
   * remembered of people, this is never forgotten. In one statement.
   */
  saveResolved(row: IdentityRow): Promise<void>;
  /**
   * Remembers who these accounts probably are, unless somebody found out; a date of 1970 makes the
   * bot look up anew whoever decides. In one statement.
   */
  expect(people: readonly Pick<IdentityRow, 'slackUserId' | 'person'>[]): Promise<void>;
  /**
   * The identity that an account had before its last change, where that came after `since`; null
   * where it did not.
   */
  formerSince(slackUserId: string, since: Date): Promise<string | null>;
}

/** Somebody's Home, since they opened it. */
export interface HomeRow {
  readonly openedAt: Date;
  readonly publishedAt: Date | null;
  /** Of what was published since it was last opened. */
  readonly fingerprint: string | null;
}

export interface HomeRows {
  /** Those of these people who ever opened theirs. */
  opened(slackUserIds: readonly string[]): Promise<readonly string[]>;
  find(slackUserId: string): Promise<HomeRow | null>;
  markOpened(slackUserId: string, at: Date): Promise<void>;
  markPublished(slackUserId: string, fingerprint: string, at: Date): Promise<void>;
}

export interface ConfirmationRows {
  /** False where this question was confirmed before, through whichever process. */
  confirm(question: string, at: Date): Promise<boolean>;
  /** Removes confirmations of questions that are too old to be confirmed again. */
  prune(at: Date): Promise<void>;
}

export interface CatalogueRows {
  /** The copies that were complete once, in no order. */
  load(): Promise<
    readonly { key: ResourceKey; entitlements: readonly CatalogueEntitlement[]; fetchedAt: Date }[]
  >;
  /** Whether there is a copy that was complete once. */
  has(key: ResourceKey): Promise<boolean>;
  /** Adds these, or puts them in the place of those with their ids. No id twice. */
  put(key: ResourceKey, entitlements: readonly CatalogueEntitlement[]): Promise<void>;
  drop(key: ResourceKey, ids: readonly string[]): Promise<void>;
  /** Drops whatever a reading that never was complete left. */
  dropAll(key: ResourceKey): Promise<void>;
  /** All of the reading is there. */
  complete(key: ResourceKey, fetchedAt: Date): Promise<void>;
}

export interface StoreTransaction {
  readonly requests: RequestRows;
  readonly subjects: SubjectRows;
  readonly tasks: TaskRows;
  readonly cards: CardRows;
  readonly actions: ActionRows;
  readonly notices: NoticeRows;
  readonly audit: AuditRows;
  readonly identities: IdentityRows;
  readonly homes: HomeRows;
  readonly confirmations: ConfirmationRows;
  readonly catalogue: CatalogueRows;
  readonly tenantApps: TenantAppRows;
  readonly operations: OperationRows;
  readonly grants: GrantRows;
  readonly retention: RetentionRows;
  readonly dueTimes: DueTimeRows;
  readonly overviews: OverviewRows;
  readonly watches: WatchRows;
  readonly restores: RestoreRows;
  readonly refreshes: RefreshRows;
  readonly views: ViewRows;
  /** When this transaction began, by the bot's clock: the moment of all that it keeps. */
  readonly at: Date;
  /** A new id, unguessable and unique. */
  newId(): string;
  /** A job that exists exactly if this transaction commits. */
  enqueue(job: OutwardJob, options?: { afterMs?: number }): Promise<void>;
  /** Does this before the transaction commits, once everything else is done. */
  atEnd(ending: () => Promise<void>): void;
}

/** What a restore from a copy left for the next start. */
export interface RestoreRows {
  isUnsettled(): Promise<boolean>;
  /** Whether the database was restored since then. */
  isOlderThanAny(at: Date): Promise<boolean>;
  /** Open tasks that were not read since; none where tasks are not read. */
  unreadIds(limit: number): Promise<readonly string[]>;
  /** A job for everything that is not done, by the rows alone. */
  leftOpen(): Promise<readonly OutwardJob[]>;
  markSettled(at: Date): Promise<void>;
}

export interface Store {
  /**
   * Runs the work in one transaction and commits it, or rolls all of it back when the work throws.
   * Inside, only the transaction is to be used: a second one would wait for the locks of the first.
   *
   * @param how.isOneStatement the work writes with one statement at most, which commits by itself:
   * two trips to the database less. A second one throws.
   */
  transaction<T>(
    work: (tx: StoreTransaction) => Promise<T>,
    how?: { readonly isOneStatement?: boolean },
  ): Promise<T>;
}
