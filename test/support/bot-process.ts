import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { appToken, botToken, signingSecret } from './bot-environment.ts';
import { startProgram } from './program.ts';
import type { StartedProcess } from './started-process.ts';

const accessYaml = `governance:
  operations: [taskRead, taskSearch, taskActions, userSearch]
apps:
  - id: app-github
    name: GitHub
    channel: C0REVIEWS
    resources: [{ resourceTypeId: team, resourceId: platform }]
    durations: [1h, 4h]
admins: [U0HANA]
`;

export interface BotProcessOptions {
  readonly folder: string;
  /** Where the bot is installed; the repository by default. */
  readonly installation?: string;
  readonly slackApiUrl: string;
  readonly governanceUrl: string;
  readonly databaseUrl?: string;
  /** How Slack reaches the bot; default `http`. */
  readonly transport?: 'http' | 'socket';
  /** How long a stop may take; default: as for a company. */
  readonly stopSeconds?: number;
}

/**
 * The bot as an operator runs it: a process of its own, which can be killed. Each start listens on
 * another port.
 */
export class BotProcess {
  readonly #options: BotProcessOptions;
  #process: StartedProcess | null = null;
  #origin = '';

  constructor(options: BotProcessOptions) {
    this.#options = options;
  }

  /** Where it listens since it was last started. */
  get origin(): string {
    return this.#origin;
  }

  get eventsUrl(): string {
    return `${this.#origin}/slack/events`;
  }

  /** What it printed since its last start. */
  get output(): string {
    return this.#process?.output ?? '';
  }

  /** Starts the process and resolves when it takes requests. */
  async start(): Promise<void> {
    this.#origin = await readyAt(await this.#run());
  }

  /** Starts the process and resolves when it is alive, with what it says then of being ready. */
  async startWaiting(): Promise<{ readonly healthz: number; readonly readyz: number }> {
    const started = await this.#run();
    this.#origin = await started.says(
      'listens',
      (output) => /"url":"(http[^"]+)"[^\n]*"listening/.exec(output)?.[1],
    );
    const statusOf = async (path: string) => (await fetch(`${this.#origin}${path}`)).status;
    return { healthz: await statusOf('/healthz'), readyz: await statusOf('/readyz') };
  }

  /** Resolves when a process that was alive takes requests. */
  async ready(): Promise<void> {
    if (this.#process !== null) await readyAt(this.#process);
  }

  async #run(): Promise<StartedProcess> {
    const config = join(this.#options.folder, 'access.yaml');
    await writeFile(config, accessYaml);
    const { installation } = this.#options;
    const place = installation === undefined ? {} : { folder: installation };
    const started = startProgram('src/main.ts', [], this.#environment(config), place);
    this.#process = started;
    return started;
  }

  #environment(config: string): Readonly<Record<string, string>> {
    const { folder, slackApiUrl, governanceUrl, databaseUrl, transport, stopSeconds } =
      this.#options;
    return {
      PORT: '0',
      HOST: '127.0.0.1',
      SLACK_BOT_TOKEN: botToken,
      ...(transport === 'socket'
        ? { SLACK_APP_TOKEN: appToken }
        : { SLACK_SIGNING_SECRET: signingSecret }),
      SLACK_API_URL: slackApiUrl,
      GOVERNANCE_BASE_URL: governanceUrl,
      GOVERNANCE_CLIENT_ID: 'sandbox-bot',
      GOVERNANCE_CLIENT_SECRET: 'sandbox-secret',
      ACCESS_CONFIG: config,
      DATA_DIR: join(folder, 'data'),
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...(stopSeconds === undefined ? {} : { STOP_SECONDS: String(stopSeconds) }),
    };
  }

  /** kill -9. */
  async kill(): Promise<void> {
    await this.#process?.end('SIGKILL');
  }

  /**
   * SIGSTOP, and SIGCONT when `isFrozen` is false: the process does nothing, and knows nothing of
   * it.
   */
  freeze(isFrozen: boolean): void {
    this.#process?.signal(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  /** SIGTERM; the exit code, or null where it had ended already. */
  async stop(): Promise<number | null> {
    if (this.#process?.isRunning !== true) return null;
    return (await this.#process.end('SIGTERM')).exit;
  }
}

const readyLine = z.object({ msg: z.literal('ready'), url: z.url() });

/** Where a bot listens, as the `ready` line of its log says. */
export function readyAt(bot: StartedProcess): Promise<string> {
  return bot.says('is ready', (output) => {
    const [line] = /^.*"msg":"ready".*(?=\n)/m.exec(output) ?? [];
    return line === undefined ? null : readyLine.parse(JSON.parse(line)).url;
  });
}
