import { sql, type Transaction } from 'kysely';
import type { Tables } from '../platform/tables.ts';

/** What is rendered again of what shows the state of a request, or of a person. */
interface Refreshed {
  /** Slack ids of those of the people who ever opened their Home. */
  readonly homes: readonly string[];
  /**
   * Ids of sent messages that offer something about the request, or about others of the same
   * entitlement for the same person.
   */
  readonly messages: readonly string[];
  readonly cards: readonly RefreshedCard[];
}

/** A card of the request that is not hidden. */
interface RefreshedCard {
  readonly id: string;
  readonly isPosted: boolean;
  /** The card that starts its thread, where that is posted: one still to be posted shows it then. */
  readonly rootId: string | null;
}

/** Whom and what a change is about. */
interface ChangedSubject {
  readonly slackUserIds: readonly string[];
  /** Each stands for its Slack account that was checked last. */
  readonly identityUserIds: readonly string[];
  /** null = of no request. */
  readonly requestId: string | null;
  /** Otherwise its messages alone. */
  readonly hasCards: boolean;
}

/** One line of everything that a transaction has rendered again. */
interface RefreshedRow {
  readonly what: 'home' | 'message' | 'card';
  readonly id: string;
  /** Whether a card is posted; true for all else. */
  readonly isPosted: boolean;
  /** The posted card that starts a card's thread; null without one. */
  readonly rootId: string | null;
}

/** What shows the state of a request, or of a person. */
export function refreshRows(trx: Transaction<Tables>) {
  return {
    /** In one statement. */
    async shownBy({
      slackUserIds,
      identityUserIds,
      requestId,
      hasCards,
    }: ChangedSubject): Promise<Refreshed> {
      const parts = [
        ...(identityUserIds.length === 0 ? [] : [homesOf(identityUserIds)]),
        ...(slackUserIds.length === 0 ? [] : [openedHomes(slackUserIds)]),
        ...(requestId === null ? [] : [offeringMessages(requestId)]),
        ...(requestId === null || !hasCards ? [] : [visibleCards(requestId)]),
      ];
      if (parts.length === 0) return { homes: [], messages: [], cards: [] };
      const { rows } = await sql<RefreshedRow>`
        select what, id, is_posted, root_id from (${sql.join(parts, sql` union all `)}) as shown
        order by what, id`.execute(trx);
      const idsOf = (what: RefreshedRow['what']) =>
        rows.flatMap((row) => (row.what === what ? [row.id] : []));
      return {
        homes: [...new Set(idsOf('home'))],
        messages: idsOf('message'),
        cards: rows.filter(({ what }) => what === 'card'),
      };
    },
  };
}

function openedHomes(slackUserIds: readonly string[]) {
  return sql`select 'home' as what, slack_user_id as id, true as is_posted, null as root_id
    from homes where slack_user_id in (${sql.join(slackUserIds)})`;
}

function homesOf(identityUserIds: readonly string[]) {
  return sql`select 'home' as what, homes.slack_user_id as id, true as is_posted, null as root_id
    from (
      select distinct on (person ->> 'id') slack_user_id from identities
      where person ->> 'id' in (${sql.join(identityUserIds)}) order by person ->> 'id', checked_at desc
    ) as newest join homes on homes.slack_user_id = newest.slack_user_id`;
}

function visibleCards(requestId: string) {
  return sql`select 'card' as what, cards.id, cards.ts is not null as is_posted, root.id as root_id
    from cards left join cards as root on root.id = cards.thread_of and root.ts is not null
    where cards.request_id = ${requestId} and cards.state <> 'hidden'`;
}

/**
 * Sent messages that offer something about this request, or about others of the same entitlement
 * for the same person.
 */
function offeringMessages(requestId: string) {
  // The holder is named twice: only the first way can be looked up, in requests of any number.
  return sql`select 'message' as what, offering.id, true as is_posted, null as root_id from (
    select notices.id from notices join requests on requests.id = notices.request_id, requests as mine
    where notices.ts is not null and mine.id = ${requestId} and (requests.group_id = mine.group_id
      or (requests.requester_slack_id = coalesce(mine.target_slack_id, mine.requester_slack_id)
          or requests.target_slack_id = coalesce(mine.target_slack_id, mine.requester_slack_id))
        and requests.app_id = mine.app_id and requests.entitlement_id = mine.entitlement_id
        and coalesce(requests.target_slack_id, requests.requester_slack_id)
          = coalesce(mine.target_slack_id, mine.requester_slack_id))
    union select id from notices where ts is not null and request_id = ${requestId}
    union select id from notices
    where ts is not null and body -> 'about' @> jsonb_build_array(jsonb_build_object('requestId', ${requestId}::text))
    ) as offering`;
}
