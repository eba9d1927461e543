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
  /** With a tool that writes. */
  'agent.called': entry<AgentDetail>()('composed'),
  /** Many calls of a tool that only looks something up. */
  'agent.looked-up': entry<AgentDetail & { calls: number; startedAt: string }>()('composed'),
  'agent.connected': entry<ConnectionDetail & { endsAt: string }>()('composed', {
    shows: ['actor-home'],
  }),
  'agent.disconnected': entry<ConnectionDetail & { end: string }>()('composed', {
    shows: ['actor-home'],
  }),
};
