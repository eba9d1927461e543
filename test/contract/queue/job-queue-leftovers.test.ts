import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutwardJob } from '../../../src/domain/outward/job.ts';
import { ownServer } from '../../../src/extras/embedded-database/index.ts';
import { type JobHandlers, JobQueue } from '../../../src/queue/job-queue.ts';
import { type Database, openDatabase } from '../../../src/store/platform/database.ts';
import { embeddedEngine, type TestDatabase } from '../../support/database.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { until } from '../../support/until.ts';

/**
 * With an embedded database nobody else can be running the jobs that count as running. On a shared
 * one another process may be: there pg-boss itself takes them over after missed heartbeats.
 */
describe('jobs that an embedded bot left running', () => {
  let place: TestDatabase;
  let database: Database;
  let queue: JobQueue;
  let world: FakeWorld;
  let run: JobHandlers['run'] = async () => undefined;
  const done: OutwardJob['kind'][] = [];

  async function start(): Promise<void> {
    database = await openDatabase(place.settings, { ownServer });
    world = new FakeWorld();
    queue = new JobQueue({
      engine: database.engine,
      world: { now: () => new Date(), newId: () => world.newId(), log: world.log },
      random: () => 0,
      pollEverySeconds: 1,
      onAttempt: (kind, outcome) => outcome === 'done' && done.push(kind),
    });
    await queue.start({
      run: (job, earlier) => run(job, earlier),
      giveUp: async () => undefined,
    });
  }
  beforeAll(async () => {
    place = await embeddedEngine.open();
    await start();
  });
  afterAll(async () => {
    await queue?.stop(5_000);
    await database?.close();
    await place?.close();
  });

  const syncHome = async (slackUserId: string): Promise<void> => {
    const job: OutwardJob = { kind: 'sync-home', slackUserId };
    const added = await database.kysely
      .transaction()
      .execute((trx) => queue.enqueueIn(trx, [{ job, afterMs: 0 }]));
    added();
  };
  const statesOf = async (slackUserId: string) => {
    const { rows } = await sql<{ state: string }>`
      select state::text as state from pgboss.job where singleton_key = ${slackUserId}`.execute(
      database.kysely,
    );
    return rows.map(({ state }) => state);
  };

  it('run again at the next start after a crash', async () => {
    let begun = 0;
    run = async (job) => {
      if (job.kind !== 'sync-home') return;
      begun += 1;
      // The process that runs it never sees its end.
      if (begun === 1) await new Promise(() => undefined);
    };
    await syncHome('U0CUT');
    await until('it began', () => begun === 1);
    const cut = queue;
    await database.close();
    await start();
    await until('it ran again', () => done.includes('sync-home'));
    await expect.poll(() => statesOf('U0CUT')).toEqual(['completed']);
    await cut.stop(0).catch(() => undefined);
  });

  it('run again when there is room after a full disk kept their end from being stored', async () => {
    await sql`create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`.execute(
      database.kysely,
    );
    const fill = sql`create trigger no_room before insert or update on pgboss.job for each row execute function no_room()`;
    let begun = 0;
    run = async (job) => {
      if (job.kind !== 'sync-home') return;
      begun += 1;
      if (begun === 1) await fill.execute(database.kysely);
    };
    await syncHome('U0FULL');
    await until('its end was refused', () =>
      world.lines.some((line) => String(line.fields.err).includes('No space left on device')),
    );
    expect(await statesOf('U0FULL')).toEqual(['active']);
    await sql`drop trigger no_room on pgboss.job`.execute(database.kysely);
    await expect.poll(() => statesOf('U0FULL'), { timeout: 90_000 }).toEqual(['completed']);
    expect(begun).toBe(2);
  });
});
