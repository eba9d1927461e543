/** Erases a person from every table. Long because what is open of them is looked for here, too. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import {
  type ForgottenPerson,
  idPattern,
  withoutPerson,
} from '../../domain/people/forgotten-person.ts';
import type { KnownPerson } from '../../domain/people/known-person.ts';
import type { SignHead } from '../../use-cases/trail/audit-chain.ts';
import type { Tables } from '../platform/tables.ts';
import { type ErasureOrder, eraseEntries } from '../record/erase-entries.ts';

/** Under which ids the rows know somebody. */
export interface PersonIds {
  readonly slackIds: readonly string[];
  readonly identityIds: readonly string[];
}

/** What an erasure changed. */
export interface Erasure {
  /** By table. */
  readonly rows: ReadonlyMap<string, number>;
  /** Entries of the trail that lost a text. */
  readonly entries: number;
  readonly pseudonyms: readonly string[];
}

/** Pseudonyms begin with it. */
const pseudonymStart = 'forgotten-';

/** Without the key nobody can tell whose it is, not even by trying all ids. */
function pseudonymOf(id: string, sign: SignHead): string {
  return `${pseudonymStart}${sign(`forgotten person: ${id}`)?.slice(0, 32) ?? ''}`;
}

const anyOf = (ids: readonly string[]) => sql`(${sql.join(['', ...ids])})`;

/**
 * Every account and identity of one person, as far as the bot knows them: of whoever left the
 * service, the last identity that their account had.
 */
export async function idsOf(
  kysely: Kysely<Tables>,
  { slackUserId, id }: Pick<KnownPerson, 'slackUserId' | 'id'>,
): Promise<PersonIds> {
  const { rows } = await sql<{ slackId: string; identityId: string }>`
    select slack_user_id as slack_id, person ->> 'id' as identity_id from identities
    where slack_user_id = ${slackUserId} or person ->> 'id' = ${id}
    union select slack_user_id, identity_user_id from resolved_identities as resolved
    where (slack_user_id = ${slackUserId} or identity_user_id = ${id})
      and not exists (select from identities where identities.slack_user_id = resolved.slack_user_id)`.execute(
    kysely,
  );
  const slackIds = [slackUserId ?? '', ...rows.map((row) => row.slackId)];
  const identityIds = [id ?? '', ...rows.map((row) => row.identityId)];
  const distinct = (all: readonly string[]) => [...new Set(all)].filter((one) => one !== '');
  return { slackIds: distinct(slackIds), identityIds: distinct(identityIds) };
}

/** Whether a row of `subject_facts` is about a request by them or for them. */
const isTheirs = ({ slackIds, identityIds }: PersonIds) => sql`(
  subjects.requester_slack_id in ${anyOf(slackIds)} or subjects.target_slack_id in ${anyOf(slackIds)}
  or subjects.requester_identity_id in ${anyOf(identityIds)} or subjects.identity_user_id in ${anyOf(identityIds)})`;

/** Whether a text has one of these words in it. */
const hasWord = (text: RawBuilder<unknown>, words: readonly string[]) => sql`exists (
  select from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) as word where position(lower(word) in lower(${text})) > 0)`;

/** Whether a text has one of these ids in it, and not as a part of a longer one. */
const hasId = (text: RawBuilder<unknown>, ids: readonly string[]) => sql`exists (
  select from jsonb_array_elements_text(${JSON.stringify(ids.map(idPattern))}::jsonb) as pattern where ${text} ~ pattern)`;

/**
 * What is still open of them, each as a sentence: erased now, the bot would lose it, or be told of
 * the person again.
 */
