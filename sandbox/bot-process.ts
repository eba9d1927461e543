/**
 * The bot between the stand-ins: a process of its own, as anywhere else, with the variables that an
 * operator sets. It is told the time beside them, and can be killed.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** It could not start; the message is what it said. */
export class BotNotStarted extends Error {
  override readonly name = 'BotNotStarted';
  /** What it ended with; null where a signal ended it. */
  readonly exitCode: number | null;

  constructor(words: string, exitCode: number | null) {
    super(words || 'The bot ended before it was ready.');
    this.exitCode = exitCode;
  }
}

const program = fileURLToPath(new URL('../src/start/sandboxed-bot.ts', import.meta.url));
const ready = z.object({ eventsUrl: z.string(), logFile: z.string() });
const due = z.object({ due: z.coerce.date().nullable() });
const longestAnswerMs = 5_000;
/** It is killed then, and what it said is shown: somebody waits for it. */
const longestStartMs = 180_000;

/** How a process ended: with a code, or by a signal. */
export interface BotEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What a signal ended had no time to write why. */
export function botEndWords({ exitCode, signal }: BotEnd, logFile: string): string {
  return signal === null
    ? `The bot has ended with exit code ${exitCode}; ${logFile} says why.`
    : `The bot was ended by ${signal}; ${logFile} says what it did before.`;
}

export class BotProcess {
  /** Where it takes what Slack sends. */
  readonly eventsUrl: string;
  readonly logFile: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #isEnding = false;

  private constructor(
    child: ChildProcess,
    told: z.infer<typeof ready>,
    onEnded: (words: string) => void,
  ) {
    this.#child = child;
    this.eventsUrl = told.eventsUrl;
    this.logFile = told.logFile;
    this.#ended = once(child, 'exit').then(([exitCode, signal]) => {
      if (!this.#isEnding) onEnded(botEndWords({ exitCode, signal }, this.logFile));
    });
  }

  /**
   * Resolves when it takes requests; throws `BotNotStarted`. `onEnded` is told, in a sentence, when
   * it ends although nobody asked it to.
   *
   * @param aheadMs how far its time is ahead
   */
  static async start(
    variables: Readonly<Record<string, string | undefined>>,
    aheadMs: number,
    onEnded: (words: string) => void,
  ): Promise<BotProcess> {
    // In a group of its own, which Ctrl+C and npm's SIGTERM do not reach: its parent says when.
    const execArgv = ['--disable-sigusr1'];
    const child = fork(program, [String(aheadMs)], {
      env: variables,
      execArgv,
      silent: true,
      detached: true,
    });
    let words = '';
    child.stderr?.on('data', (chunk) => {
      words += String(chunk);
    });
    const ended = once(child, 'close').then(([exitCode]) => {
      throw new BotNotStarted(words.trim(), exitCode);
    });
    ended.catch(() => undefined);
    const late = setTimeout(() => {
      words += `\nThe bot was not ready within ${longestStartMs / 60_000} minutes.`;
      child.kill('SIGKILL');
    }, longestStartMs);
    const [message] = await Promise.race([once(child, 'message'), ended]).finally(() =>
      clearTimeout(late),
    );
    child.stderr?.pipe(process.stderr);
    return new BotProcess(child, ready.parse(message), onEnded);
  }

  /** When it has something to do next; null = nothing. */
  async nextDue(): Promise<Date | null> {
    const answer = once(this.#child, 'message', { signal: AbortSignal.timeout(longestAnswerMs) });
    this.#tell({ tell: 'due' });
    return due.parse((await answer)[0]).due;
  }

  /** From now on its time is so far ahead; nothing where it has ended. */
  moveClock(aheadMs: number): void {
    this.#tell({ aheadMs });
  }

  /** Lets it finish what it began. */
  stop(): Promise<void> {
    this.#isEnding = true;
    this.#tell('stop');
    return this.#ended;
  }

  #tell(message: object | string): void {
    // It may have ended, or be about to: without somebody to hear of that the child itself would
    // fail.
    this.#child.send(message, () => undefined);
  }

  /** kill -9. */
  kill(): Promise<void> {
    this.#isEnding = true;
    this.#child.kill('SIGKILL');
    return this.#ended;
  }
}
