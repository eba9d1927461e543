/** Long because the whole service is here, as a test writes it. */

import type { AccessEvent } from '../../src/domain/access/grant.ts';
import { type HeldAccess, isSame } from '../../src/domain/access/held-access.ts';
import type { AppAccount, CatalogueEntitlement } from '../../src/domain/catalogue/entitlement.ts';
import type { FormQuestions } from '../../src/domain/form/request-answers.ts';
import type { ServiceRefusal } from '../../src/domain/outward/service-refusal.ts';
import type { IdentityPerson } from '../../src/domain/people/identity-person.ts';
import { ok, type Result } from '../../src/domain/result.ts';
import type { TenantApp } from '../../src/domain/settings/access-settings.ts';
import type { FollowedTasks } from '../../src/domain/task/followed-tasks.ts';
import type { TaskSnapshot } from '../../src/domain/task/task-snapshot.ts';
import { saidBeforehand } from '../../src/service/capabilities.ts';
import type {
  AccessGovernance,
  ActionOrder,
  GrantOrder,
  Holding,
  Timers,
  World,
} from '../../src/use-cases/ports/ports.ts';
import { Answers } from './answers.ts';
import { failing } from './failures.ts';
import { FakeRequestSettings } from './fake-request-settings.ts';
import { noon, revokedSnapshot } from './samples.ts';

export { failing, refusedRead, refusedWith, refusing } from './failures.ts';

/** A clock that a test moves, ids in sequence, and a log that a test reads. */
export class FakeWorld implements World {
  readonly lines: {
    readonly level: string;
    readonly fields: Readonly<Record<string, unknown>>;
    readonly what: string;
  }[] = [];
  #nowMs = noon.getTime();
  #ids = 0;

  readonly now = (): Date => new Date(this.#nowMs);

  pass(ms: number): void {
    this.#nowMs += ms;
  }

  readonly newId = (): string => {
    this.#ids += 1;
    return `id-${String(this.#ids).padStart(4, '0')}`;
  };

  readonly log = {
    info: (fields: Readonly<Record<string, unknown>>, what: string) =>
      this.#say('info', fields, what),
    warn: (fields: Readonly<Record<string, unknown>>, what: string) =>
      this.#say('warn', fields, what),
    error: (fields: Readonly<Record<string, unknown>>, what: string) =>
      this.#say('error', fields, what),
  };

  #say(level: string, fields: Readonly<Record<string, unknown>>, what: string): void {
    this.lines.push({ level, fields, what });
  }
}

/** Timers of a process, which do their work when a test says so. */
export class FakeTimers implements Timers {
  readonly #now: () => Date;
  #waiting = new Map<string, { readonly atMs: number; readonly work: () => Promise<unknown> }>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  after(ms: number, key: string, work: () => Promise<unknown>): void {
    if (!this.#waiting.has(key)) this.#waiting.set(key, { atMs: this.#now().getTime() + ms, work });
  }

  /** Does what is due by the clock. */
  async ring(): Promise<void> {
    const nowMs = this.#now().getTime();
    for (const [key, { atMs, work }] of this.#waiting) {
      if (atMs > nowMs) continue;
      this.#waiting.delete(key);
      await work();
    }
  }

  /** As if the process had ended. */
  forget(): void {
    this.#waiting.clear();
  }
}

/** With its step over, and nothing known yet of what follows. */
function decided(task: TaskSnapshot): TaskSnapshot {
  return { ...task, currentStepId: null, stepApprovers: [] };
}

/** The governance service as a test wrote it: what exists, what comes next, what was asked. */
export class FakeGovernance extends FakeRequestSettings implements AccessGovernance {
  /** The tasks of the service, by id. */
  readonly tasks = new Map<string, TaskSnapshot>();
  readonly people = new Map<string, IdentityPerson>();
  owners: readonly IdentityPerson[] = [];
  readonly grants = new Answers<Result<TaskSnapshot, ServiceRefusal>>();
  readonly reviews = new Answers<Result<void, ServiceRefusal>>();
  readonly readings = new Answers<'as-it-is'>();
  readonly ownerLists = new Answers<readonly IdentityPerson[] | 'as-it-is'>();
  readonly orders: GrantOrder[] = [];
  readonly reviewOrders: ActionOrder[] = [];
  readonly read: (readonly string[])[] = [];
  /** Until when each act had to be sent. */
  readonly sentBefore: (Date | undefined)[] = [];
  clock: (() => Date) | null = null; // by which an act is too late; none is where it is null
  /** Whether it does what it answers with a 200. */
  carriesOut = true;
  /** Runs when a review arrives, before it is answered. */
  onReview: (order: ActionOrder) => void | Promise<void> = () => undefined;

