/** What agents do for people, and what becomes of what they drafted. */

import type { Drafter } from '../../request/access-request.ts';
import { entry } from '../fact-object.ts';

/** `client`: by which way it calls; `clientName`: how the person calls it. */
interface AgentDetail {
  readonly client: 'slackbot' | 'token';
  readonly clientName: string;
  readonly tool: string;
}

interface ConnectionDetail {
  readonly tokenId: string;
  readonly clientName: string;
}

interface DraftDetail {
  readonly draftId: string;
  readonly draftedBy: Drafter;
}

export const agentFacts = {
  'draft.prepared': entry<
    DraftDetail & { slackUserId: string; appName: string; entitlementName: string }
  >('composed'),
  'draft.sent': entry<DraftDetail>({ deed: 'sent a draft for' }),
  'draft.discarded': entry<DraftDetail>({ alone: 'A draft was discarded' }),
  /** Many calls of a tool, also of one that writes: what it wrote is a fact of its own. */
  'agent.looked-up': entry<AgentDetail & { calls: number; startedAt: string }>('composed'),
  'agent.connected': entry<ConnectionDetail & { endsAt: string }>('composed'),
  'agent.disconnected': entry<ConnectionDetail & { end: string }>('composed'),
};
