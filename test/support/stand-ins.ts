import type { GovernanceServiceOptions } from '../../sandbox/governance/options.ts';
import {
  type GovernanceService,
  startGovernanceService,
} from '../../sandbox/governance/service.ts';
import {
  type SlackWorkspace,
  type SlackWorkspaceOptions,
  startSlackWorkspace,
} from '../../sandbox/workspace/workspace.ts';
import { type RunningApp, startApp } from '../../src/app.ts';
import { mountedExtras } from '../../src/extras/mounted.ts';
import type { AppOptions } from '../../src/start/app-context.ts';
import {
  appToken,
  type BotEnvironmentOptions,
  botEnvironment,
  botToken,
  signingSecret,
} from './bot-environment.ts';
import { testSettings } from './test-settings.ts';

/** The two that the bot runs between. */
export interface StandIns {
  readonly slack: SlackWorkspace;
  readonly governance: GovernanceService;
}

/** With these the bot may also look for a post of its own whose answer was lost. */
export const scopesWithHistory: readonly string[] = [
  'chat:write',
  'commands',
  'users:read',
  'users:read.email',
  'channels:read',
  'channels:history',
];

/** A Slack that knows the bot by the credentials of `botEnvironment`. */
export function startSlack(options: SlackWorkspaceOptions = {}): Promise<SlackWorkspace> {
  return startSlackWorkspace({ mcpPath: '/mcp', botToken, signingSecret, appToken, ...options });
}

/** Slack, and a service that makes what is granted at once. */
export async function startStandIns(
  options: {
    readonly governance?: GovernanceServiceOptions;
    readonly slack?: SlackWorkspaceOptions;
  } = {},
): Promise<StandIns> {
  return {
    governance: await startGovernanceService({ grantLagMs: 0, ...options.governance }),
    slack: await startSlack(options.slack),
  };
}

/** Absent: the settings and the extras of every test, and no pace to keep. */
type BotOptions = Partial<Omit<AppOptions, 'environment'>> & {
  /** Whether it keeps the pace that Slack wants. */
  readonly isPaced?: boolean;
};

/** The whole bot in this process, as `start/` starts it. */
export function startBot(
  place: BotEnvironmentOptions,
  { isPaced = false, ...options }: BotOptions = {},
): Promise<RunningApp> {
  return startApp({
    environment: botEnvironment(place),
    settings: testSettings(),
    extras: mountedExtras,
    ...(isPaced ? {} : { postSpacingMs: 0, homeSpacingMs: 0 }),
    ...options,
  });
}
