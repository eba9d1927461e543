import type { Catalog } from './catalog.ts';
import type { SilenceChange } from './controls/silence-change.ts';
import type { OtherTask } from './entities/other-task.ts';
import type { State } from './state.ts';

/** What every handler and rule of the service works on. */
export interface World {
  readonly catalog: Catalog;
  readonly state: State;
  /** Newest first. */
  readonly otherTasks: readonly OtherTask[];
  readonly now: () => Date;
  /** A new opaque id with a readable prefix: `task-3kf…`. */
  readonly newId: (prefix: string) => string;
  readonly grantLagMs: number;
  /** How old a task has to be before a search finds it. Changed by the control `setSearchLag`. */
  searchLagMs: number;
  /** How little is said of tasks. Changed by the control `setSilence`. */
  silence: SilenceChange;
  /** Whether somebody takes what is sent to a webhook. */
  isReceived: (hookId: string) => boolean;
}

/** Now, as the interface writes it. */
export function timestamp(world: World): string {
  return world.now().toISOString();
}
