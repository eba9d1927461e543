import {
  type AnyColumn,
  type Dialect,
  type InsertQueryBuilder,
  type InsertResult,
  PostgresQueryCompiler,
  sql,
  type Transaction,
} from 'kysely';
import type { SlackActor } from '../../domain/request/access-request.ts';
import { storableText } from '../../domain/text/foreign-text.ts';

/**
 * A dialect whose statements hold nothing that PostgreSQL cannot store; objects and lists go into
 * them as JSON.
 */
export function storing(dialect: Dialect): Dialect {
  return Object.assign(dialect, { createQueryCompiler: () => new StorableCompiler() });
}

class StorableCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    super.appendValue(storable(value));
  }
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member === 'string') return storableText(member);
    return typeof member === 'object' && member !== null ? withStorableKeys(member) : member;
  });
}

/** The database refuses a key like any other text; most objects have none that it would refuse. */
function withStorableKeys(member: object): object {
  const isStorable = (key: string): boolean => storableText(key) === key;
  if (Array.isArray(member) || Object.keys(member).every(isStorable)) return member;
  return Object.fromEntries(
    Object.entries(member).map(([key, value]) => [storableText(key), value]),
  );
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

export interface ActorColumns {
  readonly bySlackId: string;
  readonly bySlackName: string;
  readonly byTeamId: string;
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
