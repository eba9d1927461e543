import { type KyselyPlugin, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { erasePerson } from '../../../src/store/people/forget-person.ts';
import { unsigned } from '../../../src/use-cases/trail/audit-chain.ts';
import { noon } from '../../support/samples.ts';
import { openOwnDatabase } from '../../support/shared-database.ts';

/** Names of columns that hold no person. A column of any other name counts as one that may. */
const namesNobody = `
  id request_id task_id group_id extends_request_id corrects_request_id catalog_id webhook_id submission_key
  app_id entitlement_id resource_type_id resource_id step_id occurrence team_id by_team_id thread_of ts
  verb kind state event operation capability day ended_by revocation_pending self_approved
  hash signature body_hash fingerprint sent_fingerprint shown pseudonym app app_name entitlement_name`
  .trim()
  .split(/\s+/);

/** Types in which an id, a name or an email is replaced. */
const replacedTypes = ['text', 'jsonb', 'character varying'];

/**
 * Columns that may name a person, and by which no row is found to be erased: why nothing of a
 * forgotten person stays in them.
 */
const erasedOtherwise: Readonly<Record<string, string>> = {
  'of a request by them or for them, which goes as a whole; in others they become a pseudonym': `
    requests.requester_slack_id requests.requester_slack_name requests.requester_identity_id requests.target_slack_id
    requests.identity_user_id requests.justification requests.request_data requests.time_text requests.message_author
    requests.refusal requests.account requests.conversation_id requests.conversation_url requests.drafted_by
    tasks_elsewhere.requester_name tasks_elsewhere.requester_identity_id tasks_elsewhere.identity_user_id tasks_elsewhere.justification`,
  'hangs on a request or a task, and goes with it; in others they become a pseudonym': `
    tasks.snapshot due_times.watch followed_elsewhere.snapshot access_news.detail
    actions.by_slack_id actions.by_slack_name actions.identity_user_id actions.input actions.refusal`,
  'of the person whose row it is, which goes by their id': `
    held_readings.held held_returns.slack_name held_returns.identity_user_id held_returns.app_user_id held_returns.refusal
    held_returns.also_revoked agent_tokens.name agent_lookups.client agent_drafts.client
    posts.channel posts.to_close posts.closed
    agent_drafts.content agent_drafts.posted_channel agent_drafts.permalink work_readings.lines cards.permalink`,
  'of a message that names them, which goes by its target and body': `
    notices.occasion`,
  'whoever had the account before the person whose row it is: becomes a pseudonym': `
    resolved_identities.former_id`,
  'of the trail, which keeps ids under its seal and loses texts (erase-entries.ts)': `
    audit.actor audit.detail audit.texts`,
  'of the tenant, not of a person': `
    tenant_apps.name request_catalogs.catalog catalogue_entitlements.entitlement
    profile_requests.name profile_requests.items`,
  'the id of a request, of an action or of a workspace, a sealed address, a word of the bot': `
    looks.asking_id posts.asking_id posts.workspace_id posts.claim posts.headline posts.told list_calls.occasion cards.told cards.line_claim request_waits.cause
    webhook_deliveries.answered_by webhook_deliveries.callback watched_tasks.reason
    agent_lookups.tool`,
  'the place of a message in Slack, which goes after 24 hours': 'confirmations.question',
};

interface Column {
  /** Like `homes.slack_user_id`. */
  readonly name: string;
  readonly type: string;
}

describe('a column that may name a person', () => {
  let columns: readonly Column[] = [];
  let statements: readonly string[] = [];
  beforeAll(async () => {
    const database = await openOwnDatabase();
    const { kysely } = database;
    const all = await sql<Column>`
      select table_name || '.' || column_name as name, data_type as type
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
        and data_type !~ '^(timestamp|boolean|integer|bigint|double|smallint|numeric|date)'
      order by 1`.execute(kysely);
    columns = all.rows.filter(({ name }) => !namesNobody.includes(name.split('.')[1] ?? ''));
    const executed: string[] = [];
    const recorder: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        executed.push(kysely.getExecutor().compileQuery(node, queryId).sql);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const order = { now: noon, sign: unsigned, operator: 'olga' };
    const ids = { slackIds: ['U0NOBODY'], identityIds: ['user-nobody'] };
    await kysely.transaction().execute((trx) => erasePerson(trx.withPlugin(recorder), ids, order));
    statements = executed;
    await database.close();
  });

  /** What a deletion looks at, and what an update sets, like `homes.slack_user_id`. */
  function erasedColumns(): readonly string[] {
    return statements.flatMap((statement) => {
      const [, table, condition] = /^\s*delete from "(\w+)" where (.*)$/s.exec(statement) ?? [];
      const [, updated, values] = /^\s*update (\w+) set (.*?) where /s.exec(statement) ?? [];
      const lookedAt = [...(condition ?? '').matchAll(/\b[a-z_]+\b/g)];
      const assigned = [...(values ?? '').matchAll(/\b[a-z_]+(?= = )/g)];
      return [
        ...lookedAt.map(([word]) => `${table}.${word}`),
        ...assigned.map(([word]) => `${updated}.${word}`),
      ];
    });
  }

  const explained = Object.values(erasedOtherwise).flatMap((names) => names.trim().split(/\s+/));

  it('is one by which forget-person.ts finds rows to erase, or is explained here', () => {
    const erased = erasedColumns();
    expect(erased).toContain('homes.slack_user_id');
    const names = columns.map(({ name }) => name);
    const unexplained = names.filter((name) => !erased.includes(name) && !explained.includes(name));
    expect(
      unexplained,
      'not erased: add a line to ownTables (src/store/people/forget-person.ts), or the reason here',
    ).toEqual([]);
    const needless = explained.filter((name) => !names.includes(name) || erased.includes(name));
    expect(needless, 'needs no reason here').toEqual([]);
  });

  it('is of a type in which a person is replaced', () => {
    expect(columns.filter(({ type }) => !replacedTypes.includes(type))).toEqual([]);
  });
});
