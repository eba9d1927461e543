import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/store/platform/tables.ts';

/** Parents first. */
const withRequests = [
  'subjects',
  'requests',
  'tasks',
  'task_readings',
  'cards',
  'actions',
  'posts',
  'looks',
  'grants',
  'due_times',
  'identities',
  'resolved_identities',
];

/**
 * Has as many others ask for what this person (`ben`) asked for, with the same life: everything that
 * is stored about it is copied. Returns the ids of the copied requests. The second of them is of
 * `ben2`, with the task `task-ben2`.
 */
export async function multiplyRequest(
  kysely: Kysely<Tables>,
  handle: string,
  times: number,
): Promise<readonly string[]> {
  const account = `U0${handle.toUpperCase()}`;
  const { id } = await kysely
    .selectFrom('requests')
    .select('id')
    .where('requesterSlackId', '=', account)
    .executeTakeFirstOrThrow();
  const actions = await kysely
    .selectFrom('actions')
    .select('id')
    .where('requestId', '=', id)
    .execute();
  const ids = [id, account, handle, ...actions.map((one) => one.id)];
  for (const table of withRequests) {
    let copy = sql`replace(to_jsonb(one)::text, '"1772452800.', '"' || 1772460000 + turn || '.')`;
    for (const one of ids) copy = sql`regexp_replace(${copy}, ${`${one}\\y`}, ${one} || turn, 'g')`;
    const text = sql`to_jsonb(one)::text`;
    await sql`
      insert into ${sql.table(table)}
      select (jsonb_populate_record(null::${sql.table(table)}, ${copy}::jsonb)).*
      from ${sql.table(table)} as one, generate_series(2, ${sql.lit(times)}) as turn
      where ${text} like ${`%${id}%`} or ${text} like ${`%"${account}"%`}`.execute(kysely);
  }
  return Array.from({ length: times - 1 }, (_, index) => `${id}${index + 2}`);
}
