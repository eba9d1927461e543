/** Marks the requests that a transaction wrote, and adds the jobs that show them again. Callers name only what the written rows do not tell. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { OutwardJob } from '../../domain/outward/job.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { Tables } from '../platform/tables.ts';

/** What one transaction has written, by its ids. */
export class Changes {
  /** Requests, and tasks that were made elsewhere. */
  readonly requests = new Set<string>();
  /** Requests of which only the messages to their parties show it. */
  readonly askings = new Set<string>();
  /** Slack ids of reviewers who are called. */
  readonly lists = new Set<string>();
  /** Slack ids of people whose Home shows something else. */
  readonly slackUsers = new Set<string>();
  /** As `slackUsers`, by their identities: each stands for its Slack account that was checked last. */
  readonly identities = new Set<string>();
  /** By request id: what is about to come is shown with them, and marks them. */
  readonly later = new Map<string, WantedShow>();

  readonly #isOneStatement: boolean;

  /** @param isOneStatement it must not write what is shown: a mark would be a second statement */
  constructor(isOneStatement = false) {
    this.#isOneStatement = isOneStatement;
  }

  /** Marks all of it. Returns the jobs that show it. */
  async mark(trx: Transaction<Tables>): Promise<readonly WantedShow[]> {
    const { requests, askings, lists, slackUsers, identities } = this;
    const count = requests.size + askings.size + lists.size + slackUsers.size + identities.size;
    if (this.#isOneStatement && count > 0)
      throw new Error('what is shown is not written by one statement alone');
    const jobs = count === 0 ? [] : await showJobs(trx, this);
    return [...jobs, ...this.later.values()];
  }
}

/** What is sent waits at most so long for its card. */
const cardMs = 10_000;
/** And what is decided for its outcome: it is shown within two seconds. */
const outcomeMs = 1_700;

interface WantedShow {
  readonly job: OutwardJob;
  readonly afterMs: number;
}

/**
 * Marks everything that was asked for together with what was written, and the lists that show it. Returns a job
 * for each new mark, and one for everything else that shows the requests. The marks are locked last, in their order, and
 * held until the commit: the job that deletes a mark reads what was written here, or comes after it.
 */
async function showJobs(
  trx: Transaction<Tables>,
  changes: Changes,
): Promise<readonly WantedShow[]> {
  const { requests, askings, later } = changes;
  const ids = new Set([...requests, ...askings].filter((id) => !later.has(id)));
  const { rows } = await sql<ShownOf>`
    with marked as (
      insert into marks (kind, id)
      select distinct 'asking', coalesce(group_id, id) from requests
      where id in (select unnest(${arrayOf(ids)}) union ${shownWith(ids)})
      union select 'list', slack_user_id from (${listsOf(changes)}) as shown_to
      union select 'home', slack_user_id from homes where slack_user_id in (${homesOf(changes)})
      order by 1, 2
      on conflict (kind, id) do update set id = excluded.id
      returning kind, id, xmax = 0 as is_new
    )
    ${shownAgain(changes)} order by what, id`.execute(trx);
  return rows.map((row) => ({ job: jobFor(row), afterMs: 0 }));
}

function jobFor({ what, id, isPosted }: ShownOf): OutwardJob {
  if (what === 'asking') return { kind: 'show-asking', askingId: id };
  if (what === 'list') return { kind: 'show-list', slackUserId: id };
  if (what === 'home') return { kind: 'sync-home', slackUserId: id };
  // Posts wait for their turn in the channel; an update that shows a decision must not wait behind them.
  return { kind: isPosted ? 'update-card' : 'sync-card', cardId: id };
}

/** Newest first, of those that are shown. */
const mostRelated = 5;

/**
 * What the same person asked for of the same access: an older post offers more time, or to ask again,
 * only as long as nobody did.
 */
const shownWith = (ids: ReadonlySet<string>) => sql`
  select related.id from requests as one
  cross join lateral (
    select other.id from requests as other join posts on posts.asking_id = coalesce(other.group_id, other.id)
    where other.app_id = one.app_id and other.entitlement_id = one.entitlement_id and other.id <> one.id
      and coalesce(other.target_slack_id, other.requester_slack_id) = coalesce(one.target_slack_id, one.requester_slack_id)
      and posts.ts is not null
    order by other.created_at desc, other.id limit ${sql.lit(mostRelated)}) as related
  where one.id = any (${arrayOf(ids)})`;

/** One row of what is shown again. */
interface ShownOf {
  readonly what: 'asking' | 'list' | 'card' | 'home';
  readonly id: string;
  /** Whether a card is posted; true for all else. */
  readonly isPosted: boolean;
}

const arrayOf = (ids: ReadonlySet<string>): RawBuilder<unknown> =>
  sql`array[${sql.join([...ids])}]::text[]`;

/** A query for everything that shows these, as rows of `ShownOf`. It expects a table `marked`, and leaves
 * out those whose mark was there before. */
function shownAgain({ requests }: Changes): RawBuilder<unknown> {
  const parts = [
    sql`select kind as what, id, true as is_posted from marked where is_new`,
    ...(requests.size === 0 ? [] : [cardsOf(arrayOf(requests))]),
  ];
  return sql.join(parts, sql` union `);
}

/** Slack ids of the parties of these, and of those whose Home shows something else. */
const homesOf = ({ requests, slackUsers, identities }: Changes) => sql`
  select unnest(${arrayOf(slackUsers)}) union ${newestAccountsOf(identities)}
  union select unnest(array[requester_slack_id, target_slack_id]) from requests where id = any (${arrayOf(requests)})`;

/** Slack ids of those who are called, and of those whose list shows one of these, is about to, or is theirs. */
const listsOf = ({ requests, lists, slackUsers, identities }: Changes) => sql`
  select unnest(${arrayOf(lists)}) as slack_user_id
  union select slack_user_id from list_calls where told_at is null and request_id = any (${arrayOf(requests)})
  union select reader_id from posts where asking_id is null and (ts is not null or exists (
      select from list_calls where slack_user_id = reader_id and told_at is null)) and (
    jsonb_exists_any(shown, ${arrayOf(requests)}) or reader_id = any (${arrayOf(slackUsers)})
    or reader_id in (${newestAccountsOf(identities)}))`;

const newestAccountsOf = (identities: ReadonlySet<string>) => sql`
  select slack_user_id from (
    select distinct on (person ->> 'id') slack_user_id from identities
    where person ->> 'id' = any (${arrayOf(identities)}) order by person ->> 'id', checked_at desc
  ) as newest`;

const cardsOf = (ids: RawBuilder<unknown>) => sql`
  select 'card', id, ts is not null from cards where request_id = any (${ids}) and state <> 'hidden'`;

interface HomesOf {
  readonly slackUsers?: Iterable<string>;
  readonly identities?: Iterable<string>;
}

export function markRows(
  trx: Transaction<Tables>,
  changes: Pick<Changes, 'requests' | 'later' | 'slackUsers' | 'identities'>,
) {
  return {
    /** It is shown when its card is posted or its outcome is read, and without that after a moment. */
    showWith(
      what: 'card' | 'outcome',
      { id, groupId }: Pick<AccessRequest, 'id' | 'groupId'>,
    ): void {
      const job = { kind: 'show-asking', askingId: groupId ?? id } as const;
      changes.later.set(id, { job, afterMs: what === 'card' ? cardMs : outcomeMs });
    },
    /** Something else is shown of it than its own rows tell. */
    mark(requestId: string): void {
      changes.requests.add(requestId);
    },
    /** The Homes of these people, by Slack ids or by identities, where they have one. */
    markHomes({ slackUsers = [], identities = [] }: HomesOf): void {
      for (const id of slackUsers) changes.slackUsers.add(id);
      for (const id of identities) changes.identities.add(id);
    },
    /** Deletes the mark. A later write adds a new job. */
    async take(kind: 'asking' | 'list' | 'home', id: string, at: Date): Promise<void> {
      await sql`
        with over as (delete from looks where asking_id = ${id} and look_at <= ${at})
        delete from marks where kind = ${kind} and id = ${id}`.execute(trx);
    },
    /** Ids of those that should have been looked at by this time: a clock was set, or a job is gone. */
    async takeMissed(by: Date, limit: number): Promise<readonly string[]> {
      const { rows } = await sql<{ id: string }>`
        delete from looks where asking_id in (
          select asking_id from looks where look_at <= ${by} order by look_at limit ${limit} for update skip locked)
        returning asking_id as id`.execute(trx);
      return rows.map(({ id }) => id);
    },
    isAnyMissed: async (by: Date): Promise<boolean> =>
      (
        await trx
          .selectFrom('looks')
          .select('askingId')
          .where('lookAt', '<=', by)
          .limit(1)
          .execute()
      ).length > 0,
    /** Returns false if that time was set already. */
    async lookAt(askingId: string, lookAt: Date): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await trx
        .insertInto('looks')
        .values({ askingId, lookAt })
        .onConflict((conflict) =>
          conflict.column('askingId').doUpdateSet({ lookAt }).where('looks.lookAt', '<>', lookAt),
        )
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },
  };
}
