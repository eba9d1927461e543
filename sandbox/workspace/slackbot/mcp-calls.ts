/**
 * Slackbot as a client of the app's MCP server (Streamable HTTP, the protocol of 2025): each
 * request is signed like everything that Slack sends, and a call names in `_meta.slack` who asks.
 * Written by hand, so that a mistake in the app's library is not agreed to here.
 */
import { Agent, request } from 'undici';
import { z } from 'zod';
import { signedHeaders } from '../delivery/http-transport.ts';
import { team } from '../state/directory.ts';

/** The server did not answer, or not as MCP says. The message is a sentence. */
export class McpFailure extends Error {
  override readonly name = 'McpFailure';
}

export interface McpServer {
  /** Where it is; undefined: the app has no address yet. */
  readonly url: () => string | undefined;
  readonly signingSecret: string;
  readonly now: () => Date;
}

const protocolVersion = '2025-06-18';
/** Slack gives a server so long for a call. */
const longestCallMs = 60_000;

const message = z.object({
  id: z.unknown(),
  result: z.unknown(),
  error: z.object({ message: z.string() }).optional(),
});
const toolList = z.object({ tools: z.array(z.object({ name: z.string() })) });
const toolResult = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })).default([]),
});

export class McpCalls {
  readonly #server: McpServer;
  // Without keep-alive: a connection kept from before a restart of the app would break the first
  // call after it.
  readonly #agent = new Agent({ pipelining: 0 });
  #lastId = 0;

  constructor(server: McpServer) {
    this.#server = server;
  }

  /** Introduces itself, and returns the names of the tools. Names nobody, as Slack. */
  async tools(): Promise<ReadonlySet<string>> {
    await this.#send('initialize', {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: 'Slackbot', version: '1.0.0' },
    });
    const listed = toolList.safeParse(await this.#send('tools/list', {}));
    if (!listed.success) throw new McpFailure('The app’s list of tools cannot be read.');
    return new Set(listed.data.tools.map(({ name }) => name));
  }

  /** The text of the answer. */
  async call(
    personId: string,
    tool: string,
    given: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const slack = { user_id: personId, team_id: team.id };
    const params = { name: tool, arguments: given, _meta: { slack } };
    const read = toolResult.safeParse(await this.#send('tools/call', params));
    if (!read.success) throw new McpFailure(`The app’s answer to ${tool} cannot be read.`);
    return read.data.content.flatMap(({ text }) => text ?? []).join('\n');
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #send(method: string, params: object): Promise<unknown> {
    const url = this.#server.url();
    if (url === undefined) throw new McpFailure('The app has no address yet.');
    this.#lastId += 1;
    const id = this.#lastId;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const answer = await this.#post(url, body);
    if (answer.error !== undefined) throw new McpFailure(`The app said: ${answer.error.message}`);
    return answer.result;
  }

  async #post(url: string, body: string): Promise<z.infer<typeof message>> {
    let status: number;
    let text: string;
    try {
      const response = await request(url, {
        method: 'POST',
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(longestCallMs),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': protocolVersion,
          ...signedHeaders(this.#server.signingSecret, this.#server.now(), body),
        },
        body,
      });
      status = response.statusCode;
      text = await response.body.text();
    } catch (cause) {
      throw new McpFailure('The app’s MCP server does not answer.', { cause });
    }
    if (status === 404) throw new McpFailure('The app has no MCP server: it is switched off.');
    const answer = message.safeParse(lastMessage(text)).data;
    if (answer === undefined || (status !== 200 && answer.error === undefined))
      throw new McpFailure(`The app’s MCP server answered ${status}.`);
    return answer;
  }
}

/** The answer is JSON, or a stream of events whose last one is the answer. */
function lastMessage(text: string): unknown {
  const events = text.split('\n').filter((line) => line.startsWith('data:'));
  const last = events.at(-1);
  try {
    return JSON.parse(last === undefined ? text : last.slice('data:'.length));
  } catch {
    return undefined;
  }
}
