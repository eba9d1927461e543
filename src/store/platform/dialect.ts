import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresQueryCompiler,
  type QueryResult,
  SelectQueryNode,
  type TransactionSettings,
} from 'kysely';
import { storableText } from '../../domain/text/foreign-text.ts';

/**
 * A dialect whose statements hold nothing that PostgreSQL cannot store; objects and lists go into
 * them as JSON.
 */
export function storing(dialect: Dialect): Dialect {
  return Object.assign(dialect, { createQueryCompiler: () => new StorableCompiler() });
}

class StorableCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    super.appendValue(storable(value));
  }
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member === 'string') return storableText(member);
    return typeof member === 'object' && member !== null ? withStorableKeys(member) : member;
  });
}

/** The database refuses a key like any other text; most objects have none that it would refuse. */
function withStorableKeys(member: object): object {
  const isStorable = (key: string): boolean => storableText(key) === key;
  if (Array.isArray(member) || Object.keys(member).every(isStorable)) return member;
  return Object.fromEntries(
    Object.entries(member).map(([key, value]) => [storableText(key), value]),
  );
}

/**
 * A dialect whose transactions begin with their first statement that writes or locks. Each
 * statement reads what was committed before it, in a transaction or not, so one that only reads
 * needs none: two statements less, and no lock for a process that stops in the middle.
 */
export function withDeferredBegin(dialect: Dialect): Dialect {
  const createDriver = dialect.createDriver.bind(dialect);
  return Object.assign(dialect, { createDriver: () => lateDriver(createDriver()) });
}

/**
 * Sent first of all in a transaction, it says that one statement at most writes, which then commits
 * by itself: it needs neither a beginning nor an end. The server never gets it.
 */
export const oneStatement: CompiledQuery = CompiledQuery.raw('-- one statement');

export const lockTrail = 'lock table audit in row exclusive mode nowait';

/**
 * Begins a transaction with its lock on the trail's table, or fails: in one trip, and before it
 * locks any row.
 */
export const beginWithTrail: CompiledQuery = CompiledQuery.raw(`begin; ${lockTrail}`);

function lateDriver(driver: Driver): Driver {
  return {
    init: (options) => driver.init(options),
    destroy: (options) => driver.destroy(options),
    acquireConnection: async () => new LateConnection(driver, await driver.acquireConnection()),
    beginTransaction: (connection, settings) => late(connection).begin(settings),
    commitTransaction: (connection) =>
      late(connection).end((begun) => driver.commitTransaction(begun)),
    rollbackTransaction: (connection) =>
      late(connection).end((begun) => driver.rollbackTransaction(begun)),
    releaseConnection: (connection) => driver.releaseConnection(late(connection).inner),
  };
}

/** Kysely hands back the connections that it was given. */
function late(connection: DatabaseConnection): LateConnection {
  if (connection instanceof LateConnection) return connection;
  throw new TypeError('a connection of another driver');
}

class LateConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #driver: Driver;
  /** The settings of a transaction that has not begun yet. */
  #waiting: TransactionSettings | null = null;
  /** Whether a transaction of one statement has sent it; null for any other transaction. */
  #isSpent: boolean | null = null;

  constructor(driver: Driver, inner: DatabaseConnection) {
    this.#driver = driver;
    this.inner = inner;
  }

  /** A level of its own asks for one view of all that is read. */
  async begin(settings: TransactionSettings): Promise<void> {
    this.#waiting = settings;
    this.#isSpent = null;
    if (settings.isolationLevel !== undefined || settings.accessMode !== undefined)
      await this.#beginNow();
  }

  async end(how: (begun: DatabaseConnection) => Promise<void>): Promise<void> {
    if (this.#waiting === null) await how(this.inner);
    this.#waiting = null;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (query === oneStatement) {
      this.#isSpent = false;
      return { rows: [] };
    }
    // It stands for the beginning that was put off.
    if (query === beginWithTrail) this.#waiting = null;
    if (!isPlainRead(query)) await this.#beforeWrite();
    return this.inner.executeQuery<Row>(query);
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new TypeError('nothing is read as a stream');
  }

  async #beforeWrite(): Promise<void> {
    if (this.#isSpent === null) return this.#beginNow();
    if (this.#isSpent)
      throw new Error('a second statement would not be rolled back with the first');
    this.#isSpent = true;
  }

  async #beginNow(): Promise<void> {
    const settings = this.#waiting;
    if (settings === null) return;
    this.#waiting = null;
    await this.#driver.beginTransaction(this.inner, settings);
  }
}

/** What is written by hand (`sql`), locks rows, or writes in a part of it, is none. */
function isPlainRead({ query }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) && query.endModifiers === undefined && query.with === undefined;
}
