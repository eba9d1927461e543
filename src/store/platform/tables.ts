import type { ColumnType, Generated } from 'kysely';
import type { Action } from '../../domain/action/action.ts';
import type { CatalogueEntitlement, ResourceKey } from '../../domain/catalogue/entitlement.ts';
import type { StepWatch } from '../../domain/due/step-watch.ts';
import type { ProfileProgress, Unenrolment } from '../../domain/profiles/access-profile.ts';
import type { AccessRequest, EntitlementKey } from '../../domain/request/access-request.ts';
import type { Elsewhere, TaskElsewhere } from '../../domain/request/subject.ts';
import type { TenantApp } from '../../domain/settings/access-settings.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { KeptNews, RequestWait } from '../../domain/telling/told-request.ts';
import type { CardRow } from '../../use-cases/ports/rows/card-rows.ts';
import type { GrantRow, GrantWatch, WatchedTask } from '../../use-cases/ports/rows/due-rows.ts';
import type { KeptNotice } from '../../use-cases/ports/rows/notice-rows.ts';
import type { HomeRow, IdentityRow } from '../../use-cases/ports/rows/person-rows.ts';
import type { ListCall, PostRow } from '../../use-cases/ports/rows/post-rows.ts';
import type { TaskRow } from '../../use-cases/ports/rows/task-rows.ts';
import type { ChainHead, ChainPlace, HashedEntry } from '../../use-cases/trail/audit-chain.ts';

/** Who did something. */
export interface ActorColumns {
  readonly bySlackId: string;
  readonly bySlackName: string;
  readonly byTeamId: string;
}

/**
 * A type as JSON returns it: a `Date` would come back as text, so a type with one in it is a
 * compile error.
 */
type FromJson<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Date
    ? never
    : { readonly [Key in keyof T]: FromJson<T[Key]> };
/**
 * The columns of what is kept. Objects are in JSON that the store wrote itself, so it is not
 * checked again.
 */
export type Stored<Row> = {
  [Name in keyof Row]: [Row[Name]] extends [string | number | boolean | Date | null]
    ? Row[Name]
    : ColumnType<FromJson<Row[Name]>, Row[Name], Row[Name]>;
};

export interface RequestsTable extends Stored<Omit<AccessRequest, 'requester'>> {
  submissionKey: string;
  teamId: string;
  requesterSlackId: string;
  requesterSlackName: string;
  updatedAt: Date;
}

export interface TaskFeedsTable {
  appId: string;
  /** When the bot first looked. */
  beganAt: Date;
  /** Tasks were searched, and kept, up to this moment. */
  seenUntil: Date;
  /** When the search last went back to the first look, for tasks that the service shows late. */
  sweptAt: Date;
}

/** A person who hears how a request that was made elsewhere ends. */
export interface FollowedElsewhere {
  readonly taskId: string;
  readonly slackUserId: string;
  /** As it was read when they began. */
  readonly snapshot: TaskSnapshot;
  readonly readAt: Date;
  /** How often in a row it was not there. */
  readonly missedTimes: number;
  /** Since when it is missing; null where it was there the last time. */
  readonly missedSince: Date | null;
}

export interface TasksElsewhereTable
  extends Elsewhere,
    Pick<
      TaskElsewhere,
      | 'id'
      | 'taskId'
      | 'requesterIdentityId'
      | 'identityUserId'
      | 'appId'
      | 'appName'
      | 'entitlementId'
      | 'entitlementName'
      | 'justification'
      | 'durationSeconds'
      | 'emergency'
      | 'createdAt'
    > {}

/**
 * A published catalog of the tenant, by who sees it
 * (docs/spec/deployments.md#request-catalogs).
 */
export interface RequestCatalog {
  readonly id: string;
  readonly name: string;
  readonly visibleToEveryone: boolean;
  /** It can be asked for as a whole: an access profile. */
  readonly isProfile: boolean;
  /** What leaving an access profile takes. */
  readonly unenrolment: Unenrolment;
  /** People who hold one of these see it; empty where that is not known. */
  readonly access: readonly EntitlementKey[];
  /** Entitlement ids by app id; null where they were never read, so that anything may be in it. */
  readonly content: Readonly<Record<string, readonly string[]>> | null;
}

