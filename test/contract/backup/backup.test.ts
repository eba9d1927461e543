/** Long because what a restore may double or lose is tried kind by kind. */

import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import type { BackupHeader, BackupRow } from '../../../src/extras/backup/backup-records.ts';
import {
  keptTables,
  readEverything,
  restoreEverything,
  restoringName,
} from '../../../src/extras/backup/backup-tables.ts';
import { sealedTrail } from '../../../src/extras/sealed-trail/index.ts';
import { verifyChain } from '../../../src/extras/sealed-trail/verify-audit-chain.ts';
import { DatabaseUnavailable } from '../../../src/store/platform/data-folder.ts';
import { type Database, openDatabase } from '../../../src/store/platform/database.ts';
import { newestMigration } from '../../../src/store/platform/migrations.ts';
import { createAuditTrail } from '../../../src/store/record/audit-trail.ts';
import { requestFingerprint } from '../../../src/use-cases/card/request-fingerprint.ts';
import { settleRestore } from '../../../src/use-cases/task/refresh-tasks.ts';
import {
  type ChainHead,
  headSigner,
  restoreText,
  type SignHead,
  unsigned,
} from '../../../src/use-cases/trail/audit-chain.ts';
import { shownSample } from '../../support/cards.ts';
import { postgresEngine } from '../../support/database.ts';
import { actor, newAction, noon, person, snapshot } from '../../support/samples.ts';
import { beginAnew, sealAll } from '../../support/sealed-trail.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const order = { now: noon, tenant: 'https://acme.example', askWorkspace: async () => 'T0ASKED' };

interface Copy {
  readonly header: BackupHeader;
  readonly rows: readonly BackupRow[];
}

