import { readdirSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ok } from '../../src/domain/result.ts';
import { verifyChain } from '../../src/extras/sealed-trail/verify-audit-chain.ts';
import type { WebhookTables } from '../../src/extras/webhooks/delivery-tables.ts';
import { migrate, migrations } from '../../src/store/platform/migrations.ts';
import type { Tables } from '../../src/store/platform/tables.ts';
import { createAuditTrail } from '../../src/store/record/audit-trail.ts';
import { postgresEngine, type ServerDatabase } from '../support/database.ts';
import { heldElsewhere } from '../support/held-elsewhere.ts';
import { kyselyOn } from '../support/kysely-on.ts';
import { closedSnapshot } from '../support/samples.ts';
import { sealAll } from '../support/sealed-trail.ts';
import { loadDump, readDump } from './dump.ts';
import { approve, createdTask, inFlight, taskOf } from './in-flight.ts';
import { alsoInFlight, followedTask } from './in-flight-everywhere.ts';
import { removalTask, unreadableHook } from './jobs-in-flight.ts';
import { openUpgradeWorld, type UpgradeWorld } from './upgrade-world.ts';

const dumps = new URL('dumps/', import.meta.url);

/** A change of the schema as a later version makes it. */
const later = {
  '0002-later': {
    up: async (db: Kysely<Tables>) => {
      await sql`alter table requests add column later text not null default 'x'`.execute(db);
    },
  },
};

/** A database as the version of the dump left it, and as a later one has changed it. */
async function databaseOf(file: string): Promise<ServerDatabase> {
  const place = await postgresEngine.openEmpty();
  const dump = await readDump(new URL(file, dumps).pathname);
  const kysely = kyselyOn(place.settings);
  try {
    const upToDump = Object.entries(migrations).filter(([name]) => name <= dump.header.migration);
    await migrate(kysely, Object.fromEntries(upToDump));
    await loadDump(kysely, dump);
    await migrate(kysely, { ...migrations, ...later });
  } finally {
    await kysely.destroy();
  }
  return place;
}

/** This version takes over; the service has what the last readings tell. */
async function takeOver(place: ServerDatabase): Promise<UpgradeWorld> {
  const world = await openUpgradeWorld(place.settings);
  const { desk } = world;
  const { governance } = desk;
  const tasks = await desk.kysely.selectFrom('tasks').select('snapshot').execute();
  for (const { snapshot } of tasks) governance.tasks.set(snapshot.id, snapshot);
  governance.grants.next(ok(createdTask()));
  governance.operations = new Set([...governance.operations, ...ofHeldAccess]);
  governance.heldGrants = [heldElsewhere()];
  // A card that was being posted is there.
  desk.chat.found = { channel: 'C0REVIEWS', ts: '1772459.000200' };
  desk.world.pass(120_000);
  // The ids of the dump are taken.
  for (let count = 0; count < 10_000; count += 1) desk.world.newId();
  return world;
}

const ofHeldAccess = ['taskRevoke', 'grantSearch', 'userAccounts'] as const;

async function finished(world: UpgradeWorld): Promise<void> {
  const left = await world.depth();
  if (left > 0) throw new Error(`${left} jobs are left`);
}

const jobsAreDone = (world: UpgradeWorld) => vi.waitFor(() => finished(world), { timeout: 45_000 });

/** What the timers of a start set off. */
async function lookAtEverything(world: UpgradeWorld): Promise<void> {
  const kinds = ['refresh-tasks', 'act-on-due', 'deny-undecided', 'end-grants'] as const;
  await world.desk.store.transaction(async (tx) => {
    for (const kind of kinds) await tx.enqueue({ kind });
  });
  await jobsAreDone(world);
}

