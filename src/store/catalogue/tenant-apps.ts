import type { Transaction } from 'kysely';
import { storableText } from '../../domain/text/foreign-text.ts';
import type { TenantAppRows } from '../../use-cases/ports/rows/tenant-app-rows.ts';
import type { Tables } from '../platform/tables.ts';

export function tenantAppRows(trx: Transaction<Tables>): TenantAppRows {
  return {
    load: () =>
      trx.selectFrom('tenantApps').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
    async replace(apps) {
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