describe('a copy of everything', () => {
  const desk = useCaseDesk();
  const trail = () => createAuditTrail(desk().kysely);
  const restoredAt = new Date(noon.getTime() + 3_600_000);
  const { verifyTrail } = sealedTrail;
  const by = { at: restoredAt, actor: 'ana', signature: null, sign: unsigned, verifyTrail };

  async function copy(): Promise<Copy> {
    const rows: BackupRow[] = [];
    let header: BackupHeader | null = null;
    await readEverything({ background: desk().kysely }, order, async (told, all) => {
      header = told;
      for await (const row of all) rows.push(row);
    });
    if (header === null) throw new Error('nothing was handed over');
    return { header, rows };
  }

  type Target = Parameters<typeof restoreEverything>[0];
  const here = (): Target => ({ background: desk().kysely });

  async function restore(
    { header, rows }: Copy,
    change: { replace?: boolean; signature?: string | null; sign?: SignHead } = {},
    to = here(),
  ) {
    await sql`drop table if exists pgboss.job`.execute(to.background);
    await restoreEverything(to, {
      header,
      rows: (async function* () {
        yield* rows;
      })(),
      replace: true,
      ...by,
      ...change,
    });
  }

  const settle = () => settleRestore(desk().deps);
  const jobs = async () =>
    (await desk().takeJobs()).map((job) => Object.values(job).join(' ')).toSorted();

  async function sealed(sign: SignHead): Promise<ChainHead> {
    const head = await sealAll(desk().kysely, sign);
    if (head === null) throw new Error('nothing was sealed');
    return head;
  }

  const byTable = (rows: readonly BackupRow[]) => Object.groupBy(rows, ([table]) => table);

  it('has every table of the schema', async () => {
    const tables = sql<{ name: string }>`
      select tablename as name from pg_tables
      where schemaname = 'public' and tablename not like 'kysely_migration%' and tablename <> 'job_to_run' order by 1`;
    const { rows } = await tables.execute(desk().kysely);
    const names = rows.map(({ name }) => name);
    // Without it, a restore leaves the table where it is, and the migration that makes it fails.
    const missing = names.filter((name) => !keptTables.includes(name));
    expect(missing, 'missing in keptTables (src/extras/backup/backup-tables.ts)').toEqual([]);
    expect(keptTables.toSorted()).toEqual(names);
  });

  it('restores every row, also into another database', async () => {
    await desk().opened({ justification: 'quotes "\\ and\nlines, ünïcode 🙂' });
    await desk().store.transaction(async (tx) => {
      await tx.audit.append({
        kind: 'first',
        at: noon,
        requestId: 'request-1',
        detail: { a: [1, 2.5, null] },
      });
      const ben = { slackUserId: 'U0BEN', person: person('user-ben'), checkedAt: noon };
      await tx.identities.saveResolved(ben);
    });
    await sealed(() => null);
    const before = await copy();
    expect(before.header).toEqual({
      migration: newestMigration,
      at: noon.toISOString(),
      position: 1,
      tables: keptTables,
      tenant: 'https://acme.example',
      workspace: before.rows.find(([table]) => table === 'requests')?.[1]['team_id'],
    });
    await desk().store.transaction((tx) => tx.audit.append({ kind: 'lost', at: noon }));
    await restore(before);
    const after = await copy();

    const place = await postgresEngine.open();
    const other = await openDatabase(place.settings);
    onTestFinished(async () => {
      await other.close();
      await place.close();
    });
    await restore(before, { replace: false }, other);
    const elsewhere: BackupRow[] = [];
    await readEverything(other, order, async (_, rows) => {
      for await (const row of rows) elsewhere.push(row);
    });
    const isKept = ([table]: BackupRow) =>
      !['restores', 'audit', 'audit_sealing', 'task_readings', 'cards', 'homes'].includes(table);
    const kept = before.rows.filter(isKept);
    expect(kept.length).toBeGreaterThan(3);
    expect(after.rows.filter(isKept)).toEqual(kept);
    expect(elsewhere.filter(isKept)).toEqual(kept);
    const [{ audit: [first] = [] }, { audit = [] }] = [byTable(before.rows), byTable(elsewhere)];
    const seq = Number(first?.[1]['seq']) + 1;
    expect(audit).toEqual([
      first,
      [
        'audit',
        expect.objectContaining({ kind: 'database.restored', seq, actor: 'ana', request_id: null }),
      ],
    ]);
  });

  it('replaces existing data only when told to, and then completely', async () => {
    await desk().ask();
    const { header, rows } = await copy();
    await expect(restore({ header, rows }, { replace: false })).rejects.toThrow(
      'The database is not empty.',
    );
    await expect(
      restore({ header, rows: [...rows, ['requests', { id: 'half' }]] }),
    ).rejects.toThrow('null value');
    expect((await copy()).rows).toEqual(rows);
  });

  it('names the workspace of the settings when no request names one', async () => {
    expect((await copy()).header.workspace).toBe('T0ASKED');
  });

  it('is not restored when it lacks a table of its version, or has an unexpected one', async () => {
    await desk().ask();
    const { header, rows } = await copy();
    const tables = keptTables.filter((table) => table !== 'audit');
    await expect(restore({ header: { ...header, tables }, rows })).rejects.toThrow(
      'It lacks what the bot keeps in audit.',
    );
    const foreign: BackupRow = ['kysely_migration', { name: '9999' }];
    await expect(restore({ header, rows: [...rows, foreign] })).rejects.toThrow(
      '“kysely_migration”',
    );
    expect((await copy()).rows).toEqual(rows);
  });

  it('leads to one task when the request was sent after the backup', async () => {
    const requestId = await desk().ask();
    const before = await copy();
    const task = snapshot({ sourceRequestId: requestId, origin: 'TASK_ORIGIN_CHATAPP' });
    desk().governance.tasks.set(task.id, task);
    await restore(before);
    await settle();
    await desk().runJobs('create-task');
    expect([desk().governance.orders, await desk().request()]).toMatchObject([
      [],
      { taskId: task.id },
    ]);
    const { cards = [] } = byTable((await copy()).rows);
    expect(cards).toMatchObject([
      ['cards', { id: `${requestId}:C0REVIEWS`, posting_since: expect.any(String) }],
    ]);
  });

  it('asks the requester when nobody can tell whether the request was sent', async () => {
    desk().governance.operations = new Set(['userSearch']);
    await desk().ask();
    await restore(await copy());
    await settle();
    await desk().runJobs();
    expect([desk().governance.orders, await desk().request()]).toMatchObject([
      [],
      { state: 'uncertain' },
    ]);
  });

  it('looks for a decision in the service before sending it again', async () => {
    const task = await desk().opened();
    await desk().store.transaction(async (tx) => {
      for (const [id, userId] of [
        ['review-1', 'U0ANA'],
        ['review-2', 'U0CHO'],
      ] as const) {
        const shown = requestFingerprint(shownSample(task));
        const by = actor(userId);
        await tx.actions.insertOnce(newAction({ id, taskId: task.id, by, shown }));
      }
    });
    await restore(await copy());
    const reviews = await desk()
      .kysely.selectFrom('actions')
      .select(['id', 'state'])
      .orderBy('id')
      .execute();
    expect(reviews.map(({ state }) => state)).toEqual(['sending', 'accepted']);
  });

  it('sends nothing before the service was read', async () => {
    const task = await desk().opened();
    await desk().ask({ id: 'request-2' });
    await desk().store.transaction(async (tx) => {
      await tx.homes.markPublished('U0BEN', 'old', noon);
    });
    await restore(await copy());
    desk().governance.readings.next(
      new OutwardFailure({
        system: 'governance',
        kind: 'timeout',
        message: 'silent',
        certainlyNotDone: false,
      }),
    );
    expect([await settle(), await jobs()]).toEqual([false, []]);
    desk().governance.tasks.set(task.id, { ...task, state: 'closed', outcome: 'denied' });
    expect(await settle()).toBe(true);
    expect(await jobs()).toEqual(expect.arrayContaining(['create-task request-2']));
    expect((await desk().store.transaction((tx) => tx.tasks.find(task.id)))?.snapshot.outcome).toBe(
      'denied',
    );
    const [before, again] = [desk().governance.read.length, await settle()];
    expect([again, desk().governance.read.length, await jobs()]).toEqual([true, before, []]);
  });

  describe('and the audit trail', () => {
    const sign = headSigner('a signing key of tests');
    beforeEach(async () => {
      // The desk has people who opened their Home: such a database is begun by nobody.
      await desk().kysely.deleteFrom('homes').execute();
      await beginAnew(desk().kysely, sign);
    });
    const append = (kind: string) =>
      desk().store.transaction((tx) => tx.audit.append({ kind, at: noon }));

    const verify = (heads: readonly ChainHead[], signer: typeof sign | null) =>
      verifyChain(trail(), heads, signer);

    it('is accepted with an entry for the restore and heads of the lost entries', async () => {
      await append('kept');
      const keptHead = await sealed(sign);
      const before = await copy();
      await append('lost');
      const lostHead = await sealed(sign);
      const told = { copyAt: before.header.at, position: 2, at: restoredAt.toISOString() };
      await restore(before, { signature: sign(restoreText(told)) });
      await sealed(sign);
      expect(await verify([keptHead, lostHead], sign)).toMatchObject({
        broken: null,
        entries: 3,
        lostHeads: 1,
      });
    });

    it('does not accept an unsigned restore as the reason for missing heads', async () => {
      await append('kept');
      await sealed(sign);
      const before = await copy();
      await append('lost');
      const lostHead = await sealed(sign);
      await restore(before);
      await sealed(sign);
      expect((await verify([lostHead], null)).broken).toBeNull();
      expect((await verify([lostHead], sign)).broken).toMatch(
        /changed with its seal.* tells of a restore at .* not signed with AUDIT_SIGNING_KEY and explains nothing/,
      );
      const later = {
        ...lostHead,
        position: 9,
        at: new Date(restoredAt.getTime() + 1).toISOString(),
        signature: null,
      };
      expect((await verify([later], null)).broken).toMatch(/was cut off/);
    });
  });

  it('is not restored while a bot is connected', async () => {
    await desk().ask();
    const before = await copy();
    const place = await postgresEngine.open();
    onTestFinished(() => place.close());
    const client = new pg.Client({
      connectionString: place.settings.url,
      application_name: 'access-request-bot/7@other',
    });
    await client.connect();
    const database: Database = await openDatabase(place.settings);
    onTestFinished(() => database.close());
    await expect(restore(before, {}, database)).rejects.toThrow(DatabaseUnavailable);
    await expect(restore(before, {}, database)).rejects.toThrow('access-request-bot/7@other');
    await client.end();
    await restore(before, {}, database);
  });

  it('is not restored during another restore, which it does not disturb', async () => {
    await desk().ask();
    const before = await copy();
    const place = await postgresEngine.open();
    onTestFinished(() => place.close());
    const open = async () => {
      const database = await openDatabase(place.settings, { name: restoringName, sign: null });
      onTestFinished(() => database.close());
      return database;
    };
    const restoreInto = async (
      database: Database,
      meanwhile: () => Promise<unknown> = async () => undefined,
    ) => {
      const rows = (async function* () {
        await meanwhile();
        yield* before.rows;
      })();
      await restoreEverything(database, { header: before.header, rows, replace: true, ...by });
    };
    let refusal: unknown = null;
    const first = await open();
    await restoreInto(first, async () => {
      refusal = await restoreInto(await open()).catch((error: unknown) => error);
    });
    expect(refusal).toEqual(
      new DatabaseUnavailable(
        'Another restore into this database is going on. Wait until it has ended.',
      ),
    );
    const { rows: kept } = await sql`select id from requests`.execute(first.kysely);
    expect(kept).toEqual([{ id: 'request-1' }]);
  });
});
