/** The bot between the two stand-ins, put together. The sandbox itself is handed in: nothing of `src` imports it. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type RunningApp, startApp } from './app.ts';
import { readAccessFile } from './config/access-file.ts';
import { readAccessFileAt, removeSandboxFile, writeSandboxFile } from './config/configuration.ts';
import type { SandboxEnvironment } from './config/environment.ts';
import type { Checked } from './config/mistakes.ts';
import type { AccessSettings } from './domain/access-settings.ts';
import { ok, type Result, refuse } from './domain/result.ts';
import { StartRefused } from './start-refused.ts';
import { lockFolder } from './store/data-folder.ts';

/** The sandbox's own `access.yaml`; not there in an image without the sandbox. */
export const sandboxAccessPath = fileURLToPath(new URL('../sandbox/access.yaml', import.meta.url));

/** What `sandbox/sandbox.ts` exports, as far as it is used here. */
export interface SandboxModule {
  readonly startSandbox: (
    options: {
      readonly host: string;
      readonly pagePort: number;
      readonly governancePort: number;
      readonly dataDir: string;
      readonly manifestPath: string;
    } & SandboxFlags,
  ) => Promise<StandIns>;
  /** An `access.yaml` for the company of a file. Throws what `sandboxFailureWords` has words for. */
  readonly accessFileFor: (seedFile: string) => string;
  /** A failure to start in one sentence for the operator; null for any other. */
  readonly sandboxFailureWords: (error: unknown) => string | null;
}

/** What `npm start` says of the sandbox. */
export interface SandboxFlags {
  /** A company file (sandbox/README.md); the company that comes along where absent. */
  readonly seedFile?: string | undefined;
  /** Whose spelling the governance service has; that of interface.md where absent. */
  readonly dialect?: 'interface' | 'deployed' | undefined;
}

/** The flags of `npm start`, or a sentence about what is wrong with them. */
export function readSandboxFlags(args: readonly string[]): Result<SandboxFlags, string> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { seed: { type: 'string' }, dialect: { type: 'string' } },
    });
    const { seed: seedFile, dialect } = values;
    if (dialect === undefined || dialect === 'interface' || dialect === 'deployed') return ok({ seedFile, dialect });
    return refuse(`--dialect takes interface or deployed, not “${dialect}”.`);
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}. See npm start -- --help.`);
  }
}

/** The bot's settings in the sandbox: its own file, or one made for the company of `--seed`. */
export function readSandboxAccess(module: SandboxModule, { seedFile }: SandboxFlags): Checked<AccessSettings> {
  if (seedFile === undefined) return readAccessFileAt(sandboxAccessPath);
  try {
    return readAccessFile(module.accessFileFor(seedFile), seedFile, () => '');
  } catch (error) {
    const words = module.sandboxFailureWords(error);
    if (words === null) throw error;
    const [first = '', ...mistakes] = words.split('\n');
    if (mistakes.length === 0) return refuse([{ place: '--seed', message: first }]);
    return refuse(mistakes.map((message) => ({ place: seedFile, message: message.trim() })));
  }
}

interface StandIns {
  readonly pageUrl: string;
  readonly slack: { readonly apiUrl: string; readonly botToken: string; readonly signingSecret: string };
  readonly governance: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
  deliverTo(requestUrl: string): void;
  readonly now: () => Date;
  offer(bot: { nextDue(): Promise<Date | null>; restart(meanwhile?: () => Promise<void>): Promise<void> }): void;
  close(): Promise<void>;
}

export interface RunningSandbox extends RunningApp {
  readonly pageUrl: string;
  readonly governanceUrl: string;
  readonly logFile: string;
}

interface SandboxOptions extends SandboxFlags {
  readonly module: SandboxModule;
  readonly environment: SandboxEnvironment;
  readonly settings: AccessSettings;
  readonly manifestPath: string;
}

/**
 * Starts the sandbox and the bot in it, over real HTTP and with real signatures; the bot is the same and is told nothing.
 * Ports: the page at PORT, the bot and the governance service at the two after it (any free ones where PORT is 0).
 */
export async function startSandboxApp(options: SandboxOptions): Promise<RunningSandbox> {
  const { module, environment, settings, ...given } = options;
  const { host, port } = environment.http;
  const dataDir = join(environment.dataDir, 'sandbox');
  const logFile = join(environment.dataDir, 'bot.log');
  const lock = await lockFolder(dataDir);
  const closing: (() => Promise<void>)[] = [() => lock.release()];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const sandbox = await module.startSandbox({
      ...given,
      host,
      pagePort: port,
      governancePort: after(port, 2),
      dataDir,
    });
    closing.push(() => sandbox.close());
    writeSandboxFile(environment.dataDir, sandbox.governance);
    const { now, pageUrl, governance } = sandbox;
    const spacing = { postSpacingMs: 0, homeSpacingMs: 500, refreshTasksMs: 2_000 };
    const bot = { ...botBetween(sandbox, environment, settings), ...spacing, now, logFile };
    let app = await startApp(bot);
    closing.push(async () => {
      removeSandboxFile(environment.dataDir);
      await app.stop();
    });
    sandbox.deliverTo(app.eventsUrl);
    const nextDue = () => app.nextDue();
    let restarting: Promise<void> | null = null;
    async function restart(meanwhile?: () => Promise<void>) {
      await app.stop();
      await meanwhile?.();
      app = await startApp(bot);
      sandbox.deliverTo(app.eventsUrl);
    }
    sandbox.offer({
      nextDue,
      // Whoever asks meanwhile waits for the same.
      restart(meanwhile) {
        restarting ??= restart(meanwhile).finally(() => {
          restarting = null;
        });
        return restarting;
      },
    });
    const { eventsUrl, opsUrl } = app;
    return { pageUrl, logFile, governanceUrl: governance.baseUrl, eventsUrl, opsUrl, nextDue, stop };
  } catch (error) {
    await stop();
    const words = module.sandboxFailureWords(error);
    throw words === null ? error : new StartRefused(words, { cause: error });
  }
}

/** Settings with which the bot takes the stand-ins for the real things. */
function botBetween({ slack, governance }: StandIns, environment: SandboxEnvironment, settings: AccessSettings) {
  const { host, port } = environment.http;
  const { botToken, apiUrl, signingSecret } = slack;
  const taskUrl = `${governance.baseUrl}/task/{numericId}`;
  return {
    environment: {
      ...environment,
      mode: 'slack',
      http: { host, port: after(port, 1) },
      slack: { botToken, apiUrl, transport: { kind: 'http', signingSecret } },
      governance,
    },
    settings: { ...settings, governance: { ...settings.governance, taskUrl } },
  } as const;
}

function after(port: number, steps: number): number {
  return port === 0 ? 0 : port + steps;
}
