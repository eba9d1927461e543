/** The bot in the sandbox, which is handed in: nothing of `src` imports it. The bot is a process of its own, as anywhere else. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readAccessFile } from './config/access-file.ts';
import { readAccessFileAt } from './config/configuration.ts';
import type { SandboxEnvironment, Variables } from './config/environment.ts';
import { type Checked, printMistakes } from './config/mistakes.ts';
import type { AccessSettings } from './domain/access-settings.ts';
import { ok, type Result, refuse } from './domain/result.ts';
import { StartRefused } from './start-refused.ts';
import { lockFolder } from './store/data-folder.ts';

/** The sandbox's own `access.yaml`; not there in an image without the sandbox. */
export const sandboxAccessPath = fileURLToPath(new URL('../sandbox/access.yaml', import.meta.url));

/** What the sandbox does with the bot. */
interface SandboxBot {
  readonly eventsUrl: string;
  nextDue(): Promise<Date | null>;
  moveClock(aheadMs: number): void;
  stop(): Promise<unknown>;
  kill(): Promise<unknown>;
}

/** What `sandbox/sandbox.ts` exports, as far as it is used here. */
export interface SandboxModule {
  readonly startWithBot: (
    options: {
      readonly host: string;
      readonly port: number;
      readonly dataDir: string;
      readonly manifestPath: string;
      readonly lock: typeof lockFolder;
      readonly startBot: (standIns: StandIns, port: number) => Promise<SandboxBot>;
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
  readonly aheadMs: () => number;
}

export interface RunningSandbox {
  readonly pageUrl: string;
  readonly logFile: string;
  stop(): Promise<void>;
}

interface SandboxOptions extends SandboxFlags {
  readonly module: SandboxModule;
  /** The variables that `environment` was read from. */
  readonly variables: Variables;
  readonly environment: SandboxEnvironment;
  readonly manifestPath: string;
  /** The bot ended although nobody had asked it to. */
  readonly onBotEnded: (words: string) => void;
}

/** Where the bot in the sandbox writes its log. */
export const botLog = (dataDir: string): string => join(dataDir, 'bot.log');

/** Starts the sandbox and the bot in it; the bot is the same and is told nothing. */
export async function startSandboxApp(options: SandboxOptions): Promise<RunningSandbox> {
  const { module, environment, variables, onBotEnded, ...given } = options;
  const { http, dataDir } = environment;
  const logFile = botLog(dataDir);
  const startBot = ({ slack, governance, aheadMs }: StandIns, port: number) => {
    const told = {
      ...variables,
      PORT: String(port),
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_API_URL: slack.apiUrl,
      SLACK_CONFIG_TOKEN: '',
      GOVERNANCE_BASE_URL: governance.baseUrl,
      GOVERNANCE_TOKEN_URL: '',
      GOVERNANCE_CLIENT_ID: governance.clientId,
      GOVERNANCE_CLIENT_SECRET: governance.clientSecret,
      HOST: http.host,
      ACCESS_CONFIG: accessPathFor(options),
    };
    return BotInSandbox.start(told, aheadMs(), () => onBotEnded(`The bot has ended; ${logFile} says why.`));
  };
  try {
    return { ...(await module.startWithBot({ ...given, ...http, dataDir, lock: lockFolder, startBot })), logFile };
  } catch (error) {
    const words = module.sandboxFailureWords(error);
    throw words === null ? error : new StartRefused(words, { cause: error });
  }
}

/** Where the bot reads its settings: the file made for a company is written beside what else the sandbox keeps. */
function accessPathFor({ module, seedFile, environment }: SandboxOptions): string {
  if (seedFile === undefined) return sandboxAccessPath;
  const made = module.accessFileFor(seedFile);
  if (!made.ok) throw new StartRefused(printMistakes(made.refusal));
  const path = join(environment.dataDir, 'sandbox', 'access.yaml');
  writeFileSync(path, made.value);
  return path;
}

const botProcess = fileURLToPath(new URL('./sandboxed-bot.ts', import.meta.url));
const ready = z.object({ eventsUrl: z.string() });
const due = z.object({ due: z.coerce.date().nullable() });
const longestAnswerMs = 5_000;

/** The process that the bot in the sandbox is. */
class BotInSandbox implements SandboxBot {
  readonly eventsUrl: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #isEnding = false;

  private constructor(child: ChildProcess, eventsUrl: string, onEnded: () => void) {
    this.#child = child;
    this.eventsUrl = eventsUrl;
    this.#ended = once(child, 'exit').then(() => {
      if (!this.#isEnding) onEnded();
    });
  }

  /** Resolves when it takes requests; throws `StartRefused` with its words where it cannot start. */
  static async start(variables: Variables, aheadMs: number, onEnded: () => void): Promise<BotInSandbox> {
    const child = fork(botProcess, [String(aheadMs)], { env: variables, execArgv: [], silent: true });
    let words = '';
    child.stderr?.on('data', (chunk) => {
      words += String(chunk);
    });
    const refused = once(child, 'close').then(() => {
      throw new StartRefused(words.trim() || 'The bot ended before it was ready.');
    });
    const [message] = await Promise.race([once(child, 'message'), refused]);
    refused.catch(() => undefined);
    child.stderr?.pipe(process.stderr);
    return new BotInSandbox(child, ready.parse(message).eventsUrl, onEnded);
  }

  async nextDue(): Promise<Date | null> {
    const answer = once(this.#child, 'message', { signal: AbortSignal.timeout(longestAnswerMs) });
    this.#child.send({ tell: 'due' });
    return due.parse((await answer)[0]).due;
  }

  moveClock(aheadMs: number): void {
    this.#child.send({ aheadMs });
  }

  stop(): Promise<unknown> {
    this.#isEnding = true;
    if (this.#child.connected) this.#child.send('stop');
    return this.#ended;
  }

  /** kill -9. */
  kill(): Promise<unknown> {
    this.#isEnding = true;
    this.#child.kill('SIGKILL');
    return this.#ended;
  }
}
