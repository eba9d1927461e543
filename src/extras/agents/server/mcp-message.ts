import { z } from 'zod';
import { readJson } from '../../../slack/platform/json-text.ts';

/** Whom Slack names in a request that it signed. */
const slackCaller = z
  .object({ user_id: z.string().min(1).max(50), team_id: z.string().min(1).max(50) })
  .transform(({ user_id: userId, team_id: teamId }) => ({ userId, teamId }));

/**
 * One message of the protocol, as far as it matters before the SDK reads it. Several in one body
 * are not taken: newer clients do not send them, and each could name another person.
 */
const message = z.object({
  method: z.string().optional().catch(undefined),
  params: z
    .object({
      name: z.unknown(),
      _meta: z.object({ slack: slackCaller }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

export interface McpMessage {
  /** The name of the tool that is called; null where none is. */
  readonly calledTool: string | null;
  /** True only of a body that Slack signed; null where it names nobody. */
  readonly slackCaller: z.output<typeof slackCaller> | null;
}

/** null for what is no message. */
export function readMcpMessage(text: string): McpMessage | null {
  const parsed = message.safeParse(readJson(text));
  if (!parsed.success) return null;
  const { method, params } = parsed.data;
  const name = typeof params?.name === 'string' ? params.name : '';
  return {
    calledTool: method === 'tools/call' ? name : null,
    slackCaller: params?._meta?.slack ?? null,
  };
}
