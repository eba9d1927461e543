/** What the monthly report counts. */
import { type Kysely, sql } from 'kysely';
import type { RequestedAccess } from '../../domain/request/access-request.ts';
import type { Tables } from '../../store/platform/tables.ts';

/** A request that was made in the period, or before it and is still open. */
export interface ReportedRequest
  extends Pick<
    RequestedAccess,
    'appId' | 'appName' | 'entitlementName' | 'justification' | 'emergency'
  > {
  readonly at: Date;
  readonly requesterName: string;
  /** The number of its task; null before there is one. */
  readonly number: string | null;
  /** `open`, `refused`, `abandoned` and `withdrawn` beside the outcomes of tasks. */
  readonly outcome: string;
  /** When a person other than requester and target first acted on it; null if nobody did. */
  readonly firstLookAt: Date | null;
  /**
   * When a person decided on it: through the bot, or in the console, where the task's end is the
   * time. Null if nobody did: it is open, was withdrawn or deleted, expired, was granted or denied
   * by a policy, or never became a task.
   */
  readonly decidedAt: Date | null;
  /** When the access began and ended; null where none was given, or it goes on. */
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
  /** The approvers in Slack, else those that the service names; empty if there are none. */
  readonly approvers: readonly string[];
  /** The summary at the end of an emergency was delivered. */
  readonly isFollowedUp: boolean;
}

/** How often something was refused in the period. */
interface ReportedRefusal {
  /** What was refused: the verb of a click, or `request`: by the service. */
  readonly what: string;
  /** Why; empty where the trail does not tell. */
  readonly reason: string;
  readonly times: number;
}

export interface ReportFacts {
  readonly requests: readonly ReportedRequest[];
  /** The most frequent first. */
  readonly refusals: readonly ReportedRefusal[];
  /** When the newest entry of the audit trail was made; null if there is none. */
  readonly newestAt: Date | null;
}

/** Outcomes without a decision, even if a person approved an earlier step. */
const undecided = sql.raw("('cancelled', 'left-open', 'wait-timed-out', 'deleted')");

/**
 * Reads requests, the last readings of their tasks (but not of revocations), and the audit trail.
 */
export async function reportFacts(
  kysely: Kysely<Tables>,
  from: Date,
  until: Date,
): Promise<ReportFacts> {
  const requests = await sql<ReportedRequest>`
        select requests.created_at as at, requests.app_id, app_name, entitlement_name, justification,
          emergency or coalesce((snapshot ->> 'emergency')::boolean, false) as emergency,
          coalesce(nullif(person ->> 'name', person ->> 'id'), requester_slack_name) as requester_name,
          snapshot ->> 'numericId' as number,
          case when state in ('refused', 'abandoned', 'withdrawn') then state
            when tasks.id is null or is_open then 'open' else snapshot ->> 'outcome' end as outcome,
          trail.first_look_at,
          case when is_open or state = 'withdrawn' or snapshot ->> 'outcome' in ${undecided} then null
            else coalesce(trail.decided_at, case when elsewhere.is_decided then trail.closed_at end)
            end as decided_at,
          started_at, ended_at, ended_by, coalesce(approvals.names, passed.names, '[]'::jsonb) as approvers,
          coalesce(trail.is_followed_up, false) as is_followed_up
        from requests
        left join tasks on tasks.id = requests.task_id
        left join grants on grants.request_id = requests.id
        left join identities on slack_user_id = requester_slack_id
        left join lateral (
          select min(at) filter (
              where actor <> requester_slack_id and actor is distinct from target_slack_id
            ) as first_look_at,
            max(at) filter (where kind in ('review.approved', 'review.denied')) as decided_at,
            max(at) filter (where kind = 'task.closed') as closed_at,
            bool_or(kind = 'notice.delivered' and position('"notice":"emergency-ended"' in detail) > 0) as is_followed_up
          from audit where audit.request_id = requests.id
        ) as trail on true
        left join lateral (
          select jsonb_agg(distinct coalesce(nullif(approver.person ->> 'name', ''), by_slack_name)) as names
          from actions left join identities as approver on approver.slack_user_id = by_slack_id
          where actions.request_id = requests.id and verb = 'approve' and actions.state = 'done'
        ) as approvals on true
        left join lateral (
          select jsonb_agg(distinct coalesce(nullif(passer ->> 'name', ''), passer ->> 'id')) as names
          from jsonb_array_elements(case when jsonb_typeof(snapshot -> 'approvers') = 'array'
            and snapshot ->> 'outcome' = 'granted' then snapshot -> 'approvers' else '[]'::jsonb end) as passer
        ) as passed on true
        left join lateral (
          select bool_or(passer ->> 'id' is distinct from snapshot -> 'createdBy' ->> 'id') as is_decided
          from jsonb_array_elements(case when jsonb_typeof(snapshot -> 'approvers') = 'array'
            then snapshot -> 'approvers' else '[]'::jsonb end) as passer
        ) as elsewhere on true
        where requests.created_at < ${until} and (
          requests.created_at >= ${from} or is_open or state in ('submitted', 'sending', 'uncertain')
        )
        order by requests.created_at`.execute(kysely);
  const refusals = await sql<ReportedRefusal>`
    select case when kind = 'click.refused' then coalesce(substring(detail from '"verb":"([^"]+)"'), '') else 'request' end as what,
      coalesce(substring(detail from '"refusal":\\{"code":"([^"]+)"'), '') as reason, count(*)::int as times
    from audit
    where at >= ${from} and at < ${until} and kind in ('click.refused', 'request.refused')
    group by 1, 2 order by 3 desc, 1, 2`.execute(kysely);
  const newest = await sql<{ at: Date | null }>`select max(at) as at from audit`.execute(kysely);
  const newestAt = newest.rows[0]?.at ?? null;
  return { requests: requests.rows, refusals: refusals.rows, newestAt };
}