export async function openOf(kysely: Kysely<Tables>, ids: PersonIds): Promise<readonly string[]> {
  const all = [...ids.slackIds, ...ids.identityIds];
  const { rows } = await sql<{ what: string }>`
    select format('access that has not ended: %s, %s (request %s)', requests.app_name, requests.entitlement_name, requests.id) as what
    from grants join requests on requests.id = grants.request_id join subject_facts as subjects on subjects.id = requests.id
    where grants.ended_at is null and ${isTheirs(ids)}
    union all
    select format('a request whose outcome is not known: %s, %s (request %s)', app_name, entitlement_name, requests.id)
    from requests join subject_facts as subjects on subjects.id = requests.id
    where requests.state in ('submitted', 'sending', 'uncertain') and ${isTheirs(ids)}
    union all
    select format('an open task that names them: #%s', coalesce(nullif(snapshot ->> 'numericId', ''), tasks.id))
    from tasks where is_open and ${hasId(sql`snapshot::text`, all)}
    union all
    select format('a call whose outcome is not known: %s (request %s)', verb, actions.request_id)
    from actions left join tasks on tasks.id = actions.task_id
    where by_slack_id in ${anyOf(ids.slackIds)}
      and (actions.state in ('accepted', 'sending') or actions.state = 'uncertain' and tasks.is_open)
    union all
    select format('a step that waits for an answer: delivery %s', webhook_id) from webhook_deliveries
    where state not in ('answered', 'spent', 'over') and ${hasId(sql`payload::text || people::text || task_id`, all)}
    union all
    select format('a message that is not sent yet: %s (request %s)', body ->> 'kind', request_id) from notices
    where sent_at is null and ${hasId(sql`body::text || target::text`, all)}
    union all
    select format('access that is being given back: %s', entitlement_id) from held_returns
    where slack_user_id in ${anyOf(ids.slackIds)} and state not in ('over', 'refused')`.execute(
    kysely,
  );
  return rows.map(({ what }) => what);
}

/**
 * Erases all that is kept of them: their own rows go, other people's rows name a pseudonym. The
 * trail keeps ids under its seal, and loses the texts.
 */
export async function erasePerson(
  trx: Transaction<Tables>,
  ids: PersonIds,
  order: ErasureOrder,
): Promise<Erasure> {
  const person = await personIn(trx, ids, order.sign);
  const requestIds = await requestsOf(trx, ids);
  const inTrail = [...requestIds, ...(await requestsInTrail(trx, ids))];
  const entries = await eraseEntries(trx, person, inTrail, order);
  // A direct conversation (`D…`) is theirs alone, and Slack says whose.
  await sql`
    update actions set reason = '', channel = case when channel like 'D%' then by_slack_id else channel end
    where by_slack_id in ${anyOf(ids.slackIds)}`.execute(trx);
  const rows = new Map<string, number>();
  for (const [table, condition] of ownRows(ids, requestIds)) {
    const deletions =
      await sql`delete from ${sql.table(table)} where ${condition} returning 1`.execute(trx);
    if (deletions.rows.length > 0) rows.set(table, deletions.rows.length);
  }
  for (const [table, count] of await replaceEverywhere(trx, person))
    rows.set(table, (rows.get(table) ?? 0) + count);
  const jobs = await deleteJobs(trx, [...person.pseudonyms.keys()]);
  if (jobs > 0) rows.set('jobs', jobs);
  for (const pseudonym of person.pseudonyms.values())
    await sql`
      insert into forgotten_people (pseudonym, at) values (${pseudonym}, ${order.now})
      on conflict (pseudonym) do update set at = excluded.at`.execute(trx);
  return { rows, entries, pseudonyms: [...person.pseudonyms.values()] };
}

async function personIn(
  kysely: Kysely<Tables>,
  ids: PersonIds,
  sign: SignHead,
): Promise<ForgottenPerson> {
  const { rows } = await sql<{ name: string | null; email: string | null }>`
    select person ->> 'name' as name, person ->> 'email' as email from identities
    where slack_user_id in ${anyOf(ids.slackIds)} or person ->> 'id' in ${anyOf(ids.identityIds)}
    union select requester_slack_name, null from requests where requester_slack_id in ${anyOf(ids.slackIds)}
    union select by_slack_name, null from actions where by_slack_id in ${anyOf(ids.slackIds)}
    union select slack_name, null from held_returns where slack_user_id in ${anyOf(ids.slackIds)}
    union select one ->> 'name', one ->> 'email' from tasks, jsonb_path_query(snapshot, '$.** ? (@.id.type() == "string")') as one
      where one ->> 'id' in ${anyOf(ids.identityIds)}`.execute(kysely);
  const all = [...ids.slackIds, ...ids.identityIds];
  const words = (of: readonly (string | null)[]) =>
    [...new Set(of)].flatMap((word) =>
      word === null || word === '' || all.includes(word) ? [] : [word],
    );
  return {
    pseudonyms: new Map(all.map((id) => [id, pseudonymOf(id, sign)])),
    emails: words(rows.map(({ email }) => email)),
    names: words(rows.map(({ name }) => name)),
  };
}

