/** Long because every statement about actions is here: decisions, remarks, and what else a request has. */

import { type RawBuilder, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { AccessKey } from '../../domain/access/wanted-end.ts';
import {
  type Action,
  type ActionKind,
  actionKindsOnce,
  type Decision,
  isDecision,
} from '../../domain/action/action.ts';
import type { StepOfTask } from '../../domain/task/task-snapshot.ts';
import type { ActionsOnCard, NewAction } from '../../use-cases/ports/rows/action-rows.ts';
import { actorColumns, first, insertOnce, Rows, withActor } from '../platform/rows.ts';
import type { Tables } from '../platform/tables.ts';

type Stored = Parameters<typeof withActor>[0] & Omit<Action, 'by'>;
type Query = SelectQueryBuilder<Tables, 'actions', Stored>;

const decisionKinds = actionKindsOnce('for-a-step');
const remarkKinds: readonly ActionKind[] = ['ask', 'answer', 'comment'];
const isDecisionOrRemark = sql`verb in (${sql.join([...decisionKinds, ...remarkKinds])})`;

/** Whether the request's card shows the action that a statement is at. */
export const isShownOnCard: RawBuilder<boolean> = sql<boolean>`
  (actions.state in ('sending', 'done', 'uncertain') and ${isDecisionOrRemark}
    or actions.state = 'accepted' and likely
    or actions.state = 'refused' and verb = 'approve' and actions.refusal ->> 'code' = 'changed')`;

/** Whether the action is a decision that is being sent or done: its step has no other. */
export const isWinning = (actions: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${actions}.verb`)} in (${sql.join(decisionKinds.map((kind) => sql.lit(kind)))})
    and ${sql.ref(`${actions}.state`)} in ('sending', 'done'))`;

function actionsOf(trx: Transaction<Tables>): Query {
  return trx.selectFrom('actions').selectAll();
}

function decisionsOf(trx: Transaction<Tables>): Query {
  return actionsOf(trx).where('verb', 'in', decisionKinds);
}

export class ActionRows extends Rows {
  /**
   * False, changing nothing, where the id is known; or where the same is under way or done: by this
   * person for the step, or for the request (`once` in `domain/action/action.ts`).
   */
  async insertOnce({ by, ...action }: NewAction): Promise<boolean> {
    const accepted = {
      identityUserId: null,
      answeredAt: null,
      renderedAt: null,
      state: 'accepted',
      refusal: null,
    } as const;
    const row = { ...action, ...actorColumns(by), ...accepted };
    const isNew = await insertOnce(this.trx.insertInto('actions').values(row));
    const isShown = action.verb === 'withdraw' || action.verb === 'give-back';
    if (isNew && isShown) this.scope.changes.askings.add(action.requestId);
    return isNew;
  }

  find(id: string): Promise<Action | null> {
    return first(actionsOf(this.trx).where('id', '=', id), withActor);
  }

  /** Like find, and holds the row until the transaction ends. */
  lock(id: string): Promise<Action | null> {
    return first(actionsOf(this.trx).where('id', '=', id).forUpdate(), withActor);
  }

  async save(
    id: string,
    change: Partial<Pick<Action, 'state' | 'refusal' | 'answeredAt' | 'at'>>,
  ): Promise<void> {
    // An action that is only accepted or being sent changes nothing that people see.
    const { state = 'accepted' } = change;
    const saved = await this.trx
      .updateTable('actions')
      .set(change)
      .where('id', '=', id)
      .returning(['requestId', 'bySlackId'])
      .executeTakeFirst();
    const isNews = state !== 'accepted' && state !== 'sending';
    if (saved === undefined || !isNews) return;
    this.scope.changes.requests.add(saved.requestId);
    this.scope.changes.slackUsers.add(saved.bySlackId);
  }

  /**
   * Refuses this person's decision on the step as `replaced` if it waits (`accepted`) and is another
   * one, for something else than `shown`, or from before `keptSince`: that one is not sent any more.
   *
   * @returns its id; null where none gave way
   */
  async replaceWaiting(
    bySlackId: string,
    { verb, shown, keptSince }: Pick<Decision, 'verb' | 'shown'> & { readonly keptSince: Date },
    { taskId, stepId, occurrence }: StepOfTask,
  ): Promise<string | null> {
    // One statement, because a job may begin to send it at the same time: then it no longer waits.
    const replaced = await this.trx
      .updateTable('actions')
      .set({ state: 'refused', refusal: { code: 'replaced' } })
      .where('verb', 'in', decisionKinds)
      .where('taskId', '=', taskId)
      .where('stepId', '=', stepId)
      .where('occurrence', '=', occurrence)
      .where('bySlackId', '=', bySlackId)
      .where('state', '=', 'accepted')
      .where((where) =>
        where.or([
          where('verb', '<>', verb),
          where('shown', 'is distinct from', shown),
          where('at', '<', keptSince),
        ]),
      )
      .returning('id')
      .executeTakeFirst();
    return replaced?.id ?? null;
  }

  /**
   * Allows a decision, for this step and as this identity, and tells whether cards were rendered for
   * it; null, changing nothing, where it is over. Fails (unique) where the step has another winner;
   * take the task's lock first.
   */
  async beginDecision(
    id: string,
    { identityUserId, occurrence }: { identityUserId: string; occurrence: string },
  ): Promise<Pick<Decision, 'renderedAt'> | null> {
    const begun = await this.trx
      .updateTable('actions')
      .set({ state: 'sending', identityUserId, occurrence })
      .where('id', '=', id)
      .where('state', 'in', ['accepted', 'sending'])
      .returning('renderedAt')
      .executeTakeFirst();
    return begun ?? null;
  }

  /**
   * Notes that cards are rendered because this decision is under way. One statement where there is
   * nothing to note.
   *
   * @returns its request; null where it is over, where nobody may see it yet, or where that was noted
   */
  async noteRendered(id: string, renderedAt: Date): Promise<string | null> {
    const isToNote = sql<boolean>`rendered_at is null
    and (state = 'sending' or state = 'accepted' and likely)`;
    // Most are over by now, and a plain read needs no transaction.
    const underWay = decisionsOf(this.trx).where('id', '=', id).where(isToNote);
    if ((await underWay.executeTakeFirst()) === undefined) return null;
    const noted = await this.trx
      .updateTable('actions')
      .set({ renderedAt })
      .where('id', '=', id)
      .where(isToNote)
      .returning('requestId')
      .executeTakeFirst();
    return noted?.requestId ?? null;
  }

  /** The decision that is being sent or done on this step, by anybody. */
  async winner(step: StepOfTask): Promise<Decision | null> {
    const winning = ofStep(actionsOf(this.trx), step).where(isWinning('actions'));
    const decision = await first(winning, withActor);
    return decision !== null && isDecision(decision) ? decision : null;
  }

  /**
   * Decisions that were ever allowed: a call of each may have reached the service. Oldest first.
   */
  allowedOn(taskId: string): Promise<readonly Decision[]> {
    const wasAllowed = sql<boolean>`(state in ('sending', 'done') or identity_user_id is not null)`;
    return decisionsIn(
      oldestFirst(decisionsOf(this.trx).where('taskId', '=', taskId).where(wasAllowed)),
    );
  }

  /** Likely decisions that wait, and all that are being sent or done, oldest first. */
  decisionsOn(taskId: string): Promise<readonly Decision[]> {
    const isShown = sql<boolean>`(state in ('sending', 'done') or state = 'accepted' and likely)`;
    return decisionsIn(
      oldestFirst(decisionsOf(this.trx).where('taskId', '=', taskId).where(isShown)),
    );
  }

  /** Questions, answers and comments that were carried out on a request, oldest first. */
  remarksOn(requestId: string): Promise<readonly Action[]> {
    const remarks = actionsOf(this.trx)
      .where('requestId', '=', requestId)
      .where('verb', 'in', remarkKinds)
      .where('state', '=', 'done');
    return actionsIn(oldestFirst(remarks));
  }

  async shownOn(requestId: string): Promise<ShownActions> {
    const isThere = sql<boolean>`(actions.state = 'done' or ${isShownOnCard})`;
    const ofRequest = actionsOf(this.trx).where('requestId', '=', requestId).where(isThere);
    const rows = await actionsIn(oldestFirst(ofRequest));
    return { actions: shownAmong(rows), deeds: rows.filter(({ state }) => state === 'done') };
  }

  /** Which of these requests are being withdrawn, and of which the access is being given back. */
  async beingEnded(
    requestIds: readonly string[],
  ): Promise<ReadonlyMap<string, 'withdraw' | 'give-back'>> {
    if (requestIds.length === 0) return new Map();
    const rows = await this.trx
      .selectFrom('actions')
      .select(['requestId', 'verb'])
      .where('requestId', 'in', requestIds)
      .where('verb', 'in', ['withdraw', 'give-back'])
      .where('state', 'in', ['accepted', 'sending'])
      .execute();
    return new Map(
      rows.map(({ requestId, verb }) => [requestId, verb === 'withdraw' ? verb : 'give-back']),
    );
  }

  /** Withdrawals of these requests that are under way or done. */
  withdrawals(requestIds: readonly string[]): Promise<readonly Action[]> {
    const withdrawals = ofRequests(actionsOf(this.trx), requestIds, 'withdraw');
    return actionsIn(withdrawals.where('state', 'in', ['accepted', 'sending', 'done']));
  }

  /**
   * Orders to give back this access whose answer is not known yet, or was lost since then. They may
   * have been given before a later request went on with it.
   */
  returnsSince(
    { appId, entitlementId, identityUserId, account }: AccessKey,
    since: Date,
  ): Promise<readonly Action[]> {
    const sameAccess = this.trx
      .selectFrom('requests')
      .select('requests.id')
      .where('requests.identityUserId', '=', identityUserId)
      .where('requests.appId', '=', appId)
      .where('requests.entitlementId', '=', entitlementId)
      .where(sql<boolean>`requests.account ->> 'id' is not distinct from ${account?.id ?? null}`);
    const returns = actionsOf(this.trx)
      .where('verb', '=', 'give-back')
      .where('requestId', 'in', sameAccess)
      .where((where) =>
        where.or([
          where('state', '=', 'sending'),
          where.and([where('state', '=', 'uncertain'), where('at', '>', since)]),
        ]),
      );
    return actionsIn(returns);
  }

  /** What was carried out on these requests, oldest first. */
  async doneOn(
    requestIds: readonly string[],
    verbs: readonly ActionKind[],
  ): Promise<readonly Action[]> {
    if (requestIds.length === 0) return [];
    const onThem = actionsOf(this.trx)
      .where('requestId', 'in', requestIds)
      .where('verb', 'in', verbs);
    return actionsIn(oldestFirst(onThem.where('state', '=', 'done')));
  }

  /** Whether such an action on the request was sent, even if its answer was lost. */
  async mayHaveDone(requestId: string, verb: ActionKind): Promise<boolean> {
    const sent = ofRequests(actionsOf(this.trx), [requestId], verb).where('state', 'in', [
      'sending',
      'uncertain',
      'done',
    ]);
    return (await sent.limit(1).execute()).length > 0;
  }

  /** What was done came to nothing: the same may be wanted again. */
  async reopen(requestId: string, verb: ActionKind): Promise<void> {
    await this.trx
      .updateTable('actions')
      .set({ state: 'refused' })
      .where('requestId', '=', requestId)
      .where('verb', '=', verb)
      .where('state', '=', 'done')
      .execute();
  }
}

/** What a card shows of the actions on its request, and what was carried out, oldest first. */
interface ShownActions {
  readonly actions: ActionsOnCard;
  readonly deeds: readonly Action[];
}

/** What a card shows of actions that are in order. */
export function shownAmong(actions: readonly Action[]): ActionsOnCard {
  const remarks = actions.filter(
    ({ verb, state }) => state === 'done' && remarkKinds.includes(verb),
  );
  const decisions = actions.filter(isDecision);
  return {
    remarks,
    decisions: decisions.filter(({ state }) => state !== 'uncertain' && state !== 'refused'),
    perhapsDecided: decisions.filter(({ refusal }) => refusal?.code === 'perhaps-decided'),
    approvalsOfChanged: decisions.filter(({ refusal }) => refusal?.code === 'changed'),
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
