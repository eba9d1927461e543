import pg from 'pg';
import type { TestDatabase } from '../support/database.ts';
import { addressOf } from '../support/database-address.ts';
import {
  type PostgresServer,
  postgresBinaries,
  startPostgres,
} from '../support/embedded-postgres.ts';
import { stallingProxy } from '../support/stalling-proxy.ts';

/** PostgreSQL for this platform; null where there is none. */
export const binaries = postgresBinaries();

/**
 * A server that can be lost, with a standby that has everything it committed. Both are behind one
 * address.
 */
export class PairOfServers implements TestDatabase {
  readonly settings: TestDatabase['settings'];
  readonly #first: PostgresServer;
  readonly #standby: PostgresServer;
  readonly #address: Awaited<ReturnType<typeof stallingProxy>>;
  #isLost = false;

  static async open(): Promise<PairOfServers> {
    if (binaries === null) throw new Error('there is no PostgreSQL for this platform');
    const first = await startPostgres(binaries);
    const standby = await first.standby();
    return new PairOfServers(first, standby, await stallingProxy(first.url));
  }

  private constructor(
    first: PostgresServer,
    standby: PostgresServer,
    address: Awaited<ReturnType<typeof stallingProxy>>,
  ) {
    this.#first = first;
    this.#standby = standby;
    this.#address = address;
    this.settings = { kind: 'postgres', url: address.url };
  }

  /** The first server is gone, as with its machine. */
  async lose(): Promise<void> {
    this.#isLost = true;
    await this.#first.stop('lose');
  }

  async takeOver(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#standby.url });
    await client.connect();
    await client.query('select pg_promote()');
    await client.end();
    this.#address.leadTo(addressOf(this.#standby.url));
  }

  readonly close = async (): Promise<void> => {
    this.#address.close();
    await this.#standby.stop();
    if (!this.#isLost) await this.#first.stop();
  };
}
