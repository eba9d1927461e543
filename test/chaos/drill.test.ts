/**
 * The drill of an operator: two replicas on one PostgreSQL behind a proxy, the service in a process
 * of its own, people asking meanwhile. Each story ends with the books of both sides. Long because
 * the stories share one stage. docs/operating.md has what it found.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fillForm } from '../support/asking.ts';
import { BotProcess } from '../support/bot-process.ts';
import { SlackWorld, temporaryFolder } from '../support/bot-world.ts';
import { postgresEngine, type ServerDatabase } from '../support/database.ts';
import { addressOf } from '../support/database-address.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { roundRobin } from '../support/round-robin.ts';
import { stallingProxy } from '../support/stalling-proxy.ts';
import { scopesWithHistory, startSlack } from '../support/stand-ins.ts';
import { StartedProcess } from '../support/started-process.ts';
import { type Asker, cardsOf, messagesTo, requestUntilGranted } from './requesting.ts';

const stopSeconds = 8;
/** From the deadline to the end of the process, on a busy machine; a container gives it 5 s. */
const afterDeadlineMs = 5_000;
/** Slack's own; more where the machine does other tests meanwhile. */
const ackLimitMs = process.env.CHAOS === 'all' ? 3_000 : 15_000;
const migrationLock = '3853314791062309107';
const notKept = 'This was not saved, so nothing was submitted.';

const tasksInFile = z.object({
  tasks: z.array(
    z.object({
      origin: z.string(),
      appEntitlementId: z.string(),
      identityUserId: z.string(),
      outcome: z.string(),
      events: z.array(z.object({ what: z.string() })),
    }),
  ),
});

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;

interface Load {
  readonly people: readonly Asker[];
  readonly kind: 'read' | 'write';
}

class Stage {
  readonly world: SlackWorld;
  readonly service: StartedProcess;
  readonly place: ServerDatabase;
  readonly wire: Awaited<ReturnType<typeof stallingProxy>>;
  readonly replicas: readonly BotProcess[];
  /** How long each stop took. */
  readonly stopsMs: number[] = [];
  /** What people were told when something of theirs was not taken. */
  readonly sentences: string[] = [];
  readonly #folder: Folder;
  readonly #proxy: Awaited<ReturnType<typeof roundRobin>>;

  private constructor(
    given: Pick<Stage, 'world' | 'service' | 'place' | 'wire' | 'replicas'>,
    folder: Folder,
    proxy: Awaited<ReturnType<typeof roundRobin>>,
  ) {
    this.world = given.world;
    this.service = given.service;
    this.place = given.place;
    this.wire = given.wire;
    this.replicas = given.replicas;
    this.#folder = folder;
    this.#proxy = proxy;
  }

  static async open(): Promise<Stage> {
    const folder = await temporaryFolder();
    const service = new StartedProcess({
      name: 'the service',
      args: [
        'sandbox/governance/main.ts',
        '--port',
        '0',
        '--data',
        join(folder.path, 'tasks.json'),
      ],
      env: processEnvironment({}),
    });
    const governanceUrl = await service.says(
      'listens',
      (output) => /Governance service: (http\S+)/.exec(output)?.[1],
    );
    const slack = await startSlack({
      grantedScopes: scopesWithHistory,
      ackLimitMs: () => ackLimitMs,
    });
    const proxy = await roundRobin();
    slack.setRequestUrl(proxy.eventsUrl);
    const place = await postgresEngine.open();
    const wire = await stallingProxy(place.settings.url);
    const options = {
      folder: folder.path,
      slackApiUrl: slack.apiUrl,
      governanceUrl,
      databaseUrl: wire.url,
      stopSeconds,
    };
    const replicas = [new BotProcess(options), new BotProcess(options)];
    const world = new SlackWorld(slack);
    const stage = new Stage({ world, service, place, wire, replicas }, folder, proxy);
    for (const replica of replicas) {
      await replica.start();
      await proxy.add(replica.origin);
    }
    return stage;
  }

  async close(): Promise<void> {
    this.service.signal('SIGCONT');
    for (const replica of this.replicas) await replica.kill();
    this.#proxy.close();
    await this.world.slack.close();
    await this.service.end('SIGKILL');
    this.wire.close();
    await this.place.close();
    await this.#folder.remove();
  }

  /** SIGTERM, and the proxy sends nothing there any more. */
  async stop(replica: BotProcess): Promise<void> {
    const fromMs = performance.now();
    const exit = await replica.stop();
    this.stopsMs.push(Math.round(performance.now() - fromMs));
    this.#proxy.remove(replica.origin);
    if (exit !== 0) throw new Error(`a stop ended with ${exit}: ${replica.output}`);
  }

  /** Lets people at it again. */
  async join(replica: BotProcess): Promise<void> {
    await replica.ready();
    await this.#proxy.add(replica.origin);
  }

  async restart(replica: BotProcess): Promise<void> {
    await this.stop(replica);
    await replica.start();
    await this.join(replica);
  }

