import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SlackEnvironment } from '../../src/config/environment.ts';
import type { OutwardJob } from '../../src/domain/outward/job.ts';
import type { Extra } from '../../src/extra.ts';
import { followRows } from '../../src/extras/elsewhere/follow-elsewhere.ts';
import { elsewhere } from '../../src/extras/elsewhere/index.ts';
import { heldRows } from '../../src/extras/held/held-tables.ts';
import { heldAccess } from '../../src/extras/held/index.ts';
import { mountedExtras } from '../../src/extras/mounted.ts';
import { profileRows } from '../../src/extras/profiles/profile-tables.ts';
import { worklist } from '../../src/extras/worklist/index.ts';
import { JobQueue } from '../../src/queue/job-queue.ts';
import { openDatabase } from '../../src/store/platform/database.ts';
import { rowsOfExtra } from '../../src/store/rows-of-extra.ts';
import { createStore } from '../../src/store/store.ts';
import type { StoreTransaction } from '../../src/use-cases/ports/store-ports.ts';
import { ServiceClient, tokenOf } from '../conformance/service-client.ts';
import { ask, cardIn, clickCard, filledIn, fillForm, wordsOf } from '../support/asking.ts';
import { testWebhooks } from '../support/bot-environment.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { postgresEngine } from '../support/database.ts';
import { FakeWorld } from '../support/fakes.ts';
import { heldReturn, settingsWithGrants } from '../support/held-elsewhere.ts';
import { openWorld } from '../support/open-world.ts';
import { accessRequest, snapshot } from '../support/samples.ts';
import { slipwaySettings } from '../support/slipway.ts';
import { startBot } from '../support/stand-ins.ts';
import { testSettings } from '../support/test-settings.ts';

describe('the bot', () => {
  let world: BotWorld | undefined;
  afterEach(() => world?.close());

  // Each extra alone: extras-alone.test.ts.
  it.each<readonly [name: string, extras: readonly Extra[]]>([
    ['no extra', []],
    ['every extra', mountedExtras],
  ])('takes a request to its end with %s', async (_name, extras) => {
    world = await openWorld({ extras });
    await ask(world, { person: 'U0BEN' });
    const card = await cardIn(world, 'U0ANA');
    expect(await clickCard(world, 'U0ANA', card, 'review.approve')).toEqual({ ok: true });
    expect(await world.told('U0BEN', 'You have')).toContain('GitHub');
  });
});

describe('Home', () => {
  let world: BotWorld | undefined;
  afterEach(() => world?.close());

  const homeOf = (person: string) =>
    wordsOf({ text: '', blocks: world?.client.home(person)?.blocks ?? [] });

  it.each([
    ['nothing of extras that are not mounted', [], []],
    ['the worklist', [worklist], ['Waiting for me in the console']],
    ['access held elsewhere', [heldAccess], ['Granted elsewhere']],
    ['both', [worklist, heldAccess], ['Waiting for me in the console', 'Granted elsewhere']],
  ])('shows %s', async (_what, extras, titles) => {
    world = await openWorld({ extras, settings: settingsWithGrants(), consoleTasks: true });
    const people = ['U0ANA', 'U0GORAN'];
    for (const person of people) await world.client.openHome(person);
    const words = () => people.map(homeOf).join('\n');
    await until('both are published', () => people.every((person) => homeOf(person) !== ''));
    await until('the titles are there', () => titles.every((title) => words().includes(title)));
    await world.quiet();
    const seen = ['Waiting for me in the console', 'Granted elsewhere'].filter((title) =>
      words().includes(title),
    );
    expect(seen).toEqual(titles);
  });
});

describe('the form, where the same was requested in the console', () => {
  let world: BotWorld | undefined;
  afterEach(() => world?.close());

  it.each([
    ['promises to tell its end', [elsewhere], true],
    ['promises nothing that nobody would do', [], false],
  ])('%s', async (_what, extras, isPromised) => {
    world = await openWorld({ extras });
    const service = new ServiceClient(world.governance.url, await tokenOf(world.governance.url));
    await service.granted({ appEntitlementId: 'ent-platform-write', grantDuration: '3600s' });
    await fillForm(world, { person: 'U0BEN', entitlement: 'platform write' });
    const form = () => (world === undefined ? '' : filledIn(world, 'U0BEN'));
    await until('the form says it', () => form().includes('It was made in the'));
    expect(form().includes('You will hear here how it ends.')).toBe(isPromised);
  });
});

