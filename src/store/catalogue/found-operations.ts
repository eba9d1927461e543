import { type Selectable, sql, type Transaction } from 'kysely';
import { optionalOperations } from '../../domain/settings/access-settings.ts';
import type { KeptFinding, OperationRows } from '../../use-cases/ports/rows/operation-rows.ts';
import type { Tables } from '../platform/tables.ts';

export function operationRows(trx: Transaction<Tables>): OperationRows {
  const rows = () => trx.selectFrom('foundOperations').selectAll().orderBy('operation');
  return {
    all: async () => findingsIn(await rows().execute()),
    lock: async () => findingsIn(await rows().forUpdate().execute()),
    async save(finding, began) {
      const row = { ...finding, lookingSince: null };
      await trx
        .insertInto('foundOperations')
        .values({ ...row, wantedAt: null })
        .onConflict((conflict) =>
          conflict.column('operation').doUpdateSet({
            ...row,
            wantedAt: sql`case when found_operations.wanted_at > ${began} then found_operations.wanted_at end`,
          }),
        )
        .execute();
    },
    async want(operations, at) {
      if (operations.length === 0) return;
      await trx
        .updateTable('foundOperations')
        .set({ wantedAt: at })
        .where('operation', 'in', operations)
        .execute();
    },
    async claim(operations, { at, since }) {
      if (operations.length === 0) return [];
      const others = await trx
        .selectFrom('foundOperations')
        .select('operation')
        .where('operation', 'in', operations)
        .where('lookingSince', '>', since)
        .execute();
      const othersNames = new Set<string>(others.map(({ operation }) => operation));
      const free = operations.filter((one) => !othersNames.has(one));
      if (free.length === 0) return [];
      await trx
        .updateTable('foundOperations')
        .set({ lookingSince: at })
        .where('operation', 'in', free)
        .execute();
      return free;
    },
  };
}

/** A later version may have kept more. */
function findingsIn(rows: readonly Selectable<Tables['foundOperations']>[]): KeptFinding[] {
  return rows.flatMap((row) => {
    const { capability, foundAt, usedFrom, words, checkedAt, wantedAt } = row;
    const operation = optionalOperations.find((one) => one === row.operation);
    const finding = { capability, foundAt, usedFrom, words, checkedAt, wantedAt };
    return operation === undefined ? [] : [{ operation, ...finding }];
  });
}
