/**
 * What is looked up at each click, each submission or every few seconds, and a database with so
 * many requests that a lookup which reads all of them shows.
 */

import { type Kysely, sql, type Transaction } from 'kysely';
import { GrantRows } from '../../src/store/access/grants.ts';
import { ActionRows } from '../../src/store/action/action-tables.ts';
import { CardRows } from '../../src/store/card/cards.ts';
import { DueTimeRows } from '../../src/store/due/due-times.ts';
import { IdentityRows } from '../../src/store/people/identities.ts';
import type { RowsScope } from '../../src/store/platform/rows.ts';
import type { Tables } from '../../src/store/platform/tables.ts';
import { RequestRows } from '../../src/store/request/request-tables.ts';
import { ViewRows } from '../../src/store/request/request-view.ts';
import { Changes } from '../../src/store/show/marks.ts';
import { TaskRows } from '../../src/store/task/tasks.ts';
import { noon, person } from './samples.ts';

const channel = 'C0REVIEWS';

const scope = (trx: Transaction<Tables>): RowsScope => ({
  trx,
  areTasksRead: true,
  changes: new Changes(),
});

/**
 * Copies the request so often, for as many people, each with a card, a decision, a message and
 * access that ends in a month. Only the task of the request itself is open.
 */
export async function copyRequest(
  kysely: Kysely<Tables>,
  id: string,
  copies: number,
): Promise<void> {
  const statements = [
    sql`insert into requests select (jsonb_populate_record(one, jsonb_build_object(
      'id', 'other-' || n, 'submission_key', 'other-' || n, 'requester_slack_id', 'U0OTHER' || n, 'target_slack_id', null))).*
      from requests one, generate_series(1, ${copies}::integer) n where one.id = ${id}`,
    sql`update requests set task_id = 'task of ' || id`,
    sql`insert into tasks (id, request_id, is_open, snapshot) select task_id, id, id = ${id}, '{}' from requests`,
    sql`insert into cards (id, request_id, channel, state, ts)
      select id, id, ${channel}, 'posted', id from requests`,
    sql`insert into actions (id, task_id, request_id, step_id, occurrence, verb, by_slack_id, by_slack_name, by_team_id, reason, channel,
        likely, state, at)
      select id, task_id, id, 'step-1', '', 'approve', 'U0ANA', 'ana', 'T0ACME', '', ${channel}, true, 'done', created_at
      from requests`,
    sql`insert into notices (id, occasion, request_id, target, body, created_at)
      select id, id, id, '{}', '{}', created_at from requests`,
    sql`insert into grants (request_id, started_at, ends_at, read_until, warn_at)
      select id, created_at, created_at + interval '30 days', created_at, created_at + interval '29 days' from requests`,
  ];
  for (const statement of statements) await statement.execute(kysely);
  await kysely.transaction().execute((trx) => new GrantRows(scope(trx)).markRead(noon));
  await sql`analyze subjects, requests, tasks, cards, actions, notices, grants, due_times`.execute(
    kysely,
  );
}

type Lookup = (trx: Transaction<Tables>) => Promise<unknown>;

/** By what they look for; `id`: of the request that `copyRequest` copied. */
export function hotLookups(id: string, holder: string): Readonly<Record<string, Lookup>> {
  const access = { appId: 'app-github', entitlementId: 'ent-platform-write' };
  return {
    'what is shown again': (trx) => {
      const changes = new Changes();
      changes.requests.add(id);
      changes.slackUsers.add(holder);
      changes.identities.add('user-ana');
      return changes.mark(trx);
    },
    'what a card shows': (trx) => new ViewRows(scope(trx)).ofCard(id),
    'what a card was last sent': (trx) =>
      new CardRows(scope(trx)).markUpdated(id, { before: null, fingerprint: 'shown' }),
    'the card that was clicked': (trx) => new CardRows(scope(trx)).postedAt({ channel, ts: id }),
    'its cards': (trx) => new CardRows(scope(trx)).ofRequest(id),
    'decisions on its task': (trx) => new ActionRows(scope(trx)).decisionsOn(`task of ${id}`),
    'where it stands': (trx) => new RequestRows(scope(trx)).standing(id),
    'whether Home has anything': (trx) => new RequestRows(scope(trx)).isAnyOf(holder),
    'whose an account is by now': (trx) =>
      new IdentityRows(scope(trx)).saveResolved({
        slackUserId: holder,
        person: person('user-emil'),
        checkedAt: noon,
      }),
    'the same access of its holder': (trx) =>
      new RequestRows(scope(trx)).forEntitlement(
        { slackUserId: holder, isPassedOn: false },
        access,
        1,
      ),
    'tasks that are open': (trx) => new TaskRows(scope(trx)).followed({ ids: 25, people: 100 }),
    'whose turn it is to be read': (trx) => new TaskRows(scope(trx)).dueIds(100, noon),
    'who is to be reminded': (trx) => new DueTimeRows(scope(trx)).due(noon, 100),
    'access that should have ended': (trx) => new GrantRows(scope(trx)).due(noon, 100),
    'people to be told of the end': (trx) => new GrantRows(scope(trx)).toWarn(noon, 100),
    'since when events were not read': (trx) => new GrantRows(scope(trx)).unreadSince(),
    'that events were read': (trx) => new GrantRows(scope(trx)).markRead(noon),
  };
}
