/**
 * Starts both stand-ins: the access-governance service and the Slack workspace (README.md). The sandbox imports nothing of the
 * bot, and its two halves import nothing of each other.
 */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { forgeEntry, monthlyReport, verifyTrail } from './bot-commands.ts';
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
  readonly slack: { readonly apiUrl: string; readonly botToken: string; readonly signingSecret: string };
  readonly governance: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
  /** Where the workspace sends what people do. */
  deliverTo(requestUrl: string): void;
  /** The time in the sandbox, which the page moves: the bot is to go by it too. */
  readonly now: () => Date;
  /** What the page can ask of the bot: when it has something to do next, and to be stopped and started again. */
  offer(bot: OfferedBot): void;
  close(): Promise<void>;
}

interface OfferedBot {
  nextDue(): Promise<Date | null>;
  /** Stops the bot, does this, and starts the bot again. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
}

/** Starts both halves with secrets of their own, new at every start. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  await mkdir(options.dataDir, { recursive: true });
  const secret = () => randomBytes(24).toString('base64url');
  const slack = { botToken: `xoxb-${secret()}`, signingSecret: secret() };
  const credentials = { clientId: 'sandbox-bot', clientSecret: secret() };
  const botDir = dirname(options.dataDir);
  const clock = new SandboxClock(join(options.dataDir, 'clock'));
  let bot: OfferedBot = { nextDue: async () => null, restart: async () => undefined };
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
          forwardTo: (instant) => clock.forwardTo(instant),
          nextDue: () => bot.nextDue(),
          weather: (weather) => makeWeather(weather, service, workspace),
          restartBot: () => bot.restart(),
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
      now: clock.now,
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

/** A failure to start in one sentence for the operator; null for any other. */
export function sandboxFailureWords(error: unknown): string | null {
  const expected = [CompanyFileError, DataFileError, DataFileUnusable, PortUnusable].some(
    (kind) => error instanceof kind,
  );
  return expected && error instanceof Error ? error.message : null;
}

/**
 * An `access.yaml` for the company of a file: every app with its channel, and the company's administrators.
 * @throws CompanyFileError
 */
export function accessFileFor(seedFile: string): string {
  const { apps, channels, people } = readCompany(seedFile);
  return stringify({
    governance: {
      operations: ['taskRead', 'taskSearch', 'taskActions', 'taskRevoke', 'userSearch', 'appList', 'entitlementSearch'],
    },
    admins: people.filter((one) => one.isAdministrator).map(({ handle }) => `U0${handle.toUpperCase()}`),
    apps: apps.map(({ id, name, channel }) => ({ id, name, channel: channel ?? channels[0]?.id })),
  });
}
