/** Long because everything that a use case needs stands on one desk. */

import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { CatalogueEntitlement } from '../../src/domain/catalogue/entitlement.ts';
import type { OutwardJob } from '../../src/domain/outward/job.ts';
import type { PersonLimits } from '../../src/domain/people/limit.ts';
import type { AccessProfile } from '../../src/domain/profiles/access-profile.ts';
import type { AccessRequest } from '../../src/domain/request/access-request.ts';
import type { AccessSettings } from '../../src/domain/settings/access-settings.ts';
import type { TaskSnapshot } from '../../src/domain/task/task-snapshot.ts';
import type { OpenedExtra } from '../../src/extra.ts';
import { createHandlers, type HandlerDeps } from '../../src/queue/handlers.ts';
import type { ShownSection } from '../../src/slack/home/home.ts';
import { askedOfExtras, asOneExtra } from '../../src/start/open-extras.ts';
import type { Tables } from '../../src/store/platform/tables.ts';
import { createStore, type EnqueueIn } from '../../src/store/store.ts';
import { createShowUnlessOver } from '../../src/use-cases/action/settle-action.ts';
import { createRiskNames, type ReadRiskNames } from '../../src/use-cases/catalogue/who-decides.ts';
import { createPersonLimits } from '../../src/use-cases/people/limiter.ts';
import type { Store, StoreTransaction } from '../../src/use-cases/ports/store-ports.ts';
import { FakeChat } from './fake-chat.ts';
import { FakeDirectory } from './fake-directory.ts';
import { FakeGovernance, FakeTimers, FakeWorld } from './fakes.ts';
import { accessRequest, person, snapshot } from './samples.ts';
import { emptySharedDatabase, openSharedDatabase } from './shared-database.ts';
import { testSettings } from './test-settings.ts';

/** Request-1 and Ben where nothing else is said. */
interface ToldTo {
  readonly askingId?: string;
  readonly readerId?: string;
}

type WantedCard = Partial<AccessRequest> & { readonly cardId?: string; readonly channel?: string };

const firstRun = { mayBeDone: false, hasServiceFailed: false };
const knownUsers = ['U0ANA', 'U0BEN', 'U0CHO', 'U0DEE'];

/**
 * Use cases over the real store, between a service and a Slack that a test wrote. Jobs are kept in
 * the same transaction as everything else, and run when the test says so.
 */
export class UseCaseDesk {
  readonly kysely: Kysely<Tables>;
  readonly store: Store;
  world = new FakeWorld();
  readonly timers = new FakeTimers(() => this.world.now());
  governance = new FakeGovernance();
  chat = new FakeChat();
  directory = new FakeDirectory();
  settings: AccessSettings = testSettings();
  /** Those that are mounted now. */
  extras: readonly Partial<OpenedExtra>[] = [];
  readonly #mounted: readonly Partial<OpenedExtra>[];
  #riskNames: ReadRiskNames | null = null;
  #limits: PersonLimits | null = null;
  /** The access profiles that are known. */
  profiles: readonly AccessProfile[] = [];
  /** The entitlements that the catalogue has. */
  entitlements: readonly CatalogueEntitlement[] = [];

  /**
   * @param extras the core alone without any
   * @param enqueue into the real queue; without it, jobs wait for `runJobs`
   */
  constructor(
    kysely: Kysely<Tables>,
    extras: readonly Partial<OpenedExtra>[],
    enqueue: EnqueueIn | null = null,
  ) {
    this.kysely = kysely;
    this.#mounted = extras;
    const world = { now: () => this.world.now(), newId: () => this.world.newId() };
    const keepForTest: EnqueueIn = async (trx, jobs) => {
      if (jobs.length === 0) return;
      const rows = jobs.map(({ job, afterMs }) => {
        const startAfter = new Date(this.world.now().getTime() + afterMs);
        return sql`(${JSON.stringify(job)}::jsonb, ${startAfter}::timestamptz)`;
      });
      await sql`insert into job_to_run (job, start_after) values ${sql.join(rows)}`.execute(trx);
    };
    const areTasksRead = () => !this.governance.lacks('taskSearch', 'taskRead');
    this.store = createStore(kysely, enqueue ?? keepForTest, { world, areTasksRead });
  }