  async requestGrant(order: GrantOrder) {
    this.orders.push(order);
    return this.grants.take({
      ok: false,
      refusal: { kind: 'invalid', message: '', existingTaskId: null, serviceRequestId: null },
    });
  }

  async findTaskOfRequest(requestId: string, identityUserId: string) {
    if (this.lacks('taskSearch')) return null;
    this.readings.take('as-it-is');
    const found = [...this.tasks.values()].find(
      (task) => task.sourceRequestId === requestId && !this.hidden.has(task.id),
    );
    return found?.target?.id === identityUserId ? found : 'none';
  }

  readonly schemas = new Map<string, FormQuestions>();

  async requestQuestions(id: string) {
    if (this.lacks('requestSchemas')) return null;
    const known = this.schemas.get(id) ?? { questions: [], inConsole: false };
    return { ...known, hidesReason: this.withoutReason.has(id) };
  }

  /** Schemas that want no justification. */
  readonly withoutReason = new Set<string>();
  readonly reasonSettings = new Answers<boolean>();

  async hidesReasons() {
    return this.lacks('requestSettings') ? null : this.reasonSettings.take(false);
  }

  /** Whether a search for ended tasks tells of them. */
  tellsEnds = true;

  /** How often that was searched. */
  searchedForEnds = 0;

  followed: FollowedTasks | null = null;

  async tasksEndedSince(_since: Date, followed: FollowedTasks) {
    if (this.lacks('taskSearch')) return null;
    this.searchedForEnds += 1;
    this.followed = followed;
    const ended = [...this.tasks.values()]
      .filter((task) => task.state === 'closed')
      .map((task) => task.id);
    return this.tellsEnds ? [...ended, 'task-of-somebody-else'] : [];
  }

  /** What was asked for when requests made elsewhere were looked for. */
  readonly lookedFor: { readonly since: Date; readonly appIds: readonly string[] }[] = [];
  /** Ids of the tasks that the search does not show yet. */
  readonly hidden = new Set<string>();

  /** When tasks were made; else at the moment since which is searched. */
  readonly madeAt = new Map<string, Date>();

  async openRequestsSince(since: Date, appIds: readonly string[]) {
    if (this.lacks('taskSearch')) return null;
    this.lookedFor.push({ since, appIds });
    return [...this.tasks.keys()].flatMap((id) =>
      this.hidden.has(id) ? [] : { id, createdAt: this.madeAt.get(id) ?? since },
    );
  }

  /** How often tasks of profiles were searched; none is told where the search fails. */
  profilesSearched = 0;
  readonly profileReadings = new Answers<'as-it-is'>();

  async profileTasks(identityUserId: string) {
    if (this.lacks('taskSearch')) return null;
    this.profilesSearched += 1;
    this.profileReadings.take('as-it-is');
    return [...this.tasks.values()].filter(
      ({ id, origin, target }) =>
        origin.includes('PROFILE') && target?.id === identityUserId && !this.hidden.has(id),
    );
  }

  /** Runs while a reading is on its way: what it tells was true before. */
  onAnswering: () => void = () => undefined;
  /** Runs while names are looked up, after the reading has arrived. */
  onNames: () => void = () => undefined;

  /** Tasks that are there and cannot be read. */
  readonly unreadable = new Set<string>();

  async readTasks(
    taskIds: readonly string[],
    heard: Parameters<AccessGovernance['readTasks']>[1] = {},
  ): ReturnType<AccessGovernance['readTasks']> {
    if (this.lacks('taskSearch', 'taskRead')) return null;
    this.read.push(taskIds);
    heard.onSend?.();
    const told = taskIds.flatMap((id) => {
      const task = this.unreadable.has(id) ? undefined : this.tasks.get(id);
      return task === undefined ? [] : [[id, task] as const];
    });
    this.onAnswering();
    heard.onArrival?.();
    this.onNames();
    this.readings.take('as-it-is');
    for (const id of taskIds) if (this.unreadable.has(id)) heard.onUnread?.(id);
    if (this.lacks('taskRead'))
      for (const id of taskIds) if (!this.tasks.has(id)) heard.onNotFound?.(id);
    return new Map(told);
  }

