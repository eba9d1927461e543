import type { GovernanceCallerOptions } from './caller.ts';
import type { GovernanceFault } from './controls/faults.ts';
import type { LoggedCall } from './controls/request-log.ts';
import type { Silence } from './controls/silence-change.ts';
import type { IdentityChange, TaskChange } from './controls/world-changes.ts';
import type { Dialect } from './dialect.ts';
import type { TaskSnapshot } from './entities/task-snapshot.ts';
import type { TokenEndpoint } from './tokens.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

export interface GovernanceServiceOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** The company file; the company that comes along where absent. */
  readonly seedFile?: string | undefined;
  /** File that keeps the state. Absent: in memory only. */
  readonly dataFile?: string;
  /** Leaves out every optional operation of docs/spec/deployments.md: they answer 404. */
  readonly documentedOnly?: boolean;
  readonly now?: () => Date;
  /** Time between the last approval and the grant. Default 3000; 0 grants at once. */
  readonly grantLagMs?: number;
  /** Default 600. */
  readonly tokenLifetimeSeconds?: number;
  /** Default `sandbox-bot`; has every permission. */
  readonly clientId?: string;
  /** Identity user whose name those credentials act in. Default `user-access-bot`. */
  readonly clientUserId?: string;
  /** Default `sandbox-secret`. */
  readonly clientSecret?: string;
  /**
   * Whether there are tasks that were made in the console: those of other kinds, and, where there
   * is no state yet, requests.
   */
  readonly hasConsoleTasks?: boolean;
  /** More callers, beside the one above. */
  readonly clients?: readonly GovernanceCallerOptions[];
  /** Whose spelling it has; see `dialect.ts`. Default `interface`. */
  readonly dialect?: Dialect | undefined;
}

export interface GovernanceService {
  /** For example `http://127.0.0.1:4010`, without a trailing slash. */
  readonly url: string;
  /** Ends every connection, also hanging ones, and frees the port. May be called more than once. */
  close(): Promise<void>;
  /** The calls received so far, oldest first: the last 1000, without those to `/sandbox/*`. */
  requests(): readonly LoggedCall[];
  /** Every stored task, oldest first, as of now. */
  tasks(): readonly TaskSnapshot[];
  /**
   * Drops the tasks that closed before a moment, and what they granted: a long run stays as fast as
   * a short one.
   */
  forget(before: Date): void;
  /** Makes the next matching calls fail, or their answers lie, in a chosen way. */
  fault(fault: GovernanceFault): void;
  clearFaults(): void;
  /** Changes a person of the service, for example disables them. Throws for an unknown id. */
  setIdentity(id: string, change: IdentityChange): void;
  /** What the token endpoint says otherwise than usual. */
  readonly tokens: Pick<TokenEndpoint, 'lie'>;
  /** Where steps are handed to, what was sent and answered, and what is untrue in it. */
  readonly webhooks: Pick<
    Webhooks,
    'open' | 'setTarget' | 'exchanges' | 'lie' | 'keys' | 'test' | 'look'
  >;
  /** Changes a task underneath its card, for real. Throws for an unknown id. */
  changeTask(id: string, change: TaskChange): TaskSnapshot;
  /** From now on a search finds a task only when it is so old. */
  setSearchLag(seconds: number): void;
  /**
   * How little the service says of tasks from now on, or from the first call whose path ends so;
   * null: all of it again.
   */
  setSilence(silence: Silence | null, from?: string): void;
}