  /** The dependencies of use cases and handlers. */
  get deps() {
    const { store, world, governance, chat, directory, settings } = this;
    this.#riskNames ??= createRiskNames({ governance, world });
    const riskNames = this.#riskNames;
    this.#limits ??= createPersonLimits(settings.limits, world);
    const limits = this.#limits;
    const catalogue = {
      apps: () => this.settings.apps,
      appById: (appId: string) => this.settings.apps.find((one) => one.id === appId) ?? null,
      entitlement: (_appId: string, id: string) =>
        this.entitlements.find((one) => one.id === id) ?? null,
    };
    const visibility = {
      profileOf: ({ resourceId }: { readonly resourceId: string }) =>
        this.profiles.find(({ id }) => id === resourceId) ?? null,
    };
    const extra = asOneExtra(this.extras);
    const showUnlessOver = createShowUnlessOver({ store }, this.timers);
    const own = { store, world, governance, chat, directory, settings, limits, showUnlessOver };
    const deps = { ...own, catalogue, riskNames, visibility, ...askedOfExtras(extra) };
    const { homeSections, prune: pruneExtra } = extra;
    return { ...deps, homeSections: homeSections(deps), pruneExtra };
  }

  /** Those of handlers. */
  get handlerDeps(): HandlerDeps<ShownSection> {
    const { deps } = this;
    const { jobs, giveUp, readAgain } = asOneExtra(this.extras);
    return { ...deps, ofExtras: jobs(deps), giveUpOfExtra: giveUp, readAgain };
  }

  async clear(): Promise<void> {
    await emptySharedDatabase();
    this.reset();
    // The administrator needs no identity in the service.
    this.directory.add('U0HANA');
    const openedAt = this.world.now();
    const homes = knownUsers.map((slackUserId) => ({ slackUserId, openedAt }));
    await this.kysely.insertInto('homes').values(homes).execute();
  }

  /** A service and a Slack in which nothing has happened yet. */
  reset(): void {
    this.world = new FakeWorld();
    this.governance = new FakeGovernance();
    this.timers.forget();
    this.chat = new FakeChat();
    this.directory = new FakeDirectory();
    this.settings = testSettings();
    this.#riskNames = null;
    this.#limits = null;
    this.entitlements = [];
    this.profiles = [];
    this.extras = this.#mounted;
    for (const userId of knownUsers) {
      this.directory.add(userId);
      const known = person(`user-${userId.slice(2).toLowerCase()}`);
      this.governance.people.set(known.email ?? '', known);
    }
  }

  /** Stores a request that was not sent yet. */
  ask(change: Partial<AccessRequest> = {}): Promise<string> {
    return this.store.transaction((tx) => this.#insert(tx, change));
  }

  async #insert(tx: StoreTransaction, change: Partial<AccessRequest>): Promise<string> {
    const id = change.id ?? 'request-1';
    const access = accessRequest(change);
    await tx.requests.insertOnce({ id, key: `view of ${id}`, access, at: this.world.now() });
    return id;
  }

  /** Stores a request with its task and a card that is posted in #access-reviews, as its people know. */
  async opened(change: Partial<TaskSnapshot> = {}): Promise<TaskSnapshot> {
    const task = snapshot(change);
    this.governance.tasks.set(task.id, task);
    const place = { channel: 'C0REVIEWS', ts: '1772452800.000100' };
    // The card says who decides.
    const toldStep = `step ${task.currentStepId} ${task.stepOccurrence ?? ''}`;
    // At once, because most tests begin with it.
    await this.store.transaction(async (tx) => {
      await this.#want(tx, task, { cardId: 'card-1' });
      await tx.cards.markPosted('card-1', place, 'old', { told: [toldStep] });
      await this.#tell(tx, 'in-review request-1', {});
    });
    await this.#nothingWaits();
    return task;
  }

  /**
   * Somebody was told this of what was asked for (`headline`: its key), and nothing waits to be shown.
   */
  async told(headline: string, to: ToldTo = {}): Promise<void> {
    await this.#nothingWaits();
    await this.store.transaction((tx) => this.#tell(tx, headline, to));
  }

  async #nothingWaits(): Promise<void> {
    await this.takeJobs('show-asking', 'sync-card', 'update-card', 'sync-home');
    await this.kysely.deleteFrom('marks').execute();
  }

