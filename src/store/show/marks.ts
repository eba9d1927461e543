/** What is written marks what people are shown of it, so that nobody has to say what is shown again. */
import { sql, type Transaction } from 'kysely';
import type { OutwardJob } from '../../domain/outward/job.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { Tables } from '../platform/tables.ts';

/** What one transaction has written, by its ids. */
export class Changes {
  readonly requests = new Set<string>();
  readonly actions = new Set<string>();
  readonly cards = new Set<string>();
  /** Ids of what was asked for whose cards are on their way, by its requests. */
  readonly withCards = new Map<string, string>();

  readonly #isOneStatement: boolean;

  /** @param isOneStatement nothing of it is shown, because a mark would be a second one */
  constructor(isOneStatement = false) {
    this.#isOneStatement = isOneStatement;
  }

  /** Marks all of it. Returns a job for each mark for which none waits. */
  mark(trx: Transaction<Tables>): Promise<readonly WantedShow[]> {
    const { requests, actions, cards } = this;
    const count = requests.size + actions.size + cards.size;
    if (this.#isOneStatement && count > 0)
      throw new Error('what is shown is not written by one statement alone');
    return count === 0 ? Promise.resolve([]) : markChanged(trx, this);
  }
}

/** What is sent waits at most so long for its card, whose post marks it. */
const cardMs = 10_000;

interface WantedShow {
  readonly job: OutwardJob;
  readonly afterMs: number;
}

/**
 * Marks everything that was asked for together with what was written, and returns a job for each of
 * which none waits. The marks are the last rows that a transaction takes, in the order of their ids;
 * they are held until it commits: the job that takes a mark away reads what was written here, or
 * comes after it.
 */
async function markChanged(
  trx: Transaction<Tables>,
  changes: Changes,
): Promise<readonly WantedShow[]> {
  const withCards = [...new Set(changes.withCards.values())].map(
    (askingId): WantedShow => ({ job: { kind: 'show-asking', askingId }, afterMs: cardMs }),
  );
  const { actions, cards } = changes;
  const requests = new Set([...changes.requests].filter((id) => !changes.withCards.has(id)));
  if (requests.size + actions.size + cards.size === 0) return withCards;
  const marked = await sql<{ id: string; isNew: boolean }>`
    with written as (
      select request_id as id from actions where id in (${listed(actions)})
      union select request_id from cards where id in (${listed(cards)})
      union select id from requests where id in (${listed(requests)})
    )
    insert into marks (kind, id)
    select distinct 'asking', coalesce(group_id, id) from requests
    where id in (select id from written union ${shownWith})
    order by 2
    on conflict (kind, id) do update set id = excluded.id
    returning id, xmax = 0 as is_new`.execute(trx);
  const marks = marked.rows.filter(({ isNew }) => isNew);
  return [
    ...withCards,
    ...marks.map(
      ({ id }): WantedShow => ({ job: { kind: 'show-asking', askingId: id }, afterMs: 0 }),
    ),
  ];
}

/** Newest first, of those that are shown. */
const mostRelated = 5;

/**
 * What the same person asked for of the same access: an older post offers more time, or to ask again,
 * only as long as nobody did.
 */
const shownWith = sql`(
  select related.id from written join requests as one on one.id = written.id
  cross join lateral (
    select other.id from requests as other join posts on posts.asking_id = coalesce(other.group_id, other.id)
    where other.app_id = one.app_id and other.entitlement_id = one.entitlement_id and other.id <> one.id
      and coalesce(other.target_slack_id, other.requester_slack_id) = coalesce(one.target_slack_id, one.requester_slack_id)
      and posts.ts is not null
    order by other.created_at desc, other.id limit ${sql.lit(mostRelated)}) as related)`;

const listed = (ids: ReadonlySet<string>) =>
  sql`select jsonb_array_elements_text(${JSON.stringify([...ids])}::jsonb)`;

export function markRows(
  trx: Transaction<Tables>,
  changes: Pick<Changes, 'requests' | 'withCards'>,
) {
  return {
    /**
     * A request is with its reviewers, and its card is on its way: it is shown when that is posted, and
     * without it after ten seconds.
     */
    showWithCard({ id, groupId }: Pick<AccessRequest, 'id' | 'groupId'>): void {
      changes.withCards.set(id, groupId ?? id);
    },
    /** What extras keep of a request has changed. */
    mark(requestId: string): void {
      changes.requests.add(requestId);
    },
    /** What is written from now on makes a job of its own. */
    async take(kind: 'asking', id: string): Promise<void> {
      await trx.deleteFrom('marks').where('kind', '=', kind).where('id', '=', id).execute();
    },
    /** False where it is looked at then anyway. */
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
