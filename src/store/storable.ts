import type { InsertQueryBuilder, InsertResult } from 'kysely';
import type { SlackActor } from '../domain/access-request.ts';
import { storableText } from '../domain/foreign-text.ts';
import type { Tables } from './tables.ts';

/** A value as JSON for a `jsonb` column. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => (typeof member === 'string' ? storableText(member) : member));
}

/** Inserts a row unless it is there; false, changing nothing, where it is. */
export async function insertOnce<Table extends keyof Tables>(
  insert: InsertQueryBuilder<Tables, Table, InsertResult>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await insert.onConflict((one) => one.doNothing()).executeTakeFirstOrThrow();
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
