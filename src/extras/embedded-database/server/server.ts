import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { cannotSwitchUser, type Identity } from './identity.ts';
import { isRefusal, serverEnvironment, startProgram, tellFolder } from './program.ts';
import { type ServerPlace, serverArguments } from './settings.ts';

export interface ServerOptions {
  /** The cluster. */
  readonly folder: string;
  readonly binaries: Binaries;
  readonly identity: Identity;
  readonly place: ServerPlace;
  /** Hears in a sentence that the server ended by itself, and that it runs again. */
  readonly tell: (words: string) => void;
}

/** `now` cuts connections off; `unused` waits a moment for those who are connected. */
export type ServerEnd = 'now' | 'unused';

/** Recovery after a crash reads at most the log of changes, which is small. */
const startMs = 120_000;
const firstWaitMs = 100;
const longestWaitMs = 10_000;
const unusedMs = 20_000;
const fastEndMs = 15_000;
const immediateEndMs = 5_000;
const lastWordsMs = 200;
/** What those hear who connect while it starts or ends, which tells nothing about why. */
const refusesMeanwhile = 'the database system is';

/**
 * A PostgreSQL that runs as a child of this process: it is started again where it ends, and ends
 * where this process does.
 */
export class EmbeddedServer {
  readonly #options: ServerOptions;
  #running: RunningServer;
  readonly #stopping = new AbortController();
  #starting: Promise<void> = Promise.resolve();

  static async start(options: ServerOptions): Promise<EmbeddedServer> {
    return new EmbeddedServer(options, await RunningServer.start(options));
  }

  private constructor(options: ServerOptions, running: RunningServer) {
    this.#options = options;
    this.#running = running;
    this.#watch();
  }

  #watch(): void {
    void this.#running.ended.then(() => {
      if (!this.#stopping.signal.aborted) this.#starting = this.#startAgain();
    });
  }

  async #startAgain(): Promise<void> {
    const { tell } = this.#options;
    tell(`PostgreSQL ended by itself (${this.#running.lastWords}). It is started again.`);
    let lastReason = '';
    const { signal } = this.#stopping;
    for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
      try {
        await sleep(waitMs, undefined, { signal });
        this.#running = await RunningServer.start(this.#options);
        tell('PostgreSQL runs again.');
        this.#watch();
        return;
      } catch (error) {
        if (signal.aborted) return;
        const words = error instanceof Error ? error.message : String(error);
        // Files are named by the number of the process, which differs each time.
        const reason = words.replaceAll(/\d/g, '');
        if (reason !== lastReason) tell(`PostgreSQL cannot be started again yet: ${words}`);
        lastReason = reason;
      }
    }
  }

  async stop(how: ServerEnd): Promise<void> {
    this.#stopping.abort();
    await this.#starting;
    await this.#running.end(how);
  }
}

/** One process of the server. */
class RunningServer {
  readonly #child: ChildProcess;
  readonly #guard: ChildProcess | null;
  /** The last lines of its log. */
  #log = '';
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;

  /** Resolves when it accepts connections. */
  static async start(options: ServerOptions): Promise<RunningServer> {
    const { binaries, identity, place } = options;
    const folder = await tellFolder(options.folder, identity);
    const args = ['-D', folder.path, ...serverArguments(place, binaries.major)];
    const run = { binaries: binaries.folder, name: 'postgres', args, identity, folder };
    const child = startProgram(run, { isDetached: true });
    try {
      await once(child, 'spawn');
    } catch (error) {
      throw isRefusal(error) ? cannotSwitchUser(error) : error;
    } finally {
      await folder.close();
    }
    const server = new RunningServer(child, { identity, host: place.host });
    await server.#acceptsConnections();
    return server;
  }

