/** The settings and the surroundings with which each part of the bot is opened. */
import type { Logger } from 'pino';
import type { SlackEnvironment } from '../config/environment.ts';
import type { AccessSettings } from '../domain/settings/access-settings.ts';
import type { Extra } from '../extra.ts';
import type { Turns } from '../queue/process-timers.ts';
import type { TenantCapabilities } from '../service/capabilities.ts';
import type { OwnServer } from '../store/platform/database.ts';
import type { ReloadPeopleDeps } from '../use-cases/people/reload-people.ts';
import type { World } from '../use-cases/ports/ports.ts';
import type { Stopping } from './stopping.ts';

export interface AppOptions {
  readonly environment: SlackEnvironment;
  readonly settings: AccessSettings;
  /** A release mounts all of `extras/mounted.ts`. */
  readonly extras: readonly Extra[];
  /** Reads the directory file again; null if there is none. */
  readonly readPeople?: ReloadPeopleDeps['readPeople'] | null;
  /** Default: Slack's pace of one message a second in a conversation. Shorter in tests. */
  readonly postSpacingMs?: number;
  /** Default: the pace at which Slack accepts changes of a Home. Shorter in tests. */
  readonly homeSpacingMs?: number;
  /** How often open tasks are read again. */
  readonly refreshTasksMs?: number;
  /** The real clock by default; the sandbox moves its own. */
  readonly now?: () => Date;
  /** Gives up a start that is not finished. */
  readonly signal?: AbortSignal;
  /** Log lines go to this file; standard output by default. */
  readonly logFile?: string;
}

export interface Context extends AppOptions {
  readonly world: World & { readonly log: Logger };
  readonly tenant: TenantCapabilities;
  /** `settings.directory`, which follows changes of the file. */
  readonly people: ReloadPeopleDeps['people'];
  /** What is done now and then. Ends before the database does. */
  readonly turns: Turns;
  /** Registers a part for closing. The part that was opened last is closed first. */
  readonly onStop: Stopping['add'];
  readonly stopping: Pick<Stopping, 'isBegun' | 'callsEnd' | 'jobsMs'>;
}

/** How the mounted extras open the bot's own database; undefined where none does. */
export function ownServerOf(extras: readonly Extra[]): OwnServer | undefined {
  return extras.find((one) => one.ownServer !== undefined)?.ownServer;
}
