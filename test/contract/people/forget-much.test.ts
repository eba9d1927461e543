/** Forgetting somebody takes work in proportion to what is kept of them, not to its square. */
import { type KyselyPlugin, sql, type Transaction } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyChain } from '../../../src/extras/sealed-trail/verify-audit-chain.ts';
import { erasePerson } from '../../../src/store/people/forget-person.ts';
import type { Tables } from '../../../src/store/platform/tables.ts';
import { createAuditTrail } from '../../../src/store/record/audit-trail.ts';
import { headSigner } from '../../../src/use-cases/trail/audit-chain.ts';
import { actor, closedSnapshot, newAction, noon, person } from '../../support/samples.ts';
import { beginAnew, sealAll } from '../../support/sealed-trail.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const sign = headSigner('a signing key of tests');
const ids = { slackIds: ['U0BEN'], identityIds: ['user-ben'] };

/** So many entries of Ben's, each with a text. */
const appendEntries = (count: number) => sql`
  insert into audit (kind, at, actor, detail, texts)
  select 'withdraw.done', ${noon}::timestamptz, 'U0BEN', detail, texts
  from (select detail, texts from audit where actor = 'U0BEN' limit 1) as one, generate_series(1, ${count}::integer)`;

/** Ben's reason in the trail, and his comments on a request of Cho's. */
async function bringBen(entries: number, comments: number): Promise<void> {
  const { store, kysely } = desk();
  const task = closedSnapshot({ id: 'task-1', target: person('user-cho') });
  await desk().wanted(task, { id: 'request-1', requester: actor('U0CHO') });
  await store.transaction(async (tx) => {
    await tx.requests.save('request-1', {
      state: 'created',
      identityUserId: 'user-cho',
      at: tx.at,
    });
    await tx.audit.append({ kind: 'withdraw.done', actor: 'U0BEN', detail: { reason: 'ill' } });
    for (let number = 1; number <= comments; number += 1) {
      const comment = { ...newAction(), id: `action-${number}`, requestId: 'request-1' };
      await tx.actions.insertOnce({ ...comment, verb: 'comment', by: actor('U0BEN') });
    }
  });
  await appendEntries(entries - 1).execute(kysely);
}

async function statementsToErase(trx: Transaction<Tables>): Promise<number> {
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await erasePerson(trx.withPlugin(counter), ids, { now: noon, sign, operator: 'olga' });
  return statements;
}

/** As new: a trail begins in a database that nobody has used. */
async function begin(): Promise<void> {
  await desk().kysely.deleteFrom('homes').execute();
  await beginAnew(desk().kysely, sign);
}

const erase = () => desk().kysely.transaction().execute(statementsToErase);

describe('forgetting somebody of whom much is kept', () => {
  beforeEach(begin);

  it('takes as many statements as where little is kept', async () => {
    await bringBen(1, 1);
    const statements = await erase();
    await desk().clear();
    await begin();
    await bringBen(1_200, 40);
    expect(await erase()).toBe(statements);
    const { rows } = await sql<{ named: number }>`
      select json_array_length(detail::json -> 'erased') as named from audit
      where kind = 'audit.erased' order by seq`.execute(desk().kysely);
    // What one entry names is limited, so that a receiver takes it.
    expect(rows.map(({ named }) => named)).toEqual([1_000, 200]);
    await sealAll(desk().kysely, sign);
    const verdict = await verifyChain(createAuditTrail(desk().kysely), [], sign);
    expect(verdict).toMatchObject({ broken: null, erasedTexts: 1_200 });
  });

  it('has the trail look once at what may be erased, not once for each entry', async () => {
    await bringBen(50, 0);
    await sql`
      insert into audit (kind, at, detail)
      select 'audit.erased', ${noon}::timestamptz,
        json_build_object('erased', json_agg(json_build_object('seq', seq, 'field', 'reason')))::text
      from audit where actor = 'U0BEN'`.execute(desk().kysely);
    const { rows } = await sql<{ 'QUERY PLAN': readonly { readonly Triggers: unknown }[] }>`
      explain (analyze, format json) update audit set texts = null where actor = 'U0BEN'`.execute(
      desk().kysely,
    );
    expect(rows[0]?.['QUERY PLAN'][0]?.Triggers).toEqual([
      expect.objectContaining({ 'Trigger Name': 'keep_erasures', Calls: 1 }),
    ]);
  });

  it.each([
    ['a text that no entry names', `texts = null where actor = 'U0BEN'`],
    ['another column', `texts = null, app = 'other' where actor = 'U0BEN' and seq = 3`],
    ['the number of an entry', `seq = default where actor = 'U0BEN' and seq = 3`],
    ['a text', `texts = '{"reason":{"salt":"a","json":"1"}}' where actor = 'U0BEN' and seq = 3`],
    ['the detail of an entry with texts beside it', `detail = '{}' where seq = 3`],
  ])('cannot be used to change %s', async (_what, change) => {
    await bringBen(2, 0);
    const { kysely } = desk();
    const { rows } = await sql<{ seq: number }>`
      select seq from audit where actor = 'U0BEN' order by seq`.execute(kysely);
    const [first] = rows.map(({ seq }) => seq);
    const erased = [{ seq: first, field: 'reason' }];
    await sql`insert into audit (kind, at, detail)
      values ('audit.erased', ${noon}, ${JSON.stringify({ erased })})`.execute(kysely);
    const statement = change.replace('seq = 3', `seq = ${first}`);
    await expect(sql.raw(`update audit set ${statement}`).execute(kysely)).rejects.toThrow(
      'append-only: UPDATE of audit is refused',
    );
  });
});
