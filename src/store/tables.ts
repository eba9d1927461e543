import type { ColumnType, Generated } from 'kysely';
import type { AccessRequest, RequestData, RequestRefusal } from '../domain/access-request.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import type { ActDetail, HolderActionRefusal } from '../domain/holder-action.ts';
import type { NoticeBody, NoticeTarget } from '../domain/notice.ts';
import type { StepWatch } from '../domain/step-watch.ts';
import type { IdentityPerson, TaskSnapshot } from '../domain/task-snapshot.ts';
import type { Place } from '../use-cases/chat-ports.ts';
import type { GrantRow, GrantWatch } from '../use-cases/due-rows.ts';
import type { ResourceKey } from '../use-cases/ports.ts';
import type { AuditEntry, CardRow, HolderActionRow, HomeRow, ReviewRow } from '../use-cases/store-ports.ts';
import type { ActorColumns } from './storable.ts';

/** A type as JSON returns it: a `Date` would come back as text, so a type with one in it is a compile error. */
type FromJson<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Date
    ? never
    : { readonly [Key in keyof T]: FromJson<T[Key]> };
/** JSON that the store wrote itself, so it is not checked again. */
type Json<T extends object> = ColumnType<FromJson<T>, string, string>;
type NullableJson<T extends object> = ColumnType<FromJson<T> | null, string | null, string | null>;

export interface RequestsTable extends Omit<AccessRequest, 'requester' | 'requestData' | 'refusal'> {
  submissionKey: string;
  teamId: string;
  requesterSlackId: string;
  requesterSlackName: string;
  requestData: NullableJson<RequestData>;
  refusal: NullableJson<RequestRefusal>;
  updatedAt: Date;
}

export interface AuditTable extends Omit<AuditEntry, 'detail'> {
  seq: Generated<number>;
  /** The app of the request, so that it is known when the request is not kept any more. */
  app: string | null;
  /** The JSON text that is hashed. */
  detail: string;
}

interface AuditSealsTable {
  position: number;
  seq: number;
  hash: string;
}

interface AuditStartsTable extends AuditSealsTable {
  at: Date;
  signature: string | null;
}

interface AuditHeadsTable extends AuditStartsTable {
  /** In UTC, like 2026-11-30: the last head of each day is kept. */
  day: string;
}

export interface GrantsTable extends GrantRow, GrantWatch {
  readUntil: Date | null;
}

export interface Tables {
  requests: RequestsTable;
  tasks: {
    id: string;
    requestId: string;
    isOpen: boolean;
    snapshot: Json<TaskSnapshot>;
    asked: NullableJson<readonly IdentityPerson[]>;
  };
  /** `readAt` stands in where an earlier version wrote the task. */
  taskReadings: {
    taskId: string;
    readAt: Date;
    missedTimes: number;
    missedSince: Date | null;
  };
  cards: CardRow;
  reviews: Omit<ReviewRow, 'by' | 'refusal'> & ActorColumns & { refusal: NullableJson<HolderActionRefusal> };
  notices: {
    id: string;
    occasion: string;
    requestId: string;
    target: Json<NoticeTarget>;
    body: Json<NoticeBody>;
    createdAt: Date;
    sentAt: Date | null;
    postedChannel: string | null;
    ts: string | null;
  };
  audit: AuditTable;
  auditSeals: AuditSealsTable;
  auditStarts: AuditStartsTable;
  auditHeads: AuditHeadsTable;
  /** One row. */
  auditSealing: {
    id: 1;
    /** The day on which a head was posted last, and its position. */
    postedDay: string | null;
    postedPosition: number | null;
  };
  resolvedIdentities: {
    slackUserId: string;
    identityUserId: string;
    formerId: string | null;
    changedAt: Date | null;
  };
  identities: {
    slackUserId: string;
    person: Json<IdentityPerson>;
    checkedAt: Date;
  };
  homes: HomeRow & { slackUserId: string };
  confirmations: { question: string; at: Date };
  catalogue: ResourceKey & { fetchedAt: Date };
  catalogueEntitlements: ResourceKey & {
    id: string;
    entitlement: Json<CatalogueEntitlement>;
  };
  holderActions: Omit<HolderActionRow, 'by' | 'refusal' | 'detail'> &
    ActorColumns & {
      detail: NullableJson<ActDetail>;
      refusal: NullableJson<HolderActionRefusal>;
    };
  grants: GrantsTable;
  dueTimes: {
    requestId: string;
    dueAt: Date | null;
    watch: NullableJson<StepWatch>;
  };
  digests: { day: string };
  overviews: { channel: string; place: NullableJson<Place> };
  restores: { at: Date; settledAt: Date | null };
}
