/**
 * Long because everything that is asked of the service stands together.
 *
 * The room of verbs. A use case does one thing that somebody wants done, in terms of the domain and
 * of the ports below; it never knows Slack's payloads, SQL, HTTP or the queue's library.
 *
 * This file: what the use cases need of the governance service, and the clock, ids and log
 * (`World`) and timers. What they need of the store is in `store-ports.ts`, of chat in `chat-ports.ts`.
 */

import type { AccessEvent } from '../../domain/access/grant.ts';
import type { HeldAccess } from '../../domain/access/held-access.ts';
import type { TaskActionKind } from '../../domain/action/action-form.ts';
import type { DecisionKind } from '../../domain/action/review.ts';
import type {
  AppAccount,
  CatalogueEntitlement,
  ResourceKey,
} from '../../domain/catalogue/entitlement.ts';
import type { RequestPolicy } from '../../domain/catalogue/policy-steps.ts';
import type { ConfigurationRule, RequestDefaults } from '../../domain/catalogue/request-rules.ts';
import type { FormQuestions, RequestData } from '../../domain/form/request-answers.ts';
import type { ServiceRefusal } from '../../domain/outward/service-refusal.ts';
import type { IdentityPerson } from '../../domain/people/identity-person.ts';
import type { EntitlementKey, RequestedAccess } from '../../domain/request/access-request.ts';
import type { Result } from '../../domain/result.ts';
import type { TenantApp } from '../../domain/settings/access-settings.ts';
import type { FollowedTasks } from '../../domain/task/followed-tasks.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { Pace } from './pace.ts';

/** What a grant POST says (docs/spec/interface.md#endpoint-1). */
export interface GrantOrder
  extends AccessOfPerson,
    Pick<RequestedAccess, 'justification' | 'durationSeconds' | 'emergency' | 'requestData'> {
  readonly source: {
    readonly conversationId: string;
    readonly externalUrl: string;
    readonly integrationId: string;
    readonly requestId: string;
    readonly isExtension: boolean;
  };
}

/** What somebody does with a task; the comment names the person where the act takes one. */
export interface ActionOrder {
  readonly taskId: string;
  readonly act: TaskActionKind | DecisionKind | 'escalate';
  /** Absent for what is done with the task as a whole. */
  readonly stepId?: string | undefined;
  readonly comment?: string;
  readonly newReviewerIds?: readonly string[];
  /** The people of `newReviewerIds`, with their names. */
  readonly newReviewers?: readonly IdentityPerson[];
  /** The action that it carries out: a delivered step takes the answer of one. */
  readonly actionId?: string;
  readonly durationSeconds?: number | null;
  /** The answers of a form. */
  readonly data?: RequestData | null;
  /**
   * The deadline for sending. After it the call throws a `late` failure, and certainly nothing was
   * done. Absent = no deadline.
   */
  readonly sendBefore?: Date;
}

/** A task that a search told of. */
export interface FoundTask {
  readonly id: string;
  /** When it was made; null where the service does not tell. */
  readonly createdAt: Date | null;
}

/** What one person may have. */
export interface AccessOfPerson extends EntitlementKey {
  readonly identityUserId: string;
  /** The account that has it, or is to have it; any of the person's where it is absent. */
  readonly accountId?: string | undefined;
}

/** Asks for access to be taken back. */
export interface RevokeOrder extends AccessOfPerson {
  readonly comment: string;
  /** As in `ActionOrder`. Absent where no check of a person's right has to be fresh. */
  readonly sendBefore?: Date;
}

/** What the service tells of what somebody has. */
export interface Holding {
  /** Whether they have it; null where the service does not tell. */
  readonly isHeld: boolean | null;
  /** When it ends; null where it has no end, or none is told. */
  readonly endsAt: Date | null;
  /** An end is told that is no time. */
  readonly hasUnreadableEnd?: boolean;
}

/** What the service answers to an order. */
export type Answer<T> = Promise<Result<T, ServiceRefusal>>;

