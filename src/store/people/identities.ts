import { sql, type Transaction } from 'kysely';
import type { IdentityPerson } from '../../domain/people/identity-person.ts';
import type { IdentityRows } from '../../use-cases/ports/store-ports.ts';
import { first } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';

export function identityRows(trx: Transaction<Tables>): IdentityRows {
  return {
    find: (id) => first(trx.selectFrom('identities').selectAll().where('slackUserId', '=', id)),
    async save({ slackUserId, ...known }) {
      await trx
        .insertInto('identities')
        .values({ slackUserId, ...known })
        .onConflict((conflict) => conflict.column('slackUserId').doUpdateSet(known))
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
    async noteResolved(slackUserId, identityUserId, at) {
      await sql`
        insert into resolved_identities as known (slack_user_id, identity_user_id) values (${slackUserId}, ${identityUserId})
        on conflict (slack_user_id) do update
        set identity_user_id = excluded.identity_user_id, former_id = known.identity_user_id, changed_at = ${at}
        where known.identity_user_id <> excluded.identity_user_id`.execute(trx);
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
  const newest = await sql<{ slackUserId: string; person: IdentityPerson }>`
    select distinct on (person ->> 'id') slack_user_id, person from identities
    where person ->> 'id' in (${sql.join(identityUserIds)}) order by person ->> 'id', checked_at desc`.execute(
    trx,
  );
  return newest.rows;
}
