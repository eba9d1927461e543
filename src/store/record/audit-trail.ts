import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { KnownPerson } from '../../domain/people/known-person.ts';
import type { AuditFilter, AuditLine } from '../../domain/record/audit-filter.ts';
import { type AuditNames, pickedPeopleOf } from '../../domain/record/audit-sentence.ts';
import type { AuditTrail, ChainLink } from '../../use-cases/trail/audit-chain.ts';
import type { Tables } from '../platform/tables.ts';
import { detailIn, instantColumn, lineColumns, toLine, withIsoTime } from './audit.ts';
import {
  isOfKind,
  newestHead,
  pageSize,
  prune,
  seal,
  startChain,
  startsIn,
} from './audit-sealing.ts';

const erasure = z.object({
  at: z.string(),
  erased: z.array(z.object({ seq: z.int(), field: z.string(), hash: z.string() })),
  signature: z.string().nullable(),
});

export function createAuditTrail(kysely: Kysely<Tables>): AuditTrail {
  return {
    async read(filter, { order, seq, limit }) {
      const rows = await kysely
        .selectFrom('audit')
        .select(lineColumns)
        .where(matches(filter))
        .where('audit.seq', order === 'asc' ? '>' : '<', seq)
        .orderBy('audit.seq', order)
        .limit(limit)
        .execute();
      return rows.map(toLine);
    },
    names: (lines) => namesIn(kysely, lines),
    people: (typed) => peopleCalled(kysely, typed),
    async sealed(filter, { afterPosition, limit }) {
      const rows = await kysely
        .selectFrom('audit')
        .innerJoin('auditSeals', 'auditSeals.seq', 'audit.seq')
        .select([...lineColumns, 'position'])
        .where(matches(filter))
        .where('position', '>', afterPosition)
        .orderBy('position')
        .limit(limit)
        .execute();
      return rows.map(({ position, ...row }) => ({ position, line: toLine(row) }));
    },
    anchors: () => anchorsOf(kysely),
    links: (afterPosition) => linksOf(kysely, afterPosition),
    async end() {
      const { unsealed, oldest } = await kysely
        .selectFrom('audit')
        .leftJoin('auditSeals', 'auditSeals.seq', 'audit.seq')
        .where('auditSeals.seq', 'is', null)
        .select((eb) => [eb.fn.countAll<string>().as('unsealed'), eb.fn.min('at').as('oldest')])
        .executeTakeFirstOrThrow();
      const oldestUnsealed = oldest?.toISOString() ?? null;
      return { newest: await newestHead(kysely), unsealed: Number(unsealed), oldestUnsealed };
    },
    seal: (order) => kysely.transaction().execute((trx) => seal(trx, order)),
    startChain: (order) => kysely.transaction().execute((trx) => startChain(trx, order)),
    prune: (before, now, sign) =>
      kysely.transaction().execute((trx) => prune(trx, before, now, sign)),
  };
}

async function anchorsOf(kysely: Kysely<Tables>): ReturnType<AuditTrail['anchors']> {
  const heads = kysely
    .selectFrom('auditHeads')
    .select(['position', 'seq', 'hash', 'at', 'signature']);
  const erasing = kysely.selectFrom('audit').select('detail').where(isOfKind('audit.erased'));
  const erasures = (await erasing.execute()).flatMap(({ detail }) => {
    const parsed = erasure.safeParse(detailIn(detail));
    return parsed.success ? [parsed.data] : [];
  });
  return {
    heads: (await heads.execute()).map(withIsoTime),
    starts: await startsIn(kysely),
    erasures,
  };
}

