import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PGlite, PGliteQueryResults, PGliteTransaction } from 'kysely';

/** What the thread is asked. */
export type Question =
  | { readonly kind: 'query'; readonly sql: string; readonly parameters: readonly unknown[] }
  | { readonly kind: 'exec'; readonly sql: string }
  /** Copies the database's files. */
  | { readonly kind: 'copy'; readonly to: string }
  | { readonly kind: 'close' };

export interface Asked {
  readonly id: number;
  readonly question: Question;
}

type Turn = () => Promise<void>;

/** Longer than any statement takes. PostgreSQL that cannot write its log (the disk is full) turns in circles; its next start recovers. */
const longestAnswerMs = 60_000;

function end(cause: unknown): never {
  throw new Error('The thread of the embedded database ended.', { cause });
}

/** `value` is what PGlite answers, which nobody but the caller knows the type of. */
type Told =
  | { readonly id: number; readonly value: never }
  | { readonly id: number; readonly error: Error; readonly told: object };

/**
 * A PGlite in a thread of its own, so that the event loop goes on whatever the database does; with as much of its interface as is used.
 * A question waits for the transaction before it. Where the thread ends by itself, or is stuck, so does the process: what is in the
 * database counts.
 */
export class ThreadedPGlite {
  readonly ready = true;
  readonly waitReady = Promise.resolve();
  closed = false;
  readonly #thread: Worker;
  readonly #open = new Map<number, PromiseWithResolvers<never>>();
  #asked = 0;
  /** What waits for its turn, in two lines: what somebody waits for goes first. */
  readonly #lines: readonly [Turn[], Turn[]] = [[], []];
  #isTaken = false;
  #closing: Promise<void> | null = null;

  static async open(folder: string): Promise<ThreadedPGlite> {
    const script = new URL('./database-thread.ts', import.meta.url);
    // Flags of the process (--watch, --eval) are not for the thread.
    const thread = new Worker(script, { workerData: folder, execArgv: [] });
    await once(thread, 'message');
    return new ThreadedPGlite(thread);
  }

  private constructor(thread: Worker) {
    this.#thread = thread;
    thread.on('message', (told: Told) => this.#hear(told));
    const ended = (cause: unknown) => {
      if (!this.closed) end(cause);
    };
    thread.on('error', ended);
    thread.on('exit', ended);
    thread.unref();
  }

  #hear(told: Told): void {
    const question = this.#open.get(told.id);
    this.#open.delete(told.id);
    // Only who waits for an answer keeps the process from ending.
    if (this.#open.size === 0) this.#thread.unref();
    if ('error' in told) question?.reject(Object.assign(told.error, told.told));
    else question?.resolve(told.value);
  }

  async #ask(question: Question): Promise<never> {
    if (this.closed) throw new Error('The embedded database is closed.');
    this.#asked += 1;
    // What cannot be copied to the thread is refused here, and nothing waits for its answer.
    this.#thread.postMessage({ id: this.#asked, question } satisfies Asked);
    const answer = Promise.withResolvers<never>();
    this.#open.set(this.#asked, answer);
    this.#thread.ref();
    if (question.kind !== 'copy') {
      const stuck = setTimeout(end, longestAnswerMs, `no answer for ${longestAnswerMs / 1_000} s`);
      const clear = () => clearTimeout(stuck);
      answer.promise.then(clear, clear);
    }
    return answer.promise;
  }

  #alone<T>(work: () => Promise<T>, line: 0 | 1 = 1): Promise<T> {
    const done = Promise.withResolvers<T>();
    this.#lines[line].push(() => work().then(done.resolve, done.reject));
    void this.#takeTurns();
    return done.promise;
  }

  async #takeTurns(): Promise<void> {
    if (this.#isTaken) return;
    this.#isTaken = true;
    const next = () => this.#lines[0].shift() ?? this.#lines[1].shift();
    for (let turn = next(); turn !== undefined; turn = next()) await turn();
    this.#isTaken = false;
  }

  /** The same database for what somebody waits for: it goes before all that waits for its turn. */
  inFront(): PGlite {
    return {
      ready: true,
      waitReady: this.waitReady,
      closed: false,
      query: (sql, parameters = []) => this.#alone(() => this.#ask({ kind: 'query', sql, parameters }), 0),
      transaction: (work) => this.#transaction(work, 0),
      close: () => this.close(),
    };
  }

  query<T>(sql: string, parameters: readonly unknown[] = []): Promise<PGliteQueryResults<T>> {
    return this.#alone(() => this.#ask({ kind: 'query', sql, parameters }));
  }

  exec(sql: string): Promise<{ rows: unknown[] }[]> {
    return this.#alone(() => this.#ask({ kind: 'exec', sql }));
  }

  transaction<T>(work: (tx: PGliteTransaction) => Promise<T>): Promise<T> {
    return this.#transaction(work, 1);
  }

  /** `COMMIT` of a transaction in which a statement failed would roll back without a word: it throws here. */
  #transaction<T>(work: (tx: PGliteTransaction) => Promise<T>, line: 0 | 1): Promise<T> {
    const done = this.#alone(async () => {
      const failed: unknown[] = [];
      const query = (sql: string, parameters: readonly unknown[] = []) =>
        this.#ask({ kind: 'query', sql, parameters }).catch((error: unknown) => {
          failed.push(error);
          throw error;
        });
      await this.#ask({ kind: 'exec', sql: 'begin' });
      try {
        const done = await work({ query, rollback: async () => undefined });
        if (failed.length > 0) throw failed[0];
        await this.#ask({ kind: 'exec', sql: 'commit' });
        return done;
      } catch (error) {
        await this.#ask({ kind: 'exec', sql: 'rollback' });
        throw error;
      }
    }, line);
    // Where it cannot begin, because the bot is stopping, Kysely does not listen any more.
    done.catch(() => undefined);
    return done;
  }

  copyTo(folder: string): Promise<void> {
    return this.#alone(() => this.#ask({ kind: 'copy', to: folder }));
  }

  close(): Promise<void> {
    this.#closing ??= this.#alone(() => this.#ask({ kind: 'close' })).then(async () => {
      this.closed = true;
      await this.#thread.terminate();
    });
    return this.#closing;
  }
}
