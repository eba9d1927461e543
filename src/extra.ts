/**
 * The port through which the core knows extras: what a company may do without. An extra says here
 * where it comes in; the core imports none of them. `extras/mounted.ts` lists those that run in the
 * bot, and `start/open-extras.ts` mounts them.
 */
import type { DatabaseSettings, SlackEnvironment } from './config/environment.ts';
import type { AccessSettings } from './domain/settings/access-settings.ts';
import type { ChatCommand } from './operator/admin/chat-commands.ts';
import type { Command } from './operator/command.ts';
import type { Look } from './operator/doctor/check.ts';
import type { ExtraCheckDeps } from './operator/doctor/diagnose.ts';
import type { HttpRoute } from './operator/health/http-server.ts';
import type { Metrics } from './operator/health/metrics.ts';
import type { ExtraRuns, ReadAgain } from './queue/handlers.ts';
import type { DueJob } from './queue/process-timers.ts';
import type { Need, TenantClient } from './service/capabilities.ts';
import type { ShownSection } from './slack/home/home.ts';
import type { HelpLine } from './slack/home/standing.ts';
import type { ListenerDeps } from './slack/listener-deps.ts';
import type { RegisterListener } from './slack/listeners.ts';
import type { PersonalChat } from './slack/message/personal-messages.ts';
import type { Database, OwnServer } from './store/platform/database.ts';
import type { GiveUpOfExtra } from './use-cases/action/give-up.ts';
import type { CatalogueNames } from './use-cases/catalogue/catalogue-names.ts';
import type { FollowTask, LastHoldings, LocalDeps, UseCaseDeps } from './use-cases/deps.ts';
import type { PruneExtra } from './use-cases/due/prune-old-rows.ts';
import type { UnauthenticatedBodies } from './use-cases/people/limiter.ts';
import type { DeliveredSteps } from './use-cases/ports/delivered-steps.ts';
import type { HomeSection } from './use-cases/ports/home-contents.ts';
import type { AccessGovernance, World } from './use-cases/ports/ports.ts';
import type { RequestedProfiles } from './use-cases/ports/requested-profiles.ts';
import type { Store } from './use-cases/ports/store-ports.ts';
import type { Visibility } from './use-cases/ports/visibility-ports.ts';
import type { SignHead } from './use-cases/trail/audit-chain.ts';

/** An extra leaves out the seams at which it does not come in. */
export interface Extra {
  /** That of its folder. */
  readonly name: string;
  /**
   * What the tenant has to have for it; never other extras. Without it, nothing of the extra is on
   * Home, and it hides nothing from people. What an extra reads besides is `unknown` where the
   * tenant cannot tell it.
   */
  readonly needs?: readonly Need[];
  /** Opened with the bot, also where the operator did not switch it on: jobs may be left of it. */
  readonly open?: (deps: OpensExtra) => Partial<OpenedExtra> | Promise<Partial<OpenedExtra>>;
  /** The doctor's checks, with the settings of its own process. */
  readonly checks?: (deps: ExtraCheckDeps) => readonly Look[];
  /** The doctor's check of what it has in the database. */
  readonly checkRows?: (database: Database, surroundings: RowSurroundings) => Look | Promise<Look>;
  /** Its commands of `npm run`, each in a process of its own. */
  readonly commands?: (deps: CommandDeps) => readonly Command[];
  /** How the bot's own database is opened, where DATABASE_URL names no other. */
  readonly ownServer?: OwnServer;
}

export interface RowSurroundings extends CommandDeps {
  /** The variables; null where the settings are wrong, which the doctor says elsewhere. */
  readonly environment: Pick<SlackEnvironment, 'webhooks'> | null;
}

export interface OpensExtra {
  readonly environment: SlackEnvironment;
  readonly settings: AccessSettings;
  readonly database: Pick<Database, 'background'>;
  /** For jobs. */
  readonly store: Store;
  readonly world: World;
  readonly metrics: Pick<Metrics, 'registry' | 'governanceCall'>;
  /** What there is to ask for, which is known later. */
  readonly catalogue: () => CatalogueNames;
  /** The service, for what the extra alone reads. Opened after the extras. */
  readonly tenant: () => TenantClient;
  readonly onStop: (close: () => void | Promise<void>) => void;
  /** Cuts off calls that are under way when a stop has waited for them long enough. */
  readonly callsEnd: AbortSignal;
}

/** With messages of an extra's own making. */
export type ExtraJobDeps = UseCaseDeps & { readonly chat: PersonalChat };

/** Where an extra comes in while the bot runs. */
export interface OpenedExtra {
  /** The service, with its readings and acts as they are with this extra. */
  readonly wrapped: (governance: AccessGovernance, store: Store) => AccessGovernance;
  /** What it knows of steps that the service handed to the bot. */
  readonly deliveredSteps: DeliveredSteps;
  /** How its jobs are carried out. */
  readonly jobs: (deps: ExtraJobDeps) => ExtraRuns;
  readonly giveUp: GiveUpOfExtra;
  readonly repeated: readonly DueJob[];
  /** Removes its rows that are over and older than they are kept. */
  readonly prune: PruneExtra;
  /** What it reads each time open tasks are read again; it says itself how old that may be. */
  readonly readAgain: ReadAgain;
  readonly followTask: FollowTask;
  readonly lastHoldings: LastHoldings;
  /** Its buttons and forms. */
  readonly listeners: readonly RegisterListener[];
  /** What comes of access profiles. One extra has it at most; without any, nobody follows them. */
  readonly profiles: RequestedProfiles;
  /** What it shows on Home, each part with its own words. */
  readonly homeSections: (deps: LocalDeps) => readonly HomeSection<ShownSection>[];
  /** What it adds to the answer to `help`. */
  readonly helpLines: readonly HelpLine[];
  /** What administrators can type beside the core's commands, by name. */
  readonly adminCommands: Readonly<Record<string, ChatCommand>>;
  /** What people see. One extra has it at most; without any, everything is shown. */
  readonly visibility: (store: Store) => Promise<Visibility>;
  /** Addresses beside Slack's on the public port. */
  readonly routes: (deps: RouteDeps) => readonly HttpRoute[];
  /** What only the running bot knows, for `/status` and the doctor. */
  readonly checks: (store: Store) => readonly Look[];
}

/** The settings and the database of the process in which a command runs. */
export interface CommandDeps {
  /** Throws `StartRefused` where a variable is wrong. */
  readonly storage: () => CommandStorage;
  /** access.yaml. Throws `StartRefused` where it is missing or wrong. */
  readonly readSettings: () => AccessSettings;
  /** Opened when it is first asked for, and closed after the command. */
  readonly database: () => Promise<Database>;
  /** The tenant of the settings; null where they name none. */
  readonly tenant: () => string | null;
  /** Asks Slack for the workspace of the bot's token; null where it does not say. */
  readonly askWorkspace: () => Promise<string | null>;
  readonly world: World;
}

/** How the database is opened, and where its trail is signed. */
export interface CommandStorage {
  readonly settings: DatabaseSettings;
  readonly ownServer: OwnServer | undefined;
  /** The folder in which the newest head is kept outside of the database; null = nowhere. */
  readonly headFolder: string | null;
  /** Signs the heads of the audit trail; null without a key. */
  readonly sign: SignHead | null;
}

/** What people's acts take, for whoever acts by another way than Slack's payloads. */
export type RouteDeps = ListenerDeps & UseCaseDeps & { readonly bodies: UnauthenticatedBodies };
