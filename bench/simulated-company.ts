import type { OutwardJob } from '../src/domain/outward/job.ts';
import { sealAll } from '../src/extras/sealed-trail/seal-trail.ts';
import { createHandlers } from '../src/queue/handlers.ts';
import { askedOfExtras, asOneExtra } from '../src/start/open-extras.ts';
import type { Database } from '../src/store/platform/database.ts';
import { createAuditTrail } from '../src/store/record/audit-trail.ts';
import { createStore } from '../src/store/store.ts';
import { acceptReview } from '../src/use-cases/action/accept-action.ts';
import { createRiskNames } from '../src/use-cases/catalogue/who-decides.ts';
import { pruneOldRows } from '../src/use-cases/due/prune-old-rows.ts';
import { everythingShown } from '../src/use-cases/ports/visibility-ports.ts';
import { FakeChat } from '../test/support/fake-chat.ts';
import { FakeDirectory } from '../test/support/fake-directory.ts';
import { FakeGovernance, FakeWorld } from '../test/support/fakes.ts';
import { fingerprintOf } from '../test/support/reviewing.ts';
import { accessRequest, actor, closedSnapshot, person, snapshot } from '../test/support/samples.ts';
import { testSettings } from '../test/support/test-settings.ts';

const dayMs = 86_400_000;
const people = 5_000;
/** What is measured is the core. */
const core = asOneExtra([]);
const firstRun = { mayBeDone: false, hasServiceFailed: false };
const byTheClock = ['refresh-tasks', 'act-on-due', 'end-grants'] as const;

/** Asks, decides and ends requests on a real database, with a fake service and fake Slack. */
export class SimulatedCompany {
  readonly #world = new FakeWorld();
  readonly #governance = new FakeGovernance();
  readonly #chat = new FakeChat();
  readonly #directory = new FakeDirectory();
  readonly #jobs: OutwardJob[] = [];
  readonly #homes = new Map<string, OutwardJob>();
  readonly #undecided: number[] = [];
  readonly #deps;
  readonly #handlers;
  /** Asked so far. */
  requests = 0;

  constructor({ background, kysely }: Database) {
    const [world, governance] = [this.#world, this.#governance];
    governance.operations.add('grantsFeed').add('userGrants');
    // Access has ended when it is looked at.
    governance.held = { isHeld: false, endsAt: null };
    const settings = testSettings();
    const { apps } = settings;
    this.#deps = {
      ...askedOfExtras(core),
      world,
      governance,
      chat: this.#chat,
      directory: this.#directory,
      settings,
      store: createStore(
        background,
        async (_trx, jobs) => void this.#jobs.push(...jobs.map(({ job }) => job)),
        { world },
      ),
      catalogue: {
        apps: () => apps,
        appById: (id: string) => apps.find((one) => one.id === id) ?? null,
        entitlement: () => null,
      },
      riskNames: createRiskNames({ governance, world }),
      visibility: everythingShown,
      // Decisions are over at once.
      showUnlessOver: () => undefined,
      limits: { count: () => undefined, take: () => null },
      trail: createAuditTrail(kysely),
      memory: { head: null, refusal: null },
      sign: () => null,
      pruneExtra: core.prune,
    };
    this.#handlers = createHandlers({
      ...this.#deps,
      homeSections: [],
      ofExtras: {},
      giveUpOfExtra: core.giveUp,
      readAgain: core.readAgain,
    });
    this.#meet('U0ANA');
  }

  /** An account in Slack, and the identity that belongs to it. */
  #meet(userId: string): void {
    this.#directory.add(userId);
    const identity = person(`user-${userId.slice(2).toLowerCase()}`);
    this.#governance.people.set(identity.email ?? '', identity);
  }

  /** So many requests, the decisions of those of the day before, and what the bot does by itself. */
  async passDay(asked: number): Promise<void> {
    for (const number of this.#undecided.splice(0)) await this.#decide(number);
    for (let count = 0; count < asked; count += 1) await this.#ask();
    for (const kind of byTheClock) await this.#work({ kind });
    // Once a day: reading what a Home shows is most of the work, and writes next to nothing.
    for (const job of this.#homes.values()) await this.#handlers.run(job, firstRun);
    this.#homes.clear();
    this.#world.pass(dayMs);
    await sealAll(this.#deps);
    await pruneOldRows(this.#deps);
    this.#forget();
  }

  async #ask(): Promise<void> {
    const number = this.requests;
    this.requests += 1;
    const requester = actor(`U0${String(number % people).padStart(6, '0')}`);
    this.#meet(requester.userId);
    const id = `request-${number}`;
    const task = snapshot({
      id: `task-${number}`,
      numericId: String(number),
      sourceRequestId: id,
      target: person(`user-${requester.userName}`),
    });
    this.#governance.grants.next({ ok: true, value: task });
    this.#governance.tasks.set(task.id, task);
    const at = this.#world.now();
    await this.#deps.store.transaction(async (tx) => {
      const access = accessRequest({ requester });
      await tx.requests.insertOnce({ id, key: `view of ${id}`, access, at });
      await tx.audit.append({ kind: 'request.asked', at, requestId: id, actor: requester.userId });
      await tx.homes.markOpened(requester.userId, at);
    });
    await this.#work({ kind: 'create-task', requestId: id });
    // Some wait for ever.
    if (number % 50 !== 49) this.#undecided.push(number);
  }

  /** By a click on the card. */
  async #decide(number: number): Promise<void> {
    const { tasks } = this.#governance;
    const closed = closedSnapshot({
      ...tasks.get(`task-${number}`),
      state: 'closed',
      outcome: number % 5 === 0 ? 'denied' : 'granted',
      outcomeAt: this.#world.now().toISOString(),
    });
    this.#governance.onReview = () => void tasks.set(closed.id, closed);
    const click = await this.#deps.store.transaction(async (tx) => {
      const [card] = await tx.cards.ofRequest(`request-${number}`);
      if (card === undefined) throw new Error(`there is no card of request-${number}`);
      return { cardId: card.id, shown: await fingerprintOf(tx, card.id) };
    });
    const decision = { verb: 'approve', reason: '', stepId: 'step-1', clicked: null } as const;
    await acceptReview(this.#deps, { ...decision, ...click, by: actor('U0ANA') });
    await this.#work();
  }

  async #work(...jobs: readonly OutwardJob[]): Promise<void> {
    this.#jobs.push(...jobs);
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) {
      if (job.kind === 'sync-home') this.#homes.set(job.slackUserId, job);
      else await this.#handlers.run(job, firstRun);
    }
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
