/** What agents do for people. */

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

export const agentFacts = {
  /** Many calls of a tool, also of one that writes: what it wrote is a fact of its own. */
  'agent.looked-up': entry<AgentDetail & { calls: number; startedAt: string }>()('composed'),
  'agent.connected': entry<ConnectionDetail & { endsAt: string }>()('composed', {
    shows: ['actor-home'],
  }),
  'agent.disconnected': entry<ConnectionDetail & { end: string }>()('composed', {
    shows: ['actor-home'],
  }),
};
