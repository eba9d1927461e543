import { sql } from 'kysely';
import { Rows } from './rows.ts';

/** So that no transaction is long; the rest comes with the next turn. */
const mostRequests = 500;
const mostNotices = 5_000;
const mostPeople = 1_000;

/** Whether nothing more is done about a request: neither asked, nor decided, nor held. */
const isOver = sql`
  requests.state not in ('submitted', 'sending', 'uncertain')
  and (requests.state = 'withdrawn' or not exists (select from tasks where tasks.request_id = requests.id and is_open))
  and not exists (select from grants where grants.request_id = requests.id and grants.ended_at is null)`;

/** Whether a request is over, and its access ended before then. */
const isPast = (before: Date) => sql`
  ${isOver} and not exists (select from grants where grants.request_id = requests.id and grants.ended_at >= ${before})`;

/** Nothing more is done about a task made elsewhere once it is closed. */
const isClosedElsewhere = sql`
  not exists (select from tasks where tasks.id = tasks_elsewhere.task_id and is_open)`;

/** Whether something else is kept of the Slack account in this column. */
const isInUse = (account: string) => sql`(
  exists (select from homes where homes.slack_user_id = ${sql.ref(account)})
  or exists (select from subject_facts where requester_slack_id = ${sql.ref(account)})
  or exists (select from subject_facts where target_slack_id = ${sql.ref(account)})
  or exists (select from actions where by_slack_id = ${sql.ref(account)})
  or exists (select from held_returns where held_returns.slack_user_id = ${sql.ref(account)})
  or exists (select from followed_elsewhere where followed_elsewhere.slack_user_id = ${sql.ref(account)}))`;

/** Whether something is kept that the identity in this column asked for, or that is for it. */
const isNamed = (identity: string) => sql`(
  exists (select from subject_facts where requester_identity_id = ${sql.raw(identity)})
  or exists (select from subject_facts where identity_user_id = ${sql.raw(identity)}))`;

/**
 * What is removed because it is over and old enough. Some of it at a time: the rest comes with the
 * next call.
 */
export class RetentionRows extends Rows {
  /**
   * Requests that were made, and whose access ended, before then, with everything that hangs on
   * them; those asked for in one go go together, because one post tells of all. Returns their number.
   */
  async pruneRequests(before: Date): Promise<number> {
    // Whatever hangs on them goes with them: its tables say `on delete cascade`.
    const { rows } = await sql`
        delete from requests where id in (
          select id from requests where created_at < ${before} and ${isPast(before)}
            and not exists (select from requests as others where others.group_id = requests.group_id
              and not exists (select from requests where requests.id = others.id and ${isPast(before)}))
          order by created_at limit ${mostRequests} for update skip locked
        ) returning id`.execute(this.trx);
    await sql`
        delete from tasks_elsewhere where id in (
          select id from tasks_elsewhere where created_at < ${before} and ${isClosedElsewhere}
          order by created_at limit ${mostRequests} for update skip locked
        )`.execute(this.trx);
    return rows.length;
  }

  /** Messages that were sent before then, about requests that are over. */
  async pruneNotices(before: Date): Promise<void> {
    await sql`
        delete from notices where id in (
          select notices.id from notices join tasks_elsewhere on tasks_elsewhere.id = notices.request_id
          where notices.sent_at < ${before} and ${isClosedElsewhere} limit ${mostNotices}
        )`.execute(this.trx);
    await sql`
        delete from notices where id in (
          select notices.id from notices join requests on requests.id = notices.request_id
          where notices.sent_at < ${before} and ${isOver} limit ${mostNotices}
        )`.execute(this.trx);
  }

  /**
   * Homes that nobody opened since then, and identities that nobody looked up since then, unless
   * something else of their account is kept.
   */
  async prunePeople(before: Date): Promise<void> {
    await sql`delete from homes where opened_at < ${before}`.execute(this.trx);
    await sql`
        delete from identities where slack_user_id in (
          select slack_user_id from identities where checked_at < ${before}
            and not ${isInUse('identities.slack_user_id')} and not ${isNamed("identities.person ->> 'id'")}
          limit ${mostPeople}
        )`.execute(this.trx);
    // These rows tell apart two people who had the same Slack account one after the other, so
    // they stay while anything is kept that either of them did.
    await sql`
        delete from resolved_identities where slack_user_id in (
          select slack_user_id from resolved_identities as resolved
          where not exists (select from identities where identities.slack_user_id = resolved.slack_user_id)
            and not ${isInUse('resolved.slack_user_id')}
          limit ${mostPeople}
        )`.execute(this.trx);
  }
}
