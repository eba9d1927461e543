/** Long because what a request is, where it stands and whose it is are read by the same queries. */

import { type InsertObject, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { HolderKey, Standing } from '../../domain/action/holder-action.ts';
import type {
  AccessRequest,
  EntitlementKey,
  RequestedAccess,
} from '../../domain/request/access-request.ts';
import { isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { GrantRow } from '../../use-cases/ports/rows/due-rows.ts';
import type { HolderRow } from '../../use-cases/ports/rows/subject-rows.ts';
import { first, holdKey, insertOnce, Rows } from '../platform/rows.ts';
import type { RequestsTable, Tables } from '../platform/tables.ts';

interface NewRequest {
  readonly id: string;
  readonly key: string;
  readonly access: RequestedAccess;
  readonly at: Date;
}

type RequestChange = Pick<AccessRequest, 'state'> &
  Partial<Pick<AccessRequest, 'requesterIdentityId' | 'identityUserId' | 'taskId' | 'refusal'>> & {
    readonly at: Date;
  };

interface UsualQuery {
  readonly slackUserId: string;
  /** null = of all apps. */
  readonly appId: string | null;
  readonly since: Date;
  readonly limit: number;
}

function requestsIn(trx: Transaction<Tables>) {
  return trx.selectFrom('requests').selectAll();
}

export class RequestRows extends Rows {
  /**
   * Those that somebody asked for, and those that others asked for them, of these standings: what
   * is open or active first, then the rest; newest first. If open tasks are not read again, one
   * that was open when it was created may have been decided since, so its state says nothing.
   */
  async ofHolder(
    slackUserId: string,
    { standings, limit, isOwn = false }: HolderQuery,
  ): Promise<{
    readonly rows: readonly HolderRow[];
    /** How many there are of those asked for, beyond the limit included. */
    readonly total: Readonly<Record<Standing, number>>;
  }> {
    const ofHolder = withStanding(this.trx)
      .where(isPartyNow(slackUserId))
      .$if(isOwn, (query) =>
        query.where((eb) =>
          eb.or([eb('targetSlackId', 'is', null), eb('targetSlackId', '=', slackUserId)]),
        ),
      )
      .where(standing(this.scope.areTasksRead), 'in', standings);
    const underWayFirst = ofHolder.orderBy(
      sql`${standing(this.scope.areTasksRead)} in ('open', 'active')`,
      'desc',
    );
    const rows = await readHolderRows(
      underWayFirst.orderBy('requests.createdAt', 'desc').orderBy('requests.id').limit(limit),
      this.scope.areTasksRead,
    );
    const counted = ofHolder
      .select([
        standing(this.scope.areTasksRead).as('standing'),
        sql<number>`count(*)::int`.as('count'),
      ])
      .groupBy(sql`1`);
    return { rows, total: { ...noneStanding, ...byStanding(await counted.execute()) } };
  }

  /** Whether somebody asked for anything, or others for them. */
  async isAnyOf(slackUserId: string): Promise<boolean> {
    return (
      (
        await withStanding(this.trx)
          .where(isPartyNow(slackUserId))
          .select('requests.id')
          .limit(1)
          .execute()
      ).length > 0
    );
  }

  /** One of them; null where there is none of this id. */
  async standing(id: string): Promise<HolderRow | null> {
    const [row = null] = await readHolderRows(
      withStanding(this.trx).where('requests.id', '=', id),
      this.scope.areTasksRead,
    );
    return row;
  }

  /** Requests for this entitlement and this person, whoever asked; newest first. */
  forEntitlement(
    { slackUserId, isPassedOn }: HolderKey,
    { appId, entitlementId }: EntitlementKey,
    limit: number,
  ): Promise<readonly HolderRow[]> {
    return readHolderRows(
      withStanding(this.trx)
        .where('requests.appId', '=', appId)
        .where('requests.entitlementId', '=', entitlementId)
        .where((eb) => eb(eb.fn.coalesce('targetSlackId', 'requesterSlackId'), '=', slackUserId))
        .where(isHolderPassedOn, '=', isPassedOn)
        .orderBy('requests.createdAt', 'desc')
        .orderBy('requests.id')
        .limit(limit),
      this.scope.areTasksRead,
    );
  }

  /**
   * Keeps a request under a key that Slack repeats (`view.id`), with the identity as which its
   * requester was last resolved. Returns false, changing nothing, where the key is known.
   */
  insertOnce(request: NewRequest): Promise<boolean> {
    return insertOnce(this.trx.insertInto('requests').values(newRow(request)), 'submissionKey');
  }

  /** Until the transaction ends, nobody else keeps what came of this draft. */
  holdDraft(draftId: string): Promise<void> {
    return holdKey(this.trx, `requests of draft ${draftId}`);
  }

  /** Whether this key was kept before. */
  async isKept(key: string): Promise<boolean> {
    return (
      (
        await this.trx
          .selectFrom('requests')
          .select('id')
          .where('submissionKey', '=', key)
          .execute()
      ).length > 0
    );
  }

  find(id: string): Promise<AccessRequest | null> {
    return first(requestsIn(this.trx).where('id', '=', id), toRequest);
  }

  /**
   * Like find, and holds the row until the transaction ends. Not `for update`: inserting a notice
   * that references the request would wait for it.
   */
  lock(id: string): Promise<AccessRequest | null> {
    return first(requestsIn(this.trx).where('id', '=', id).forNoKeyUpdate(), toRequest);
  }

  async save(id: string, { at: updatedAt, ...change }: RequestChange): Promise<void> {
    // On its way it shows nothing new.
    if (change.state !== 'sending' && change.state !== 'submitted')
      this.scope.changes.requests.add(id);
    const values = { ...change, updatedAt };
    await this.trx.updateTable('requests').set(values).where('id', '=', id).execute();
  }

  /** Those that were asked for in one go, in the order of the submission. */
  async ofGroup(groupId: string): Promise<readonly AccessRequest[]> {
    const group = requestsIn(this.trx).where('groupId', '=', groupId).orderBy('submissionKey');
    return (await group.execute()).map(toRequest);
  }

  /** The request that corrects this one; null if there is none. */
  correctionOf({
    id,
    requester,
  }: Pick<AccessRequest, 'id' | 'requester'>): Promise<AccessRequest | null> {
    return first(
      requestsIn(this.trx)
        .where('requesterSlackId', '=', requester.userId)
        .where('correctsRequestId', '=', id),
      toRequest,
    );
  }

  /** What this person asked for since then, newest first and each once. */
  usual({ slackUserId, appId, since, limit }: UsualQuery): Promise<readonly EntitlementKey[]> {
    return this.trx
      .selectFrom('requests')
      .select(['appId', 'entitlementId'])
      .where('requesterSlackId', '=', slackUserId)
      .where('requesterPassedOn', '=', false)
      .where('createdAt', '>=', since)
      .$if(appId !== null, (query) => query.where('appId', '=', appId))
      .groupBy(['appId', 'entitlementId'])
      .orderBy((eb) => eb.fn.max('createdAt'), 'desc')
      .limit(limit)
      .execute();
  }
}

/**
 * Where a request stands (`Standing`); in SQL, because rows are ordered by it before the limit cuts
 * them off.
 */
export function standing(areTasksRead: boolean): RawBuilder<Standing> {
  const open = areTasksRead ? 'open' : 'sent';
  // Withdrawn but not closed by the service: it counts as open until a reading shows its end.
  const isLeftOpen = sql`requests.state <> 'withdrawn' or ${areTasksRead}::boolean`;
  return sql<Standing>`case
    when grants.request_id is not null then case when grants.ended_at is null then 'active' else 'ended' end
    when tasks.id is not null then case when tasks.is_open and (${isLeftOpen}) then ${open}::text else 'ended' end
    when requests.state in ('refused', 'abandoned') then 'ended'
    else 'open' end`;
}

const noneStanding: Readonly<Record<Standing, number>> = { open: 0, active: 0, sent: 0, ended: 0 };

function byStanding(
  counted: readonly { readonly standing: Standing; readonly count: number }[],
): Partial<Record<Standing, number>> {
  return Object.fromEntries(counted.map(({ standing, count }) => [standing, count]));
}

/** Requests with what is known of their task and their grant. */
function withStanding(trx: Transaction<Tables>) {
  return trx
    .selectFrom('requests')
    .leftJoin('tasks', 'tasks.id', 'requests.taskId')
    .leftJoin('grants', 'grants.requestId', 'requests.id');
}

/** What stands in a row beside the columns of the request itself. */
interface StandingColumns {
  readonly task: TaskSnapshot | null;
  readonly startedAt: Date | null;
  readonly endsAt: Date | null;
  readonly endedAt: Date | null;
  readonly endedBy: GrantRow['endedBy'];
  readonly revocationPending: GrantRow['revocationPending'];
  readonly takenAt: Date | null;
  readonly isOrderFailing: boolean;
  readonly standing: Standing;
}

/** Whether access is being taken away, and the task that does it failed and is still open. */
const isOrderFailing = sql<boolean>`grants.revocation_pending is not null and exists (
  select 1 from tasks as orders where orders.request_id = requests.id and orders.is_open
    and orders.id is distinct from requests.task_id and orders.snapshot ->> 'outcome' = 'error')`;

export const taskAndGrant = [
  'tasks.snapshot as task',
  'grants.startedAt',
  'grants.endsAt',
  'grants.endedAt',
  'grants.endedBy',
  'grants.revocationPending',
  'grants.revokedAt as takenAt',
  isOrderFailing.as('isOrderFailing'),
] as const;

async function readHolderRows(
  query: ReturnType<typeof withStanding>,
  areTasksRead: boolean,
): Promise<readonly HolderRow[]> {
  const rows = await query
    .selectAll('requests')
    .select(taskAndGrant)
    .select(standing(areTasksRead).as('standing'))
    .execute();
  return rows.map((row) => toHolderRow(row, areTasksRead));
}

/** The last reading; the state of an open one is `unread` where tasks are not read again. */
export function lastReading(task: TaskSnapshot | null, areTasksRead: boolean): TaskSnapshot | null {
  return areTasksRead || task === null || !isOpen(task) ? task : { ...task, state: 'unread' };
}

export function toHolderRow(
  columns: Selectable<RequestsTable> & StandingColumns,
  areTasksRead: boolean,
): HolderRow {
  const { startedAt, endsAt, endedAt, endedBy, revocationPending, takenAt, ...rest } = columns;
  const { task: reading, standing, isOrderFailing: isFailing, ...row } = rest;
  const task = lastReading(reading, areTasksRead);
  const removal = { revocationPending, takenAt, isOrderFailing: isFailing };
  const end = { endsAt, endedAt, endedBy, ...removal };
  const grant = startedAt === null ? null : { requestId: row.id, startedAt, ...end };
  return { request: toRequest(row), task, grant, standing };
}

/** Whether the account that has, or would have, the access is somebody else's by now. */
const isHolderPassedOn = sql<boolean>`case when requests.target_slack_id is null
  then requests.requester_passed_on else requests.target_passed_on end`;

/** As `isHolder`: asked for by this person, or for them, and not by who had the account before. */
export function isPartyNow(slackUserId: string): RawBuilder<boolean> {
  return sql<boolean>`(requests.requester_slack_id = ${slackUserId} and not requests.requester_passed_on
    or requests.target_slack_id = ${slackUserId} and not requests.target_passed_on)`;
}

interface HolderQuery {
  readonly standings: readonly Standing[];
  readonly limit: number;
  /** Without those for somebody else. */
  readonly isOwn?: boolean;
}

/**
 * A request as it was just asked for, on behalf of the identity that its requester was last
 * resolved as; what was drafted, of the one that it was drafted for.
 */
function newRow({ id, key, access, at }: NewRequest): InsertObject<Tables, 'requests'> {
  const { requester, ...columns } = access;
  return {
    ...columns,
    id,
    submissionKey: key,
    teamId: requester.teamId,
    requesterSlackId: requester.userId,
    requesterSlackName: requester.userName,
    state: 'submitted',
    refusal: null,
    identityUserId: null,
    requesterPassedOn: false,
    targetPassedOn: false,
    taskId: null,
    requesterIdentityId:
      access.draftedBy?.identityId ??
      ((eb) =>
        eb
          .selectFrom('resolvedIdentities')
          .select('identityUserId')
          .where('slackUserId', '=', requester.userId)),
    createdAt: at,
    updatedAt: at,
  };
}

export function toRequest(row: Selectable<RequestsTable>): AccessRequest {
  const {
    requesterSlackId,
    requesterSlackName,
    teamId,
    submissionKey: _,
    updatedAt: __,
    ...request
  } = row;
  return {
    requester: { userId: requesterSlackId, userName: requesterSlackName, teamId },
    ...request,
  };
}
