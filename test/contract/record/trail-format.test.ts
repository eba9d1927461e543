/** Text beside the seal, and what a seal covers. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { verifyChain } from '../../../src/extras/sealed-trail/verify-audit-chain.ts';
import { createAuditTrail } from '../../../src/store/record/audit-trail.ts';
import {
  erasureText,
  headSigner,
  type SignHead,
} from '../../../src/use-cases/trail/audit-chain.ts';
import { hashesIn, jsonIn } from '../../../src/use-cases/trail/sealed-text.ts';
import { noon } from '../../support/samples.ts';
import { sealAll } from '../../support/sealed-trail.ts';
import { openOwnDatabase } from '../../support/shared-database.ts';
import { useStore } from '../../support/store-fixture.ts';

const unsigned: SignHead = () => null;
const sign = headSigner('a signing key of tests');

describe('an entry', () => {
  const store = useStore(openOwnDatabase);
  const trail = () => createAuditTrail(store.kysely);
  const verify = async (key: SignHead | null = null) => verifyChain(trail(), [], key);

  const append = (reason: string) =>
    store.transaction((tx) =>
      tx.audit.append({
        kind: 'withdraw.done',
        at: noon,
        detail: { reason, durationSeconds: 3_600 },
      }),
    );

  interface Entry {
    readonly seq: number;
    readonly detail: string;
    readonly texts: string | null;
  }
  async function newest(): Promise<Entry> {
    const { rows } = await sql<Entry>`
      select seq, detail, texts from audit where kind = 'withdraw.done' order by seq desc limit 1`.execute(
      store.kysely,
    );
    const [entry] = rows;
    if (entry === undefined) throw new Error('there is no entry');
    return entry;
  }

  /** As the owner of the database can: without the triggers. */
  async function attack(...statements: readonly string[]): Promise<void> {
    await store.kysely.connection().execute(async (connection) => {
      await sql`set session_replication_role = replica`.execute(connection);
      for (const statement of statements) await sql.raw(statement).execute(connection);
      await sql`set session_replication_role = default`.execute(connection);
    });
  }

  /** What the bot says of the trail after these statements, which are then undone. */
  async function verdictAfter(change: string, undo: string): Promise<string | null> {
    await attack(change);
    const { broken } = await verify();
    await attack(undo);
    expect((await verify()).broken).toBeNull();
    return broken;
  }

  it('has no personal text under its seal, and is read with that text', async () => {
    await append('Ben is ill');
    await sealAll(store.kysely, unsigned);
    const { seq, detail } = await newest();
    expect(detail).not.toContain('ill');
    const [line] = await trail().read({}, { order: 'asc', seq: seq - 1, limit: 1 });
    expect(line?.detail).toEqual({ reason: 'Ben is ill', durationSeconds: 3_600 });
    expect((await verify()).broken).toBeNull();
  });

  it('is reported as changed if its text or any other part of it differs', async () => {
    await append('Ben is ill');
    await sealAll(store.kysely, unsigned);
    const { seq, texts } = await newest();
    const where = `where seq = ${seq}`;
    const asItWas = `update audit set texts = '${texts}' ${where}`;
    const [changed, missing, added] = [
      await verdictAfter(
        `update audit set texts = replace(texts, 'ill', 'well') ${where}`,
        asItWas,
      ),
      await verdictAfter(`update audit set texts = null ${where}`, asItWas),
      await verdictAfter(
        `update audit set texts = '{"other":{"salt":"a","json":"1"},' || substr(texts, 2) ${where}`,
        asItWas,
      ),
    ];
    expect(changed).toBe(`The text “reason” of entry ${seq} was changed.`);
    expect(missing).toMatch(/^The text “reason” of entry \d+ is missing, and nothing that was sig/);
    expect(added).toBe(`The text “other” of entry ${seq} was added.`);
  });

  /** How each type of column can be changed; `seq` is an identity, which cannot be set. */
  const changes: Readonly<Record<string, (column: string) => string>> = {
    text: (column) => `coalesce(${column}, '') || '!'`,
    'timestamp with time zone': (column) => `${column} + interval '1 microsecond'`,
  };
  /** Not under the seal: the number of the transaction, and texts, of which it covers the hashes. */
  const uncovered = ['seq', 'xact', 'texts'];

  it('is reported as changed whichever of its columns is changed', async () => {
    await append('Ben is ill');
    await sealAll(store.kysely, unsigned);
    const { seq } = await newest();
    await attack(`create table kept_entry as select * from audit where seq = ${seq}`);
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_name = 'audit' and table_schema = current_schema()`.execute(store.kysely);
    const covered = rows.filter(({ name }) => !uncovered.includes(name));
    const verdicts: Record<string, string | null> = {};
    for (const { name, type } of covered) {
      const changed = changes[type]?.(name) ?? type;
      verdicts[name] = await verdictAfter(
        `update audit set ${name} = ${changed} where seq = ${seq}`,
        `update audit set ${name} = kept.${name} from kept_entry kept where audit.seq = kept.seq`,
      );
    }
    await attack('drop table kept_entry');
    const names = ['actor', 'app', 'at', 'detail', 'kind', 'request_id', 'task_id'];
    expect(Object.keys(verdicts).toSorted()).toEqual(names);
    expect(new Set(Object.values(verdicts))).toEqual(new Set([`Entry ${seq} was changed.`]));
  });

  it('may have another number of its transaction, as after a dump was restored', async () => {
    await append('kept');
    await sealAll(store.kysely, unsigned);
    await attack('update audit set xact = xact + 1000000');
    expect((await verify()).broken).toBeNull();
  });

  describe('whose text is erased', () => {
    /** Erases the text of the newest entry, as the bot’s own role can. */
    async function erase(key: SignHead): Promise<number> {
      const { seq, detail } = await newest();
      const hash = hashesIn(Object(jsonIn(detail))).get('reason') ?? '';
      const erasure = { at: noon.toISOString(), erased: [{ seq, field: 'reason', hash }] };
      const signature = key(erasureText(erasure));
      await store.transaction((tx) =>
        tx.audit.append({ kind: 'audit.erased', at: noon, detail: { ...erasure, signature } }),
      );
      await sql`update audit set texts = null where seq = ${seq}`.execute(store.kysely);
      return seq;
    }

    it('verifies, and says that it was erased', async () => {
      await append('to be forgotten');
      await sealAll(store.kysely, unsigned);
      const seq = await erase(sign);
      await sealAll(store.kysely, unsigned);
      expect(await verify()).toMatchObject({ broken: null, erasedTexts: 1 });
      const [line] = await trail().read({}, { order: 'asc', seq: seq - 1, limit: 1 });
      expect(JSON.stringify(line)).not.toContain('forgotten');
      // Its keys are not those of the chain: only the text is looked at here.
      expect((await verify(sign)).broken).not.toMatch(/^The text/);
    });

    it('is reported as missing if the erasure is not signed with the key', async () => {
      await append('to be hidden');
      await sealAll(store.kysely, unsigned);
      const seq = await erase(unsigned);
      await sealAll(store.kysely, unsigned);
      expect((await verify(sign)).broken).toMatch(
        new RegExp(`^The text “reason” of entry ${seq} is missing`),
      );
    });

    it('is reported if anything else is missing, or a text that no entry names', async () => {
      await append('kept');
      await expect(
        sql`update audit set texts = null where seq = ${(await newest()).seq}`.execute(
          store.kysely,
        ),
      ).rejects.toThrow('append-only');
      const seq = await erase(unsigned);
      for (const change of [`kind = 'other'`, `texts = '{"reason":{"salt":"a","json":"1"}}'`])
        await expect(
          sql.raw(`update audit set ${change} where seq = ${seq}`).execute(store.kysely),
        ).rejects.toThrow('append-only');
    });
  });
});
