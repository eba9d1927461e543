/** Long because readings of tasks are written, found and counted in one place. */

import { sql, type Transaction } from 'kysely';
import type { ActingPerson } from '../../domain/request/access-request.ts';
import type { FollowedTasks, Missed } from '../../domain/task/followed-tasks.ts';
import { isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { CountedTasks, TaskRow } from '../../use-cases/ports/rows/task-rows.ts';
import { first, Rows } from '../platform/rows.ts';
import type { Tables } from '../platform/tables.ts';

const notMissed = { missedTimes: 0, missedSince: null } as const;

function taskOf(trx: Transaction<Tables>, taskId: string) {
  return trx.selectFrom('tasks').select(['requestId', 'snapshot']).where('id', '=', taskId);
}

/** A decision holds the task's row, so it is made alone. */
export class TaskRows extends Rows {
  /** Whether open tasks are read again. */
  get areRead(): boolean {
    return this.scope.areTasksRead;
  }

  /** Notes that tasks were read again and are what they were. */
  async markRead(taskIds: readonly string[], readAt: Date): Promise<void> {
    if (taskIds.length === 0) return;
    const reading = { readAt, ...notMissed };
    await this.trx
      .insertInto('taskReadings')
      .values(taskIds.map((taskId) => ({ taskId, ...reading })))
      .onConflict((conflict) => conflict.column('taskId').doUpdateSet(reading))
      .execute();
  }

  /** Those of these tasks that the service has not told of since then. */
  async notReadSince(taskIds: readonly string[], since: Date): Promise<readonly string[]> {
    const rows = await this.trx
      .selectFrom('taskReadings')
      .select('taskId')
      .where('taskId', 'in', taskIds)
      .where('readAt', '>=', since)
      .where('missedTimes', '=', 0)
      .execute();
    const taskIdsThere = new Set(rows.map((row) => row.taskId));
    return taskIds.filter((id) => !taskIdsThere.has(id));
  }

  /** Notes that the service did not tell of a task: it goes to the end of the line. */
  async markMissed(taskId: string, at: Date): Promise<Missed> {
    const row = await this.trx
      .insertInto('taskReadings')
      .values({ taskId, readAt: at, missedTimes: 1, missedSince: at })
      .onConflict((conflict) =>
        conflict.column('taskId').doUpdateSet((eb) => ({
          readAt: at,
          missedTimes: eb('taskReadings.missedTimes', '+', 1),
          missedSince: eb.fn.coalesce('taskReadings.missedSince', eb.val(at)),
        })),
      )
      .returning(['missedTimes', 'missedSince'])
      .executeTakeFirstOrThrow();
    return { times: row.missedTimes, since: row.missedSince ?? at };
  }

  /** Ids of tasks whose last reading was open, least recently read first. */
  openIds(limit: number): Promise<readonly string[]> {
    return openIds(this.trx, limit);
  }

  /**
   * The open tasks, named by the shortest of these lists: their ids, the people they are for, or
   * what they are about. null where none is open, and where tasks are not read.
   */
  async followed(most: {
    readonly ids: number;
    readonly people: number;
  }): Promise<FollowedTasks | null> {
    return this.scope.areTasksRead ? followed(this.trx, most) : null;
  }

  /**
   * Open tasks whose turn it is to be read again, the most overdue first. A task's turn comes a
   * twentieth of the time since somebody asked or decided after it was read, ten minutes at most;
   * at once while the service does not tell of it. Those go first whose turn was longest ago,
   * measured by that wait: what just happened goes before old age.
   */
  async dueIds(limit: number, at: Date): Promise<readonly string[]> {
    const due = await sql<{ id: string }>`
        select id from (
          select tasks.id, case when readings.missed_times > 0 then 'infinity' else
            (1 + extract(epoch from ${at}::timestamptz - coalesce(readings.read_at, '-infinity'))) /
            (1 + least(600, extract(epoch from ${at}::timestamptz - greatest(subjects.created_at,
              (select max(actions.at) from actions where actions.task_id = tasks.id and verb in ('approve', 'deny')))) / 20)) end as waits
          from tasks
          join subject_facts as subjects on subjects.id = tasks.request_id
          left join task_readings readings on readings.task_id = tasks.id
          where tasks.is_open
        ) as turns
        where waits >= 1 order by waits desc limit ${limit}`.execute(this.trx);
    return due.rows.map((row) => row.id);
  }

  /** When the open task was read last that has waited longest for a reading; null without one. */
  async longestUnread(): Promise<Date | null> {
    const row = await this.trx
      .selectFrom('tasks')
      .innerJoin('taskReadings as readings', 'readings.taskId', 'tasks.id')
      .where('tasks.isOpen', '=', true)
      .select((eb) => eb.fn.min('readings.readAt').as('readAt'))
      .executeTakeFirst();
    return row?.readAt ?? null;
  }

  /** Whether anybody is asked about a task; where tasks are not read, about a delivered step. */
  async isAnyAwaited(): Promise<boolean> {
    return (
      (await awaitedOf(this.trx, this.scope.areTasksRead).select('tasks.id').limit(1).execute())
        .length > 0
    );
  }

  /**
   * Open tasks whose current step, by the last reading, this reviewer may decide; emergencies
   * first, then the oldest. Not what they asked for or are to have. Where tasks are not read, only
   * steps that the service handed to the bot: the others would wait for ever.
   */
  async waitingFor(reviewer: ActingPerson, limit: number): Promise<CountedTasks> {
    const waiting = awaitedFrom(this.trx, reviewer, this.scope.areTasksRead)
      .select(['tasks.requestId', 'tasks.snapshot', isUrgent.as('isUrgent'), total])
      .orderBy(isUrgent, 'desc');
    const oldestFirst = waiting.orderBy('subjects.createdAt').orderBy('subjects.id');
    const rows = await oldestFirst.limit(limit).execute();
    return { rows, total: rows[0]?.total ?? 0 };
  }

  find(taskId: string): Promise<TaskRow | null> {
    return first(taskOf(this.trx, taskId));
  }

  /** Like find, and holds the row until the transaction ends. */
  lock(taskId: string): Promise<TaskRow | null> {
    return first(taskOf(this.trx, taskId).forUpdate());
  }

  /** @param isShown false if only parts changed that are shown on demand */
  async save(
    requestId: string,
    snapshot: TaskSnapshot,
    at: Date,
    { isShown = true }: { readonly isShown?: boolean } = {},
  ): Promise<void> {
    if ((await save(this.trx, requestId, snapshot, at)) && isShown)
      this.scope.changes.requests.add(requestId);
  }

  /** The last readings, by id. */
  async snapshots(taskIds: readonly string[]): Promise<ReadonlyMap<string, TaskSnapshot>> {
    if (taskIds.length === 0) return new Map();
    const rows = await this.trx
      .selectFrom('tasks')
      .select(['id', 'snapshot'])
      .where('id', 'in', taskIds)
      .execute();
    return new Map(rows.map((row) => [row.id, row.snapshot]));
  }

  /**
   * Notes that a step approved itself (`selfApprovedSteps`). False, changing nothing, where it was
   * noted before.
   */
  async markSelfApproved(taskId: string, stepId: string): Promise<boolean> {
    const noted = await this.trx
      .updateTable('tasks')
      .set({ selfApproved: sql`self_approved || ${stepId}::text` })
      .where('id', '=', taskId)
      .where(sql<boolean>`not (${stepId} = any (self_approved))`)
      .returning('id')
      .executeTakeFirst();
    return noted !== undefined;
  }

  /**
   * Whether an order to take access away that one of these requests gave is open. Never where tasks
   * are not read: it would be open for ever.
   */
  async isRevocationOpen(ids: readonly string[]): Promise<boolean> {
    return this.scope.areTasksRead && isRevocationOpen(this.trx, ids);
  }

  /** Ids of the requests of open tasks, and of tasks made elsewhere, that follow this id. */
  async openSubjects(after: string, limit: number): Promise<readonly string[]> {
    const rows = await this.trx
      .selectFrom('tasks')
      .select('requestId')
      .distinct()
      .where('isOpen', '=', true)
      .where('requestId', '>', after)
      .orderBy('requestId')
      .limit(limit)
      .execute();
    return rows.map(({ requestId }) => requestId);
  }
}

/** Whether it is another reading than the last one. */
async function save(
  trx: Transaction<Tables>,
  requestId: string,
  snapshot: TaskSnapshot,
  readAt: Date,
): Promise<boolean> {
  const reading = { isOpen: isOpen(snapshot), snapshot };
  const isOther = sql<boolean>`tasks.snapshot is distinct from excluded.snapshot`;
  const { isChanged } = await trx
    .with('saved', (within) =>
      within
        .insertInto('tasks')
        .values({ id: snapshot.id, requestId, ...reading })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(reading).where(isOther))
        .returning('id'),
    )
    .insertInto('taskReadings')
    .values({ taskId: snapshot.id, readAt, ...notMissed })
    .onConflict((conflict) => conflict.column('taskId').doUpdateSet({ readAt, ...notMissed }))
    .returning(sql<boolean>`exists (select from saved)`.as('isChanged'))
    .executeTakeFirstOrThrow();
  return isChanged;
}

