import type { SlackEnvironment } from '../../config/environment.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import { Finding, type Look } from '../../operator/doctor/check.ts';
import { mcpPath } from './server/mcp-endpoint.ts';

interface ReachDeps {
  readonly settings: Pick<AccessSettings, 'agents'>;
  readonly environment: Pick<SlackEnvironment, 'slack' | 'webhooks'>;
}

/** How agents reach this bot. */
export interface AgentReach {
  /** The https address that agents call; null where the operator named none. */
  readonly publicUrl: string | null;
  /** Tells calls of Slackbot from others; null where Slack signs nothing for this bot. */
  readonly signingSecret: string | null;
  readonly state: 'ok' | 'warning';
  readonly says: string;
}

export function agentReachOf({ settings, environment }: ReachDeps): AgentReach {
  const publicUrl = settings.agents.url ?? environment.webhooks?.publicUrl ?? null;
  const { transport } = environment.slack;
  const signingSecret = transport.signingSecret ?? null;
  const reach = { publicUrl, signingSecret };
  if (publicUrl === null)
    return {
      ...reach,
      state: 'warning',
      says: 'agents.url is not set, so only this machine may call. Set it to the https address at which Slack and people’s agents reach this bot, Socket Mode or not: a socket carries no calls of agents.',
    };
  const at = `agents call ${publicUrl}${mcpPath}`;
  if (signingSecret === null)
    return {
      ...reach,
      state: 'warning',
      says: `${at} with people’s own tokens; Slackbot cannot: in Socket Mode nothing tells its requests from others. Set SLACK_SIGNING_SECRET as well, and have that address lead to PORT.`,
    };
  const tokens = settings.agents.tokens === 'allow' ? 'and with people’s own tokens' : 'alone';
  return { ...reach, state: 'ok', says: `${at} by Slackbot ${tokens}` };
}

/** Whether agents can reach the bot; nothing where they are not to. */
export function agentLook(deps: ReachDeps): Look {
  const ask = async () => {
    if (!deps.settings.agents.enabled) return null;
    const { state, says } = agentReachOf(deps);
    if (state === 'ok') return says;
    throw new Finding(state, says);
  };
  return { what: 'agents', ask, mend: '' };
}