describe('without an extra that has something to do, the bot does not start', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ webhooks: true, settings: slipwaySettings() });
    await ask(world, { person: 'U0BEN', app: 'slip', entitlement: 'crane' });
    await until('the card asks the owners', () =>
      world.cards('U0ANA', 'C0REVIEWS').findLast((one) => wordsOf(one).includes('<@U0ANA>')),
    );
    await world.stopBot();
  });
  afterAll(() => world?.close());

  function start(
    database: SlackEnvironment['database'],
    webhooks: SlackEnvironment['webhooks'] = null,
    settings = testSettings(),
  ): ReturnType<typeof startBot> {
    const governanceUrl = world.governance.url;
    const slackApiUrl = world.slack.apiUrl;
    return startBot({ database, slackApiUrl, governanceUrl, webhooks }, { settings, extras: [] });
  }

  it('and names the variables that switch it on', async () => {
    await expect(start(world.database, testWebhooks)).rejects.toThrow(
      'The bot cannot start: the extra webhooks is not mounted, and PUBLIC_URL and WEBHOOK_KEY are set. Mount it in src/extras/mounted.ts.',
    );
  });

  it('and names the operation that it goes by', async () => {
    const operations = ['catalogs', 'grantSearch'] as const;
    const governance = { ...testSettings().governance, operations };
    const place = await postgresEngine.open();
    await expect(start(place.settings, null, testSettings({ governance }))).rejects.toThrow(
      'The bot cannot start: the extra catalogs is not mounted, and governance.operations has catalogs.',
    );
    await place.close();
  });

  it('and names the setting that switches it on', async () => {
    const apps = testSettings().apps.map((app) => ({ ...app, tasks: 'all' as const }));
    const place = await postgresEngine.open();
    await expect(start(place.settings, null, testSettings({ apps }))).rejects.toThrow(
      'The bot cannot start: the extra elsewhere is not mounted, and an app has tasks: all.',
    );
    await place.close();
  });

  it('and names the key of the sealed trail', async () => {
    const place = await postgresEngine.open();
    const options = {
      database: place.settings,
      slackApiUrl: world.slack.apiUrl,
      governanceUrl: world.governance.url,
      auditSigningKey: 'a key',
    };
    await expect(startBot(options, { extras: [] })).rejects.toThrow(
      'the extra sealed-trail is not mounted, and AUDIT_SIGNING_KEY is set.',
    );
    await place.close();
  });

  it.each<[extra: string, says: string, leave: (tx: StoreTransaction) => Promise<unknown>]>([
    [
      'elsewhere',
      'somebody waits to hear of the end of a request that was made elsewhere',
      (tx) =>
        rowsOfExtra(tx, followRows).add({
          taskId: 'task-1',
          slackUserId: 'U0BEN',
          snapshot: snapshot(),
          readAt: tx.at,
        }),
    ],
    [
      'held',
      'somebody gives back access that was granted elsewhere',
      (tx) => rowsOfExtra(tx, heldRows).insertReturn(heldReturn({ state: 'accepted', at: tx.at })),
    ],
  ])('without %s while %s', async (extra, says, leave) => {
    const place = await postgresEngine.open();
    const database = await openDatabase(place.settings);
    await createStore(database.kysely, async () => undefined).transaction(leave);
    await database.close();
    await expect(start(place.settings)).rejects.toThrow(
      `the extra ${extra} is not mounted, and ${says}.`,
    );
    await place.close();
  });

  it('nor opens the embedded database', async () => {
    const dataDir = '/nowhere/access-request-bot';
    await expect(start({ kind: 'embedded', dataDir })).rejects.toThrow(
      'the extra embedded-database is not mounted, and DATABASE_URL is not set.',
    );
  });

  it('while somebody waits to hear what came of an access profile', async () => {
    const place = await postgresEngine.open();
    const database = await openDatabase(place.settings);
    await createStore(database.kysely, async () => undefined).transaction(async (tx) => {
      const requestId = 'request-1';
      await tx.requests.insertOnce({
        id: requestId,
        key: 'view',
        access: accessRequest(),
        at: tx.at,
      });
      await tx.grants.begin(requestId, { startedAt: tx.at, endsAt: null });
      const profile = { requestId, catalogId: 'catalog-1', name: 'Crew', items: [] };
      await rowsOfExtra(tx, profileRows).keep(profile);
    });
    await database.close();
    await expect(start(place.settings)).rejects.toThrow(
      'the extra profiles is not mounted, and somebody waits to hear what came of an access profile.',
    );
    await place.close();
  });

  it('while a delivery waits for its answer', async () => {
    await expect(start(world.database)).rejects.toThrow(
      'the extra webhooks is not mounted, and a delivery waits for its answer.',
    );
  });

  it.each<[extra: string, job: OutwardJob]>([
    ['webhooks', { kind: 'take-delivery', webhookId: 'hook-1' }],
    ['worklist', { kind: 'read-work', slackUserId: 'U0ANA' }],
    ['held', { kind: 'read-held', slackUserId: 'U0ANA' }],
  ])('while a job of %s waits', async (extra, job) => {
    const place = await postgresEngine.open();
    await addJob(place.settings, job);
    await expect(start(place.settings)).rejects.toThrow(
      `the extra ${extra} is not mounted, and a job ${job.kind} waits.`,
    );
    await place.close();
  });
});

async function addJob(settings: SlackEnvironment['database'], job: OutwardJob): Promise<void> {
  const database = await openDatabase(settings);
  const { log } = new FakeWorld();
  const queue = new JobQueue({
    engine: database.engine,
    world: { now: () => new Date(), newId: () => 'id', log },
    random: () => 0,
    onAttempt: () => undefined,
  });
  await queue.startAdding();
  const added = await database.kysely
    .transaction()
    .execute((trx) => queue.enqueueIn(trx, [{ job, afterMs: 0 }]));
  added();
  await queue.stop(0);
  await database.close();
}
