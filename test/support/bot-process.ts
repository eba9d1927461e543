import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appToken, botToken, signingSecret } from './bot-environment.ts';
import { processEnvironment } from './process-environment.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

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
  readonly port: number;
  readonly slackApiUrl: string;
  readonly governanceUrl: string;
  readonly databaseUrl?: string;
  /** How Slack reaches the bot; default `http`. */
  readonly transport?: 'http' | 'socket';
}

/** The bot as an operator runs it: a process of its own, which can be killed. */
export class BotProcess {
  readonly #options: BotProcessOptions;
  #child: ChildProcess | null = null;
  output = '';

  constructor(options: BotProcessOptions) {
    this.#options = options;
  }

  get eventsUrl(): string {
    return `http://127.0.0.1:${this.#options.port}/slack/events`;
  }

  /** Starts the process and resolves when it takes requests. */
  async start(): Promise<void> {
    const { folder, port, slackApiUrl, governanceUrl, databaseUrl, transport } = this.#options;
    const config = join(folder, 'access.yaml');
    await writeFile(config, accessYaml);
    const child = spawn(process.execPath, ['src/main.ts'], {
      cwd: root,
      env: processEnvironment({
        PORT: String(port),
        HOST: '127.0.0.1',
        SLACK_BOT_TOKEN: botToken,
        ...(transport === 'socket' ? { SLACK_APP_TOKEN: appToken } : { SLACK_SIGNING_SECRET: signingSecret }),
        SLACK_API_URL: slackApiUrl,
        GOVERNANCE_BASE_URL: governanceUrl,
        GOVERNANCE_CLIENT_ID: 'sandbox-bot',
        GOVERNANCE_CLIENT_SECRET: 'sandbox-secret',
        ACCESS_CONFIG: config,
        DATA_DIR: join(folder, 'data'),
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const ready = Promise.withResolvers<void>();
    const hear = (chunk: Buffer) => {
      this.output += chunk.toString();
      if (this.output.includes('"msg":"ready"')) ready.resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => ready.reject(new Error(`the bot ended with ${code}:\n${this.output}`)));
    this.output = '';
    await ready.promise;
  }

  /** kill -9. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    this.#child = null;
  }

  /** SIGSTOP, and SIGCONT when `isFrozen` is false: the process does nothing, and knows nothing of it. */
  freeze(isFrozen: boolean): void {
    this.#child?.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  /** SIGTERM; the exit code. */
  async stop(): Promise<number | null> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    this.#child = null;
    return child.exitCode;
  }
}
