import { readdirSync } from 'node:fs';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ok } from '../../src/domain/result.ts';
import { createAuditTrail } from '../../src/store/audit-trail.ts';
import { migrate } from '../../src/store/migrations.ts';
import type { Tables } from '../../src/store/tables.ts';
import { verifyChain } from '../../src/use-cases/verify-audit-chain.ts';
import { postgresEngine, type ServerDatabase } from '../support/database.ts';
import { sealAll } from '../support/sealed-trail.ts';
import { loadDump, readDump } from './dump.ts';
import { createdTask, inFlight, taskOf } from './in-flight.ts';
import { openUpgradeWorld, type UpgradeWorld } from './upgrade-world.ts';

const folder = new URL('dumps/', import.meta.url);

/** A database as the released version left it. */
async function releasedDatabase(file: string): Promise<ServerDatabase> {
  const place = await postgresEngine.openEmpty();
  const dump = await readDump(new URL(file, folder).pathname);
  const pool = new Pool({ connectionString: place.settings.url });
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(kysely, { upTo: dump.header.migration });
    await loadDump(kysely, dump);
  } finally {
    await kysely.destroy();
  }
  return place;
}

/** This version takes over; the service has what the last readings tell. */
async function takeOver(place: ServerDatabase): Promise<UpgradeWorld> {
  const world = await openUpgradeWorld(place.settings);
  const { desk } = world;
  const tasks = await desk.kysely.selectFrom('tasks').select('snapshot').execute();
  for (const { snapshot } of tasks) desk.governance.tasks.set(snapshot.id, snapshot);
  desk.governance.grants.next(ok(createdTask()));
  desk.world.pass(60_000);
  // The ids of the dump are taken.
  for (let count = 0; count < 10_000; count += 1) desk.world.newId();
  return world;
}

async function finished(world: UpgradeWorld): Promise<void> {
  const left = await world.depth();
  if (left > 0) throw new Error(`${left} jobs are left`);
}

describe.each(readdirSync(folder))('after an upgrade from %s', (file) => {
  let place: ServerDatabase;
  let world: UpgradeWorld;
  beforeAll(async () => {
    place = await releasedDatabase(file);
    world = await takeOver(place);
    await world.start();
    await vi.waitFor(() => finished(world), { timeout: 45_000 });
  });
  afterAll(async () => {
    await world?.close();
    await place?.close();
  });

  it('carries out everything that was in flight once', async () => {
    const { governance } = world.desk;
    expect(governance.orders.map((order) => order.source.requestId)).toEqual([inFlight.submitted]);
    expect(governance.reviewOrders.map((order) => order.taskId).toSorted()).toEqual([
      taskOf(inFlight.approved),
      taskOf(inFlight.lost),
    ]);
    expect(governance.acted.map((order) => [order.act, order.taskId])).toEqual([
      ['ask', taskOf(inFlight.asked)],
    ]);
    expect(governance.closed.map((order) => order.taskId)).toEqual([taskOf(inFlight.withdrawn)]);
    const states = await world.desk.kysely.selectFrom('actions').select('state').execute();
    expect(states.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('sends every message and card once', async () => {
    const { chat, kysely } = world.desk;
    const unsent = await kysely
      .selectFrom('notices')
      .select('occasion')
      .where('sentAt', 'is', null)
      .execute();
    expect(unsent).toEqual([]);
    const told = chat.notices.map(({ to, body, context }) =>
      JSON.stringify([to, body.kind, context.request.id]),
    );
    expect(told.length).toBeGreaterThan(3);
    expect(told).toEqual([...new Set(told)]);
    expect(chat.posted.map(({ channel, card }) => [channel, card.request.id])).toEqual([
      ['C0REVIEWS', inFlight.submitted],
    ]);
  });

  it('goes on with the same audit trail', async () => {
    const { kysely } = world.desk;
    await sealAll(kysely, () => null);
    const verdict = await verifyChain(createAuditTrail(kysely), [], null);
    expect(verdict).toMatchObject({ broken: null, unsealed: 0 });
  });
});
