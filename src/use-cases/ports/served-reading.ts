/** How old what is served may be; what was never answered is asked for sooner. */
export const servedAgainMs = 10 * 60_000;
export const unreadAgainMs = 20_000;

/**
 * What every process reads again by itself and serves from memory. What fails keeps its last good
 * copy. `queue/process-timers.ts` has it read.
 */
export abstract class ServedReading {
  #refreshing: Promise<void> | null = null;

  /** Reads all of it from the service. */
  protected abstract readAll(): Promise<void>;

  /** Whether the service has not answered yet. */
  protected abstract isUnread(): boolean;

  /** Called while it runs, it is the same refresh. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.readAll().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** Refreshes where the service has not answered yet, else does nothing. */
  async refreshUnread(): Promise<void> {
    if (this.isUnread()) await this.refresh();
  }
}
