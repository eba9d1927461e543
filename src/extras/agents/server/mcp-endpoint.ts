import type { IncomingMessage, ServerResponse } from 'node:http';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import { signatureProblem } from '../../../slack/receiving/slack-signature.ts';
import type { UnauthenticatedBodies } from '../../../use-cases/people/unauthenticated-bodies.ts';
import type { World } from '../../../use-cases/ports/ports.ts';
import type { CallerRefusal, NamedCaller } from '../identity/identify-caller.ts';
import { refusalWords } from '../identity/identify-caller.ts';
import { readSlackCaller } from '../identity/slack-caller.ts';
import type { Caller } from '../tools/tool.ts';
import { type McpMessage, readMcpMessage } from './mcp-message.ts';
import { type AnswerMcp, CallerOfRequest } from './mcp-server.ts';
import { isOwnHost } from './own-host.ts';

export const mcpPath = '/mcp';

/** A reason has at most some thousand characters. */
const bodyLimit = 128 * 1024;

export interface EndpointDeps {
  readonly world: Pick<World, 'log' | 'now'>;
  readonly bodies: UnauthenticatedBodies;
  /** null where Slack signs nothing for this bot. */
  readonly signingSecret: string | null;
  readonly publicUrl: string | null;
  readonly answer: AnswerMcp;
  readonly identify: (named: NamedCaller) => Promise<Result<Caller, CallerRefusal>>;
}

/**
 * Takes what agents send, and checks everything that the SDK does not: the size, the host, the page
 * it comes from, and who sent it.
 */
export function createMcpEndpoint(
  deps: EndpointDeps,
): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    answer(deps, req, res).catch((err: unknown) => {
      deps.world.log.error({ err }, 'request of an agent not handled');
      if (!res.headersSent) res.writeHead(500).end();
    });
  };
}

/** Nothing is listed, streamed or ended here: each request is answered by itself. */
export function refuseOtherMethods(_req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(405, { allow: 'POST' }).end();
}

async function answer(
  deps: EndpointDeps,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const stop = (status: number, headers: Record<string, string> = {}): void => {
    // The rest of the body is not read.
    if (!req.complete) res.setHeader('connection', 'close');
    res.writeHead(status, headers).end();
  };
  // Browsers say which page a request comes from. No page is to call this.
  if (req.headers.origin !== undefined) return stop(403);
  if (!isOwnHost(req.headers.host, deps.publicUrl)) return stop(421);
  if (Number(req.headers['content-length']) > bodyLimit) return stop(413);
  const isSigned = req.headers['x-slack-signature'] !== undefined;
  if (!isSigned) return stop(401, { 'www-authenticate': 'Bearer' });
  const bytes = await deps.bodies.read(req, bodyLimit);
  if (bytes === 'too-long') return stop(413);
  if (bytes === 'cut-off') return void res.destroy();
  const text = bytes.toString();
  if (!isSignedBySlack(deps, req, text)) return stop(401, { 'www-authenticate': 'Bearer' });
  const message = readMcpMessage(text);
  if (message === null) return stop(400);
  const from = new CallerOfRequest(await callerOf(deps, message));
  await pass(await deps.answer(asRequest(req, text), from), res);
}

function isSignedBySlack(
  { signingSecret, world }: EndpointDeps,
  { headers }: IncomingMessage,
  text: string,
): boolean {
  if (signingSecret === null) return false;
  const nowMs = world.now().getTime();
  return signatureProblem(headers, text, { signingSecret, nowMs }) === null;
}

/** Whom a call is for; whatever only describes the server is for nobody, and nobody is looked up. */
async function callerOf(
  deps: EndpointDeps,
  { calledTool, slackCaller }: McpMessage,
): Promise<Result<Caller, string>> {
  const named = calledTool === null ? null : readSlackCaller(slackCaller);
  if (named === null) return refuse(refusalWords({ kind: 'nobody' }));
  const client = { kind: 'slackbot', name: 'Slackbot' } as const;
  const caller = await deps.identify({ ...named, client });
  return caller.ok ? ok(caller.value) : refuse(refusalWords(caller.refusal));
}

/** As the SDK reads it. Of the headers, it sees those of the protocol alone. */
function asRequest(req: IncomingMessage, body: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers))
    if (/^(?:accept|content-type|mcp-.+)$/.test(name) && typeof value === 'string')
      headers.set(name, value);
  return new Request(`http://localhost${mcpPath}`, { method: 'POST', headers, body });
}

async function pass(response: Response, res: ServerResponse): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type');
  res.writeHead(response.status, {
    ...(type === null ? {} : { 'content-type': type }),
    'cache-control': 'no-store',
  });
  res.end(body);
}
