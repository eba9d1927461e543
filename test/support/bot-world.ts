/**
 * The bot between the two stand-ins, for scenarios. Long because everything that a scenario may
 * look at or change is here.
 */

import type { Dialect, GovernanceService } from '../../sandbox/governance/service.ts';
import type { ShownMessage, ShownView, WorkspaceClient } from '../../sandbox/workspace/client.ts';
import { workspacePage } from '../../sandbox/workspace/page/page.ts';
import type { SlackWorkspace } from '../../sandbox/workspace/workspace.ts';
import type { RunningApp } from '../../src/app.ts';
import type { DatabaseSettings } from '../../src/config/environment.ts';
import type { AccessSettings } from '../../src/domain/settings/access-settings.ts';
import type { AppOptions } from '../../src/start/app-context.ts';
import { appToken, testWebhooks } from './bot-environment.ts';
import { isRecording, writeGoldenRecord } from './golden-record.ts';
import { sandboxDialect } from './sandbox-dialect.ts';
import { type StandIns, startBot, startStandIns } from './stand-ins.ts';
import { until } from './until.ts';

export { temporaryFolder, until } from './until.ts';

export interface BotWorldOptions {
  readonly database: DatabaseSettings;
  readonly settings?: AccessSettings;
  readonly readPeople?: AppOptions['readPeople'];
  /** Default: those of a release. */
  readonly extras?: AppOptions['extras'];
  readonly documentedOnly?: boolean;
  readonly dialect?: Dialect;
  readonly grantedScopes?: readonly string[];
  readonly grantLagMs?: number;
  /**
   * The bot keeps its pace, and Slack enforces its rate limits while this says so; default:
   * neither.
   */
  readonly isPaced?: () => boolean;
  /** The bot's clock, where it is not the machine's. */
  readonly now?: AppOptions['now'];
  /**
   * The clock of the bot and of both stand-ins together; without it Slack's signatures are of the
   * machine's time.
   */
  readonly clock?: () => Date;
  /** How Slack reaches the bot; default `http`. */
  readonly transport?: 'http' | 'socket';
  /** How often open tasks are read, where a test says why not as for a company. */
  readonly refreshTasksMs?: number;
  /** How long a stop may take; default: as for a company. */
  readonly stopMs?: number;
  /** What the audit trail is signed with; default: nothing. */
  readonly auditSigningKey?: string;
  /** Warnings and errors of the bot go there; nowhere by default. */
  readonly logFile?: AppOptions['logFile'];
  /** There are tasks that were made in the service's console; default: there are none. */
  readonly consoleTasks?: boolean;
  /** The service hands steps of the company's webhooks to the bot; default: it does not. */
  readonly webhooks?: boolean;
  readonly onClosed?: () => Promise<void>;
}

const quietLooks = 30;

/** Slack's stand-in, and what people see in it. */
export class SlackWorld {
  readonly slack: SlackWorkspace;
  readonly client: WorkspaceClient;

  constructor(slack: SlackWorkspace) {
    this.slack = slack;
    this.client = slack.client;
  }

  /**
   * Resolves when the bot has not called Slack for a while and waits for no moment to pass, so that
   * work of an earlier test is done. The while is counted in looks: on a busy machine they take longer, as the bot does.
   */
  async quiet(): Promise<void> {
    let seen = -1;
    let looksWithoutCall = 0;
    await until('the bot is quiet', () => {
      const calls = this.slack.calls().length;
      looksWithoutCall = calls === seen && this.isIdle() ? looksWithoutCall + 1 : 0;
      seen = calls;
      return looksWithoutCall === quietLooks;
    });
  }

  /** As far as that can be known from here. */
  protected isIdle(): boolean {
    return true;
  }

  /** The one open form of a person. */
  form(personId: string): ShownView {
    const view = this.client.openViews(personId).at(-1);
    if (view === undefined) throw new Error(`${personId} has no form open`);
    return view;
  }

  /** The bot's cards in a channel, oldest first, as a person sees them. */
  cards(personId: string, channel: string): readonly ShownMessage[] {
    return this.client
      .messages(personId, channel)
      .filter((message) => message.metadata?.event_type === 'access_card');
  }

  /** Texts of what the bot wrote to a person directly, oldest first. */
  directMessages(personId: string): readonly string[] {
    const dm = this.client.conversations(personId).find((one) => one.kind === 'dm');
    return dm === undefined
      ? []
      : this.client.messages(personId, dm.id).map((message) => message.text);
  }

  /** The first direct message of the bot with these words, once it is there. */
  told(personId: string, words: string): Promise<string> {
    return until(`${personId} reads “${words}”`, () =>
      this.directMessages(personId).find((one) => one.includes(words)),
    );
  }

  /** The newest card that says who asked, once it is there; as Ana sees it. */
  cardOf(personId: string, channel = 'C0REVIEWS'): Promise<ShownMessage> {
    const isTheirs = (card: ShownMessage) =>
      JSON.stringify(card.blocks).includes(`Asked by <@${personId}>,`);
    return until(`the card of ${personId} in ${channel}`, () =>
      this.cards('U0ANA', channel).findLast(isTheirs),
    );
  }
}

/** The two stand-ins, and what people see in them. */
export class ClickableWorld extends SlackWorld {
  readonly governance: GovernanceService;