async function requestsOf(kysely: Kysely<Tables>, ids: PersonIds): Promise<readonly string[]> {
  const subjects = sql<{ id: string }>`
    select subjects.id from subject_facts as subjects where ${isTheirs(ids)}`;
  return (await subjects.execute(kysely)).rows.map(({ id }) => id);
}

/** Requests of theirs of which only the trail knows any more. */
async function requestsInTrail(
  kysely: Kysely<Tables>,
  { slackIds }: PersonIds,
): Promise<readonly string[]> {
  const targets = slackIds.map((id) => `"targetSlackId":${JSON.stringify(id)}`);
  const { rows } = await sql<{ id: string }>`
    select distinct request_id as id from audit
    where kind = 'request.asked' and request_id is not null
      and (actor in ${anyOf(slackIds)} or ${hasWord(sql`detail`, targets)})`.execute(kysely);
  return rows.map(({ id }) => id);
}

/** A table each of whose rows is about one person, and where it has their ids. */
interface OwnTable {
  readonly table: string;
  readonly slackId: string;
  /** Where their identity id is; null where it has none, or the account says enough. */
  readonly identityId: string | null;
}

const ownTables: readonly OwnTable[] = [
  { table: 'identities', slackId: 'slack_user_id', identityId: "person ->> 'id'" },
  { table: 'resolved_identities', slackId: 'slack_user_id', identityId: 'identity_user_id' },
  { table: 'homes', slackId: 'slack_user_id', identityId: null },
  { table: 'posts', slackId: 'reader_id', identityId: null },
  { table: 'list_calls', slackId: 'slack_user_id', identityId: null },
  { table: 'marks', slackId: 'id', identityId: null },
  { table: 'held_readings', slackId: 'slack_user_id', identityId: 'identity_user_id' },
  { table: 'work_readings', slackId: 'slack_user_id', identityId: 'identity_user_id' },
  { table: 'held_returns', slackId: 'slack_user_id', identityId: null },
  { table: 'followed_elsewhere', slackId: 'slack_user_id', identityId: null },
  { table: 'agent_drafts', slackId: 'slack_user_id', identityId: 'identity_id' },
  { table: 'agent_tokens', slackId: 'slack_user_id', identityId: 'identity_id' },
  { table: 'agent_lookups', slackId: 'slack_user_id', identityId: null },
];

/** Works with more ids than a statement takes parameters. */
const isOneOf = (ids: readonly string[]) =>
  sql`id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;

/** Rows that are theirs alone; what hangs on a request goes with it. */
function ownRows(
  { slackIds, identityIds }: PersonIds,
  requestIds: readonly string[],
): readonly (readonly [table: string, condition: RawBuilder<unknown>])[] {
  const slack = anyOf(slackIds);
  const identities = anyOf(identityIds);
  const isOver = sql`state in ('answered', 'spent', 'over')`;
  const all = [...slackIds, ...identityIds];
  return [
    ['requests', isOneOf(requestIds)],
    ['tasks_elsewhere', isOneOf(requestIds)],
    ...ownTables.map(({ table, slackId, identityId }) => {
      const isAccount = sql`${sql.ref(slackId)} in ${slack}`;
      if (identityId === null) return [table, isAccount] as const;
      return [table, sql`${isAccount} or ${sql.raw(identityId)} in ${identities}`] as const;
    }),
    ['notices', hasId(sql`body::text || target::text`, all)],
    ['cards', sql`channel in ${slack}`],
    ['webhook_deliveries', sql`${isOver} and ${hasId(sql`payload::text || people::text`, all)}`],
  ];
}

interface TextColumns {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Looks in every table but the trail's, so that one that is added is not forgotten. */
async function textColumns(kysely: Kysely<Tables>): Promise<readonly TextColumns[]> {
  const { rows } = await sql<TextColumns>`
    select table_name as table, array_agg(column_name::text) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'jsonb', 'character varying')
      and is_generated = 'NEVER'
      and table_name not like 'audit%' and table_name not like 'kysely%' and table_name <> 'forgotten_people'
    group by table_name order by table_name`.execute(kysely);
  return rows;
}

/** Rows that one statement changes at most. */
const rowsAtOnce = 1_000;

async function replaceEverywhere(
  trx: Transaction<Tables>,
  person: ForgottenPerson,
): Promise<ReadonlyMap<string, number>> {
  const words = [...person.pseudonyms.keys(), ...person.emails, ...person.names];
  const counts = new Map<string, number>();
  for (const { table, columns } of await textColumns(trx)) {
    const text = sql`concat_ws(' ', ${sql.join(columns.map((name) => sql`${sql.ref(name)}::text`))})`;
    const members = columns.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`);
    const { rows } = await sql<{ place: string; row: string }>`
      select ctid::text as place, jsonb_build_object(${sql.join(members)})::text as row from ${sql.table(table)}
      where ${hasWord(text, words)} for update`.execute(trx);
    const changes = rows.flatMap(({ place, row }) => {
      const before: unknown = JSON.parse(row);
      const after = withoutPerson(before, person);
      return JSON.stringify(after) === JSON.stringify(before) ? [] : [{ place, row: after }];
    });
    for (let from = 0; from < changes.length; from += rowsAtOnce)
      await updateRows(trx, { table, columns }, changes.slice(from, from + rowsAtOnce));
    if (changes.length > 0) counts.set(table, changes.length);
  }
  return counts;
}