/** A request for an access profile. */
export interface ProfileRequest extends ProfileProgress {
  readonly requestId: string;
  /** The catalog that the profile is. */
  readonly catalogId: string;
}

/** A row whose `at` is a `Date`, not the ISO text that the chain hashes. */
export type Timed<Row extends { readonly at: string }> = Omit<Row, 'at'> & { readonly at: Date };

/** An extra may declare its own (`withTables`). */
export interface Tables {
  requests: RequestsTable;
  tasksElsewhere: TasksElsewhereTable;
  taskFeeds: TaskFeedsTable;
  followedElsewhere: Stored<FollowedElsewhere>;
  /** A view of `requests` and `tasksElsewhere` together. */
  subjectFacts: {
    id: string;
    taskId: string | null;
    state: AccessRequest['state'];
    requesterSlackId: string | null;
    targetSlackId: string | null;
    requesterIdentityId: string | null;
    identityUserId: string | null;
    appId: string;
    entitlementId: string;
    emergency: boolean;
    createdAt: Date;
  };
  tasks: Stored<TaskRow & { id: string; isOpen: boolean }> & {
    /** Ids of the steps that approved themselves. */
    selfApproved: Generated<readonly string[]>;
  };
  taskReadings: {
    taskId: string;
    readAt: Date;
    missedTimes: number;
    missedSince: Date | null;
  };
  watchedTasks: WatchedTask;
  cards: CardRow;
  actions: Stored<Omit<Action, 'by'>> & ActorColumns;
  notices: Stored<Omit<KeptNotice, 'key'>> & { occasion: string; createdAt: Date };
  audit: Timed<Omit<HashedEntry, 'seq' | 'instant' | 'format'>> & {
    seq: Generated<number>;
    format: Generated<number>;
  };
  auditSeals: ChainPlace & { format: Generated<number> };
  /** `day`: in UTC, like 2026-11-30; the last head of each day is kept. */
  auditHeads: Timed<ChainHead> & { day: string };
  resolvedIdentities: {
    slackUserId: string;
    identityUserId: string;
    formerId: string | null;
    changedAt: Date | null;
  };
  identities: Stored<IdentityRow>;
  homes: HomeRow & { slackUserId: string };
  confirmations: { question: string; at: Date };
  catalogue: ResourceKey & { fetchedAt: Date };
  catalogueEntitlements: Stored<ResourceKey & { id: string; entitlement: CatalogueEntitlement }>;
  tenantApps: TenantApp;
  requestCatalogs: Stored<{ id: string; catalog: RequestCatalog }>;
  profileRequests: Stored<ProfileRequest> & { lookAt: Date | null };
  profileTasks: { taskId: string; requestId: string };
  /** Up to when events were read for the grants that are caught up: a single row. */
  accessEventsRead: { onlyOne: Generated<boolean>; readUntil: Date };
  accessNews: Stored<Omit<KeptNews, 'at'>> & { requestId: string; at: Date };
  requestWaits: RequestWait & { requestId: string };
  posts: Stored<Omit<PostRow, 'place'>> & {
    ts: string | null;
    postedAt: Date | null;
    closed: ColumnType<readonly string[]>;
  };
  listCalls: ListCall & { slackUserId: string; toldAt: Date | null };
  marks: { kind: 'asking' | 'list' | 'home'; id: string };
  looks: { askingId: string; lookAt: Date };
  grants: GrantRow & GrantWatch & { readUntil: Date | null; isCaughtUp: Generated<boolean> };
  dueTimes: Stored<{ requestId: string; dueAt: Date | null; watch: StepWatch | null }>;
  restores: { at: Date; settledAt: Date | null };
  /** Who was forgotten, by keyed pseudonyms of their ids. */
  forgottenPeople: { pseudonym: string; at: Date };
}
