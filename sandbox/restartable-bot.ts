import type { BotProcess } from './bot-process.ts';

/** A bot that is started again after it was killed. Its callers need not know of the restarts. */
export class RestartableBot {
  readonly #startBot: () => Promise<BotProcess>;
  #bot: BotProcess | null = null;
  #restarting: Promise<void> | null = null;

  constructor(startBot: () => Promise<BotProcess>) {
    this.#startBot = startBot;
  }

  get logFile(): string {
    return this.#running.logFile;
  }

  get #running(): BotProcess {
    if (this.#bot === null) throw new Error('The bot has not been started.');
    return this.#bot;
  }

  async start(): Promise<void> {
    this.#bot = await this.#startBot();
  }

  async stop(): Promise<void> {
    await this.#running.stop();
  }

  async nextDue(): ReturnType<BotProcess['nextDue']> {
    await this.#restarting;
    return this.#running.nextDue();
  }

  moveClock(aheadMs: number): void {
    this.#running.moveClock(aheadMs);
  }

  /**
   * Kills the bot, starts it again, and runs `afterwards`. A second caller shares the restart that
   * is under way, unless it brings an `afterwards`: then it waits and gets a restart of its own.
   */
  async restart(afterwards?: () => Promise<void>): Promise<void> {
    while (afterwards !== undefined && this.#restarting !== null) await this.#restarting;
    this.#restarting ??= this.#killAndStart(afterwards).finally(() => {
      this.#restarting = null;
    });
    return this.#restarting;
  }

  async #killAndStart(afterwards?: () => Promise<void>): Promise<void> {
    await this.#running.kill();
    await this.start();
    await afterwards?.();
  }
}