  /** These people ask, one shortly after the other; `meanwhile` happens when some are on their way. */
  async underLoad({ people, kind }: Load, meanwhile: () => Promise<void>): Promise<void> {
    const hear = (sentence: string) => void this.sentences.push(sentence);
    const all = people.map(async (asker, index) => {
      await sleep(index * 800);
      await requestUntilGranted(this.world, asker, `platform ${kind}`, hear);
    });
    await Promise.all([...all, sleep(1_500).then(meanwhile)]);
    await this.world.quiet();
  }

  /** How often each of them has what a request leaves: task, decision, card; and whether they heard. */
  async books({ people, kind }: Load) {
    const text = await readFile(join(this.#folder.path, 'tasks.json'), 'utf8');
    const { tasks } = tasksInFile.parse(JSON.parse(text));
    return people.map((asker) => {
      const own = tasks.filter(
        (task) =>
          task.identityUserId === `user-${asker.toLowerCase()}` &&
          task.appEntitlementId === `ent-platform-${kind}`,
      );
      const decisions = own
        .flatMap(({ events }) => events)
        .filter(({ what }) => what === 'approved');
      return {
        asker,
        outcomes: own.map(({ outcome }) => outcome),
        decisions: decisions.length,
        cards: cardsOf(this.world, asker, kind).length,
        hasHeard:
          messagesTo(this.world, { asker, entitlement: kind, words: '✅ You have' }).length > 0,
      };
    });
  }

  /** Payloads to which nobody answered in Slack's time: people read Slack's own error. */
  unanswered() {
    return this.world.slack
      .deliveries()
      .filter(({ outcome, kind }) => outcome !== 'ok' && kind !== 'event')
      .map(({ name, outcome, status }) => ({ name, outcome, status }));
  }
}

const oneOfEach = ({ people }: Load) =>
  people.map((asker) => ({
    asker,
    outcomes: ['GRANTED'],
    decisions: 1,
    cards: 1,
    hasHeard: true,
  }));

describe('two replicas behind a proxy, with people asking', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterAll(() => stage?.close());

  async function expectAllInOrder(load: Load): Promise<void> {
    expect(await stage.books(load)).toEqual(oneOfEach(load));
    expect(stage.unanswered()).toEqual([]);
    for (const ms of stage.stopsMs) expect(ms).toBeLessThan(stopSeconds * 1_000 + afterDeadlineMs);
    console.info(`stops: ${stage.stopsMs.join(', ')} ms; not taken: ${stage.sentences.length}`);
    stage.stopsMs.length = 0;
    stage.sentences.length = 0;
  }

  it('are restarted one after the other while the service is frozen', async () => {
    const load: Load = { people: ['BEN', 'CHEN', 'DARA'], kind: 'write' };
    await stage.underLoad(load, async () => {
      stage.service.signal('SIGSTOP');
      for (const replica of stage.replicas) await stage.restart(replica);
      stage.service.signal('SIGCONT');
    });
    expect(stage.stopsMs).toHaveLength(2);
    expect(stage.sentences).toEqual([]);
    await expectAllInOrder(load);
  });

  it('lose their database, and one of them is stopped and started without it', async () => {
    const load: Load = { people: ['EMIL', 'INES', 'MINA'], kind: 'write' };
    const [replica] = stage.replicas;
    if (replica === undefined) throw new Error('there is no replica');
    const form = await fillForm(stage.world, { person: 'U0LIAM', entitlement: 'platform read' });
    const submit = () => stage.world.client.submitView('U0LIAM', form.viewId, form.values);
    await stage.underLoad(load, async () => {
      stage.wire.leadTo({ host: '127.0.0.1', port: 9 });
      await stage.stop(replica);
      expect(await replica.startWaiting()).toEqual({ healthz: 200, readyz: 503 });
      expect(JSON.stringify(await submit())).toContain(notKept);
      stage.wire.leadTo(addressOf(stage.place.settings.url));
      await stage.join(replica);
    });
    expect(await submit()).toMatchObject({ ok: true });
    for (const sentence of stage.sentences) expect(sentence).toContain(notKept);
    await expectAllInOrder(load);
  });

  it('are restarted while somebody holds the lock of migrations', async () => {
    const load: Load = { people: ['NOOR', 'OSKAR', 'TESS'], kind: 'write' };
    const [replica] = stage.replicas;
    if (replica === undefined) throw new Error('there is no replica');
    const holder = new pg.Client({ connectionString: stage.place.settings.url });
    await holder.connect();
    await holder.query(`select pg_advisory_lock(${migrationLock})`);
    await stage.underLoad(load, async () => {
      await stage.stop(replica);
      expect(await replica.startWaiting()).toEqual({ healthz: 200, readyz: 503 });
      // In the wait it ends, too.
      await stage.stop(replica);
      expect(await replica.startWaiting()).toEqual({ healthz: 200, readyz: 503 });
      await holder.query(`select pg_advisory_unlock(${migrationLock})`);
      await stage.join(replica);
    });
    await holder.end();
    expect(stage.stopsMs).toHaveLength(2);
    expect(stage.sentences).toEqual([]);
    await expectAllInOrder(load);
  });
});
