/**
 * One company for one case of the fault matrix: both stand-ins, a database, and the bot at the end
 * of a cable.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { RunningApp } from '../../src/app.ts';
import { testWebhooks } from '../support/bot-environment.ts';
import { ClickableWorld } from '../support/bot-world.ts';
import type { TestDatabase, TestEngine } from '../support/database.ts';
import { startProgram } from '../support/program.ts';
import { type StandIns, scopesWithHistory, startStandIns } from '../support/stand-ins.ts';
import type { StartedProcess } from '../support/started-process.ts';
import { startChaosBot } from './bot.ts';
import { Cable } from './cable.ts';

const started = z.object({ eventsUrl: z.string() });

/** `process`: one that can be killed; `here`: in this process, which starts faster. */
export type BotKind = 'process' | 'here';

const lookMs = 100;
/** A job that is never done keeps nobody waiting for longer. */
const longestWorkMs = 30_000;

/** Bots that were cut off and are not taken down yet. */
const remains = new Set<Promise<unknown>>();

export async function withoutRemains(): Promise<void> {
  await Promise.all(remains);
}

export class Scene extends ClickableWorld {
  readonly database: TestDatabase;
  readonly #kind: BotKind;
  readonly #clock: Clock;
  #cable: Cable | null = null;
  #child: StartedProcess | null = null;
  #app: RunningApp | null = null;

  private constructor(stands: StandIns, database: TestDatabase, kind: BotKind, clock: Clock) {
    super(stands);
    this.database = database;
    this.#kind = kind;
    this.#clock = clock;
  }

  static async open(engine: TestEngine, kind: BotKind): Promise<Scene> {
    const clock: Clock = { passedMs: 0, botSkewMs: 0 };
    const now = () => new Date(Date.now() + clock.passedMs);
    const stands = await startStandIns({
      governance: { now },
      slack: { grantedScopes: scopesWithHistory, now },
    });
    const scene = new Scene(stands, await engine.open(), kind, clock);
    await scene.startBot();
    return scene;
  }

  get cable(): Cable {
    if (this.#cable === null) throw new Error('no bot runs');
    return this.#cable;
  }

  async startBot(): Promise<void> {
    const { settings } = this.database;
    const cable = await Cable.open({
      databaseUrl: settings.kind === 'postgres' ? settings.url : null,
      slackApiUrl: this.slack.apiUrl,
      governanceUrl: this.governance.url,
    });
    this.#cable = cable;
    const database =
      cable.databaseUrl === null
        ? settings
        : ({ kind: 'postgres', url: cable.databaseUrl } as const);
    const options = {
      database,
      slackApiUrl: cable.slackApiUrl,
      governanceUrl: cable.governanceUrl,
    };
    const { webhooks } = this.governance;
    // As the bot knows the tenant.
    webhooks.open(cable.governanceUrl);
    const eventsUrl =
      this.#kind === 'process' ? await this.#spawn(options) : await this.#startHere(options);
    cable.leadTo(eventsUrl);
    this.slack.setRequestUrl(cable.eventsUrl);
    const path = '/webhooks/governance';
    const publicUrl = `${testWebhooks.publicUrl}${path}`;
    for (const hookId of ['webhook-slipway', 'webhook-slipway-keys'])
      webhooks.setTarget(hookId, { url: new URL(path, eventsUrl).href, publicUrl });
  }

  async #startHere(options: Parameters<typeof startChaosBot>[0]): Promise<string> {
    this.#app = await startChaosBot(options, () => new Date(Date.now() + this.#skewMs()));
    return this.#app.eventsUrl;
  }

