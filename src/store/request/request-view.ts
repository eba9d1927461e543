/**
 * Reads a request with everything that cards and messages show of it, in one statement. Long because
 * each of these statements names every column that it brings along.
 */

import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import {
  type Action,
  type ActionKind,
  type Decision,
  isDecision,
} from '../../domain/action/action.ts';
import type { AccessNews } from '../../domain/telling/told-request.ts';
import type { CardRow } from '../../use-cases/ports/rows/card-rows.ts';
import type { AskedView, PostRow } from '../../use-cases/ports/rows/post-rows.ts';
import type { ActionView, RequestView } from '../../use-cases/ports/rows/view-rows.ts';
import { ActionRows, isShownOnCard, isWinning, shownAmong } from '../action/action-tables.ts';
import { CardRows } from '../card/cards.ts';
import { IdentityRows } from '../people/identities.ts';
import { Rows, type RowsScope, withActor } from '../platform/rows.ts';
import type { Tables } from '../platform/tables.ts';
import { standing, taskAndGrant, toHolderRow, toRequest } from './request-tables.ts';
import { SubjectRows } from './subjects.ts';

/** A row as JSON returns it: times are texts. */
type JsonRow<Row, Times extends keyof Row> = Omit<Row, Times> & {
  readonly [Name in Times]: null extends Row[Name] ? string | null : string;
};
type ColumnsOf<Table extends keyof Tables> = Readonly<
  Record<keyof Selectable<Tables[Table]>, true>
>;

const cardColumns: ColumnsOf<'cards'> = {
  id: true,
  requestId: true,
  channel: true,
  threadOf: true,
  ts: true,
  permalink: true,
  postingSince: true,
  sentFingerprint: true,
  state: true,
  told: true,
  lineClaim: true,
};
const actionColumns: ColumnsOf<'actions'> = {
  id: true,
  taskId: true,
  requestId: true,
  stepId: true,
  occurrence: true,
  verb: true,
  bySlackId: true,
  bySlackName: true,
  byTeamId: true,
  reason: true,
  durationSeconds: true,
  input: true,
  channel: true,
  likely: true,
  shown: true,
  identityUserId: true,
  answeredAt: true,
  renderedAt: true,
  state: true,
  refusal: true,
  at: true,
};

type ActionJson = JsonRow<Selectable<Tables['actions']>, 'at' | 'answeredAt' | 'renderedAt'>;
/** As a union, which `JsonRow` would flatten. */
type NewsJson = AccessNews & { readonly occurrence: string; readonly at: string };
type CardJson = JsonRow<CardRow, 'postingSince'>;

/** A row as one value, under the names of its columns here. */
function asJson<Row>(table: string, columns: Readonly<Record<string, true>>): RawBuilder<Row> {
  const members = Object.keys(columns).flatMap((name) => [
    sql.lit(name),
    sql.ref(`${table}.${name}`),
  ]);
  return sql<Row>`jsonb_build_object(${sql.join(members)})`;
}

/** Each is one statement, but for tasks that were made elsewhere. */
export class ViewRows extends Rows {
  async of(requestId: string): Promise<RequestView | null> {
    const [row] = await views(
      this.trx,
      this.scope.areTasksRead,
      sql<string>`${requestId}`,
    ).execute();
    return row === undefined
      ? viewElsewhere(this.scope, requestId)
      : viewOf(row, this.scope.areTasksRead);
  }

  async ofCard(cardId: string): Promise<RequestView | null> {
    const requestId = sql<string>`(select request_id from cards where cards.id = ${cardId})`;
    const [row] = await views(this.trx, this.scope.areTasksRead, requestId).execute();
    if (row !== undefined) return viewOf(row, this.scope.areTasksRead);
    const card = await new CardRows(this.scope).find(cardId);
    return card === null ? null : viewElsewhere(this.scope, card.requestId);
  }

  /** All that was asked for in one go, in its order, with what its people are shown of each. */
  async ofAsking(askingId: string): Promise<readonly AskedView[]> {
    const rows = await allViews(this.trx, this.scope.areTasksRead)
      .leftJoin('requestWaits', 'requestWaits.requestId', 'requests.id')
      .leftJoin('dueTimes', 'dueTimes.requestId', 'requests.id')
      .select(['grants.warnAt', 'requests.updatedAt as changedAt'])
      .select([newsOfRequest.as('news'), postsOfAsking.as('posts')])
      .select(['requestWaits.cause', 'requestWaits.since', 'dueTimes.watch'])
      .where((where) =>
        where.or([where('requests.id', '=', askingId), where('requests.groupId', '=', askingId)]),
      )
      .orderBy('requests.submissionKey')
      .execute();
    return rows.map(({ warnAt, changedAt, news, posts, cause, since, watch, ...row }) => ({
      ...viewOf(row, this.scope.areTasksRead),
      posts,
      watch,
      news: news.map(({ at, ...one }) => ({ ...one, at: new Date(at) })),
      wait: cause === null || since === null ? null : { cause, since },
      beingEnded: beingEndedIn(row.actions),
      warnAt,
      changedAt,
    }));
  }

  /** The view of an action; null where it, or its request, is gone. */
  async ofAction(actionId: string): Promise<ActionView | null> {
    return (await actionView(this.trx, actionId)) ?? (await actionElsewhere(this.scope, actionId));
  }
}

