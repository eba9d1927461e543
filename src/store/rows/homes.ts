import { sql, type Transaction } from 'kysely';
import type { Standing } from '../../domain/holder-action.ts';
import type {
  ConfirmationRows,
  HolderRow,
  HomeRows,
  RequestRows,
  RequestsOfHolder,
} from '../../use-cases/store-ports.ts';
import { insertOnce } from '../storable.ts';
import type { Tables } from '../tables.ts';
import { toRequest } from './requests.ts';

export function homeRows(trx: Transaction<Tables>): HomeRows {
  return {
    async opened(slackUserIds) {
      const homes = trx.selectFrom('homes').select('slackUserId').where('slackUserId', 'in', slackUserIds);
      return (await homes.execute()).map((row) => row.slackUserId);
    },
    async find(slackUserId) {
      const home = trx.selectFrom('homes').selectAll().where('slackUserId', '=', slackUserId);
      return (await home.executeTakeFirst()) ?? null;
    },
    async markOpened(slackUserId, openedAt) {
      await trx
        .insertInto('homes')
        .values({ slackUserId, openedAt, publishedAt: null, fingerprint: null })
        .onConflict((conflict) => conflict.column('slackUserId').doUpdateSet({ openedAt, fingerprint: null }))
        .execute();
    },
    async markPublished(slackUserId, fingerprint, publishedAt) {
      await trx.updateTable('homes').set({ fingerprint, publishedAt }).where('slackUserId', '=', slackUserId).execute();
    },
  };
}

/** The rule of `standingOf` in SQL, because rows are ordered by it before the limit cuts them off. */
function standing(tasksAreRead: boolean) {
  const open = tasksAreRead ? 'open' : 'sent';
  return sql<Standing>`case
    when grants.request_id is not null then case when grants.ended_at is null then 'active' else 'ended' end
    when tasks.id is not null then case when tasks.is_open and requests.state <> 'withdrawn' then ${open}::text else 'ended' end
    when requests.state in ('refused', 'abandoned') then 'ended'
    else 'open' end`;
}

export async function requestsOfHolder(
  trx: Transaction<Tables>,
  slackUserId: string,
  { standings, tasksAreRead, limit }: Parameters<RequestRows['ofHolder']>[1],
): Promise<RequestsOfHolder> {
  const ofHolder = trx
    .selectFrom('requests')
    .leftJoin('tasks', 'tasks.id', 'requests.taskId')
    .leftJoin('grants', 'grants.requestId', 'requests.id')
    .where((eb) => eb.or([eb('requesterSlackId', '=', slackUserId), eb('targetSlackId', '=', slackUserId)]))
    .where(standing(tasksAreRead), 'in', standings);
  const rows = await ofHolder
    .selectAll('requests')
    .select(['tasks.snapshot', 'startedAt', 'endsAt', 'endedAt', 'endedBy', 'leaving'])
    .select(standing(tasksAreRead).as('standing'))
    .orderBy(sql`${standing(tasksAreRead)} in ('open', 'active')`, 'desc')
    .orderBy('requests.createdAt', 'desc')
    .limit(limit)
    .execute();
  const counted = await ofHolder
    .select([standing(tasksAreRead).as('standing'), sql<number>`count(*)::int`.as('count')])
    .groupBy(sql`1`)
    .execute();
  const total: Record<Standing, number> = { open: 0, active: 0, sent: 0, ended: 0 };
  for (const one of counted) total[one.standing] = one.count;
  return {
    rows: rows.map(({ startedAt, endsAt, endedAt, endedBy, leaving, snapshot: task, standing, ...row }): HolderRow => {
      const grant = startedAt === null ? null : { requestId: row.id, startedAt, endsAt, endedAt, endedBy, leaving };
      return { request: toRequest(row), task, grant, standing };
    }),
    total,
  };
}

/** Long enough for a click that Slack delivers again. */
const rememberedMs = 24 * 3_600_000;

export function confirmationRows(trx: Transaction<Tables>): ConfirmationRows {
  return {
    async confirm(question, at) {
      await trx
        .deleteFrom('confirmations')
        .where('at', '<', new Date(at.getTime() - rememberedMs))
        .execute();
      return insertOnce(trx.insertInto('confirmations').values({ question, at }));
    },
  };
}
