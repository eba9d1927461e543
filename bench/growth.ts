/**
 * A company of 5,000 over a simulated month, or a year: a hundred requests on each working day,
 * with what follows them (tasks, cards, decisions, messages, grants and their ends, the audit
 * trail), and what the bot does by itself: the queue's looks at what is due, pruning, sealing. The
 * database is a real one, and so are the use cases; the service and Slack are fakes, the clock is
 * moved. What counts is what is left in the tables. Long because the whole life of a request is
 * acted out in one place.
 */

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import type { DatabaseSettings } from '../src/config/environment.ts';
import type { OutwardJob } from '../src/domain/job.ts';
import type { TaskSnapshot } from '../src/domain/task-snapshot.ts';
import { createHandlers } from '../src/jobs/handlers.ts';
import { JobQueue } from '../src/jobs/job-queue.ts';
import { createAuditTrail } from '../src/store/audit-trail.ts';
import { type Database, openDatabase } from '../src/store/database.ts';
import { createStore, type EnqueueIn } from '../src/store/store.ts';
import type { Tables } from '../src/store/tables.ts';
import { acceptReview } from '../src/use-cases/accept-action.ts';
import { pruneOldRows, sealAll } from '../src/use-cases/keep-audit-trail.ts';
import { requestFingerprint } from '../src/use-cases/request-fingerprint.ts';
import { createRiskNames } from '../src/use-cases/service-facts.ts';
import type { Store } from '../src/use-cases/store-ports.ts';
import { temporaryFolder } from '../test/support/bot-world.ts';
import { postgresBinaries, startPostgres } from '../test/support/embedded-postgres.ts';
import { FakeDirectory } from '../test/support/fake-directory.ts';
import { FakeChat, FakeGovernance, FakeWorld } from '../test/support/fakes.ts';
import { accessRequest, actor, closedSnapshot, person, snapshot } from '../test/support/samples.ts';
import { testSettings } from '../test/support/test-settings.ts';
import type { Measure } from './table.ts';

const people = 5_000;

export const growth: Measure = {
  about:
    'sizes of the tables over simulated days of a company of 5,000 (--days, --requests-a-day, --postgres)',
  seconds: 120,
  async run({ days, requestsADay, onPostgres }) {
    const all = await grow({ days, requestsADay, people, onPostgres }, (at) =>
      console.error(
        `  day ${at.day}, ${at.requests} requests: ${inMb(at.wholeBytes)}, heap ${inMb(at.heapBytes)}`,
      ),
    );
    const [first, last] = [all[0], all.at(-1)];
    if (first === undefined || last === undefined) return { rows: [] };
    const largest = Object.entries(last.tables).slice(0, 12);
    const rows = [
      {
        what: `database after ${days} days with ${requestsADay} requests`,
        measured: inMb(last.wholeBytes),
      },
      ...largest.map(([name, bytes]) => ({ what: `of it ${name}`, measured: inMb(bytes) })),
      {
        what: `JavaScript heap after ${last.requests} requests, against ${first.requests}`,
        measured: `${inMb(last.heapBytes)}; ${inMb(first.heapBytes)}`,
        ratio: (last.heapBytes / first.heapBytes).toFixed(2),
      },
    ];
    const points = all.flatMap(({ day, tables, wholeBytes }) => [
      { x: day, y: wholeBytes / megabyte, of: 'whole database' },
      ...largest
        .slice(0, 6)
        .map(([name]) => ({ x: day, y: (tables[name] ?? 0) / megabyte, of: name })),
    ]);
    const title = `Tables of ${onPostgres ? 'a PostgreSQL server' : 'the embedded database'}, ${requestsADay} requests a working day`;
    return { rows, plots: { 'growth-tables': { title, x: 'day', y: 'MB', points } } };
  },
};

const megabyte = 1_000_000;
const inMb = (bytes: number) => `${(bytes / megabyte).toFixed(1)} MB`;

interface GrowthOptions {
  readonly days: number;
  readonly requestsADay: number;
  readonly people: number;
  /** In the place of the embedded database: several times as fast, with the same rows. */
  readonly onPostgres: boolean;
}

