import { sql, type Transaction } from 'kysely';
import type { IdentityRow } from '../../use-cases/ports/rows/person-rows.ts';
import { first, Rows } from '../platform/rows.ts';
import type { Tables } from '../platform/tables.ts';

/** An account that stands for another identity than it did. */
interface ChangedAccount {
  readonly was: string;
  readonly is: string;
}

type PassedOn = ChangedAccount & { readonly requestId: string };

export class IdentityRows extends Rows {
  find(id: string): Promise<IdentityRow | null> {
    return first(this.trx.selectFrom('identities').selectAll().where('slackUserId', '=', id));
  }

  /**
   * The Slack accounts remembered for identities: of each the one that was checked last; none where
   * none is remembered.
   */
  async slackIdsOf(ids: readonly string[]): Promise<readonly string[]> {
    return (await newestOf(this.trx, ids)).map(({ slackUserId }) => slackUserId);
  }

  async forget(slackUserId: string): Promise<void> {
    await this.trx.deleteFrom('identities').where('slackUserId', '=', slackUserId).execute();
  }

  /** From now on everybody has to be looked up again. */
  async expireAll(): Promise<void> {
    await this.trx.updateTable('identities').set('checkedAt', new Date(0)).execute();
  }

  /**
   * Saves it, and notes the identity that the account was just resolved as; unlike what is
   * remembered of people, this is never forgotten. Where it is another one than before, requests
   * of the account's former owner are not the new owner's, and are theirs again if they are back.
   * Returns the newest of those that passed out of somebody's hands just now. In one statement.
   */
  async saveResolved({ slackUserId, person, checkedAt }: IdentityRow): Promise<PassedOn | null> {
    const { rows } = await sql<PassedOn>`
    with saved as (
      insert into identities (slack_user_id, person, checked_at)
      values (${slackUserId}, ${person}::jsonb, ${checkedAt})
      on conflict (slack_user_id) do update set person = excluded.person, checked_at = excluded.checked_at),
    changed as (
      insert into resolved_identities as known (slack_user_id, identity_user_id) values (${slackUserId}, ${person.id})
      on conflict (slack_user_id) do update
      set identity_user_id = excluded.identity_user_id, former_id = known.identity_user_id, changed_at = ${checkedAt}
      where known.identity_user_id <> excluded.identity_user_id
      returning identity_user_id as "is", former_id as was),
    marked as (
      update requests set
        requester_passed_on = case when requester_slack_id <> ${slackUserId} then requester_passed_on
          else "is" <> coalesce(requester_identity_id, case when target_slack_id is null then identity_user_id end, was) end,
        target_passed_on = case when target_slack_id is distinct from ${slackUserId} then target_passed_on
          else "is" <> coalesce(identity_user_id, was) end
      from changed where was is not null and (requester_slack_id = ${slackUserId} or target_slack_id = ${slackUserId})
      returning id, created_at, was, "is", (requester_passed_on and requester_slack_id = ${slackUserId}
        or target_passed_on and target_slack_id = ${slackUserId}) as is_passed_on)
    select id as request_id, was, "is" from marked where is_passed_on order by created_at desc limit 1`.execute(
      this.trx,
    );
    return rows[0] ?? null;
  }

  /**
   * Remembers who these accounts probably are, where nobody found out yet. They are kept with the date
   * 1970, so that the bot looks them up before they decide. In one statement.
   */
  async expect(people: readonly Pick<IdentityRow, 'slackUserId' | 'person'>[]): Promise<void> {
    if (people.length === 0) return;
    const never = new Date(0);
    await this.trx
      .insertInto('identities')
      .values(people.map((one) => ({ ...one, checkedAt: never })))
      .onConflict((conflict) => conflict.column('slackUserId').doNothing())
      .execute();
  }

  /** The identity that an account was last resolved as; null where it never was. */
  resolvedAs(slackUserId: string): Promise<string | null> {
    return first(
      this.trx.selectFrom('resolvedIdentities').selectAll().where('slackUserId', '=', slackUserId),
      ({ identityUserId }) => identityUserId,
    );
  }

  /**
   * Who an account stands for now, where that differs from `noted` (or, without it, from who it stood
   * for at `since`); null where it does not differ, or nobody knew.
   */
  async changeOf(
    slackUserId: string,
    since: Date,
    noted: string | null,
  ): Promise<ChangedAccount | null> {
    const { rows } = await sql<ChangedAccount>`
        select was, "is" from (
          select coalesce(${noted}, case when changed_at > ${since} then former_id end) as was, identity_user_id as "is"
          from resolved_identities where slack_user_id = ${slackUserId}) as known
        where was <> "is"`.execute(this.trx);
    return rows[0] ?? null;
  }
}

/** The account that was checked last, for each identity. */
async function newestOf(trx: Transaction<Tables>, identityUserIds: readonly string[]) {
  if (identityUserIds.length === 0) return [];
  const identityId = sql<string>`person ->> 'id'`;
  return trx
    .selectFrom('identities')
    .distinctOn(identityId)
    .select(['slackUserId', 'person'])
    .where(identityId, 'in', identityUserIds)
    .orderBy(identityId)
    .orderBy('checkedAt', 'desc')
    .execute();
}