describe.each(readdirSync(dumps))('after an upgrade from %s', (file) => {
  let place: ServerDatabase;
  let world: UpgradeWorld;
  beforeAll(async () => {
    place = await databaseOf(file);
    world = await takeOver(place);
    await world.start();
    await jobsAreDone(world);
  });
  afterAll(async () => {
    await world?.close();
    await place?.close();
  });
  const states = async (ids: readonly string[]) => {
    const rows = await world.desk.kysely
      .selectFrom('actions')
      .select(['requestId', 'verb', 'state'])
      .where('requestId', 'in', ids)
      .orderBy('requestId')
      .execute();
    return rows.map(({ requestId, verb, state }) => [requestId, verb, state]);
  };

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
    expect(await states(Object.values(inFlight))).toEqual([
      [inFlight.approved, 'approve', 'done'],
      [inFlight.asked, 'ask', 'done'],
      [inFlight.lost, 'approve', 'done'],
      [inFlight.withdrawn, 'withdraw', 'done'],
    ]);
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
    const posted = chat.posted.map(({ channel, card }) => `${channel}: ${card.task?.id}`);
    // What could not be posted in its channel goes to its reviewers, if a job for it was left.
    const inChannels = posted.filter((one) => one.startsWith('C'));
    expect(posted).toEqual([...new Set(posted)]);
    expect(inChannels.toSorted()).toEqual([
      `C0REVIEWS: ${taskOf(inFlight.submitted)}`,
      `C0REVIEWS: ${followedTask}`,
    ]);
  });

  it('goes on with the same audit trail', async () => {
    const { kysely } = world.desk;
    await sealAll(kysely, () => null);
    const verdict = await verifyChain(createAuditTrail(kysely), [], null);
    expect(verdict).toMatchObject({ broken: null, unsealed: 0 });
    const begun = await kysely
      .selectFrom('audit')
      .select('seq')
      .where('kind', '=', 'audit.begun')
      .execute();
    expect(begun).toHaveLength(1);
  });

  describe('with something in every table', () => {
    const hookOf = (id: string) => `hook of ${taskOf(id)} step-1`;
    const deliveries = async () => {
      const rows = await world.desk.kysely
        .withTables<WebhookTables>()
        .selectFrom('webhookDeliveries')
        .select(['webhookId', 'state'])
        .orderBy('webhookId')
        .execute();
      return rows.map(({ webhookId, state }) => [webhookId, state]);
    };

    it('leaves alone what was over, and does nothing of which nobody knows whether it was done', async () => {
      const { carriedOut, uncertain, refused } = alsoInFlight;
      expect(await states([carriedOut, uncertain, refused])).toEqual([
        [carriedOut, 'approve', 'done'],
        [refused, 'approve', 'refused'],
        [uncertain, 'ask', 'uncertain'],
      ]);
    });

    it('finds the card that was being posted', () => {
      const { chat } = world.desk;
      expect(chat.looked.map(({ cardId }) => cardId)).toContain(`card of ${alsoInFlight.posting}`);
    });

    it('gives back what was to be given back, once', () => {
      const { entitlementId } = heldElsewhere();
      expect(world.desk.governance.revoked.map((order) => order.entitlementId)).toEqual([
        entitlementId,
      ]);
    });

    it('answers a delivered step whose answer was lost, and asks about the others', async () => {
      const { deliveredLost, deliveryKept, delivered } = alsoInFlight;
      expect(world.callbacks.sent.map(({ sealed }) => sealed)).toEqual([
        `sealed callback of ${hookOf(deliveredLost)}`,
      ]);
      expect(await deliveries()).toEqual([
        [unreadableHook, 'open'],
        [hookOf(delivered), 'open'],
        [hookOf(deliveredLost), 'answered'],
        [hookOf(deliveryKept), 'open'],
      ]);
    });

    it('tells of access that was taken away, and of a delivery that cannot be read, once', () => {
      const { chat } = world.desk;
      const removals = chat.notices.filter(({ body }) => body.kind === 'access-removed');
      expect(removals.map(({ to, context }) => [to, context.task?.id])).toEqual([
        ['U0BEN', removalTask],
      ]);
      expect(chat.toPeople.map(({ to }) => to)).toEqual(['U0HANA']);
    });

    it('can still decide a delivered step', async () => {
      const { desk, callbacks } = world;
      const before = callbacks.sent.length;
      expect(await approve(desk, alsoInFlight.delivered)).not.toBe('');
      await jobsAreDone(world);
      expect(callbacks.sent.slice(before)).toMatchObject([
        {
          sealed: `sealed callback of ${hookOf(alsoInFlight.delivered)}`,
          answer: { kind: 'approve' },
        },
      ]);
      expect(await deliveries()).toContainEqual([hookOf(alsoInFlight.delivered), 'answered']);
    });

    it('tells what comes next of what was watched and followed', async () => {
      const { desk } = world;
      const { governance, chat, kysely } = desk;
      const granted = (id: string, requestId: string | null) =>
        governance.tasks.set(id, { ...closedSnapshot({ id }), sourceRequestId: requestId });
      granted(taskOf(alsoInFlight.carriedOut), alsoInFlight.carriedOut);
      granted(followedTask, null);
      // What somebody follows is not read twice in one moment.
      desk.world.pass(60_000);
      await lookAtEverything(world);
      const ended = chat.notices.filter(
        ({ to, body, context: { task } }) =>
          to === 'U0BEN' && body.kind === 'ended' && task?.id === followedTask,
      );
      expect(ended).toHaveLength(1);
      const told = await kysely
        .selectFrom('posts')
        .select(['readerId', 'told'])
        .where('askingId', '=', alsoInFlight.carriedOut)
        .execute();
      expect(told).toEqual([
        { readerId: 'U0BEN', told: expect.arrayContaining([expect.stringMatching(/^granted /)]) },
      ]);
      expect(await kysely.selectFrom('followedElsewhere').selectAll().execute()).toEqual([]);
      const [profile] = await kysely.selectFrom('profileRequests').selectAll().execute();
      expect(profile?.readAt).not.toBeNull();
    });
  });
});
