import {
  type CallToolResult,
  createMcpHandler,
  McpServer,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { World } from '../../../use-cases/ports/ports.ts';
import { callWords } from '../identify-caller.ts';
import { AskAgain, type Tool } from '../tools/tool.ts';
import { CallerOfRequest, type Mcp } from './mcp-endpoint.ts';

export interface McpDeps {
  readonly tools: readonly Tool[];
  readonly version: string;
  readonly world: Pick<World, 'log' | 'newId'>;
}

const instructions =
  'You act for one person of a company. You can look up what they may ask for, and prepare requests. What you prepare is a draft: nothing is asked for until the person sends it in Slack. You cannot approve or deny anything. Say so, and give them the link of the draft.';

/** The server of the SDK, in both eras of the protocol; it keeps nothing between two requests. */
export function createMcp(deps: McpDeps): Mcp {
  const registrations = deps.tools.map((tool) => ({ tool, inputSchema: described(tool.input) }));
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const from: unknown = authInfo?.extra?.from;
      const server = new McpServer(
        { name: 'access-request-bot', title: 'Access', version: deps.version },
        { capabilities: { tools: {} }, instructions },
      );
      for (const { tool, inputSchema } of registrations) {
        const { name, title, description, isWriting } = tool;
        const annotations = { ...harmless, title, readOnlyHint: !isWriting };
        server.registerTool(name, { title, description, annotations, inputSchema }, (input) =>
          callTool(deps, tool, from, input),
        );
      }
      return server;
    },
    {
      // Nobody is told of anything later: a stream that waits would only hold its connection.
      maxSubscriptions: 0,
    },
  );
  return {
    answer: (request, from) =>
      handler.fetch(request, {
        authInfo: { token: '', clientId: '', scopes: [], extra: { from } },
      }),
    close: () => handler.close(),
  };
}

/** Hints for the client: what writes makes a draft, and the same twice makes one. */
const harmless = { idempotentHint: true, destructiveHint: false, openWorldHint: false } as const;

/**
 * The tool reads its input itself, and names every mistake; here it is only described, and once: the
 * SDK asks at every `tools/list`.
 */
function described(schema: z.ZodObject): StandardSchemaWithJSON {
  const { jsonSchema } = schema['~standard'];
  const conversions = new Map<string, Record<string, unknown>>();
  const once =
    (side: 'input' | 'output') =>
    (options: Parameters<typeof jsonSchema.input>[0]): Record<string, unknown> => {
      const key = `${side} ${options.target}`;
      const conversion = conversions.get(key) ?? jsonSchema[side](options);
      conversions.set(key, conversion);
      return conversion;
    };
  return {
    '~standard': {
      version: 1,
      vendor: 'access-request-bot',
      validate: (value) => ({ value }),
      jsonSchema: { input: once('input'), output: once('output') },
    },
  };
}

async function callTool(
  { world }: McpDeps,
  tool: Tool,
  from: unknown,
  input: unknown,
): Promise<CallToolResult> {
  if (!(from instanceof CallerOfRequest)) return refused('Nobody can tell for whom this is.');
  if (!from.caller.ok) return refused(from.caller.refusal);
  try {
    const answer = await tool.call(from.caller.value, input);
    // Said once, as text: every client hands that to its model.
    return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
  } catch (err) {
    if (err instanceof AskAgain) return refused(callWords.unavailable);
    // What failed inside is nobody's business out there; the reference leads to this line.
    const reference = world.newId();
    world.log.error({ err, reference, tool: tool.name }, 'tool failed');
    return refused(
      `This did not work, and it is not your fault. Try again in a minute; the operators of the bot find the cause by the reference ${reference}.`,
    );
  }
}

function refused(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
