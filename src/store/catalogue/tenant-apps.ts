import type { Transaction } from 'kysely';
import type { TenantApp } from '../../domain/settings/access-settings.ts';
import { storableText } from '../../domain/text/foreign-text.ts';
import type { Tables } from '../platform/tables.ts';

export function tenantAppRows(trx: Transaction<Tables>) {
  return {
    /** As the last list that was read has them, by name. */
    load: (): Promise<readonly TenantApp[]> =>
      trx.selectFrom('tenantApps').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
    /** Puts these in the place of all. No id twice. */
    async replace(apps: readonly TenantApp[]): Promise<void> {
      await trx.deleteFrom('tenantApps').execute();
      // Two ids can become one when made storable.
      const byId = new Map(apps.map(({ id, name }) => [storableText(id), storableText(name)]));
      if (byId.size === 0) return;
      await trx
        .insertInto('tenantApps')
        .values(Array.from(byId, ([id, name]) => ({ id, name })))
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })),
        )
        .execute();
    },
  };
}
