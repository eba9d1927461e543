import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { withDeferredBegin } from '../../../src/store/platform/dialect.ts';

interface Rows {
  readonly things: { readonly id: string };
}

let sent: string[];

/** Writes down what it is told, and has nothing. */
class Recorder extends DummyDriver {
  override async acquireConnection() {
    return {
      executeQuery: async <Row>({
        sql: text,
      }: {
        readonly sql: string;
      }): Promise<QueryResult<Row>> => {
        if (text.includes('broken')) throw new Error('broken');
        sent.push(text.split(' ', 1)[0] ?? '');
        return { rows: [] };
      },
      streamQuery: () => {
        throw new Error('nothing is read as a stream');
      },
    };
  }
  override beginTransaction = async () => void sent.push('begin');
  override commitTransaction = async () => void sent.push('commit');
  override rollbackTransaction = async () => void sent.push('rollback');
}

const kysely = new Kysely<Rows>({
  dialect: withDeferredBegin({
    createDriver: () => new Recorder(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }),
});
const things = (db: Kysely<Rows>) => db.selectFrom('things').select('id');

describe('a transaction', () => {
  beforeEach(() => {
    sent = [];
  });

  it('that only reads is none', async () => {
    await kysely.transaction().execute(async (trx) => {
      await things(trx).execute();
      await things(trx).execute();
    });
    expect(sent).toEqual(['select', 'select']);
  });

  it('begins with the first statement that writes, and is committed', async () => {
    await kysely.transaction().execute(async (trx) => {
      await things(trx).execute();
      await trx.insertInto('things').values({ id: '1' }).execute();
      await things(trx).execute();
    });
    expect(sent).toEqual(['select', 'begin', 'insert', 'select', 'commit']);
  });

  it.each([
    ['that locks', (trx: Kysely<Rows>) => things(trx).forUpdate().execute()],
    ['written by hand', (trx: Kysely<Rows>) => sql`select pg_advisory_xact_lock(1)`.execute(trx)],
    [
      'with a part that writes',
      (trx: Kysely<Rows>) =>
        trx
          .with('gone', (db) => db.deleteFrom('things').returning('id'))
          .selectFrom('gone')
          .select('id')
          .execute(),
    ],
  ])('begins with a statement %s', async (_, work) => {
    await kysely.transaction().execute(async (trx) => void (await work(trx)));
    expect(sent).toEqual(['begin', expect.any(String), 'commit']);
  });

  it('with a level of its own begins before it reads', async () => {
    await kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => things(trx).execute());
    expect(sent).toEqual(['begin', 'select', 'commit']);
  });

  it('is rolled back when it has begun', async () => {
    const reading = kysely.transaction().execute((trx) => sql`broken`.execute(trx));
    await expect(reading).rejects.toThrow('broken');
    expect(sent).toEqual(['begin', 'rollback']);
    sent = [];
    const failing = kysely.transaction().execute(async (trx) => {
      await things(trx).execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(sent).toEqual(['select']);
  });

  it('leaves nothing behind for the next one', async () => {
    await kysely.transaction().execute((trx) => things(trx).execute());
    await kysely.insertInto('things').values({ id: '1' }).execute();
    expect(sent).toEqual(['select', 'insert']);
  });
});