  readonly tasksToActOn: AccessGovernance['tasksToActOn'] = (taskIds, heard) =>
    this.readTasks(taskIds, heard);

  /** Runs before an act is sent, as a wait for a token or a connection would. */
  onSend: () => void = () => undefined;
  readonly actings = new Answers<Result<void, ServiceRefusal>>();
  readonly acted: ActionOrder[] = [];
  /** Runs when an act arrives, before it is answered. */
  onAct: (order: ActionOrder) => void = () => undefined;

  async act({ sendBefore, actionId: _id, newReviewers: _people, ...order }: ActionOrder) {
    const { act } = order;
    this.onSend();
    if (sendBefore !== undefined && this.clock !== null && this.clock() > sendBefore)
      throw failing('late', true);
    this.sentBefore.push(sendBefore);
    if (act === 'escalate') return this.#escalate(order);
    if (act === 'approve' || act === 'deny') {
      this.reviewOrders.push(order);
      const before = this.tasks.get(order.taskId);
      await this.onReview(order);
      const answer = this.reviews.take(ok(undefined));
      const isUntouched = before !== undefined && this.tasks.get(order.taskId) === before;
      if (answer.ok && isUntouched && this.carriesOut) this.tasks.set(before.id, decided(before));
      return answer;
    }
    if (act === 'close') {
      this.closed.push(order);
      this.onClose();
      return this.closings.take(ok(undefined));
    }
    this.acted.push(order);
    this.onAct(order);
    return this.actings.take(ok(undefined));
  }

  readonly escalations = new Answers<Result<void, ServiceRefusal>>();
  /** Answers to orders to take access away; done at once otherwise. */
  readonly revocations = new Answers<Result<TaskSnapshot, ServiceRefusal>>();
  readonly escalated: ActionOrder[] = [];
  readonly revoked: Parameters<AccessGovernance['revoke']>[0][] = [];

  /** Who the service says that the bot is. */
  botUserId: string | null = 'user-bot';
  /** What the bot wrote on tasks. */
  comments: readonly string[] = [];
  readonly risks = new Answers<readonly { id: string; name: string }[]>();
  readonly closings = new Answers<Result<void, ServiceRefusal>>();
  readonly closed: ActionOrder[] = [];

  ownUserId = async () => (this.lacks('whoAmI') ? null : this.botUserId);
  /** Whether it was asked who the bot is. */
  knownOwnUserId = () => (this.operations.has('whoAmI') ? this.botUserId : null);

  /** Whether it refuses the bot's credentials. */
  refusesCredentials = false;
  isRefused = () => this.refusesCredentials;

  commentsBy = async () => (this.lacks('taskAudit') ? null : this.comments);

  async riskLevels() {
    return this.lacks('riskLevels') ? null : this.risks.take([]);
  }

  /** What the service does when a request is withdrawn. */
  onClose: () => void = () => undefined;