  async #tell(
    tx: StoreTransaction,
    headline: string,
    { askingId = 'request-1', readerId = 'U0BEN' }: ToldTo,
  ): Promise<void> {
    const to = { askingId, workspaceId: 'T0ACME', readerId };
    const place = this.chat.postedBefore(readerId);
    const before = (await tx.posts.find(to))?.place ?? null;
    const headlines = [headline];
    await tx.posts.claim(to, 'before', { before, headlines });
    await tx.posts.markPosted(to, 'before', { place, headlines, hash: '', at: tx.at });
  }

  /** Stores a request with its task and a card that waits to be posted. Returns the card's id. */
  wanted(task: TaskSnapshot, wanted: WantedCard = {}): Promise<string> {
    return this.store.transaction((tx) => this.#want(tx, task, wanted));
  }

  async #want(
    tx: StoreTransaction,
    task: TaskSnapshot,
    { cardId, channel = 'C0REVIEWS', ...change }: WantedCard,
  ): Promise<string> {
    const requestId = await this.#insert(tx, change);
    const id = cardId ?? `card of ${requestId}`;
    const at = this.world.now();
    const reading = { identityUserId: 'user-ben', taskId: task.id, at };
    await tx.requests.save(requestId, { state: 'created', ...reading });
    await tx.tasks.save(requestId, task, at);
    await tx.cards.want(id, requestId, channel);
    return id;
  }

  request(id = 'request-1'): Promise<AccessRequest | null> {
    return this.store.transaction((tx) => tx.requests.find(id));
  }

  /**
   * Takes the jobs that are due by the desk's clock, oldest first; only these kinds if some are
   * named.
   */
  async takeJobs(...kinds: readonly OutwardJob['kind'][]): Promise<readonly OutwardJob[]> {
    const isMeant = kinds.length === 0 ? sql`true` : sql`job ->> 'kind' in (${sql.join(kinds)})`;
    const taken = await sql<{ id: number; job: OutwardJob }>`
      delete from job_to_run where ${isMeant} and (start_after is null or start_after <= ${this.world.now()})
      returning id, job`.execute(this.kysely);
    return taken.rows.sort((a, b) => a.id - b.id).map((row) => row.job);
  }

  /**
   * Runs the waiting jobs, and those that they queue, until none is left; only these kinds if some
   * are named. Throws on a failure.
   */
  async runJobs(...only: readonly OutwardJob['kind'][]): Promise<void> {
    // Whoever asks for messages means all of them.
    const kinds = only.includes('send-notice')
      ? [...only, 'show-asking' as const, 'show-list' as const]
      : only;
    const handlers = createHandlers(this.handlerDeps);
    const left: OutwardJob[] = [];
    for (
      let jobs = await this.takeJobs(...kinds);
      jobs.length > 0;
      jobs = await this.takeJobs(...kinds)
    ) {
      for (const job of jobs) if ((await handlers.run(job, firstRun)) === 'not-yet') left.push(job);
    }
    for (const job of left) {
      await sql`insert into job_to_run (job) values (${JSON.stringify(job)})`.execute(this.kysely);
    }
  }

  /** Kinds of the messages that were sent, with where they went. */
  async said(): Promise<readonly string[]> {
    await this.runJobs('send-notice', 'show-asking', 'update-card');
    await this.#continueThreads();
    const delivered = await sql<{ id: string; kind: string }>`
      select detail::jsonb ->> 'noticeId' as id, detail::jsonb ->> 'notice' as kind from audit
      where kind = 'notice.delivered'`.execute(this.kysely);
    const kinds = new Map(delivered.rows.map(({ id, kind }) => [id, kind]));
    return this.chat.inOrder.map((one) => {
      if ('claim' in one) return `${kinds.get(one.claim) ?? 'nothing'} -> ${one.to}`;
      if ('key' in one) return `${one.key.split(' ')[0]} -> ${one.to}`;
      const { body, to } = one;
      return `${body.kind === 'trouble' ? body.what : body.kind} -> ${to}`;
    });
  }

  /** Cards that are not posted stay so. */
  async #continueThreads(): Promise<void> {
    const jobs = await sql<{ id: string }>`
      delete from job_to_run where job ->> 'kind' = 'sync-card'
        and job ->> 'cardId' in (select id from cards where ts is not null)
      returning job ->> 'cardId' as id`.execute(this.kysely);
    const handlers = createHandlers(this.handlerDeps);
    for (const { id } of jobs.rows) await handlers.run({ kind: 'sync-card', cardId: id }, firstRun);
  }

  async audited(): Promise<readonly string[]> {
    const rows = await this.kysely.selectFrom('audit').select('kind').orderBy('seq').execute();
    return rows.map((row) => row.kind).filter((kind) => !kind.startsWith('notice.'));
  }
}

/**
 * One database for a file or a group of tests; empty for each of them.
 *
 * @param extras the core alone without any
 */
export function useCaseDesk(...extras: readonly Partial<OpenedExtra>[]): () => UseCaseDesk {
  let desk: UseCaseDesk | null = null;
  let close = async (): Promise<void> => undefined;
  beforeAll(async () => {
    const opened = await openSharedDatabase();
    close = () => opened.close();
    // As jobs do, it waits for a lock: only whoever reads an answer gives up soon.
    desk = new UseCaseDesk(opened.background, extras);
  });
  beforeEach(async () => {
    await desk?.clear();
  });
  afterAll(() => close());
  return () => {
    if (desk === null) throw new Error('the desk is there from the first test on');
    return desk;
  };
}
