import { sql, type Transaction } from 'kysely';
import type { IdentityRows } from '../../use-cases/ports/store-ports.ts';
import { first } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';

export function identityRows(trx: Transaction<Tables>): IdentityRows {
  return {
    find: (id) => first(trx.selectFrom('identities').selectAll().where('slackUserId', '=', id)),
    async save({ slackUserId, ...identity }) {
      await trx
        .insertInto('identities')
        .values({ slackUserId, ...identity })
        .onConflict((conflict) => conflict.column('slackUserId').doUpdateSet(identity))
        .execute();
    },
    slackIdsOf: async (ids) => (await newestOf(trx, ids)).map(({ slackUserId }) => slackUserId),
    peopleOf: async (ids) => (await newestOf(trx, ids)).map(({ person }) => person),
    async forget(slackUserId) {
      await trx.deleteFrom('identities').where('slackUserId', '=', slackUserId).execute();
    },
    async expireAll() {
      await trx.updateTable('identities').set('checkedAt', new Date(0)).execute();
    },
    async saveResolved({ slackUserId, person, checkedAt }) {
      await sql`
        with saved as (
          insert into identities (slack_user_id, person, checked_at)
          values (${slackUserId}, ${person}::jsonb, ${checkedAt})
          on conflict (slack_user_id) do update set person = excluded.person, checked_at = excluded.checked_at)
        insert into resolved_identities as known (slack_user_id, identity_user_id) values (${slackUserId}, ${person.id})
        on conflict (slack_user_id) do update
        set identity_user_id = excluded.identity_user_id, former_id = known.identity_user_id, changed_at = ${checkedAt}
        where known.identity_user_id <> excluded.identity_user_id`.execute(trx);
    },
    async expect(people) {
      if (people.length === 0) return;
      const never = new Date(0);
      await trx
        .insertInto('identities')
        .values(people.map((one) => ({ ...one, checkedAt: never })))
        .onConflict((conflict) => conflict.column('slackUserId').doNothing())
        .execute();
    },
    formerSince(slackUserId, since) {
      const resolved = trx
        .selectFrom('resolvedIdentities')
        .select('formerId')
        .where('slackUserId', '=', slackUserId);
      return first(resolved.where('changedAt', '>', since), ({ formerId }) => formerId);
    },
  };
}

/** Of each identity the account that was checked last. */
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
