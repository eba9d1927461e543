import type { AnyColumn, InsertQueryBuilder, InsertResult } from 'kysely';
import type { SlackActor } from '../domain/access-request.ts';
import { storableText } from '../domain/foreign-text.ts';
import type { Tables } from './tables.ts';

/** A value as JSON for a `jsonb` column. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => (typeof member === 'string' ? storableText(member) : member));
}

/**
 * Inserts a row unless it is there; false, changing nothing, where it is.
 *
 * @param key where it is given, only a row with the same in this column counts: any other conflict throws
 */
export async function insertOnce<Table extends keyof Tables>(
  insert: InsertQueryBuilder<Tables, Table, InsertResult>,
  key?: AnyColumn<Tables, Table>,
): Promise<boolean> {
  const once = insert.onConflict((one) => (key === undefined ? one : one.column(key)).doNothing());
  const { numInsertedOrUpdatedRows } = await once.executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export interface ActorColumns {
  readonly bySlackId: string;
  readonly bySlackName: string;
  readonly byTeamId: string;
}

/** Who did something, as three columns. */
export function actorColumns(by: SlackActor): ActorColumns {
  return { bySlackId: by.userId, bySlackName: storableText(by.userName), byTeamId: by.teamId };
}

/** A row with who did it in place of the three columns. */
export function withActor<Row extends ActorColumns>({ bySlackId, bySlackName, byTeamId, ...row }: Row) {
  return { ...row, by: { userId: bySlackId, userName: bySlackName, teamId: byTeamId } };
}
