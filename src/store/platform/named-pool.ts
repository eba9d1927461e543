import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { asDatabaseFailure } from './database-trouble.ts';
import { isNameRefused, type StatementNames } from './statement-names.ts';

/** A pool whose connections have the server prepare what they send again and again. */
export class NamedPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #names: StatementNames;
  /** The names that were current when a connection was new. */
  readonly #generations = new WeakMap<pg.PoolClient, number>();

  constructor(pool: pg.Pool, names: StatementNames) {
    this.#pool = pool;
    this.#names = names;
  }

  get options(): object {
    return this.#pool.options;
  }

  async connect(): Promise<NamedClient> {
    const client = await this.#pool.connect();
    const generation = this.#generations.get(client) ?? this.#names.generation;
    this.#generations.set(client, generation);
    return new NamedClient(client, this.#names, generation);
  }

  /**
   * For the queue: one statement, or several without values, on any connection. Throws
   * `DatabaseFailure`.
   */
  async executeSql(text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
    let client: NamedClient | null = null;
    let isBroken = true;
    try {
      client = await this.connect();
      const result = await client.query<unknown>(text, values);
      isBroken = false;
      return result;
    } catch (error) {
      throw asDatabaseFailure(error);
    } finally {
      client?.release(isBroken);
    }
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }
}

class NamedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  readonly #generation: number;

  constructor(client: pg.PoolClient, names: StatementNames, generation: number) {
    this.#client = client;
    this.#names = names;
    this.#generation = generation;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    text: string | PostgresCursor<Row>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new TypeError('nothing is read as a stream');
    return this.#send<Row>(text, [...values]);
  }

  async #send<Row>(text: string, values: unknown[]): Promise<PostgresQueryResult<Row>> {
    const plain: Sending<Row> = this.#client;
    const named = this.#names.nameOf(text, values.length);
    if (named === null) return plain.query({ text, values });
    const isInTransaction = this.#client.getTransactionStatus() !== 'I';
    try {
      return await plain.query({ name: named.name, text, values });
    } catch (error) {
      if (!isNameRefused(error)) throw error;
      this.#names.refuse(error, named);
      // The transaction is lost, and is begun again by who began it.
      if (isInTransaction) throw error;
      return plain.query({ text, values });
    }
  }

  /** The statements of earlier names go with their connection. */
  release(isBroken = false): void {
    this.#client.release(isBroken || this.#generation !== this.#names.generation);
  }
}

/** What a connection of `pg` is to Kysely, for a statement with a name. */
interface Sending<Row> {
  query(statement: {
    readonly name?: string;
    readonly text: string;
    readonly values: unknown[];
  }): Promise<PostgresQueryResult<Row>>;
}