  async #spawn(options: Parameters<typeof startChaosBot>[0]): Promise<string> {
    const settings = JSON.stringify({ ...options, skewMs: this.#skewMs() });
    const child = startProgram('test/chaos/bot-process.ts', [settings], {}, { hasMessages: true });
    this.#child = child;
    return started.parse(await child.message('is ready')).eventsUrl;
  }

  /**
   * kill -9. A bot in this process is cut off instead: nothing of it reaches anything any more, and
   * what it had in its memory is of no use to the next one. What remains of it is taken down
   * meanwhile.
   */
  kill(): void {
    this.#child?.signal('SIGKILL');
    this.cable.cut();
    if (this.#app === null) return;
    const dead = this.#app.stop().catch(() => undefined);
    remains.add(dead);
    void dead.then(() => remains.delete(dead));
    this.#app = null;
  }

  /** After `kill`: the heartbeats of the dead are missed, and another process takes its place. */
  async startAnother(): Promise<void> {
    await this.#child?.ended;
    this.cable.close();
    await this.#missHeartbeats();
    await this.startBot();
  }

  /**
   * A job whose process died comes back after two missed heartbeats, up to half a minute later. So
   * that not every case waits for that, the heartbeats are made older, and the queue's own look for
   * them happens now. `replicas.test.ts` waits.
   */
  async #missHeartbeats(): Promise<void> {
    const { settings } = this.database;
    if (settings.kind !== 'postgres') return;
    await this.inDatabase(
      "update pgboss.job set heartbeat_on = heartbeat_on - interval '5 minutes' where state = 'active'",
      'update pgboss.queue set monitor_claim_on = null, monitor_on = null',
    );
    const boss = new PgBoss({
      connectionString: settings.url,
      supervise: false,
      schedule: false,
      migrate: false,
      max: 2,
    });
    await boss.start();
    await boss.supervise();
    await boss.stop({ graceful: false, close: true });
  }

  /** Statements of an administrator, beside the cable; nothing where the database is embedded. */
  async inDatabase(...statements: readonly string[]): Promise<readonly pg.QueryResult[]> {
    const client = await this.connect();
    try {
      const results: pg.QueryResult[] = [];
      for (const statement of statements) results.push(await client.query(statement));
      return results;
    } finally {
      await client.end();
    }
  }

  async connect(): Promise<pg.Client> {
    const { settings } = this.database;
    if (settings.kind !== 'postgres') throw new Error('only PostgreSQL has connections');
    const client = new pg.Client({ connectionString: settings.url });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** Time passes, for everybody alike. */
  letTimePass(ms: number): void {
    this.#clock.passedMs += ms;
    this.#tellTime();
  }

  /** The clock of the bot's machine is wrong by so much. */
  setBotClock(skewMs: number): void {
    this.#clock.botSkewMs = skewMs;
    this.#tellTime();
  }

  #skewMs(): number {
    return this.#clock.passedMs + this.#clock.botSkewMs;
  }

  #tellTime(): void {
    this.#child?.tell({ skewMs: this.#skewMs() });
  }

  /** Work that is still to be done, of all but what repeats itself. */
  async unfinishedJobs(which = ''): Promise<readonly string[]> {
    if (this.database.settings.kind !== 'postgres') return [];
    const recurring = "('refresh-tasks', 'read-watched', 'end-grants', 'act-on-due')";
    const [rows] = await this.inDatabase(
      `select name, state, data from pgboss.job where state in ('created', 'retry', 'active') and name not in ${recurring} ${which}`,
    );
    return (rows?.rows ?? []).map((row) => JSON.stringify(row));
  }

  /** Not those that wait for a time, to be tried again for example. */
  async #hasDueJobs(): Promise<boolean> {
    return (await this.unfinishedJobs('and start_after <= now()')).length > 0;
  }

  /** What the bot has done so far, as both stand-ins count it. */
  #deeds(): string {
    const events = this.governance.tasks().flatMap((task) => task.events).length;
    return `${this.slack.calls().length} ${events}`;
  }

  /**
   * Waits while this is so and something happens: for so long without any deed of the bot, and
   * three times as long in all. The while is counted in looks: on a busy machine they take longer,
   * as the bot does.
   */
  async goesOn(isSo: () => boolean, forMs: number): Promise<void> {
    let seen = '';
    let idleMs = 0;
    for (let ms = 0; isSo() && idleMs < forMs && ms < 3 * forMs; ms += lookMs) {
      const now = this.#deeds();
      idleMs = now === seen ? idleMs + lookMs : 0;
      seen = now;
      await sleep(lookMs);
    }
  }

  /**
   * Resolves when nobody has called Slack and nothing was written for a while, and no job is left
   * that is due. The while is counted in looks, as in `goesOn`.
   */
  async settled(forMs: number): Promise<void> {
    let seen = '';
    let idleMs = 0;
    for (let ms = 0; ms < longestWorkMs; ms += lookMs) {
      const now = this.#deeds();
      idleMs = now === seen ? idleMs + lookMs : 0;
      seen = now;
      if (idleMs >= forMs && !(await this.#hasDueJobs())) return;
      await sleep(lookMs);
    }
  }

  async close(): Promise<void> {
    await this.governance.close();
    await this.#child?.end('SIGKILL');
    await this.#app?.stop();
    this.#cable?.close();
    await this.slack.close();
    await this.database.close();
  }
}

interface Clock {
  passedMs: number;
  botSkewMs: number;
}
