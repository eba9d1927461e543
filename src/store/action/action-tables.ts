/** Long because every statement about actions is here: decisions, remarks, and what else a request has. */

import { type RawBuilder, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import {
  type Action,
  type ActionKind,
  actionKindsOnce,
  type Decision,
  isDecision,
} from '../../domain/action/action.ts';
import type { StepOfTask } from '../../domain/task/step-of-task.ts';
import type { ActionRows, EarlierDecision } from '../../use-cases/ports/rows/action-rows.ts';
import { first, insertOnce } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';
import { actorColumns, withActor } from './actor-columns.ts';

type Stored = Parameters<typeof withActor>[0] & Omit<Action, 'by'>;
type Query = SelectQueryBuilder<Tables, 'actions', Stored>;

const decisionKinds = actionKindsOnce('for-a-step');
const remarkKinds: readonly ActionKind[] = ['ask', 'answer', 'comment'];
const isDecisionOrRemark = sql`verb in (${sql.join([...decisionKinds, ...remarkKinds])})`;

/** Of the actions on a request. */
export const isShownOnCard: RawBuilder<boolean> = sql<boolean>`
  (actions.state in ('sending', 'done', 'uncertain') and ${isDecisionOrRemark}
    or actions.state = 'accepted' and likely
    or actions.state = 'refused' and verb = 'approve' and actions.refusal ->> 'kind' = 'changed')`;

export function actionRows(trx: Transaction<Tables>): ActionRows {
  const all: Query = trx.selectFrom('actions').selectAll();
  const decisions: Query = all.where('verb', 'in', decisionKinds);
  return {
    insertOnce({ by, ...action }) {
      const accepted = {
        identityUserId: null,
        takenBack: false,
        answeredAt: null,
        state: 'accepted',
        refusal: null,
      } as const;
      const row = { ...action, ...actorColumns(by), ...accepted };
      return insertOnce(trx.insertInto('actions').values(row));
    },
    find: (id) => first(all.where('id', '=', id), withActor),
    lock: (id) => first(all.where('id', '=', id).forUpdate(), withActor),
    async save(id, change) {
      await trx.updateTable('actions').set(change).where('id', '=', id).execute();
    },
    ...decisionRows(trx, decisions),
    ...requestActionRows(trx, all),
  };
}

type RequestActionRows = Pick<
  ActionRows,
  | 'decidedBefore'
  | 'remarksOn'
  | 'shownOn'
  | 'withdrawals'
  | 'returnsUnderWay'
  | 'nudges'
  | 'escalatedAt'
  | 'mayHaveDone'
  | 'reopen'
  | 'triesOf'
>;

/** The actions that a card of the request shows. */
async function shownOn(
  all: Query,
  requestId: string,
): Promise<Awaited<ReturnType<ActionRows['shownOn']>>> {
  const ofRequest = all.where('requestId', '=', requestId).where(isShownOnCard);
  return shownAmong(await actionsIn(oldestFirst(ofRequest)));
}

/** What a card shows of actions that are in order. */
export function shownAmong(actions: readonly Action[]): Awaited<ReturnType<ActionRows['shownOn']>> {
  const remarks = actions.filter(
    ({ verb, state }) => state === 'done' && remarkKinds.includes(verb),
  );
  const decisions = actions.filter(isDecision);
  return {
    remarks,
    decisions: decisions.filter(({ state }) => state !== 'uncertain' && state !== 'refused'),
    perhapsDecided: decisions.filter(({ refusal }) => refusal?.kind === 'perhaps-decided'),
    approvalsOfChanged: decisions.filter(({ refusal }) => refusal?.kind === 'changed'),
  };
}

function requestActionRows(trx: Transaction<Tables>, all: Query): RequestActionRows {
  return {
    remarksOn(requestId) {
      const remarks = all
        .where('requestId', '=', requestId)
        .where('verb', 'in', remarkKinds)
        .where('state', '=', 'done');
      return actionsIn(oldestFirst(remarks));
    },
    decidedBefore: (request, query) => decidedBefore(trx, request, query),
    shownOn: (requestId) => shownOn(all, requestId),
    withdrawals(requestIds) {
      const withdrawals = ofRequests(all, requestIds, 'withdraw');
      return actionsIn(withdrawals.where('state', 'in', ['accepted', 'sending', 'done']));
    },
    returnsUnderWay(requestIds) {
      return actionsIn(ofRequests(all, requestIds, 'give-back').where('state', '=', 'sending'));
    },
    async nudges(requestIds) {
      if (requestIds.length === 0) return [];
      return actionsIn(oldestFirst(ofRequests(all, requestIds, 'nudge')));
    },
    async escalatedAt(requestId) {
      const sent = ofRequests(all, [requestId], 'escalate').where('state', 'in', [
        'sending',
        'done',
      ]);
      const row = await sent.orderBy('at', 'desc').limit(1).executeTakeFirst();
      return row?.at ?? null;
    },
    async mayHaveDone(requestId, verb) {
      const sent = ofRequests(all, [requestId], verb).where('state', 'in', [
        'sending',
        'uncertain',
        'done',
      ]);
      return (await sent.limit(1).execute()).length > 0;
    },
    triesOf: (firstId, of) => triesOf(trx, firstId, of),
    async reopen(requestId, verb) {
      await trx
        .updateTable('actions')
        .set({ state: 'refused' })
        .where('requestId', '=', requestId)
        .where('verb', '=', verb)
        .where('state', '=', 'done')
        .execute();
    },
  };
}

/** In one row, however many there are. */
async function triesOf(
  trx: Transaction<Tables>,
  firstId: string,
  { requestId, slackUserId }: Parameters<ActionRows['triesOf']>[1],
): ReturnType<ActionRows['triesOf']> {
  const { all, own, standing } = await trx
    .selectFrom('actions')
    .select(({ fn }) => [
      fn.countAll<string>().as('all'),
      fn.countAll<string>().filterWhere('bySlackId', '=', slackUserId).as('own'),
      fn.max('id').filterWhere('state', '<>', 'refused').as('standing'),
    ])
    .where('requestId', '=', requestId)
    .where((where) =>
      where.or([
        where('id', '=', firstId),
        where(sql<boolean>`starts_with(id, ${`${firstId}:`})`, '=', true),
      ]),
    )
    .executeTakeFirstOrThrow();
  return { all: Number(all), own: Number(own), standing };
}

type DecisionRows = Pick<
  ActionRows,
  | 'replaceWaiting'
  | 'beginDecision'
  | 'winner'
  | 'perhapsSent'
  | 'allowedOn'
  | 'decisionsOn'
  | 'refusedSince'
  | 'newestDecision'
>;

function decisionRows(trx: Transaction<Tables>, decisions: Query): DecisionRows {
  return {
    replaceWaiting: (by, than, step) => replaceWaiting(trx, by, than, step),
    beginDecision: (id, as) => beginDecision(trx, id, as),
    winner: (step) =>
      firstDecision(ofStep(decisions, step).where('state', 'in', ['sending', 'done'])),
    perhapsSent: (step) =>
      decisionsIn(
        ofStep(decisions, step)
          .where('state', 'in', ['refused', 'uncertain', 'taken-back'])
          .where('identityUserId', 'is not', null),
      ),
    newestDecision: (taskId, slackUserId) =>
      firstDecision(
        decisions
          .where('taskId', '=', taskId)
          .where('bySlackId', '=', slackUserId)
          .orderBy('at', 'desc')
          .orderBy('id', 'desc'),
      ),
    async refusedSince(slackUserId, since) {
      const own = decisions.where('bySlackId', '=', slackUserId).where('at', '>=', since);
      const newest = await decisionsIn(own.orderBy('at', 'desc').orderBy('id', 'desc').limit(50));
      const last = [...new Map(newest.toReversed().map((one) => [one.requestId, one])).values()];
      return last.filter((one) => one.state === 'refused').toReversed();
    },
    allowedOn(taskId) {
      const wasAllowed = sql<boolean>`(state in ('sending', 'done') or identity_user_id is not null)`;
      return decisionsIn(oldestFirst(decisions.where('taskId', '=', taskId).where(wasAllowed)));
    },
    decisionsOn(taskId) {
      const isShown = sql<boolean>`(state in ('sending', 'done') or state = 'accepted' and likely)`;
      return decisionsIn(oldestFirst(decisions.where('taskId', '=', taskId).where(isShown)));
    },
  };
}

/** As `isSameStep`: a row may have been kept before the service told all of the occurrence. */
function ofStep(query: Query, { taskId, stepId, occurrence }: StepOfTask): Query {
  return query
    .where('taskId', '=', taskId)
    .where('stepId', '=', stepId)
    .where(sql<boolean>`starts_with(${occurrence}, occurrence)`);
}

function ofRequests(query: Query, requestIds: readonly string[], verb: ActionKind): Query {
  return query.where('requestId', 'in', [...requestIds, '']).where('verb', '=', verb);
}

function oldestFirst(query: Query): Query {
  return query.orderBy('at').orderBy('id');
}

async function actionsIn(query: Query): Promise<readonly Action[]> {
  return (await query.execute()).map(withActor);
}

async function decisionsIn(query: Query): Promise<readonly Decision[]> {
  return (await actionsIn(query)).filter(isDecision);
}

async function firstDecision(query: Query): Promise<Decision | null> {
  const decision = await first(query, withActor);
  return decision !== null && isDecision(decision) ? decision : null;
}

async function replaceWaiting(
  trx: Transaction<Tables>,
  bySlackId: string,
  { shown, keptSince }: { readonly shown: string | null; readonly keptSince: Date },
  { taskId, stepId, occurrence }: StepOfTask,
): Promise<string | null> {
  // One statement, because a job may begin to send it at the same time: then it no longer waits.
  const replaced = await trx
    .updateTable('actions')
    .set({ state: 'refused', refusal: { kind: 'replaced' } })
    .where('verb', 'in', decisionKinds)
    .where('taskId', '=', taskId)
    .where('stepId', '=', stepId)
    .where('occurrence', '=', occurrence)
    .where('bySlackId', '=', bySlackId)
    .where('state', '=', 'accepted')
    .where((where) =>
      where.or([where('shown', 'is distinct from', shown), where('at', '<', keptSince)]),
    )
    .returning('id')
    .executeTakeFirst();
  return replaced?.id ?? null;
}

async function beginDecision(
  trx: Transaction<Tables>,
  id: string,
  { identityUserId, occurrence }: { identityUserId: string; occurrence: string },
): Promise<boolean> {
  const begun = await trx
    .updateTable('actions')
    .set({ state: 'sending', identityUserId, occurrence })
    .where('id', '=', id)
    .where('state', 'in', ['accepted', 'sending'])
    .where('takenBack', '=', false)
    .returning('id')
    .executeTakeFirst();
  return begun !== undefined;
}

async function decidedBefore(
  trx: Transaction<Tables>,
  { id, appId, entitlementId }: Parameters<ActionRows['decidedBefore']>[0],
  { holderId, limit }: Parameters<ActionRows['decidedBefore']>[1],
): Promise<readonly EarlierDecision[]> {
  const lastOfEach = trx
    .selectFrom('actions')
    .innerJoin('requests', 'requests.id', 'actions.requestId')
    .distinctOn('requests.id')
    .select(['actions.verb', 'actions.bySlackId as by', 'actions.at'])
    .select((eb) => eb.fn.coalesce('targetSlackId', 'requesterSlackId').as('holder'))
    .where('requests.appId', '=', appId)
    .where('requests.entitlementId', '=', entitlementId)
    .where('requests.id', '<>', id)
    .where('actions.verb', 'in', decisionKinds)
    .where('actions.state', '=', 'done')
    .orderBy('requests.id')
    .orderBy('actions.at', 'desc')
    .as('last');
  const rows = await trx
    .selectFrom(lastOfEach)
    .selectAll()
    .orderBy(sql`holder is not distinct from ${holderId}`, 'desc')
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ verb, ...decision }) =>
    verb === 'approve' || verb === 'deny' ? [{ ...decision, verb }] : [],
  );
}