  constructor({ slack, governance }: StandIns) {
    super(slack);
    this.governance = governance;
  }

  tasksOf(identityUserId: string) {
    return this.governance.tasks().filter((task) => task.identityUserId === identityUserId);
  }
}

/**
 * The bot between the two stand-ins, over real HTTP with real signatures, as it runs for a company.
 */
export class BotWorld extends ClickableWorld {
  #app: RunningApp | null = null;
  readonly #options: BotWorldOptions;

  private constructor(options: BotWorldOptions, stands: StandIns) {
    super(stands);
    this.#options = options;
  }

  static async start(options: BotWorldOptions): Promise<BotWorld> {
    const { clock: now, grantedScopes } = options;
    const stands = await startStandIns({
      governance: {
        grantLagMs: options.grantLagMs ?? 0,
        documentedOnly: options.documentedOnly ?? false,
        dialect: options.dialect ?? sandboxDialect,
        hasConsoleTasks: options.consoleTasks ?? false,
        ...(now === undefined ? {} : { now }),
      },
      slack: {
        // Slack gives an app 3 s, and as long to open a window; a busy machine must not make a test of something else fail.
        ackLimitMs: () => 20_000,
        triggerMs: 20_000,
        page: workspacePage,
        rateLimits: options.isPaced,
        now,
        grantedScopes,
      },
    });
    const world = new BotWorld(options, stands);
    await world.startBot();
    return world;
  }

  async startBot(): Promise<void> {
    const { database, transport, webhooks, logFile, settings, extras, refreshTasksMs } =
      this.#options;
    const { stopMs, auditSigningKey } = this.#options;
    const now = this.#options.now ?? this.#options.clock;
    this.#app = await startBot(
      {
        database,
        slackApiUrl: this.slack.apiUrl,
        governanceUrl: this.governance.url,
        ...(logFile === undefined ? {} : { logLevel: 'warn' }),
        ...(stopMs === undefined ? {} : { stopMs }),
        ...(auditSigningKey === undefined ? {} : { auditSigningKey }),
        ...(webhooks === true ? { webhooks: testWebhooks } : {}),
        ...(transport === 'socket' ? { transport: { kind: 'socket', appToken } } : {}),
      },
      {
        readPeople: this.#options.readPeople ?? null,
        isPaced: this.#options.isPaced !== undefined,
        ...(settings === undefined ? {} : { settings }),
        ...(extras === undefined ? {} : { extras }),
        ...(refreshTasksMs === undefined ? {} : { refreshTasksMs }),
        ...(now === undefined ? {} : { now }),
        ...(logFile === undefined ? {} : { logFile }),
      },
    );
    if (this.#options.transport !== 'socket') this.slack.setRequestUrl(this.#app.eventsUrl);
    if (this.#options.webhooks === true) this.#handOver();
  }

  /** The service sends webhooks to the bot, which it knows by another address. */
  #handOver(): void {
    const path = '/webhooks/governance';
    const url = new URL(path, this.eventsUrl).href;
    const publicUrl = `${testWebhooks.publicUrl}${path}`;
    for (const hookId of ['webhook-slipway', 'webhook-slipway-keys'])
      this.governance.webhooks.setTarget(hookId, { url, publicUrl });
  }

  protected override isIdle(): boolean {
    return this.#app?.isIdle() ?? true;
  }

  get database(): DatabaseSettings {
    return this.#options.database;
  }

  get eventsUrl(): string {
    return this.#app?.eventsUrl ?? '';
  }

  get opsUrl(): string {
    return this.#app?.opsUrl ?? '';
  }

  /** When the bot has something to do next; null = nothing. */
  async nextDue(): Promise<Date | null> {
    return (await this.#app?.nextDue()) ?? null;
  }

  async stopBot(): Promise<void> {
    await this.#app?.stop();
    this.#app = null;
  }

  async close(): Promise<void> {
    await this.#record();
    // First, because a hanging call would hold up the bot's stop.
    await this.governance.close();
    await this.stopBot();
    await this.slack.close();
    await this.#options.onClosed?.();
  }

  async #record(): Promise<void> {
    const { database } = this.#options;
    if (!isRecording || database.kind !== 'postgres') return;
    await this.quiet();
    await writeGoldenRecord(database.url, this.slack);
  }
}

/** The option of a select whose text matches, as a person would find it by typing. */
export async function findOption(
  world: SlackWorld,
  personId: string,
  field: { block: string; action: string },
  typed: string,
): Promise<string> {
  const view = world.form(personId);
  const block = view.blocks.find(
    (one) => one.block_id === field.block || one.block_id.startsWith(`${field.block}-`),
  );
  if (block === undefined) throw new Error(`the form has no field ${field.block}`);
  const container = { kind: 'view', viewId: view.id } as const;
  // Right after the start the catalogue is still being read: a person who is told so types the
  // command again.
  for (let tries = 0; ; tries += 1) {
    const offered = await world.client.optionsFor(
      personId,
      container,
      block.block_id,
      field.action,
      typed,
    );
    if (!offered.ok) throw new Error(offered.sentence);
    const [first] = offered.options;
    if (first?.value === undefined) throw new Error(`nothing is offered for “${typed}”`);
    if (first.value !== 'unavailable' || tries === 300) return first.value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
