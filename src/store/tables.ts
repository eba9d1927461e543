import type { ColumnType, Generated } from 'kysely';
import type { RequestData, RequestRefusal, RequestState } from '../domain/access-request.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import type { GrantEnd } from '../domain/grant.ts';
import type { HolderActionKind, HolderActionRefusal } from '../domain/holder-action.ts';
import type { NoticeBody, NoticeTarget } from '../domain/notice.ts';
import type { ReviewRefusal, ReviewVerb } from '../domain/review.ts';
import type { IdentityPerson, TaskSnapshot } from '../domain/task-snapshot.ts';
import type { CardRow, HolderActionRow, ReviewRow } from '../use-cases/store-ports.ts';

type Instant = ColumnType<Date, Date, Date>;
type NullableInstant = ColumnType<Date | null, Date | null, Date | null>;
/** A type as JSON returns it: a `Date` would come back as text, so a type with one in it is a compile error. */
type FromJson<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Date
    ? never
    : { readonly [Key in keyof T]: FromJson<T[Key]> };
/** JSON that the store wrote itself, so it is not checked again. */
type Json<T extends object> = ColumnType<FromJson<T>, string, string>;
type NullableJson<T extends object> = ColumnType<FromJson<T> | null, string | null, string | null>;

export interface RequestsTable {
  id: string;
  submission_key: string;
  team_id: string;
  requester_slack_id: string;
  requester_slack_name: string;
  app_id: string;
  app_name: string;
  entitlement_id: string;
  entitlement_name: string;
  justification: string;
  duration_seconds: number | null;
  time_text: string;
  emergency: boolean;
  target_slack_id: string | null;
  request_data: NullableJson<RequestData>;
  group_id: string | null;
  extends_request_id: string | null;
  conversation_id: string;
  conversation_url: string;
  message_author: string | null;
  state: RequestState;
  refusal: NullableJson<RequestRefusal>;
  identity_user_id: string | null;
  task_id: string | null;
  created_at: Instant;
  updated_at: Instant;
}

export interface TasksTable {
  id: string;
  request_id: string;
  is_open: boolean;
  snapshot: Json<TaskSnapshot>;
  asked: NullableJson<readonly IdentityPerson[]>;
  read_at: Instant;
}

export interface CardsTable {
  id: string;
  request_id: string;
  channel: string;
  thread_of: string | null;
  posted_channel: string | null;
  ts: string | null;
  permalink: string | null;
  posting_since: NullableInstant;
  sent_fingerprint: string | null;
  state: CardRow['state'];
}

export interface ReviewsTable {
  id: string;
  task_id: string;
  request_id: string;
  step_id: string;
  verb: ReviewVerb;
  by_slack_id: string;
  by_slack_name: string;
  by_team_id: string;
  reason: string;
  channel: string;
  likely: boolean;
  state: ReviewRow['state'];
  refusal: NullableJson<ReviewRefusal>;
  at: Instant;
}

export interface NoticesTable {
  id: string;
  occasion: string;
  request_id: string;
  target: Json<NoticeTarget>;
  body: Json<NoticeBody>;
  created_at: Instant;
  sent_at: NullableInstant;
}

export interface AuditTable {
  seq: Generated<number>;
  kind: string;
  at: Instant;
  request_id: string | null;
  task_id: string | null;
  actor: string | null;
  /** The JSON text that was hashed. */
  detail: string;
  previous_hash: string;
  hash: string;
}

export interface IdentitiesTable {
  slack_user_id: string;
  person: Json<IdentityPerson>;
  checked_at: Instant;
}

export interface CatalogueTable {
  app_id: string;
  resource_type_id: string;
  resource_id: string;
  fetched_at: Instant;
}

export interface CatalogueEntitlementsTable {
  app_id: string;
  resource_type_id: string;
  resource_id: string;
  id: string;
  entitlement: Json<CatalogueEntitlement>;
}

export interface HolderActionsTable {
  id: string;
  request_id: string;
  kind: HolderActionKind;
  by_slack_id: string;
  by_slack_name: string;
  by_team_id: string;
  reason: string;
  channel: string;
  state: HolderActionRow['state'];
  refusal: NullableJson<HolderActionRefusal>;
  at: Instant;
}

export interface GrantsTable {
  request_id: string;
  started_at: Instant;
  ends_at: NullableInstant;
  ended_at: NullableInstant;
  ended_by: GrantEnd | null;
}

export interface Tables {
  requests: RequestsTable;
  tasks: TasksTable;
  cards: CardsTable;
  reviews: ReviewsTable;
  notices: NoticesTable;
  audit: AuditTable;
  identities: IdentitiesTable;
  catalogue: CatalogueTable;
  catalogue_entitlements: CatalogueEntitlementsTable;
  holder_actions: HolderActionsTable;
  grants: GrantsTable;
}
