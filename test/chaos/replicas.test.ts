/**
 * Several real processes on one PostgreSQL: killed, frozen, added and restarted while people ask
 * and reviewers decide. Long because the stories share one stage.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { BotProcess } from '../support/bot-process.ts';
import { ClickableWorld, temporaryFolder, until } from '../support/bot-world.ts';
import { postgresEngine, type TestDatabase } from '../support/database.ts';
import { roundRobin } from '../support/round-robin.ts';
import { type StandIns, scopesWithHistory, startStandIns } from '../support/stand-ins.ts';
import { binaries, PairOfServers } from './pair-of-servers.ts';
import {
  type Asker,
  askers,
  cardsOf,
  longestMs,
  messagesTo,
  requestUntilGranted,
} from './requesting.ts';

const isWhole = process.env.CHAOS === 'all';

class Company extends ClickableWorld {
  readonly #database: TestDatabase;
  readonly #folder: Awaited<ReturnType<typeof temporaryFolder>>;
  readonly #transport: 'http' | 'socket';
  readonly #proxy: Awaited<ReturnType<typeof roundRobin>>;
  readonly replicas: BotProcess[] = [];

  private constructor(
    stands: StandIns,
    database: TestDatabase,
    folder: Awaited<ReturnType<typeof temporaryFolder>>,
    transport: 'http' | 'socket',
    proxy: Awaited<ReturnType<typeof roundRobin>>,
  ) {
    super(stands);
    this.#database = database;
    this.#folder = folder;
    this.#transport = transport;
    this.#proxy = proxy;
  }

  static async open(
    transport: 'http' | 'socket',
    replicas: number,
    {
      database,
      ackLimitMs,
    }: { readonly database?: TestDatabase; readonly ackLimitMs?: number } = {},
  ): Promise<Company> {
    const stands = await startStandIns({
      slack: {
        grantedScopes: scopesWithHistory,
        ...(ackLimitMs === undefined ? {} : { ackLimitMs: () => ackLimitMs }),
      },
    });
    const proxy = await roundRobin();
    if (transport === 'http') stands.slack.setRequestUrl(proxy.eventsUrl);
    const company = new Company(
      stands,
      database ?? (await postgresEngine.open()),
      await temporaryFolder(),
      transport,
      proxy,
    );
    await Promise.all(Array.from({ length: replicas }, () => company.addReplica()));
    return company;
  }

  async addReplica(): Promise<BotProcess> {
    const { settings } = this.#database;
    if (settings.kind !== 'postgres') throw new Error('replicas share a PostgreSQL');
    const replica = new BotProcess({
      folder: this.#folder.path,
      slackApiUrl: this.slack.apiUrl,
      governanceUrl: this.governance.url,
      databaseUrl: settings.url,
      transport: this.#transport,
    });
    this.replicas.push(replica);
    await replica.start();
    await this.#proxy.add(replica.origin);
    return replica;
  }

  /** One after the other ends, and is there again before the next one ends. */
  async restartEach(): Promise<void> {
    for (const replica of this.replicas) {
      if ((await replica.stop()) === null) continue;
      this.#proxy.remove(replica.origin);
      await replica.start();
      await this.#proxy.add(replica.origin);
    }
  }

  async close(): Promise<void> {
    for (const replica of this.replicas) {
      replica.freeze(false);
      await replica.kill();
    }
    this.#proxy.close();
    await this.slack.close();
    await this.governance.close();
    await this.#database.close();
    await this.#folder.remove();
  }

  request(asker: Asker, entitlement: string): Promise<void> {
    return requestUntilGranted(this, asker, entitlement);
  }

  cardsOf(asker: Asker, entitlement: string) {
    return cardsOf(this, asker, entitlement);
  }

  messagesTo(asker: Asker, entitlement: string, words: string): readonly string[] {
    return messagesTo(this, { asker, entitlement, words });
  }

  /** How what Slack has sent failed, oldest first. */
  failedAcks(): readonly string[] {
    return this.slack
      .deliveries()
      .filter((one) => one.outcome !== 'ok')
      .map(({ name, outcome, durationMs }) => `${name}: ${outcome} after ${durationMs} ms`);
  }
}

/** Slack's 3 s on a busy machine: an ack that is later is a failure of the bot. */
const patientSlackMs = 20_000;
/** From the loss of a server until its standby takes over. */
const outageMs = 8_000;

