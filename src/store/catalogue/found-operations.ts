import { type Selectable, sql, type Transaction } from 'kysely';
import type { OptionalOperation } from '../../domain/settings/access-settings.ts';
import { optionalOperations } from '../../domain/settings/access-settings.ts';
import type { OperationFinding } from '../../domain/settings/operation-finding.ts';
import type { KeptFinding } from '../../use-cases/ports/rows/operation-rows.ts';
import type { Tables } from '../platform/tables.ts';

/** What was found out about the tenant's operations. */
export function operationRows(trx: Transaction<Tables>) {
  const rows = () => trx.selectFrom('foundOperations').selectAll().orderBy('operation');
  return {
    /** Those of operations that this version does not know are left out. */
    all: async (): Promise<readonly KeptFinding[]> => findingsIn(await rows().execute()),
    /** The same, locked: nobody else changes them until the transaction ends. */
    lock: async (): Promise<readonly KeptFinding[]> =>
      findingsIn(await rows().forUpdate().execute()),
    /** @param began when the look began: what was wanted later is looked at again */
    async save(finding: OperationFinding, began: Date): Promise<void> {
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
    /** To be looked at again. */
    async want(operations: readonly OptionalOperation[], at: Date): Promise<void> {
      if (operations.length === 0) return;
      await trx
        .updateTable('foundOperations')
        .set({ wantedAt: at })
        .where('operation', 'in', operations)
        .execute();
    },
    /**
     * Those of these operations at which no other process looks since `since`; from now on this one
     * does. One without a row is looked at by everybody.
     */
    async claim(
      operations: readonly OptionalOperation[],
      { at, since }: { readonly at: Date; readonly since: Date },
    ): Promise<readonly OptionalOperation[]> {
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
