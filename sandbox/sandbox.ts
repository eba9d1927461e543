/**
 * Starts both stand-ins, the access-governance service and the Slack workspace (README.md), and the
 * bot between them, as a process: the sandbox imports nothing of it, and its two halves import
 * nothing of each other.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accessPathFor } from './access-text.ts';
import { BotNotStarted, BotProcess } from './bot-process.ts';
import { CompanyFileError } from './company.ts';
import { DataFileError } from './governance/service.ts';
import { RestartableBot } from './restartable-bot.ts';
import { botAddress, type Sandbox, type SandboxOptions, startSandbox } from './stand-ins.ts';
import { DataFileUnusable } from './workspace/state/data-file.ts';
import { PortUnusable } from './workspace/workspace.ts';

interface BetweenOptions
  extends Pick<SandboxOptions, 'host' | 'manifestPath' | 'seedFile' | 'dialect'> {
  /**
   * The port of the page; the bot and the governance service get the two after it. 0 lets the
   * system pick them all.
   */
  readonly port: number;
  /** The bot's own folder. */
  readonly dataDir: string;
  /** The environment of the bot, besides the variables that lead it to the stand-ins. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Takes a folder for this process alone; throws where another has it. */
  readonly lock: (folder: string) => Promise<{ release(): Promise<void> }>;
  /** The bot ended although nobody asked it to; in a sentence. */
  readonly onBotEnded: (words: string) => void;
}

export interface RunningSandbox {
  readonly pageUrl: string;
  readonly logFile: string;
  readonly stop: () => Promise<void>;
}

/** Starts the stand-ins with a bot between them, over real HTTP and with real signatures. */
export async function startWithBot({
  port,
  dataDir,
  lock,
  variables,
  onBotEnded,
  ...options
}: BetweenOptions): Promise<RunningSandbox> {
  const folder = join(dataDir, 'sandbox');
  const portAfter = (steps: number): number => (port === 0 ? 0 : port + steps);
  const held = await lock(folder);
  const closing: (() => Promise<void>)[] = [() => held.release()];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const accessPath = accessPathFor(options.seedFile, folder);
    const sandbox = await startSandbox({
      ...options,
      dataDir: folder,
      pagePort: port,
      governancePort: portAfter(2),
    });
    closing.push(() => sandbox.close());
    const environment = {
      ...variables,
      HOST: options.host,
      PORT: String(portAfter(1)),
      ACCESS_CONFIG: accessPath,
    };
    const bot = new RestartableBot(() => startBot(sandbox, environment, onBotEnded));
    await bot.start();
    closing.push(() => bot.stop());
    closing.push(await leaveAddress(dataDir, sandbox.governance));
    sandbox.offer(bot);
    return { pageUrl: sandbox.pageUrl, logFile: bot.logFile, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startBot(
  sandbox: Sandbox,
  environment: Readonly<Record<string, string | undefined>>,
  onBotEnded: BetweenOptions['onBotEnded'],
): Promise<BotProcess> {
  const started = await BotProcess.start(
    { ...environment, ...waysTo(sandbox) },
    sandbox.aheadMs(),
    onBotEnded,
  );
  sandbox.deliverTo(started.eventsUrl);
  // The clock may have been moved meanwhile.
  started.moveClock(sandbox.aheadMs());
  return started;
}

/** One key for every start, so that what was sealed before can be opened. Nothing real is. */
const webhookKey = Buffer.alloc(32, 'a key of the sandbox').toString('base64');

/** Variables that lead the bot to the stand-ins; those that could lead it elsewhere are empty. */
function waysTo({ slack, governance }: Sandbox): Readonly<Record<string, string>> {
  return {
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_API_URL: slack.apiUrl,
    GOVERNANCE_BASE_URL: governance.baseUrl,
    GOVERNANCE_TOKEN_URL: '',
    GOVERNANCE_CLIENT_ID: governance.clientId,
    GOVERNANCE_CLIENT_SECRET: governance.clientSecret,
    PUBLIC_URL: botAddress,
    WEBHOOK_KEY: webhookKey,
  };
}

/**
 * Lets the bot's command line find the running service. Only this user may read the file. Returns a
 * function that removes it.
 */
async function leaveAddress(
  dataDir: string,
  service: Sandbox['governance'],
): Promise<() => Promise<void>> {
  const path = join(dataDir, 'sandbox.json');
  const remove = () => rm(path, { force: true });
  await remove();
  await writeFile(path, `${JSON.stringify(service)}\n`, { mode: 0o600, flag: 'wx' });
  return remove;
}

/** The words and the exit code of an expected failure to start; null for any other error. */
export function sandboxFailure(
  error: unknown,
): { readonly words: string; readonly exitCode: number } | null {
  if (error instanceof BotNotStarted)
    return { words: error.message, exitCode: error.exitCode ?? 1 };
  const expected = [CompanyFileError, DataFileError, DataFileUnusable, PortUnusable].some(
    (kind) => error instanceof kind,
  );
  if (!expected || !(error instanceof Error)) return null;
  return { words: error.message, exitCode: error instanceof CompanyFileError ? 2 : 1 };
}
