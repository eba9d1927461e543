/** Starts both stand-ins, the access-governance service and the Slack workspace (README.md). */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { forgeEntry, monthlyReport, verifyTrail } from './bot-commands.ts';
import type { BotProcess } from './bot-process.ts';
import { SandboxClock } from './clock.ts';
import { type Dialect, startGovernanceService } from './governance/service.ts';
import { makeWeather } from './weather.ts';
import { readManifest } from './workspace/manifest.ts';
import type { SandboxControls } from './workspace/page/drawer.ts';
import { workspacePage } from './workspace/page/page.ts';
import { startSlackWorkspace } from './workspace/workspace.ts';

/** What an operator may grant beyond the manifest: names of user groups in quoted messages. */
const optionalScopes = ['usergroups:read'];

export interface SandboxOptions {
  readonly host: string;
  /** 0 lets the system pick. */
  readonly pagePort: number;
  readonly governancePort: number;
  /** Both keep their state here across restarts; a folder in the bot's own. */
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
  /** How far the page has moved the time in the sandbox forward; the bot follows it. */
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

/** The bot's address as the service knows it: behind a proxy, as in a company. */
export const botAddress = 'https://bot.acme.example';
const webhookPath = '/webhooks/governance';
/** The webhooks of the company that the bot receives. */
const hookIds = ['webhook-slipway', 'webhook-slipway-keys'];

/** Starts both halves with secrets of their own, new at every start. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  await mkdir(options.dataDir, { recursive: true });
  const slack = { botToken: `xoxb-${newSecret()}`, signingSecret: newSecret() };
  const credentials = { clientId: 'sandbox-bot', clientSecret: newSecret() };
  const clock = new SandboxClock(join(options.dataDir, 'clock'));
  let bot: OfferedBot = noBot;
  const service = await startGovernanceService({
    now: clock.now,
    host: options.host,
    port: options.governancePort,
    dataFile: join(options.dataDir, 'governance.json'),
    seedFile: options.seedFile,
    dialect: options.dialect,
    hasConsoleTasks: true,
    ...credentials,
  });
  try {
    const botDir = dirname(options.dataDir);
    const workspace = await startSlackWorkspace({
      now: clock.now,
      host: options.host,
      port: options.pagePort,
      dataFile: join(options.dataDir, 'workspace.json'),
      seedFile: options.seedFile,
      manifest: options.manifestPath,
      mcpPath: '/mcp',
      grantedScopes: [...readManifest(options.manifestPath).botScopes, ...optionalScopes],
      page: (client) =>
        workspacePage(client, clock.now, {
          ...botControls({ bot: () => bot, botDir, clock }),
          weather: (weather) => makeWeather(weather, service, workspace),
        }),
      ...slack,
    });
    return {
      pageUrl: workspace.url,
      slack: { apiUrl: workspace.apiUrl, ...slack },
      governance: { baseUrl: service.url, ...credentials },
      deliverTo(requestUrl) {
        workspace.setRequestUrl(requestUrl);
        const url = new URL(webhookPath, requestUrl).href;
        for (const hookId of hookIds)
          service.webhooks.setTarget(hookId, { url, publicUrl: `${botAddress}${webhookPath}` });
      },
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

function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

/** Until a bot is offered. */
const noBot: OfferedBot = {
  nextDue: async () => null,
  moveClock: () => undefined,
  restart: async () => undefined,
};

interface ControlledBot {
  readonly bot: () => OfferedBot;
  readonly botDir: string;
  readonly clock: SandboxClock;
}

/** What the drawer on the page does with the bot and its clock. */
function botControls({ bot, botDir, clock }: ControlledBot): Omit<SandboxControls, 'weather'> {
  return {
    now: clock.now,
    forwardTo: (instant) => bot().moveClock(clock.forwardTo(instant)),
    nextDue: () => bot().nextDue(),
    killBot: () => bot().restart(),
    async tamper() {
      await bot().restart(() => forgeEntry(botDir));
      return verifyTrail();
    },
    report: () => monthlyReport(botDir, clock.now()),
  };
}
