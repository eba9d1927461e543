import { sql } from 'kysely';
import type { Database } from '../../../store/platform/database.ts';
import type { Check } from '../check.ts';

interface Row {
  readonly operation: string;
  readonly foundAt: Date;
  readonly usedFrom: Date | null;
  readonly words: string;
}

/** A bot that finds out what the tenant has looks daily; older rows are of other settings. */
const newestMs = 2 * 86_400_000;

/** What the running bot goes by beside what a look now shows: announcements, and what was lost. */
export async function foundOperationChecks(
  { kysely }: Pick<Database, 'kysely'>,
  now: () => Date,
): Promise<readonly Check[]> {
  const at = now();
  const { rows } = await sql<Row>`
    select operation, found_at, used_from, words from found_operations
    where checked_at > ${new Date(at.getTime() - newestMs)} and found_at is not null
      and (used_from > ${at} or (used_from is null and capability = 'unknown'))
    order by operation`.execute(kysely);
  return rows.map(({ operation, foundAt, usedFrom, words }): Check => {
    const what = `running bot: operation ${operation}`;
    if (usedFrom !== null)
      return {
        what,
        state: 'ok',
        says: `announced: it was found at ${foundAt.toISOString()}, and is used from ${usedFrom.toISOString()} on. Name it in governance.without to keep the bot from it.`,
      };
    return {
      what,
      state: 'error',
      says: `lost: it answered until ${foundAt.toISOString()} and then ${words}. What rests on it is refused until it answers; the bot looks once a minute.`,
    };
  });
}