  private constructor(child: ChildProcess, { identity, host }: GuardOptions) {
    this.#child = child;
    child.stdin?.destroy();
    const ended = Promise.withResolvers<void>();
    this.ended = ended.promise;
    this.#guard = guardOf(child, { identity, host });
    child.once('exit', () => {
      // At once: the number of the process may be another one's soon.
      this.#guard?.kill('SIGKILL');
      // Its last words may come after it; a connection of its own may keep the pipe open for
      // longer.
      const lastWords = Promise.race([once(child, 'close'), sleep(lastWordsMs)]);
      void lastWords.finally(ended.resolve);
    });
    // Read to the end: a full pipe would stop the server.
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (words: string) => {
        this.#log = (this.#log + words).slice(-2_000);
      });
  }

  get lastWords(): string {
    const lines = this.#log.trim().split('\n');
    const how = this.#child.signalCode ?? `exit code ${this.#child.exitCode}`;
    const serious = lines.filter(
      (line) => /^(FATAL|PANIC):/.test(line) && !line.includes(refusesMeanwhile),
    );
    return [how, ...serious.slice(-1)].join('; ');
  }

  async #acceptsConnections(): Promise<void> {
    const ready = Promise.withResolvers<void>();
    const hear = () => {
      if (this.#log.includes('is ready to accept connections')) ready.resolve();
    };
    this.#child.stderr?.on('data', hear);
    hear();
    const late = new AbortController();
    const gone = this.ended.then(() => {
      throw new Error(this.lastWords);
    });
    const tooLate = sleep(startMs, undefined, { signal: late.signal }).then(async () => {
      await this.end('now');
      throw new Error(`it was not ready within ${startMs / 1_000} s`);
    });
    for (const failing of [gone, tooLate]) failing.catch(() => undefined);
    try {
      await Promise.race([ready.promise, gone, tooLate]);
    } finally {
      late.abort();
      this.#child.stderr?.off('data', hear);
    }
    // The users of the database keep this process going, not the server.
    this.#child.unref();
    for (const stream of [this.#child.stdout, this.#child.stderr]) unref(stream);
  }

  async end(how: ServerEnd): Promise<void> {
    this.#child.ref();
    if (how === 'unused' && (await this.#endsAfter('SIGTERM', unusedMs))) return;
    if (await this.#endsAfter('SIGINT', fastEndMs)) return;
    if (await this.#endsAfter('SIGQUIT', immediateEndMs)) return;
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  async #endsAfter(signal: NodeJS.Signals, limitMs: number): Promise<boolean> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return true;
    this.#child.kill(signal);
    const limit = new AbortController();
    const late = sleep(limitMs, false, { signal: limit.signal }).catch(() => false);
    const isEnded = await Promise.race([this.ended.then(() => true), late]);
    limit.abort();
    return isEnded;
  }
}

function unref(stream: unknown): void {
  if (
    typeof stream === 'object' &&
    stream !== null &&
    'unref' in stream &&
    typeof stream.unref === 'function'
  )
    stream.unref();
}

interface GuardOptions {
  readonly identity: Identity;
  /** Folder of the socket. */
  readonly host: string;
}

/**
 * Its arguments: the number of the server's process, and the folder of its socket, which is empty
 * after an orderly end.
 */
const guardScript = `read -r _
kill -INT "$0" || exit
for _ in $(seq 300); do
  kill -0 "$0" || { rmdir "$1"; exit; }
  sleep 0.1
done`;

/**
 * A shell that waits for the end of this process, also by `kill -9`, and then ends the server.
 * Without it, a server would go on that nobody uses, until the next start. Windows has no such
 * shell.
 */
function guardOf(server: ChildProcess, { identity, host }: GuardOptions): ChildProcess | null {
  if (process.platform === 'win32' || server.pid === undefined) return null;
  const guard = spawn('/bin/sh', ['-c', guardScript, String(server.pid), host], {
    ...identity,
    cwd: '/',
    env: serverEnvironment(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell, the next start ends what is left.
  guard.on('error', () => undefined);
  guard.stdin?.on('error', () => undefined);
  guard.unref();
  unref(guard.stdin);
  return guard;
}
