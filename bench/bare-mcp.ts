/**
 * A bare MCP server with the same list of tools, in a process of its own: the SDK behind `node:http`
 * as its guide shows it. It asks nobody who they are.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Bare, sayReady, startBare } from './bare-process.ts';

const thisFile = fileURLToPath(import.meta.url);

/** As `tools/list` told it. */
export const listedTools = z.array(
  z.object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    annotations: z.record(z.string(), z.unknown()),
    inputSchema: z.record(z.string(), z.unknown()),
  }),
);
export type ListedTools = z.infer<typeof listedTools>;

export const startBareMcp = (tools: ListedTools): Promise<Bare> =>
  startBare(thisFile, JSON.stringify(tools));

/** What it takes to describe a tool: nothing, because it is told. */
function described(schema: Readonly<Record<string, unknown>>) {
  const same = () => schema;
  const validate = (value: unknown) => ({ value });
  return {
    '~standard': {
      version: 1,
      vendor: 'told',
      validate,
      jsonSchema: { input: same, output: same },
    },
  } as const;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

if (process.argv[1] === thisFile) {
  const tools = listedTools.parse(JSON.parse(process.argv[2] ?? ''));
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: 'bare', version: '1' }, { capabilities: { tools: {} } });
      for (const { name, inputSchema, ...about } of tools)
        server.registerTool(name, { ...about, inputSchema: described(inputSchema) }, () => ({
          content: [],
        }));
      return server;
    },
    { responseMode: 'json' },
  );
  const server = createServer((request, response) => {
    void bodyOf(request).then(async (body) => {
      const headers = { 'content-type': 'application/json', accept: request.headers.accept ?? '' };
      const asked = new Request('http://localhost/mcp', { method: 'POST', headers, body });
      const answer = await handler.fetch(asked);
      const type = answer.headers.get('content-type') ?? '';
      response.writeHead(answer.status, { 'content-type': type }).end(await answer.text());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  sayReady(server);
}
