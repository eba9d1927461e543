/** Where agents come in: they call the bot by the Model Context Protocol, each for one person. */
import type { Extra, ExtraJobDeps, OpensExtra, RouteDeps } from '../../extra.ts';
import { buildInfo } from '../../operator/health/build-info.ts';
import type { HttpRoute } from '../../operator/health/http-server.ts';
import type { ExtraRuns } from '../../queue/handlers.ts';
import { agentChecks, agentReachOf } from './agent-checks.ts';
import { draftClicked } from './drafts/draft-clicks.ts';
import { pruneDrafts } from './drafts/draft-tables.ts';
import { showDraft } from './drafts/show-draft.ts';
import { identifyCaller } from './identity/identify-caller.ts';
import { createMcpEndpoint, mcpPath, refuseOtherMethods } from './server/mcp-endpoint.ts';
import { createMcp } from './server/mcp-server.ts';
import { openTools } from './tools/open-tools.ts';

export const agents: Extra = {
  name: 'agents',
  open(opening) {
    const { settings, world } = opening;
    // Drafts are left where it was switched off since.
    const ofDrafts = { jobs: draftJobs, listeners: [draftClicked], prune: pruneDrafts };
    if (!settings.agents.enabled) return ofDrafts;
    const { publicUrl, says } = agentReachOf(opening);
    world.log.info({ publicUrl, says }, 'agents may call');
    return { ...ofDrafts, routes: (deps) => routesOf(opening, deps) };
  },
  checks: async (deps) => agentChecks(deps),
};

export function draftJobs(deps: ExtraJobDeps): ExtraRuns {
  return { 'show-draft': ({ draftId }) => showDraft(deps, draftId) };
}

function routesOf(opening: OpensExtra, deps: RouteDeps): readonly HttpRoute[] {
  const { world, bodies } = deps;
  const { signingSecret, publicUrl } = agentReachOf(opening);
  const { version } = buildInfo();
  const { answer, close } = createMcp({ tools: openTools(deps), version, world });
  opening.onStop(close);
  const handler = createMcpEndpoint({
    world,
    bodies,
    signingSecret,
    publicUrl,
    answer,
    identify: (named) => identifyCaller(deps, named),
  });
  return [
    { path: mcpPath, method: 'POST', handler },
    { path: mcpPath, method: 'GET', handler: refuseOtherMethods },
  ];
}
