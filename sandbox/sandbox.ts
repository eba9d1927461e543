/**
 * Starts both stand-ins, the access-governance service and the Slack workspace (README.md), and the
 * bot between them, as a process: the sandbox imports nothing of it, and its two halves import
 * nothing of each other.
 * Long because what is started has to be stopped in order where a part of it fails.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { forgeEntry, monthlyReport, verifyTrail } from './bot-commands.ts';
import { BotNotStarted, BotProcess } from './bot-process.ts';
import { SandboxClock } from './clock.ts';
import { CompanyFileError, readCompany } from './company.ts';
import { DataFileError, type Dialect, startGovernanceService } from './governance/service.ts';
import { makeWeather } from './weather.ts';
import { workspacePage } from './workspace/page/page.ts';
import { DataFileUnusable } from './workspace/state/data-file.ts';
import { PortUnusable, startSlackWorkspace } from './workspace/workspace.ts';

export interface SandboxOptions {
  readonly host: string;
  /** 0 lets the system pick. */
  readonly pagePort: number;
  readonly governancePort: number;
  /** Both keep their state here, so that it survives a restart; a folder in the bot's own. */
  readonly dataDir: string;
  readonly manifestPath: string;
  /** The company file; the company that comes along where absent. */
  readonly seedFile?: string | undefined;
  readonly dialect?: Dialect | undefined;
}

export interface Sandbox {
  /** The page to click in. */
  readonly pageUrl: string;
  readonly slack: {
    readonly apiUrl: string;
    readonly botToken: string;
    readonly signingSecret: string;
  };
  readonly governance: {
    readonly baseUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
  };
  /** Where the workspace sends what people do. */
  deliverTo(requestUrl: string): void;
  /** How far the time in the sandbox is ahead, which the page moves: the bot is to go by it too. */
  readonly aheadMs: () => number;
  /**
   * What the page can ask of the bot: when it has something to do next, and to be killed and
   * started again.
   */
  offer(bot: OfferedBot): void;
  close(): Promise<void>;
}

interface OfferedBot extends Pick<BotProcess, 'nextDue' | 'moveClock'> {
  /** Kills the bot, starts it again, and does this. */
  restart(afterwards?: () => Promise<void>): Promise<void>;
}

/** Starts both halves with secrets of their own, new at every start. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  await mkdir(options.dataDir, { recursive: true });
  const secret = () => randomBytes(24).toString('base64url');
  const slack = { botToken: `xoxb-${secret()}`, signingSecret: secret() };
  const credentials = { clientId: 'sandbox-bot', clientSecret: secret() };
  const botDir = dirname(options.dataDir);
  const clock = new SandboxClock(join(options.dataDir, 'clock'));
  let bot: OfferedBot = {
    nextDue: async () => null,
    moveClock: () => undefined,
    restart: async () => undefined,
  };
  const service = await startGovernanceService({
    now: clock.now,
    host: options.host,
    port: options.governancePort,
    dataFile: join(options.dataDir, 'governance.json'),
    seedFile: options.seedFile,
    dialect: options.dialect,
    ...credentials,
  });
  try {
    const workspace = await startSlackWorkspace({
      now: clock.now,
      host: options.host,
      port: options.pagePort,
      dataFile: join(options.dataDir, 'workspace.json'),
      seedFile: options.seedFile,
      manifest: options.manifestPath,
      page: (client) =>
        workspacePage(client, clock.now, {
          now: clock.now,
          forwardTo: (instant) => bot.moveClock(clock.forwardTo(instant)),
          nextDue: () => bot.nextDue(),
          weather: (weather) => makeWeather(weather, service, workspace),
          killBot: () => bot.restart(),
          async tamper() {
            await bot.restart(() => forgeEntry(botDir));
            return verifyTrail();
          },
          report: () => monthlyReport(botDir, clock.now()),
        }),
      ...slack,
    });
    return {
      pageUrl: workspace.url,
      slack: { apiUrl: workspace.apiUrl, ...slack },
      governance: { baseUrl: service.url, ...credentials },
      deliverTo: (requestUrl) => workspace.setRequestUrl(requestUrl),
      aheadMs: () => clock.aheadMs,
      offer(offered) {
        bot = offered;
      },
      async close() {
        await workspace.close();
        await service.close();
      },
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}

interface BetweenOptions
  extends Pick<SandboxOptions, 'host' | 'manifestPath' | 'seedFile' | 'dialect'> {
  /**
   * Of the page; the bot and the governance service get the two after it. 0 lets the system pick
   * them all.
   */
  readonly port: number;
  /** The bot's own folder. */
  readonly dataDir: string;
  /** What the bot finds in its environment beside what leads it to the stand-ins. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Takes a folder for this process alone; throws where another has it. */
  readonly lock: (folder: string) => Promise<{ release(): Promise<void> }>;
  /** The bot ended although nobody asked it to; in a sentence. */
  readonly onBotEnded: (words: string) => void;
}

