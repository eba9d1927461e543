/** The bot's settings in the sandbox, which is handed in: nothing of `src` imports it. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type RunningApp, startApp } from './app.ts';
import { readAccessFile } from './config/access-file.ts';
import { readAccessFileAt } from './config/configuration.ts';
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
  readonly startWithBot: (
    options: {
      readonly host: string;
      readonly port: number;
      readonly dataDir: string;
      readonly manifestPath: string;
      readonly lock: typeof lockFolder;
      readonly startBot: (standIns: StandIns, port: number) => Promise<RunningApp>;
    } & SandboxFlags,
  ) => Promise<Omit<RunningSandbox, 'logFile'>>;
  /** An `access.yaml` for the company of a file. */
  readonly accessFileFor: (seedFile: string) => Checked<string>;
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
  const made = module.accessFileFor(seedFile);
  return made.ok ? readAccessFile(made.value, seedFile, () => '') : made;
}

/** What the bot takes for Slack, for the service and for the time. */
interface StandIns {
  readonly slack: { readonly apiUrl: string; readonly botToken: string; readonly signingSecret: string };
  readonly governance: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
  readonly now: () => Date;
}

export interface RunningSandbox {
  readonly pageUrl: string;
  readonly logFile: string;
  stop(): Promise<void>;
}

interface SandboxOptions extends SandboxFlags {
  readonly module: SandboxModule;
  readonly environment: SandboxEnvironment;
  readonly settings: AccessSettings;
  readonly manifestPath: string;
}

/** Starts the sandbox and the bot in it; the bot is the same and is told nothing. */
export async function startSandboxApp(options: SandboxOptions): Promise<RunningSandbox> {
  const { module, environment, settings, ...given } = options;
  const { http, dataDir } = environment;
  const logFile = join(dataDir, 'bot.log');
  const startBot = ({ slack, governance, now }: StandIns, port: number) => {
    const { botToken, apiUrl, signingSecret } = slack;
    const taskUrl = `${governance.baseUrl}/task/{numericId}`;
    return startApp({
      environment: {
        ...environment,
        mode: 'slack',
        http: { host: http.host, port },
        slack: { botToken, apiUrl, transport: { kind: 'http', signingSecret } },
        governance,
      },
      settings: { ...settings, governance: { ...settings.governance, taskUrl } },
      postSpacingMs: 0,
      homeSpacingMs: 500,
      refreshTasksMs: 2_000,
      now,
      logFile,
    });
  };
  try {
    return { ...(await module.startWithBot({ ...given, ...http, dataDir, lock: lockFolder, startBot })), logFile };
  } catch (error) {
    const words = module.sandboxFailureWords(error);
    throw words === null ? error : new StartRefused(words, { cause: error });
  }
}
