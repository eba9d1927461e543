import { hostname } from 'node:os';
import pg from 'pg';
import { asDatabaseFailure } from './database-trouble.ts';

/** As what the server lists the connections of this process. */
export const processName = `access-request-bot/${process.pid}@${hostname()}`.slice(0, 63);

/** How long those wait who use a pool, in milliseconds; 0 = as long as it takes. */
export interface PoolPatience {
  /** For a connection. */
  readonly connectMs: number;
  /** For a lock that another transaction has. */
  readonly lockMs: number;
  /** For one statement. */
  readonly statementMs: number;
  /**
   * How long the server keeps a transaction, with its locks, whose process says nothing: it may be
   * frozen.
   */
  readonly idleInTransactionMs: number;
}

/**
 * Somebody waits for the answer. What gets no lock gives its connection to others, and begins again
 * (`store.ts`): with longer waits, ten who need one locked table keep everybody else waiting.
 */
export const interactivePatience: PoolPatience = {
  connectMs: 2_000,
  lockMs: 400,
  statementMs: 2_000,
  idleInTransactionMs: 5_000,
};

/** Nobody waits: what failed is done again. */
export const backgroundPatience: PoolPatience = {
  connectMs: 10_000,
  lockMs: 10_000,
  statementMs: 30_000,
  idleInTransactionMs: 15_000,
};

/**
 * A migration may rewrite a table, and waits for the process that migrates already
 * (`migrateInTurn`). It says nothing only where it is frozen.
 */
export const migrationPatience: PoolPatience = {
  connectMs: 5_000,
  lockMs: 0,
  statementMs: 0,
  idleInTransactionMs: 60_000,
};

export interface PoolOptions {
  readonly url: string;
  readonly patience: PoolPatience;
  /** As what the server lists its connections. */
  readonly name: string;
  readonly connections: number;
}

export function openPool({ url, patience, name, connections }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: patience.connectMs,
    lock_timeout: patience.lockMs,
    statement_timeout: patience.statementMs,
    idle_in_transaction_session_timeout: patience.idleInTransactionMs,
    // A server that is stopped does not keep its own limits.
    query_timeout: patience.statementMs === 0 ? 0 : patience.statementMs + 1_000,
  });
  // The pool replaces a connection that drops, and a running query throws. Without these listeners
  // (the pool's for idle connections, each client's for those in use) the error would also end the
  // process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export interface PooledSql {
  /**
   * One statement, or several without values, on connections that are the queue's alone. Throws
   * `DatabaseFailure`.
   */
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
}

export function sqlOn(pool: pg.Pool): PooledSql {
  return {
    executeSql: (text, values = []) =>
      pool.query<Record<string, unknown>>(text, [...values]).catch((error: unknown) => {
        throw asDatabaseFailure(error);
      }),
  };
}
