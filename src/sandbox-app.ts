/** The bot between the two stand-ins, put together. The sandbox itself is handed in: nothing of `src` imports it. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningApp, startApp } from './app.ts';
import type { SandboxEnvironment } from './config/environment.ts';
import { removeSandboxFile, writeSandboxFile } from './config/sandbox-file.ts';
import type { AccessSettings } from './domain/access-settings.ts';
import { StartRefused } from './start-refused.ts';
import { lockFolder } from './store/data-folder.ts';

/** The sandbox's own `access.yaml`; not there in an image without the sandbox. */
export const sandboxAccessPath = fileURLToPath(new URL('../sandbox/access.yaml', import.meta.url));

/** What `sandbox/sandbox.ts` exports, as far as it is used here. */
export interface SandboxModule {
  readonly startSandbox: (options: {
    readonly host: string;
    readonly pagePort: number;
    readonly governancePort: number;
    readonly dataDir: string;
    readonly manifestPath: string;
  }) => Promise<StandIns>;
  /** A failure to start in one sentence for the operator; null for any other. */
  readonly sandboxFailureWords: (error: unknown) => string | null;
}

interface StandIns {
  readonly pageUrl: string;
  readonly slack: { readonly apiUrl: string; readonly botToken: string; readonly signingSecret: string };
  readonly governance: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
  deliverTo(requestUrl: string): void;
  close(): Promise<void>;
}

export interface RunningSandbox extends RunningApp {
  readonly pageUrl: string;
  readonly governanceUrl: string;
  readonly logFile: string;
}

/**
 * Starts the sandbox and the bot in it, over real HTTP and with real signatures; the bot is the same and is told nothing.
 * Ports: the page at PORT, the bot and the governance service at the two after it (any free ones where PORT is 0).
 */
export async function startSandboxApp(options: {
  readonly module: SandboxModule;
  readonly environment: SandboxEnvironment;
  readonly settings: AccessSettings;
  readonly manifestPath: string;
}): Promise<RunningSandbox> {
  const { environment, settings } = options;
  const { host, port } = environment.http;
  const logFile = join(environment.dataDir, 'bot.log');
  const sandboxDir = join(environment.dataDir, 'sandbox');
  const after = (steps: number) => (port === 0 ? 0 : port + steps);
  const { startSandbox, sandboxFailureWords } = options.module;
  const lock = await lockFolder(sandboxDir);
  const sandbox = await startSandbox({
    host,
    pagePort: port,
    governancePort: after(2),
    dataDir: sandboxDir,
    manifestPath: options.manifestPath,
  }).catch(async (error: unknown) => {
    await lock.release();
    const words = sandboxFailureWords(error);
    throw words === null ? error : new StartRefused(words, { cause: error });
  });
  try {
    const { baseUrl } = sandbox.governance;
    writeSandboxFile(environment.dataDir, sandbox.governance);
    const app = await startApp({
      environment: {
        ...environment,
        mode: 'slack',
        http: { host, port: after(1) },
        slack: {
          botToken: sandbox.slack.botToken,
          apiUrl: sandbox.slack.apiUrl,
          transport: { kind: 'http', signingSecret: sandbox.slack.signingSecret },
        },
        governance: sandbox.governance,
      },
      settings: { ...settings, governance: { ...settings.governance, taskUrl: `${baseUrl}/task/{numericId}` } },
      postSpacingMs: 0,
      refreshTasksMs: 2_000,
      logFile,
    });
    sandbox.deliverTo(app.eventsUrl);
    return {
      pageUrl: sandbox.pageUrl,
      logFile,
      governanceUrl: baseUrl,
      eventsUrl: app.eventsUrl,
      async stop() {
        removeSandboxFile(environment.dataDir);
        await app.stop();
        await sandbox.close();
        await lock.release();
      },
    };
  } catch (error) {
    await sandbox.close();
    await lock.release();
    throw error;
  }
}