  #escalate(order: ActionOrder) {
    this.escalated.push(order);
    const answer = this.escalations.take(ok(undefined));
    const task = this.tasks.get(order.taskId);
    if (answer.ok && task !== undefined) this.tasks.set(task.id, { ...task, emergency: true });
    return answer;
  }

  async revoke({
    sendBefore,
    ...order
  }: Parameters<AccessGovernance['revoke']>[0]): ReturnType<AccessGovernance['revoke']> {
    if (this.lacks('taskRevoke')) return null;
    this.onSend();
    if (sendBefore !== undefined && this.clock !== null && this.clock() > sendBefore)
      throw failing('late', true);
    this.sentBefore.push(sendBefore);
    this.revoked.push(order);
    return this.revocations.take(ok(revokedSnapshot()));
  }

  /**
   * What the service tells of access that was added and removed, since when that was asked, and
   * what it tells of one person.
   */
  events: readonly AccessEvent[] = [];
  readonly eventReadings = new Answers<'as-it-is'>();
  readonly eventsRead: Date[] = [];
  readonly holdings = new Answers<Holding>();
  held: Holding = { isHeld: true, endsAt: null };
  holdingsRead = 0;

  async accessEvents(since: Date) {
    if (this.lacks('grantsFeed', 'taskSearch')) return null;
    this.eventsRead.push(since);
    this.eventReadings.take('as-it-is');
    return this.events.filter((event) => event.at >= since);
  }

  /** An open request that was not made through the bot. */
  openElsewhere: TaskSnapshot | null = null;

  async openGrantTask() {
    return this.lacks('taskSearch') ? null : this.openElsewhere;
  }

  /** What people have by the search for grants; each reading takes the next answer. */
  heldGrants: readonly HeldAccess[] = [];
  readonly heldReadings = new Answers<'as-it-is'>();
  readonly heldRead: string[] = [];

  async heldBy(
    identityUserId: string,
    of: Parameters<AccessGovernance['heldBy']>[1],
  ): ReturnType<AccessGovernance['heldBy']> {
    if (this.lacks('grantSearch')) return null;
    this.heldRead.push(identityUserId);
    this.heldReadings.take('as-it-is');
    const held = this.heldGrants.filter((one) =>
      'appIds' in of
        ? of.appIds.includes(one.appId)
        : ('entitlements' in of ? of.entitlements : [of.entitlement]).some((key) =>
            isSame(one, key),
          ),
    );
    return { held, isCut: false };
  }

  /** The tasks that granted. */
  readonly grantedBy: string[] = [];

  async tasksBehindGrants() {
    if (this.lacks('grantSearch')) return null;
    this.heldReadings.take('as-it-is');
    return this.grantedBy;
  }

  readonly #beforehand = saidBeforehand(this.tenant, {
    accountsOf: async (identityUserId) => {
      const accounts = await this.accountsOf(identityUserId);
      return accounts ?? [];
    },
    searchEntitlements: (appId) => this.searchEntitlements(appId),
  });
  readonly actionsOn = this.#beforehand.actionsOn;
  readonly mayRevoke = this.#beforehand.mayRevoke;
  readonly accountsIn = this.#beforehand.accountsIn;
  readonly entitlementSearch = this.#beforehand.entitlementSearch;

  /** By identity. */
  readonly accounts = new Map<string, readonly AppAccount[]>();
  readonly accountReadings = new Answers<'as-it-is'>();
  readonly accountsRead: string[] = [];

  async accountsOf(identityUserId: string): ReturnType<AccessGovernance['accountsOf']> {
    if (this.lacks('userAccounts')) return null;
    this.accountsRead.push(identityUserId);
    this.accountReadings.take('as-it-is');
    return this.accounts.get(identityUserId) ?? [];
  }

  async holding() {
    if (this.lacks('userGrants')) return null;
    this.holdingsRead += 1;
    return this.holdings.take(this.held);
  }

  /** What the catalogue's readings answer, in their order; nothing otherwise. */
  readonly catalogueReadings = new Answers<readonly CatalogueEntitlement[]>();
  readonly catalogueRead: string[] = [];

  async listEntitlements({
    appId,
    resourceTypeId,
    resourceId,
  }: Parameters<AccessGovernance['listEntitlements']>[0]) {
    this.catalogueRead.push(`${appId}/${resourceTypeId}/${resourceId}`);
    return this.catalogueReadings.take([]);
  }

  /** What the list of apps answers, in their order; nothing otherwise. */
  readonly appReadings = new Answers<readonly TenantApp[]>();

  async listApps() {
    return this.appReadings.take([]);
  }

  async searchEntitlements(appId: string) {
    this.catalogueRead.push(appId);
    return this.catalogueReadings.take([]);
  }

  async listResourceOwners() {
    const owners = this.ownerLists.take('as-it-is');
    return owners === 'as-it-is' ? this.owners : owners;
  }

  async findPersonByEmail(email: string): ReturnType<AccessGovernance['findPersonByEmail']> {
    if (this.lacks('userSearch')) return null;
    return this.people.get(email) ?? 'none';
  }

  readonly managers = new Map<string, readonly IdentityPerson[]>();

  async managersOf(identityUserId: string) {
    if (this.lacks('userRead', 'userSearch')) return null;
    return this.managers.get(identityUserId) ?? [];
  }

  async findPersonById(id: string): ReturnType<AccessGovernance['findPersonById']> {
    if (this.lacks('userRead', 'userSearch')) return null;
    return [...this.people.values()].find((person) => person.id === id) ?? 'none';
  }
}

/** The rows of a subject, with some of their methods replaced. */
export function withMethods<Rows extends object>(rows: Rows, methods: Partial<Rows>): Rows {
  return new Proxy(rows, {
    get: (target, name) => Reflect.get(name in methods ? methods : target, name),
  });
}
