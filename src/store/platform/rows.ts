import {
  type AnyColumn,
  type InsertQueryBuilder,
  type InsertResult,
  sql,
  type Transaction,
} from 'kysely';
import type { SlackActor } from '../../domain/request/access-request.ts';
import type { Changes } from '../show/marks.ts';
import type { ActorColumns, Tables } from './tables.ts';

/** The transaction in which rows are read and written. */
export interface RowsScope {
  readonly trx: Transaction<Tables>;
  /** Whether the service tells what becomes of open tasks: otherwise one would be open for ever. */
  readonly areTasksRead: boolean;
  readonly changes: Changes;
}

/** The rows of a subject, in one transaction. */
export abstract class Rows {
  protected readonly scope: RowsScope;
  protected readonly trx: Transaction<Tables>;

  constructor(scope: RowsScope) {
    this.scope = scope;
    this.trx = scope.trx;
  }
}

/**
 * Inserts a row unless it is there; false, changing nothing, where it is.
 *
 * @param key where it is given, only a row with the same in this column counts: any other conflict
 * throws
 */
export async function insertOnce<All, Table extends keyof All>(
  insert: InsertQueryBuilder<All, Table, InsertResult>,
  key?: AnyColumn<All, Table>,
): Promise<boolean> {
  const once = insert.onConflict((one) => (key === undefined ? one : one.column(key)).doNothing());
  const { numInsertedOrUpdatedRows } = await once.executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Until the transaction ends, nobody else holds this key. */
export async function holdKey<All>(trx: Transaction<All>, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

interface AnyQuery<Row> {
  executeTakeFirst(): Promise<Row | undefined>;
}

/** The first row that is found, as `read` makes it; null where there is none. */
export async function first<Row>(query: AnyQuery<Row>): Promise<Row | null>;
export async function first<Row, Read>(
  query: AnyQuery<Row>,
  read: (row: Row) => Read,
): Promise<Read | null>;
export async function first(
  query: AnyQuery<unknown>,
  read = (row: unknown): unknown => row,
): Promise<unknown> {
  const row = await query.executeTakeFirst();
  return row === undefined ? null : read(row);
}

/** Who did something, as three columns. */
export function actorColumns(by: SlackActor): ActorColumns {
  return { bySlackId: by.userId, bySlackName: by.userName, byTeamId: by.teamId };
}

/** A row with who did it in place of the three columns. */
export function withActor<Row extends ActorColumns>({
  bySlackId,
  bySlackName,
  byTeamId,
  ...row
}: Row): Omit<Row, keyof ActorColumns> & { by: SlackActor } {
  return { ...row, by: { userId: bySlackId, userName: bySlackName, teamId: byTeamId } };
}