describe.runIf(isWhole)('replicas on one PostgreSQL', () => {
  let company: Company | null = null;
  afterEach(async () => {
    await company?.close();
    company = null;
  });

  const entitlements = { write: 'platform write', read: 'platform read' } as const;

  /**
   * Everybody asks for the same, one shortly after the other; `meanwhile` happens when some are on
   * their way.
   */
  async function underLoad(
    at: Company,
    kind: keyof typeof entitlements,
    meanwhile: () => Promise<unknown>,
  ): Promise<void> {
    const all = askers.map(async (asker, index) => {
      await sleep(index * 400);
      await at.request(asker, entitlements[kind]);
    });
    const other = sleep(2_500).then(meanwhile);
    await Promise.all([...all, other]);
    await at.quiet();
  }

  /** Counted at the stand-ins, when the last message is there and no other one follows. */
  async function expectOneOfEach(at: Company, kind: keyof typeof entitlements): Promise<void> {
    const hasHeard = (asker: Asker) => at.messagesTo(asker, kind, '✅ You have').length > 0;
    await until('everybody heard of their access', () => askers.every(hasHeard), longestMs);
    await sleep(3_000);
    await at.quiet();
    const tasks = at.governance
      .tasks()
      .filter((task) => task.appEntitlementId === `ent-platform-${kind}`);
    expect(tasks.map((task) => [task.state, task.outcome])).toEqual(
      askers.map(() => ['closed', 'GRANTED']),
    );
    const decisions = tasks.map(
      (task) => task.events.filter(({ what }) => what === 'approved').length,
    );
    expect(decisions).toEqual(askers.map(() => 1));
    expect(askers.map((asker) => at.cardsOf(asker, kind).length)).toEqual(askers.map(() => 1));
    const replies = askers.flatMap((asker) => at.cardsOf(asker, kind)).map((one) => one.replies);
    expect(replies.flat()).toEqual([]);
  }

  function saidTwice(at: Company, kind: keyof typeof entitlements): number {
    return askers.filter((asker) => at.messagesTo(asker, kind, '✅ You have').length > 1).length;
  }

  it('HTTP: one is killed and one is added under load, and nothing is lost or doubled', async () => {
    company = await Company.open('http', 3, { ackLimitMs: patientSlackMs });
    const at = company;
    await underLoad(at, 'write', async () => {
      await at.replicas[0]?.kill();
      await at.addReplica();
    });
    await expectOneOfEach(at, 'write');
    const twice = saidTwice(at, 'write');
    expect(twice).toBeLessThanOrEqual(2);
    // Without a failed ack, from here on.
    const failed = at.failedAcks().length;
    await underLoad(at, 'read', () => at.restartEach());
    expect(at.failedAcks().slice(failed)).toEqual([]);
    await expectOneOfEach(at, 'read');
    expect(saidTwice(at, 'read')).toBe(0);
  }, 900_000);

  it.each([
    ['HTTP', 'http'],
    ['Socket Mode', 'socket'],
  ] as const)(
    '%s: one of three is frozen for 40 s and goes on as if nothing had happened',
    async (_name, transport) => {
      company = await Company.open(transport, 3);
      const at = company;
      await underLoad(at, 'write', async () => {
        at.replicas[0]?.freeze(true);
        await sleep(40_000);
        at.replicas[0]?.freeze(false);
      });
      await sleep(5_000);
      await at.quiet();
      await expectOneOfEach(at, 'write');
    },
    900_000,
  );

  it.runIf(binaries !== null)(
    'HTTP: the PostgreSQL is lost, and its standby takes over 8 s later',
    async () => {
      const servers = await PairOfServers.open();
      // Whoever waited for the database would be answered later than that.
      company = await Company.open('http', 2, { database: servers, ackLimitMs: outageMs - 1_000 });
      const at = company;
      await underLoad(at, 'write', async () => {
        await servers.lose();
        await sleep(outageMs);
        await servers.takeOver();
      });
      await expectOneOfEach(at, 'write');
      // Whoever submitted or clicked meanwhile was answered in time: by the bot, or by the proxy,
      // to which nobody was ready.
      expect(at.slack.deliveries().filter((one) => one.outcome === 'operation_timeout')).toEqual(
        [],
      );
    },
    900_000,
  );

  it('Socket Mode: one of two is killed under load, and a rolling restart fails no ack', async () => {
    company = await Company.open('socket', 2, { ackLimitMs: patientSlackMs });
    const at = company;
    await underLoad(at, 'write', async () => {
      await at.replicas[0]?.kill();
      await at.addReplica();
    });
    await expectOneOfEach(at, 'write');
    const failed = at.failedAcks().length;
    await underLoad(at, 'read', () => at.restartEach());
    expect(at.failedAcks().slice(failed)).toEqual([]);
    await expectOneOfEach(at, 'read');
  }, 900_000);
});