/** Who asks for tasks hears of the way of the question. */
interface ReadingListeners {
  /**
   * Called right before each question is sent; the last one told of the task where only one is
   * read.
   */
  readonly onSend?: () => void;
  /** Called when the tasks have arrived, before names are looked up. */
  readonly onArrival?: () => void;
  readonly onUnread?: (id: string) => void;
  /** Called with each id that a search did not find, which lags, and that cannot be read by itself. */
  readonly onNotFound?: (id: string) => void;
}

/**
 * What the port says without a call, because the bot offers it or a check rests on it before anybody
 * is asked. Only what is certain counts, and it can change while the bot runs.
 */
export interface SaidBeforehand {
  /**
   * The service's actions on a task that the bot can carry out. null where it sends none, or
   * where no task is read against which one could be checked.
   */
  readonly actionsOn: (task: Pick<TaskSnapshot, 'actions'>) => ReadonlySet<string> | null;
  /** Whether `revoke` is sent. */
  readonly mayRevoke: () => boolean;
  /** Reads the accounts of a person in the app that are not gone or disabled. */
  readonly accountsIn: (
    appId: string,
  ) => ((identityUserId: string) => Promise<readonly AppAccount[] | null>) | null;
  /** Finds all entitlements of an app without a list of its resources. */
  readonly entitlementSearch: (
    appId: string,
    pace?: Pace,
  ) => (() => Promise<readonly CatalogueEntitlement[]>) | null;
}

/**
 * The access-governance service. null: it cannot be known, because the tenant has no operation that
 * could tell, and the service was not asked. Nothing may be concluded from a call that fails or is
 * refused: every method throws `OutwardFailure` when the call failed;
 * `certainlyNotDone` tells whether it may be repeated blindly. A question that is refused throws
 * `RefusedRead`; the refusal of an order is a value. A `pace` is awaited before each call.
 */
