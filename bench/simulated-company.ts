import { sql } from 'kysely';
import type { OutwardJob } from '../src/domain/outward/job.ts';
import type { TaskSnapshot } from '../src/domain/task/task-snapshot.ts';
import { sealAll } from '../src/extras/sealed-trail/seal-trail.ts';
import { createHandlers } from '../src/queue/handlers.ts';
import type { Database } from '../src/store/platform/database.ts';
import { createAuditTrail } from '../src/store/record/audit-trail.ts';
import { createStore, type EnqueueIn } from '../src/store/store.ts';
import { acceptReview } from '../src/use-cases/action/accept-action.ts';
import { createRiskNames } from '../src/use-cases/catalogue/service-facts.ts';
import { pruneOldRows } from '../src/use-cases/due/prune-old-rows.ts';
import { createPersonLimits } from '../src/use-cases/people/limiter.ts';
import { noDeliveredSteps } from '../src/use-cases/ports/delivered-steps.ts';
import { noProfiles } from '../src/use-cases/ports/requested-profiles.ts';
import type { Store } from '../src/use-cases/ports/store-ports.ts';
import { everythingShown } from '../src/use-cases/ports/visibility-ports.ts';
import { FakeChat } from '../test/support/fake-chat.ts';
import { FakeDirectory } from '../test/support/fake-directory.ts';
import { FakeGovernance, FakeWorld } from '../test/support/fakes.ts';
import { fingerprintOf } from '../test/support/reviewing.ts';
import { accessRequest, actor, closedSnapshot, person, snapshot } from '../test/support/samples.ts';
import { testSettings } from '../test/support/test-settings.ts';

const dayMs = 86_400_000;
/**
 * Reads of open tasks every 15 s and looks at ends every 4 s, in the half hour between two times
 * that the database is tidied.
 */
const ticksInBetween = 1_800 / 15 + 1_800 / 4;
const turnsADay = 4;
/** What is measured is the core. */
const noExtras = {
  ofExtras: {},
  homeSections: [],
  readAgain: async () => undefined,
  giveUpOfExtra: async () => true,
};
const firstRun = { mayBeDone: false, hasServiceFailed: false };

export interface GrowthOptions {
  readonly days: number;
  readonly requestsADay: number;
  readonly people: number;
  /** In the place of the embedded database: several times as fast, with the same rows. */
  readonly onPostgres: boolean;
}

/** Asks, decides and ends requests on a real database, with a fake service and fake Slack. */
export class SimulatedCompany {
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
      apps: () => this.#settings.apps,
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
      deliveredSteps: noDeliveredSteps,
      visibility: everythingShown,
      followTask: async () => false,
      lastHoldings: async () => [],
      profiles: noProfiles,
      // Decisions are over at once.
      showUnlessOver: () => undefined,
      limits: createPersonLimits(this.#settings.limits, world),
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
        shown: await this.#store.transaction((tx) => fingerprintOf(tx, card.id)),
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
    const handlers = createHandlers({ ...this.#deps, ...noExtras });
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) {
      if (job.kind === 'sync-home') this.#homes.add(job.slackUserId);
      else await handlers.run(job, firstRun);
    }
  }

  /** Each once a day: reading what a Home shows is most of the work, and writes next to nothing. */
  async #publishHomes(): Promise<void> {
    const handlers = createHandlers({ ...this.#deps, ...noExtras });
    for (const slackUserId of this.#homes)
      await handlers.run({ kind: 'sync-home', slackUserId }, firstRun);
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
      pruneExtra: async () => undefined,
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
