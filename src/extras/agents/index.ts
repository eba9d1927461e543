/** Where agents come in: they call the bot by the Model Context Protocol, each for one person. */
import type { SlackEnvironment } from '../../config/environment.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import type { Extra, ExtraJobDeps, OpensExtra, RouteDeps } from '../../extra.ts';
import { Finding, type Look } from '../../operator/doctor/check.ts';
import { buildInfo } from '../../operator/health/build-info.ts';
import type { HttpRoute } from '../../operator/health/http-server.ts';
import type { ExtraRuns } from '../../queue/handlers.ts';
import type { PruneExtra } from '../../use-cases/due/prune-old-rows.ts';
import { pruneAgents } from './agent-tables.ts';
import { draftClicked } from './drafts/draft-clicks.ts';
import { pruneDrafts } from './drafts/draft-tables.ts';
import { showDraft } from './drafts/keep-draft.ts';
import { createMcpEndpoint, type Mcp, mcpPath, refuseOtherMethods } from './server/mcp-endpoint.ts';
import type { McpDeps } from './server/mcp-server.ts';
import { recordCalls, takeCall, waitSeconds } from './server/take-call.ts';
import {
  agentsClicked,
  agentsCommand,
  agentsHelp,
  agentsSection,
} from './tokens/agents-clicked.ts';
import { agentOfToken, disconnect, fewLookups } from './tokens/connected-agents.ts';
import { openTools } from './tools/open-tools.ts';

export const agents: Extra = {
  name: 'agents',
  async open(opening) {
    const { settings, world, store } = opening;
    // Whatever is configured: drafts are left, and what was called before comes into the trail.
    const always = {
      jobs: draftJobs,
      listeners: [draftClicked],
      readAgain: laterWork(),
      prune: pruneRows,
    };
    if (settings.agents.tokens === 'refuse') {
      const tokens = await disconnect({ store }, 'everybody', 'operator');
      if (tokens > 0) world.log.info({ tokens }, 'agents.tokens is refuse: every token was ended');
    }
    if (!settings.agents.enabled) return always;
    // With the SDK, which nobody else needs.
    const { createMcp } = await import('./server/mcp-server.ts');
    const { publicUrl, says } = agentReachOf(opening);
    world.log.info({ publicUrl, says }, 'agents may call');
    const address = publicUrl === null ? null : `${publicUrl}${mcpPath}`;
    return {
      ...always,
      routes: (deps) => routesOf(opening, deps, createMcp),
      listeners: [...always.listeners, agentsClicked(address)],
      homeSections: (deps) => [agentsSection(deps)],
      helpLines: settings.agents.tokens === 'allow' ? [agentsHelp] : [],
      adminCommands: { agents: agentsCommand(opening) },
    };
  },
  checks: (deps) => [agentLook(deps)],
};

export function draftJobs(deps: ExtraJobDeps): ExtraRuns {
  return { 'show-draft': ({ draftId }) => showDraft(deps, draftId) };
}

/** Each process does it in these gaps. */
const laterEveryMs = 5 * 60_000;

/** What calls leave for later, but seldom, however often it is called. */
export function laterWork(): (deps: Pick<ExtraJobDeps, 'store' | 'world'>) => Promise<void> {
  let doneMs = Number.NEGATIVE_INFINITY;
  return async (deps) => {
    const nowMs = deps.world.now().getTime();
    if (nowMs - doneMs < laterEveryMs) return;
    doneMs = nowMs;
    await recordCalls(deps);
  };
}

const pruneRows: PruneExtra = async (tx, keptSince) => {
  await pruneDrafts(tx, keptSince);
  await pruneAgents(tx, keptSince);
};

function routesOf(
  opening: OpensExtra,
  deps: RouteDeps,
  createMcp: (deps: McpDeps) => Mcp,
): readonly HttpRoute[] {
  const { world, bodies } = deps;
  const { signingSecret, publicUrl } = agentReachOf(opening);
  const { version } = buildInfo();
  const tools = openTools(deps);
  const { answer, close } = createMcp({ tools, version, world });
  opening.onStop(close);
  const handler = createMcpEndpoint({
    world,
    bodies,
    signingSecret,
    publicUrl,
    answer,
    agentOfToken: fewLookups((authorization) => agentOfToken(deps, authorization)),
    waitSeconds: (agent) => waitSeconds(deps, agent),
    take(name, named) {
      const tool = tools.find((one) => one.name === name) ?? null;
      return takeCall(deps, { named, tool });
    },
  });
  return [
    { path: mcpPath, method: 'POST', handler },
    { path: mcpPath, method: 'GET', handler: refuseOtherMethods },
  ];
}

interface ReachDeps {
  readonly settings: Pick<AccessSettings, 'agents'>;
  readonly environment: Pick<SlackEnvironment, 'slack' | 'webhooks'>;
}

/**
 * How agents reach this bot: the https address that they call, null where the operator named none,
 * and what tells calls of Slackbot from others, null where Slack signs nothing for this bot.
 */
function agentReachOf({ settings, environment }: ReachDeps) {
  const publicUrl = settings.agents.url ?? environment.webhooks?.publicUrl ?? null;
  const signingSecret = environment.slack.transport.signingSecret ?? null;
  const warning = (says: string) => ({ publicUrl, signingSecret, state: 'warning', says }) as const;
  if (publicUrl === null)
    return warning(
      'agents.url is not set, so only this machine may call. Set it to the https address at which Slack and people’s agents reach this bot, Socket Mode or not: a socket carries no calls of agents.',
    );
  const at = `agents call ${publicUrl}${mcpPath}`;
  if (signingSecret === null)
    return warning(
      `${at} with people’s own tokens; Slackbot cannot: in Socket Mode nothing tells its requests from others. Set SLACK_SIGNING_SECRET as well, and have that address lead to PORT.`,
    );
  const tokens = settings.agents.tokens === 'allow' ? 'and with people’s own tokens' : 'alone';
  return { publicUrl, signingSecret, state: 'ok', says: `${at} by Slackbot ${tokens}` } as const;
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