async function actionView(trx: Transaction<Tables>, actionId: string): Promise<ActionView | null> {
  const row = await trx
    .selectFrom('requests')
    .innerJoin('actions', (join) =>
      join.on('actions.id', '=', actionId).onRef('actions.requestId', '=', 'requests.id'),
    )
    .selectAll('requests')
    .select([asJson<ActionJson>('actions', actionColumns).as('action'), winnerOfStep.as('winner')])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { action, winner, ...request } = row;
  return {
    action: actionFrom(action),
    request: toRequest(request),
    winner: decisionOrNull(winner === null ? null : actionFrom(winner)),
  };
}

async function actionElsewhere(scope: RowsScope, actionId: string): Promise<ActionView | null> {
  const actions = new ActionRows(scope);
  const action = await actions.find(actionId);
  const request = action === null ? null : await new SubjectRows(scope).find(action.requestId);
  if (action === null || request === null) return null;
  const { taskId, stepId, occurrence } = action;
  const winner = taskId === null ? null : await actions.winner({ taskId, stepId, occurrence });
  return { action, request, winner };
}

const decisionOrNull = (action: Action | null): Decision | null =>
  action !== null && isDecision(action) ? action : null;

function views(trx: Transaction<Tables>, areTasksRead: boolean, requestId: RawBuilder<string>) {
  return allViews(trx, areTasksRead).where('requests.id', '=', requestId);
}

function allViews(trx: Transaction<Tables>, areTasksRead: boolean) {
  return trx
    .selectFrom('requests')
    .leftJoin('tasks', 'tasks.id', 'requests.taskId')
    .leftJoin('grants', 'grants.requestId', 'requests.id')
    .leftJoin('taskReadings', 'taskReadings.taskId', 'tasks.id')
    .leftJoin('identities as asker', 'asker.slackUserId', 'requests.requesterSlackId')
    .selectAll('requests')
    .select(taskAndGrant)
    .select(standing(areTasksRead).as('standing'))
    .select(['asker.person as asker', 'taskReadings.readAt', 'taskReadings.missedTimes'])
    .select([cardsOfRequest.as('cards'), actionsOfRequest.as('actions')]);
}

type ViewQueryRow = Awaited<ReturnType<ReturnType<typeof views>['execute']>>[number];

function viewOf(row: ViewQueryRow, areTasksRead: boolean) {
  const { asker, readAt, missedTimes, cards, actions, ...rest } = row;
  const all = actions.map(actionFrom);
  return {
    ...toHolderRow(rest, areTasksRead),
    requester: asker,
    readAt: missedTimes === 0 ? readAt : null,
    cards: cards.map(cardFrom),
    actions: shownAmong(all),
    deeds: all.filter(({ state }) => state === 'done'),
  };
}

const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

function cardFrom({ postingSince, ...row }: CardJson): CardRow {
  return { ...row, postingSince: timeOf(postingSince) };
}

function actionFrom({ at, answeredAt, renderedAt, ...row }: ActionJson) {
  return withActor({
    ...row,
    at: new Date(at),
    answeredAt: timeOf(answeredAt),
    renderedAt: timeOf(renderedAt),
  });
}

const cardsOfRequest = sql<readonly CardJson[]>`(
  select coalesce(jsonb_agg(${asJson('cards', cardColumns)} order by cards.id), '[]')
  from cards where cards.request_id = requests.id)`;

const actionsOfRequest = sql<readonly ActionJson[]>`(
  select coalesce(jsonb_agg(${asJson('actions', actionColumns)} order by actions.at, actions.id), '[]')
  from actions where actions.request_id = requests.id and (actions.state = 'done' or ${isShownOnCard}
    or verb in ('withdraw', 'give-back') and actions.state in ('accepted', 'sending')))`;

function beingEndedIn(actions: readonly ActionJson[]): AskedView['beingEnded'] {
  const underWay = actions.filter(({ state }) => state === 'accepted' || state === 'sending');
  const isAnyOf = (kind: ActionKind): boolean => underWay.some(({ verb }) => verb === kind);
  if (isAnyOf('withdraw')) return 'withdraw';
  return isAnyOf('give-back') ? 'give-back' : null;
}

/** Under the first of what was asked for in one go. */
const postsOfAsking = sql<readonly PostRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('askingId', asking_id, 'workspaceId', workspace_id, 'readerId', reader_id,
    'channel', channel, 'headline', headline, 'hash', hash, 'claim', claim, 'toClose', to_close, 'told', told, 'shown', shown,
    'place', case when posts.ts is null then null else jsonb_build_object('channel', posts.channel, 'ts', posts.ts) end)), '[]')
  from posts where posts.asking_id = requests.id)`;

const newsOfRequest = sql<readonly NewsJson[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'detail', detail, 'occurrence', occurrence, 'at', at) order by at), '[]')
  from access_news where access_news.request_id = requests.id)`;

/** As `ActionRows.winner`, of the step of the action that a statement is at. */
const winnerOfStep = sql<ActionJson | null>`(
  select ${asJson('winning', actionColumns)} from actions as winning
  where winning.task_id = actions.task_id and winning.step_id = actions.step_id
    and starts_with(actions.occurrence, winning.occurrence)
    and ${isWinning('winning')} limit 1)`;

async function viewElsewhere(scope: RowsScope, requestId: string): Promise<RequestView | null> {
  const row = await new SubjectRows(scope).standing(requestId);
  if (row === null) return null;
  const { request } = row;
  const asker = request.requester?.userId ?? null;
  const requester =
    asker === null ? null : ((await new IdentityRows(scope).find(asker))?.person ?? null);
  return {
    ...row,
    cards: await new CardRows(scope).ofRequest(requestId),
    requester,
    ...(await new ActionRows(scope).shownOn(requestId)),
    readAt: null,
  };
}