export interface AccessGovernance extends SaidBeforehand {
  /** Endpoint 1 with everything expanded. Never repeated by the client itself. */
  requestGrant(order: GrantOrder): Answer<TaskSnapshot>;
  /** The task whose `source.requestId` is ours, among the target's tasks. */
  findTaskOfRequest(
    requestId: string,
    identityUserId: string,
  ): Promise<TaskSnapshot | 'none' | null>;
  /**
   * Searched first (many tasks a call, with `expanded`), then read
   * one by one where both are there and a search does not tell. Unknown ids are absent from the
   * map.
   *
   * Unless it is absent, `heard.onUnread` is called with the id of each task that is there, but
   * cannot be read now. Where nothing can be read, that is a failure.
   */
  readTasks(
    taskIds: readonly string[],
    heard?: ReadingListeners,
  ): Promise<ReadonlyMap<string, TaskSnapshot> | null>;
  /**
   * `readTasks` for somebody who acts on them: where the tenant cannot tell, those of which the
   * service handed a step to the bot are as it told then.
   */
  tasksToActOn(
    taskIds: readonly string[],
    heard?: ReadingListeners,
  ): Promise<ReadonlyMap<string, TaskSnapshot> | null>;
  /** The ids of tasks that ended since then, of those followed and of others. */
  tasksEndedSince(since: Date, followed: FollowedTasks): Promise<readonly string[] | null>;
  /**
   * Open requests in these apps that were made since then, wherever they were made, in no order.
   * What the service tells of other apps or kinds is left out.
   */
  openRequestsSince(since: Date, appIds: readonly string[]): Promise<readonly FoundTask[] | null>;
  /**
   * Tasks, open or ended, that the service opened for this person since then because they joined an
   * access profile; some tens at most.
   */
  profileTasks(identityUserId: string, since: Date): Promise<readonly TaskSnapshot[] | null>;
  /** An open request for this access of this person, wherever it was made; also null if there is none. */
  openGrantTask(of: AccessOfPerson): Promise<TaskSnapshot | null>;
  /**
   * Needs taskActions. What the answer shows of the task is from before, and some acts are queued
   * by the service: read again.
   */
  act(order: ActionOrder): Answer<void>;
  /** The identity that owns the bot's credentials; remembered. null where nobody tells. */
  ownUserId(): Promise<string | null>;
  /** `ownUserId` as far as it was told before, without a call. */
  knownOwnUserId(): string | null;
  /**
   * Whether the service refuses the bot's credentials, by the last call that needed a token. Nothing
   * can be read or sent until somebody mends them.
   */
  isRefused(): boolean;
  /**
   * What this identity wrote on a task, comments of its actions included; empty where the service
   * does not tell them.
   */
  commentsBy(taskId: string, identityUserId: string): Promise<readonly string[] | null>;
  /** All pages. */
  riskLevels(): Promise<readonly { readonly id: string; readonly name: string }[] | null>;
  /**
   * Asks for an entitlement to be taken back from its holder; the task of that, which may end
   * otherwise.
   */
  revoke(order: RevokeOrder): Promise<Awaited<Answer<TaskSnapshot>> | null>;
  /** What was added and removed since then in these apps, in no order. */
  accessEvents(since: Date, appIds: readonly string[]): Promise<readonly AccessEvent[] | null>;
  holding(of: AccessOfPerson): Promise<Holding | null>;
  /**
   * What this person has of what is asked for, by every account, wherever it was granted; at most
   * about `most`.
   */
  heldBy(
    identityUserId: string,
    of:
      | { readonly appIds: readonly string[] }
      | { readonly entitlement: EntitlementKey }
      | { readonly entitlements: readonly EntitlementKey[] },
    most: number,
  ): Promise<{ readonly held: readonly HeldAccess[]; readonly isCut: boolean } | null>;
  /**
   * Ids of the tasks by which this person came to have this entitlement; a task that has granted
   * nothing is not among them.
   */
  tasksBehindGrants(identityUserId: string, of: EntitlementKey): Promise<readonly string[] | null>;
  /** Those of this person in the app that are not gone or disabled. */
  accountsOf(identityUserId: string, appId: string): Promise<readonly AppAccount[] | null>;
  /** What is asked with a request for entitlements that name this schema. */
  requestQuestions(
    schemaId: string,
    pace?: Pace,
  ): Promise<(FormQuestions & { readonly hidesReason: boolean }) | null>;
  /** Whether the tenant wants no justification with any request. */
  hidesReasons(pace?: Pace): Promise<boolean | null>;
  /** Those in force, in their order. */
  configurationRules(appId: string, pace?: Pace): Promise<readonly ConfigurationRule[] | null>;
  /** `none` where the app has none in force. */
  requestDefaults(appId: string, pace?: Pace): Promise<RequestDefaults | 'none' | null>;
  /** `none` where the service says that there is none, or none any more. */
  requestPolicy(id: string, pace?: Pace): Promise<RequestPolicy | 'none' | null>;
  /** Needs appList. All pages, each id once; deleted apps are left out. */
  listApps(): Promise<readonly TenantApp[]>;
  /** Endpoint 6, all pages. */
  listEntitlements(resource: ResourceKey): Promise<readonly CatalogueEntitlement[]>;
  /**
   * Endpoint 12, all pages; deleted users are left out.
   *
   * @param most reading stops where the list has more people than this
   */
  listResourceOwners(resource: ResourceKey, most?: number): Promise<readonly IdentityPerson[]>;
  /** By exact email (case-insensitive). `none` where nobody, or more than one, has it. */
  findPersonByEmail(email: string): Promise<IdentityPerson | 'none' | null>;
  /** Nobody where the person has no manager, or is not there. */
  managersOf(identityUserId: string): Promise<readonly IdentityPerson[] | null>;
  /** `none` where nobody, or a deleted user, has the id. */
  findPersonById(id: string): Promise<IdentityPerson | 'none' | null>;
}

/**
 * What is neither store, service nor chat: time, randomness, ids, and a place to say what happened.
 */
export interface World {
  readonly now: () => Date;
  /** A new id, unguessable and unique. */
  readonly newId: () => string;
  log: Log;
}

/** What is done once, a moment later, in this process alone: what has to survive is a job. */
export interface Timers {
  /** Does nothing where work of this key waits already. */
  after(ms: number, key: string, work: () => Promise<unknown>): void;
}

/** One structured line per thing that happened. Never a secret; people's text only as length. */
export interface Log {
  info(fields: Readonly<Record<string, unknown>>, what: string): void;
  warn(fields: Readonly<Record<string, unknown>>, what: string): void;
  error(fields: Readonly<Record<string, unknown>>, what: string): void;
}