/**
 * Bytes of each table with its indexes, of the whole database, and of what the bot's own code
 * keeps, at the end of a simulated day.
 */
interface Sizes {
  readonly day: number;
  readonly requests: number;
  readonly heapBytes: number;
  readonly wholeBytes: number;
  readonly tables: Readonly<Record<string, number>>;
}

const dayMs = 86_400_000;
/**
 * Reads of open tasks every 15 s and looks at ends every 4 s, in the half hour between two times
 * that the database is tidied.
 */
const ticksInBetween = 1_800 / 15 + 1_800 / 4;
const turnsADay = 4;

async function grow(
  options: GrowthOptions,
  show: (sizes: Sizes) => void,
): Promise<readonly Sizes[]> {
  const place = await (options.onPostgres ? serverPlace() : folderPlace());
  const database = await openDatabase(place.settings);
  try {
    await makeQueue(database);
    const company = new Company(database, options);
    const measured: Sizes[] = [];
    for (let day = 1; day <= options.days; day += 1) {
      await company.passDay(day);
      const isShown =
        day % Math.max(1, Math.floor(options.days / 12)) === 0 || day === options.days;
      if (!isShown) continue;
      const { requests } = company;
      const sizes = { day, requests, heapBytes: heapBytes(), ...(await sizesOf(database.kysely)) };
      measured.push(sizes);
      show(sizes);
    }
    return measured;
  } finally {
    await database.close();
    await place.remove();
  }
}

/** After a collection; the database's own memory is in its thread. */
function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

interface DatabasePlace {
  readonly settings: DatabaseSettings;
  readonly remove: () => Promise<void>;
}

/**
 * In memory where the system has such a folder: what counts is how much there is, not how long the
 * disk takes.
 */