async function namesIn(kysely: Kysely<Tables>, lines: readonly AuditLine[]): Promise<AuditNames> {
  const named = lines.flatMap(({ actor, detail }) => [
    actor,
    detail.targetSlackId,
    detail.slackUserId,
    ...pickedPeopleOf(detail),
  ]);
  const actors = JSON.stringify([...new Set(named.filter((one) => typeof one === 'string'))]);
  const requests = JSON.stringify([...new Set(lines.flatMap(({ requestId }) => requestId ?? []))]);
  // An id instead of a name means that the service told none; then Slack's name counts.
  const people = sql<{ id: string; name: string }>`
    select asked.actor as id, coalesce(
      (select nullif(nullif(person ->> 'name', ''), person ->> 'id') from identities where slack_user_id = asked.actor),
      (select max(requester_slack_name) from requests where requester_slack_id = asked.actor),
      (select max(by_slack_name) from actions where by_slack_id = asked.actor), asked.actor) as name
    from jsonb_array_elements_text(${actors}::jsonb) as asked(actor)`;
  const numbers = sql<{ id: string; number: string }>`
    select requests.id, snapshot ->> 'numericId' as number from requests join tasks on tasks.id = requests.task_id
    where requests.id in (select jsonb_array_elements_text(${requests}::jsonb)) and snapshot ->> 'numericId' <> ''`;
  return {
    people: new Map((await people.execute(kysely)).rows.map(({ id, name }) => [id, name])),
    numbers: new Map((await numbers.execute(kysely)).rows.map(({ id, number }) => [id, number])),
  };
}

/**
 * Each Slack account once: with its identity where the bot found one, else by the name that it had
 * in Slack.
 */
async function peopleCalled(
  kysely: Kysely<Tables>,
  typed: string,
): Promise<readonly KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    with called as (
      select slack_user_id as slack_id, person ->> 'name' as name from identities
      where slack_user_id = ${typed} or person ->> 'id' = ${typed}
        or lower(person ->> 'email') = lower(${typed}) or lower(person ->> 'name') = lower(${typed})
      union
      select requester_slack_id, requester_slack_name from requests
      where requester_slack_id = ${typed} or lower(requester_slack_name) = lower(${typed})
      union
      select by_slack_id, by_slack_name from actions
      where by_slack_id = ${typed} or lower(by_slack_name) = lower(${typed}))
    select slack_id as "slackUserId", person ->> 'id' as id, coalesce(person ->> 'name', called.name) as name,
      person ->> 'email' as email
    from called left join identities on slack_user_id = slack_id
    order by slack_id, called.name`.execute(kysely);
  const people = new Map<string | null, KnownPerson>();
  for (const person of rows) {
    if (!people.has(person.slackUserId)) people.set(person.slackUserId, person);
  }
  return [...people.values()];
}

function matches({ since, until, actor, app, request }: AuditFilter) {
  const conditions = [
    ...(since === undefined ? [] : [sql`audit.at >= ${new Date(since)}`]),
    ...(until === undefined ? [] : [sql`audit.at < ${new Date(until)}`]),
    ...(actor === undefined ? [] : [sql`audit.actor = ${actor}`]),
    ...(app === undefined ? [] : [sql`audit.app = ${app}`]),
    ...(request === undefined ? [] : [isAbout(request)]),
  ];
  return sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`;
}

/** Only the entry of its creation names a task's number. */
function isAbout(request: string) {
  const number = `"numericId":${JSON.stringify(request.replace(/^#/, ''))}`;
  return sql`(
    audit.request_id = ${request} or audit.task_id = ${request} or audit.request_id in (
      select request_id from audit
      where task_id = ${request} or (kind = 'request.created' and position(${number} in detail) > 0)
    )
  )`;
}

async function* linksOf(kysely: Kysely<Tables>, afterPosition: number): AsyncIterable<ChainLink> {
  for (let after = afterPosition; ; ) {
    const links = await kysely
      .selectFrom('auditSeals')
      .leftJoin('audit', 'audit.seq', 'auditSeals.seq')
      .select([
        'position',
        'auditSeals.seq as sealed',
        'auditSeals.hash as seal',
        'audit.seq',
        'kind',
        'at',
        instantColumn.as('instant'),
      ])
      .select(['requestId', 'taskId', 'actor', 'app', 'detail', 'texts'])
      .where('position', '>', after)
      .orderBy('position')
      .limit(pageSize)
      .execute();
    for (const { position, sealed, seal: hash, ...row } of links) {
      const { seq, kind, at, detail, ...rest } = row;
      const isThere = seq !== null && kind !== null && at !== null && detail !== null;
      const entry = isThere ? withIsoTime({ seq, kind, at, detail, ...rest }) : null;
      yield { position, seq: sealed, hash, entry };
    }
    const last = links.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}
