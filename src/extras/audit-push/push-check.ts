import { type Check, check, Finding } from '../../operator/doctor/check.ts';
import type { Database } from '../../store/platform/database.ts';
import { pushRows } from './push-rows.ts';

/** A receiver that is restarted or updated is no finding yet. */
const longestUnsentMs = 15 * 60_000;
/** So long the doctor speaks of entries that were never sent. */
const lossShownMs = 30 * 86_400_000;

/** Whether the receiver has what is sealed; nothing where the bot never had one. */
export async function pushCheck(
  database: Pick<Database, 'kysely'>,
  now: Date,
): Promise<readonly Check[]> {
  const state = await pushRows(database.kysely).state();
  if (state === null) return [];
  const { position, trouble, lost, lostAt, unsent, oldestUnsent, end } = state;
  const look = async () => {
    if (lostAt !== null && now.getTime() - lostAt.getTime() < lossShownMs)
      throw new Finding(
        'error',
        `${lost} entries are gone and were never sent, noticed last at ${lostAt.toISOString()}. Make retention.audit longer than the receiver can be out of reach; a backup still has them.`,
      );
    if (end !== null && position > end)
      throw new Finding(
        'error',
        `the receiver has position ${position}, but the trail ends with ${end}: nothing is sent until it is longer. Look at npm run audit -- --verify, then stop the bot and run delete from audit_push, so that all of it is sent again.`,
      );
    const waitedMs = oldestUnsent === null ? 0 : now.getTime() - oldestUnsent.getTime();
    if (waitedMs > longestUnsentMs)
      throw new Finding(
        'warning',
        `${unsent} sealed entries wait to be sent, the oldest since ${oldestUnsent?.toISOString()}; the last attempt: ${trouble ?? 'none is told'}. Look at audit.push, AUDIT_PUSH_AUTHORIZATION and the receiver. If audit.push was taken out for good, run delete from audit_push.`,
      );
    return `sent up to position ${position}, ${unsent} wait`;
  };
  return [await check('audit push', look, 'Look whether the database runs.')];
}