interface ChangedRow {
  /** Its `ctid`, which stays for as long as nobody else changes it. */
  readonly place: string;
  readonly row: unknown;
}

async function updateRows(
  trx: Transaction<Tables>,
  { table, columns }: TextColumns,
  changes: readonly ChangedRow[],
): Promise<void> {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const values = sql.join(columns.map((name) => sql`one.${sql.ref(name)}`));
  await sql`
    update ${sql.table(table)} set (${names}) = row(${values})
    from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) as change,
      jsonb_populate_record(null::${sql.table(table)}, change -> 'row') as one
    where ${sql.table(table)}.ctid = (change ->> 'place')::tid`.execute(trx);
}

/** They hold ids alone. Whoever is gone is told nothing any more. */
async function deleteJobs(trx: Transaction<Tables>, ids: readonly string[]): Promise<number> {
  const there = sql<{
    isThere: boolean;
  }>`select to_regclass('pgboss.job') is not null as "isThere"`;
  if ((await there.execute(trx)).rows[0]?.isThere !== true) return 0;
  const text = sql`concat_ws(' ', data::text, singleton_key, output::text)`;
  const deletions = await sql`delete from pgboss.job where ${hasId(text, ids)} returning 1`.execute(
    trx,
  );
  return deletions.rows.length;
}

/**
 * In a database that was set back: erases those again who were forgotten since. Nothing of theirs
 * was open then, so whatever it has as open is over.
 */
export async function repeatErasures(
  trx: Transaction<Tables>,
  pseudonyms: ReadonlySet<string>,
  order: ErasureOrder,
): Promise<number> {
  const ofOwnTables = ownTables.map(
    ({ table, slackId, identityId }) => sql`
      union select ${sql.ref(slackId)}, ${sql.raw(identityId ?? 'null')} from ${sql.table(table)}`,
  );
  const { rows } = await sql<{ slackId: string | null; identityId: string | null }>`
    select requester_slack_id as slack_id, identity_user_id as identity_id from requests
    union select target_slack_id, null from requests
    union select by_slack_id, null from actions
    ${sql.join(ofOwnTables, sql` `)}
    union select null, person #>> '{}' from tasks, jsonb_path_query(snapshot, '$.**.id') as person`.execute(
    trx,
  );
  const isForgotten = (id: string | null) =>
    id !== null && pseudonyms.has(pseudonymOf(id, order.sign));
  const slackIds = new Set<string>();
  const identityIds = new Set<string>();
  for (const { slackId, identityId } of rows) {
    if (slackId !== null && isForgotten(slackId)) slackIds.add(slackId);
    if (identityId !== null && isForgotten(identityId)) identityIds.add(identityId);
  }
  if (slackIds.size + identityIds.size === 0) return 0;
  await erasePerson(trx, { slackIds: [...slackIds], identityIds: [...identityIds] }, order);
  return slackIds.size + identityIds.size;
}
