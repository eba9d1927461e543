/** What shows the state of a request, or of a person, and is looked at again where that changes. */
import { type RawBuilder, sql } from 'kysely';

/** One row of what is shown again. */
export interface ShownOf {
  readonly what: 'asking' | 'list' | 'card' | 'home';
  readonly id: string;
  /** Whether a card is posted; true for all else. */
  readonly isPosted: boolean;
  /** The posted card that starts this card's thread; null if there is none, or it is not posted yet. */
  readonly rootId: string | null;
}

/** Ids of what a transaction has written. */
interface WrittenIds {
  readonly requests: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
  readonly slackUsers: ReadonlySet<string>;
  readonly identities: ReadonlySet<string>;
}

export const arrayOf = (ids: ReadonlySet<string>): RawBuilder<unknown> =>
  sql`array[${sql.join([...ids])}]::text[]`;

/** A query for everything that shows these, as rows of `ShownOf`. It expects a table `marked`, and leaves
 * out those whose mark was there before. */
export function shownAgain({ requests, slackUsers, identities }: WrittenIds): RawBuilder<unknown> {
  const parts = [
    sql`select kind as what, id, true as is_posted, null as root_id from marked where is_new`,
    ...(slackUsers.size === 0 ? [] : [homes(arrayOf(slackUsers))]),
    ...(identities.size === 0 ? [] : [homes(newestAccountsOf(identities))]),
    ...(requests.size === 0 ? [] : ofRequests(arrayOf(requests))),
  ];
  return sql.join(parts, sql` union `);
}

const homes = (slackIds: RawBuilder<unknown>) =>
  sql`select 'home', slack_user_id, true, null from homes where slack_user_id = any (${slackIds})`;

/** Slack ids of those who are called, and of those whose list shows one of these, is about to, or is theirs. */
export const listsOf = ({ requests, lists, slackUsers, identities }: WrittenIds) => sql`
  select unnest(${arrayOf(lists)}) as slack_user_id
  union select slack_user_id from list_calls where told_at is null and request_id = any (${arrayOf(requests)})
  union select slack_user_id from lists where (ts is not null or exists (
      select from list_calls where list_calls.slack_user_id = lists.slack_user_id and told_at is null)) and (
    jsonb_exists_any(shown, ${arrayOf(requests)}) or slack_user_id = any (${arrayOf(slackUsers)})
    or slack_user_id in (${newestAccountsOf(identities)}))`;

const newestAccountsOf = (identities: ReadonlySet<string>) => sql`
  select slack_user_id from (
    select distinct on (person ->> 'id') slack_user_id from identities
    where person ->> 'id' = any (${arrayOf(identities)}) order by person ->> 'id', checked_at desc
  ) as newest`;

function ofRequests(ids: RawBuilder<unknown>): readonly RawBuilder<unknown>[] {
  const parties = sql`select unnest(array[requester_slack_id, target_slack_id]) from requests where id = any (${ids})`;
  const cards = sql`select 'card', cards.id, cards.ts is not null, root.id
    from cards left join cards as root on root.id = cards.thread_of and root.ts is not null
    where cards.request_id = any (${ids}) and cards.state <> 'hidden'`;
  return [homes(parties), cards];
}