async function openIds(trx: Transaction<Tables>, limit: number): Promise<readonly string[]> {
  const open = trx.selectFrom('tasks').leftJoin('taskReadings', 'taskReadings.taskId', 'tasks.id');
  const oldestFirst = open
    .select('id')
    .where('isOpen', '=', true)
    .orderBy('taskReadings.readAt')
    .limit(limit);
  return (await oldestFirst.execute()).map((row) => row.id);
}

async function isRevocationOpen(
  trx: Transaction<Tables>,
  requestIds: readonly string[],
): Promise<boolean> {
  if (requestIds.length === 0) return false;
  const order = await trx
    .selectFrom('tasks')
    .innerJoin('requests', 'requests.id', 'tasks.requestId')
    .select('tasks.id')
    .where('tasks.requestId', 'in', requestIds)
    .where('tasks.isOpen', '=', true)
    .where(sql<boolean>`tasks.id is distinct from requests.task_id`)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

async function followed(
  trx: Transaction<Tables>,
  most: { readonly ids: number; readonly people: number },
): Promise<FollowedTasks | null> {
  const ids = await openIds(trx, most.ids + 1);
  if (ids.length === 0) return null;
  if (ids.length <= most.ids) return { by: 'id', ids };
  const distinct = (column: 'appId' | 'identityUserId' | 'entitlementId') =>
    trx
      .selectFrom('tasks')
      .innerJoin('subjectFacts', 'subjectFacts.id', 'tasks.requestId')
      .where('tasks.isOpen', '=', true)
      .select((expression) => expression.ref(`subjectFacts.${column}`).as('value'))
      .distinct()
      .orderBy('value')
      .execute();
  const appIds = (await distinct('appId')).flatMap(({ value }) => value ?? []);
  const people = await distinct('identityUserId');
  const identityUserIds = people.flatMap(({ value }) => value ?? []);
  const areAllKnown = identityUserIds.length === people.length;
  if (areAllKnown && people.length <= most.people) return { by: 'person', appIds, identityUserIds };
  const entitlementIds = (await distinct('entitlementId')).flatMap(({ value }) => value ?? []);
  return areAllKnown && people.length < entitlementIds.length
    ? { by: 'person', appIds, identityUserIds }
    : { by: 'entitlement', appIds, entitlementIds };
}

/** How many rows there are, those beyond the limit included: in each row, as `counted` reads it. */
export const total = sql<number>`(count(*) over ())::int`.as('total');

const isUrgent = sql<boolean>`coalesce((tasks.snapshot ->> 'emergency')::boolean, false) or subjects.emergency`;

/**
 * Open tasks of requests that are wanted, and open tasks made elsewhere. A task by which the bot
 * takes access away is none of them: it is about the request that gave it.
 */
function awaited(trx: Transaction<Tables>) {
  return trx
    .selectFrom('tasks')
    .innerJoin('subjectFacts as subjects', 'subjects.id', 'tasks.requestId')
    .whereRef('subjects.taskId', '=', 'tasks.id')
    .where('tasks.isOpen', '=', true)
    .where('subjects.state', '<>', 'withdrawn');
}

/** Where tasks are not read, those alone of which the service handed a step to the bot. */
function awaitedOf(trx: Transaction<Tables>, areTasksRead: boolean) {
  return awaited(trx).$if(!areTasksRead, (query) =>
    query.where(sql<boolean>`jsonb_exists(tasks.snapshot, 'delivered')`),
  );
}

/** The open tasks that this person may decide. */
function awaitedFrom(
  trx: Transaction<Tables>,
  { identityUserId, slackUserId }: ActingPerson,
  areTasksRead: boolean,
) {
  const reviewed = { stepApprovers: [{ id: identityUserId }] };
  const setUp = {
    delivered: { kind: 'provision' },
    otherStep: { people: [{ id: identityUserId }] },
  };
  return awaitedOf(trx, areTasksRead)
    .where(
      sql<boolean>`(tasks.snapshot @> ${reviewed}::jsonb or tasks.snapshot @> ${setUp}::jsonb)`,
    )
    .where((where) =>
      where.or([
        where.and([
          where('subjects.requesterSlackId', 'is distinct from', slackUserId),
          where('subjects.targetSlackId', 'is distinct from', slackUserId),
          where('subjects.requesterIdentityId', 'is distinct from', identityUserId),
          where('subjects.identityUserId', 'is distinct from', identityUserId),
        ]),
        // Where the step's policy lets them decide on their own.
        sql<boolean>`tasks.snapshot @> '{"stepPolicy": {"allowSelfApproval": true}}'::jsonb`,
        sql<boolean>`tasks.snapshot @> '{"stepPolicy": {"approver": "self"}}'::jsonb`,
      ]),
    );
}
