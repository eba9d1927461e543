/**
 * The one way in which tests, chaos and bench start a process. It listens on port 0 and says where;
 * a wait for it fails at once, with its output, when the process ends, and with its output when it
 * takes too long.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Less than a test or a hook may take, so that the output is shown before vitest gives up. */
const usualWaitMs = 120_000;

export interface ProcessToStart {
  /** Named in failures: `the bot`. */
  readonly name: string;
  /** Node by default. */
  readonly command?: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The repository by default. */
  readonly folder?: string;
  /** In a process group of its own, which a signal of a terminal reaches as a whole. */
  readonly detached?: boolean;
  /** Connects `ask` and `message` with the process's `process.on('message')` and `process.send`. */
  readonly hasMessages?: boolean;
  /** `type` writes to its input; else it has none. */
  readonly hasInput?: boolean;
  /** Its output is printed, too. */
  readonly isPrinted?: boolean;
  /** As this user; this process must run as root. */
  readonly identity?: { readonly uid?: number; readonly gid?: number };
  /** What ends it where this process ends first. */
  readonly lastSignal?: NodeJS.Signals;
}

export interface EndedProcess {
  readonly out: string;
  readonly err: string;
  /** The exit code; null where a signal ended it. */
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Processes that still run. Where a worker of vitest ends in the middle of a test, it takes them
 * along.
 */
const running = new Set<StartedProcess>();
process.on('exit', () => {
  for (const one of running) one.killLast();
});

export class StartedProcess {
  readonly #child: ChildProcess;
  readonly #options: ProcessToStart;
  /** Standard output and error output, as they came. */
  output = '';
  out = '';
  err = '';
  /**
   * Resolves when it has ended and all its output is here; rejects when it could not be started.
   */
  readonly ended: Promise<EndedProcess>;

  constructor(options: ProcessToStart) {
    this.#options = options;
    const messages = options.hasMessages === true ? (['ipc'] as const) : [];
    this.#child = spawn(options.command ?? process.execPath, [...options.args], {
      cwd: options.folder ?? repository,
      env: options.env ?? process.env,
      stdio: [options.hasInput === true ? 'pipe' : 'ignore', 'pipe', 'pipe', ...messages],
      detached: options.detached ?? false,
      ...options.identity,
    });
    const { stdout, stderr } = this.#child;
    // Read to the end, not only until it is ready: a full pipe would stop the process.
    stdout?.setEncoding('utf8').on('data', (words: string) => {
      this.out += words;
      this.#hear(words);
    });
    stderr?.setEncoding('utf8').on('data', (words: string) => {
      this.err += words;
      this.#hear(words);
    });
    this.ended = this.#waitForEnd();
    // A process that nobody waits for may fail, too.
    this.ended.catch(() => undefined);
  }

  #hear(words: string): void {
    this.output += words;
    if (this.#options.isPrinted === true) process.stderr.write(words);
  }

  get pid(): number {
    const { pid } = this.#child;
    if (pid === undefined) throw new Error(`${this.#options.name} was not started`);
    return pid;
  }

  get isRunning(): boolean {
    return running.has(this);
  }

  /** Resolves with what `look` finds in the output. */
  async says<T>(
    what: string,
    look: (output: string) => T | null | undefined | false,
    limitMs: number = usualWaitMs,
  ): Promise<T> {
    const found = Promise.withResolvers<T>();
    const hear = () => {
      const seen = look(this.output);
      if (seen !== null && seen !== undefined && seen !== false) found.resolve(seen);
    };
    const streams = [this.#child.stdout, this.#child.stderr];
    for (const stream of streams) stream?.on('data', hear);
    hear();
    return this.#orFails(found.promise, what, limitMs).finally(() => {
      for (const stream of streams) stream?.off('data', hear);
    });
  }

  /** Resolves with the next message that it sends. */
  async message(what: string, limitMs: number = usualWaitMs): Promise<unknown> {
    const heard = Promise.withResolvers<unknown>();
    this.#child.once('message', heard.resolve);
    return this.#orFails(heard.promise, what, limitMs).finally(() => {
      this.#child.off('message', heard.resolve);
    });
  }

  /** Sends a message and resolves with the next one that comes back. */
  ask(message: object | string): Promise<unknown> {
    const answer = this.message(`answers ${JSON.stringify(message)}`);
    this.tell(message);
    return answer;
  }

  /** Sends a message. A process that has ended does not hear it. */
  tell(message: object | string): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  /** As somebody at its keyboard. */
  type(keys: string): void {
    this.#child.stdin?.write(keys);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** As a terminal does it: to the whole process group of a process that is `detached`. */
  signalGroup(signal: NodeJS.Signals): void {
    process.kill(-this.pid, signal);
  }

  /** Sends the signal, if it still runs, and resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<EndedProcess> {
    if (this.isRunning) this.signal(signal);
    return this.ended;
  }

  killLast(): void {
    this.signal(this.#options.lastSignal ?? 'SIGKILL');
  }

  #waitForEnd(): Promise<EndedProcess> {
    const { promise, resolve, reject } = Promise.withResolvers<EndedProcess>();
    running.add(this);
    this.#child.once('error', (cause) => {
      // Also where a signal or a message does not reach it, which is no end.
      if (this.#child.pid !== undefined) return;
      running.delete(this);
      reject(new Error(`${this.#options.name} cannot be started`, { cause }));
    });
    this.#child.once('exit', () => running.delete(this));
    this.#child.once('close', (exit, signal) => {
      resolve({ out: this.out, err: this.err, exit, signal });
    });
    return promise;
  }

  async #orFails<T>(wanted: Promise<T>, what: string, limitMs: number): Promise<T> {
    const { name } = this.#options;
    const late = Promise.withResolvers<never>();
    const sentence = `within ${limitMs / 1_000} s it never happened that ${name} ${what}`;
    const timer = setTimeout(() => late.reject(this.#failure(sentence)), limitMs);
    const gone = this.ended.then(({ exit, signal }) => {
      throw this.#failure(`${name} ended with ${exit ?? signal} before it ${what}`);
    });
    // `wanted` comes first where the last words before the end were the ones.
    return Promise.race([wanted, gone, late.promise]).finally(() => clearTimeout(timer));
  }

  #failure(sentence: string): Error {
    return new Error(`${sentence}. Its output:\n${this.output || '(nothing)'}`);
  }
}