/** Starts the stand-ins with a bot between them, over real HTTP and with real signatures. */
export async function startWithBot({
  port,
  dataDir,
  lock,
  variables,
  onBotEnded,
  ...options
}: BetweenOptions) {
  const folder = join(dataDir, 'sandbox');
  const after = (steps: number) => (port === 0 ? 0 : port + steps);
  const held = await lock(folder);
  const closing: (() => Promise<void>)[] = [() => held.release()];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const accessPath = accessPathFor(options.seedFile, folder);
    const sandbox = await startSandbox({
      ...options,
      dataDir: folder,
      pagePort: port,
      governancePort: after(2),
    });
    closing.push(() => sandbox.close());
    const told = {
      ...variables,
      HOST: options.host,
      PORT: String(after(1)),
      ACCESS_CONFIG: accessPath,
    };
    const start = async () => {
      const started = await BotProcess.start(
        { ...told, ...waysTo(sandbox) },
        sandbox.aheadMs(),
        ({ logFile }) => onBotEnded(`The bot has ended; ${logFile} says why.`),
      );
      sandbox.deliverTo(started.eventsUrl);
      // It was moved, perhaps, meanwhile.
      started.moveClock(sandbox.aheadMs());
      return started;
    };
    let bot = await start();
    closing.push(() => bot.stop());
    closing.push(await leaveAddress(dataDir, sandbox.governance));
    let restarting: Promise<void> | null = null;
    async function restart(afterwards?: () => Promise<void>) {
      await bot.kill();
      bot = await start();
      await afterwards?.();
    }
    sandbox.offer({
      async nextDue() {
        await restarting;
        return bot.nextDue();
      },
      moveClock: (aheadMs) => bot.moveClock(aheadMs),
      // A second caller waits for the restart that is under way; if it has something to be done
      // after a restart, it gets one of its own.
      async restart(afterwards) {
        while (afterwards !== undefined && restarting !== null) await restarting;
        restarting ??= restart(afterwards).finally(() => {
          restarting = null;
        });
        return restarting;
      },
    });
    return { pageUrl: sandbox.pageUrl, logFile: bot.logFile, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What leads the bot to the stand-ins; what could lead it elsewhere is empty. */
function waysTo({ slack, governance }: Sandbox) {
  return {
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_API_URL: slack.apiUrl,
    SLACK_CONFIG_TOKEN: '',
    GOVERNANCE_BASE_URL: governance.baseUrl,
    GOVERNANCE_TOKEN_URL: '',
    GOVERNANCE_CLIENT_ID: governance.clientId,
    GOVERNANCE_CLIENT_SECRET: governance.clientSecret,
  };
}

/**
 * Where the bot reads its settings: the file beside this one, or one made for the company. Throws
 * `CompanyFileError`.
 */
function accessPathFor(seedFile: string | undefined, folder: string): string {
  if (seedFile === undefined) return fileURLToPath(new URL('./access.yaml', import.meta.url));
  const path = join(folder, 'access.yaml');
  writeFileSync(path, accessTextFor(readCompany(seedFile)));
  return path;
}

/**
 * Lets the bot's command line find the running service; nobody but this user may read the file.
 * Returns what takes it away.
 */
async function leaveAddress(dataDir: string, service: Sandbox['governance']) {
  const path = join(dataDir, 'sandbox.json');
  const remove = () => rm(path, { force: true });
  await remove();
  await writeFile(path, `${JSON.stringify(service)}\n`, { mode: 0o600, flag: 'wx' });
  return remove;
}

/**
 * A failure to start, in words for the operator, and what the process ends with; null for any
 * other.
 */
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

/** Every operation that the bot needs something of; the service has them all. */
const botOperations = [
  'taskRead',
  'taskSearch',
  'taskActions',
  'taskAudit',
  'taskRevoke',
  'grantsFeed',
  'userGrants',
  'userSearch',
  'appList',
  'entitlementSearch',
  'entitlementHolders',
  'executionSearch',
  'roleSuggestionSearch',
  'riskLevels',
  'requestSchemas',
  'whoAmI',
];

/** Every app with its channel, and the company's administrators. */
export function accessTextFor({ apps, channels, people }: ReturnType<typeof readCompany>): string {
  return stringify({
    governance: { operations: botOperations },
    admins: people
      .filter((one) => one.isAdministrator)
      .map(({ handle }) => `U0${handle.toUpperCase()}`),
    apps: apps.map(({ id, name, channel }) => ({ id, name, channel: channel ?? channels[0]?.id })),
  });
}
