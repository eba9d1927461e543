import { z } from 'zod';
import { readJson } from '../../../slack/platform/json-text.ts';

/**
 * One message of the protocol, as far as it matters before the SDK reads it. Several in one body
 * are not taken: newer clients do not send them, and each could name another person.
 */
const message = z.object({
  method: z.string().optional().catch(undefined),
  params: z
    .object({
      name: z.unknown(),
      _meta: z.object({ slack: z.unknown() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

export interface McpMessage {
  /** The name of the tool that is called; null where none is. */
  readonly calledTool: string | null;
  /** Whom Slack says it is from, not read yet; undefined where it does not say. */
  readonly slackCaller: unknown;
}

/** null for what is no message. */
export function readMcpMessage(text: string): McpMessage | null {
  const parsed = message.safeParse(readJson(text));
  if (!parsed.success) return null;
  const { method, params } = parsed.data;
  const name = typeof params?.name === 'string' ? params.name : '';
  return {
    calledTool: method === 'tools/call' ? name : null,
    slackCaller: params?._meta?.slack,
  };
}