async function folderPlace(): Promise<DatabasePlace> {
  if (!existsSync('/dev/shm')) {
    const folder = await temporaryFolder();
    return { settings: { kind: 'embedded', dataDir: folder.path }, remove: () => folder.remove() };
  }
  const path = await mkdtemp('/dev/shm/access-bench-');
  return {
    settings: { kind: 'embedded', dataDir: path },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

async function serverPlace(): Promise<DatabasePlace> {
  const binaries = postgresBinaries();
  if (binaries === null)
    throw new Error('There is no PostgreSQL for this platform: leave --postgres out.');
  const server = await startPostgres(binaries);
  return { settings: { kind: 'postgres', url: server.url }, remove: () => server.stop() };
}

const silent = () => undefined;

/** The queue's own tables, as the bot makes them. */
async function makeQueue({ engine }: Database): Promise<void> {
  const world = {
    now: () => new Date(),
    newId: () => '',
    log: { info: silent, warn: silent, error: silent },
  };
  const queue = new JobQueue({ engine, world, random: Math.random });
  await queue.start({ run: async () => undefined, giveUp: async () => undefined });
  await queue.stop(1_000);
}

async function sizesOf(kysely: Kysely<Tables>): Promise<Pick<Sizes, 'wholeBytes' | 'tables'>> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relid::regclass::text as name, pg_total_relation_size(relid)::float8 as bytes
    from pg_stat_user_tables order by bytes desc`.execute(kysely);
  const whole = await sql<{
    bytes: number;
  }>`select pg_database_size(current_database())::float8 as bytes`.execute(kysely);
  return {
    wholeBytes: whole.rows[0]?.bytes ?? 0,
    tables: Object.fromEntries(
      rows.filter(({ bytes }) => bytes > 0).map(({ name, bytes }) => [name, bytes]),
    ),
  };
}

class Company {
  readonly #database: Database;
  readonly #options: GrowthOptions;
  readonly #store: Store;
  readonly #world = new FakeWorld();
  readonly #governance = new FakeGovernance();
  readonly #chat = new FakeChat();
  readonly #directory = new FakeDirectory();
  readonly #settings = testSettings();
  readonly #jobs: OutwardJob[] = [];
  readonly #riskNames;
  /** Requests that wait for somebody, by the day of their decision. */
  readonly #decisions = new Map<number, string[]>();
  /** Whose Home has changed today. */
  readonly #homes = new Set<string>();
  #asked = 0;
  #queued = 0;

  constructor(database: Database, options: GrowthOptions) {
    this.#database = database;
    this.#options = options;
    this.#governance.operations.add('grantsFeed').add('userGrants');
    this.#riskNames = createRiskNames({ governance: this.#governance, world: this.#world });
    const enqueue: EnqueueIn = async (_trx, jobs) => {
      for (const { job, afterMs } of jobs) {
        this.#world.pass(afterMs);
        this.#jobs.push(job);
        this.#queued += 1;
      }
    };
    this.#store = createStore(database.background, enqueue, { world: this.#world });
  }

  /** Asked so far. */
  get requests(): number {
    return this.#asked;
  }

  get #deps() {
    const [store, world, governance, chat, directory] = [
      this.#store,
      this.#world,
      this.#governance,
      this.#chat,
      this.#directory,
    ];
    const catalogue = {
      appById: (id: string) => this.#settings.apps.find((one) => one.id === id) ?? null,
      entitlement: () => null,
    };
    return {
      store,
      world,
      governance,
      chat,
      directory,
      settings: this.#settings,
      catalogue,
      riskNames: this.#riskNames,
    };
  }

  /** Asks, decides and lets end what belongs to a day, then does what the bot does by itself. */
  async passDay(day: number): Promise<void> {
    const isWorkingDay = day % 7 < 5;
    for (let turn = 0; turn < turnsADay; turn += 1) {
      for (const id of (this.#decisions.get(day) ?? []).splice(
        0,
        Math.ceil(this.#options.requestsADay / 2),
      )) {
        await this.#decide(id);
      }
      const asked = isWorkingDay ? Math.ceil(this.#options.requestsADay / turnsADay) : 0;
      for (let count = 0; count < asked; count += 1) await this.#ask(day);
      await this.#run({ kind: 'refresh-tasks' });
      await this.#letEnd();
      this.#world.pass(dayMs / turnsADay);
      await this.#tick();
    }
    await this.#publishHomes();
    this.#forget();
  }

  async #ask(day: number): Promise<void> {
    const number = this.#asked;
    this.#asked += 1;
    const requester = actor(`U${String(number % this.#options.people).padStart(6, '0')}`);
    const identity = person(`user-${requester.userId.slice(1)}`);
    this.#directory.add(requester.userId);
    this.#governance.people.set(`${requester.userName}@acme.example`, identity);
    const id = `request-${number}`;
    const task = this.#task(number, id);
    this.#governance.grants.next({ ok: true, value: task });
    this.#governance.tasks.set(task.id, task);
    await this.#store.transaction(async (tx) => {
      const access = accessRequest({
        requester,
        entitlementId: `ent-${number % 500}`,
        entitlementName: `Lamp ${number % 500}: keeper`,
        justification:
          'INC-42: the timetable build is red, and the harbour master wants to know why',
      });
      await tx.requests.insertOnce({ id, key: `view of ${id}`, access, at: this.#world.now() });
      await tx.audit.append({
        kind: 'request.asked',
        at: this.#world.now(),
        requestId: id,
        actor: requester.userId,
      });
      await tx.homes.markOpened(requester.userId, this.#world.now());
      await tx.enqueue({ kind: 'create-task', requestId: id });
    });
    await this.#work();
    // Most are decided the same or the next day, some wait for a week, a few for ever.
    if (number % 50 === 49) return;
    const on = day + (number % 10 === 0 ? 7 : 1);
    this.#decisions.set(on, [...(this.#decisions.get(on) ?? []), id]);
  }

  #task(number: number, requestId: string): TaskSnapshot {
    const reviewers = Array.from({ length: 3 }, (_, index) =>
      person(`user-${String(index).padStart(6, '0')}`),
    );
    return snapshot({
      id: `task-${number}`,
      numericId: String(number),
      sourceRequestId: requestId,
      stepApprovers: reviewers,
      target: person(`user-${String(number % this.#options.people).padStart(6, '0')}`),
    });
  }

  /** Two of three by a click on the card, the third in the console. */
  async #decide(requestId: string): Promise<void> {
    const number = Number(requestId.slice('request-'.length));
    const task = this.#governance.tasks.get(`task-${number}`);
    if (task === undefined) return;
    const closed = closedSnapshot({
      ...task,
      ...ending(this.#world.now()),
      outcome: number % 5 === 0 ? 'denied' : 'granted',
    });
    const [card] = await this.#store.transaction((tx) => tx.cards.ofRequest(requestId));
    if (number % 3 !== 0 && card !== undefined) {
      const by = actor('U000001');
      this.#governance.onReview = () => void this.#governance.tasks.set(task.id, closed);
      await acceptReview(this.#deps, {
        verb: 'approve',
        by,
        reason: '',
        cardId: card.id,
        stepId: 'step-1',
        shown: requestFingerprint(task),
        clicked: null,
      });
    } else this.#governance.tasks.set(task.id, closed);
    await this.#work();
  }

  async #letEnd(): Promise<void> {
    this.#governance.held = { isHeld: false, endsAt: null };
    for (let round = 0; round < 3; round += 1) await this.#run({ kind: 'end-grants' });
  }

  async #run(job: OutwardJob): Promise<void> {
    this.#jobs.push(job);
    await this.#work();
  }

  async #work(): Promise<void> {
    const handlers = createHandlers(this.#deps);
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) {
      if (job.kind === 'sync-home') this.#homes.add(job.slackUserId);
      else await handlers.run(job, false);
    }
  }

  /** Each once a day: reading what a Home shows is most of the work, and writes next to nothing. */
  async #publishHomes(): Promise<void> {
    const handlers = createHandlers(this.#deps);
    for (const slackUserId of this.#homes)
      await handlers.run({ kind: 'sync-home', slackUserId }, false);
    this.#homes.clear();
  }

  /**
   * The queue's rows of the last hour, as pg-boss writes them: older ones are gone. Then sealing,
   * pruning and tidying.
   */
  async #tick(): Promise<void> {
    const { kysely } = this.#database;
    const now = this.#world.now();
    const jobs = ticksInBetween + Math.ceil(this.#queued / 2);
    this.#queued = 0;
    for (const at of [new Date(now.getTime() - 1_800_000), now]) {
      await sql`
        insert into pgboss.job (name, data, deletion_seconds, created_on, start_after, singleton_key, policy)
        select 'refresh-tasks', '{"job":{"kind":"refresh-tasks"},"attempt":1}',
          (select deletion_seconds from pgboss.queue where name = 'refresh-tasks'), ${at}, ${at}, n::text, 'key_strict_fifo'
        from generate_series(1, ${sql.lit(jobs)}) n`.execute(kysely);
      await sql`update pgboss.job set state = 'active', started_on = ${at} where state = 'created'`.execute(
        kysely,
      );
      await sql`update pgboss.job set state = 'completed', completed_on = ${at} where state = 'active'`.execute(
        kysely,
      );
      await sql`delete from pgboss.job where completed_on + deletion_seconds * interval '1s' < ${at}`.execute(
        kysely,
      );
      // A server vacuums by its own clock, for which a simulated half hour is a moment.
      await sql`vacuum (skip_locked) pgboss.job`.execute(kysely);
    }
    const trail = createAuditTrail(kysely);
    const memory = { head: null, refusal: null };
    const deps = {
      store: this.#store,
      trail,
      settings: this.#settings,
      world: this.#world,
      memory,
      sign: () => null,
    };
    await sealAll(deps);
    await pruneOldRows(deps);
  }

  /** The fakes keep what they were told, for tests. */
  #forget(): void {
    for (const fake of [this.#chat, this.#world, this.#governance, this.#directory]) {
      for (const list of Object.values(fake)) if (Array.isArray(list)) list.splice(0);
    }
    for (const [id, { state }] of this.#governance.tasks)
      if (state === 'closed') this.#governance.tasks.delete(id);
  }
}

const ending = (at: Date) => ({ state: 'closed' as const, outcomeAt: at.toISOString() });
