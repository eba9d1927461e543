import type { IncomingMessage, ServerResponse } from 'node:http';
import { DatabaseFailure } from '../../../domain/outward/outward-failure.ts';
import { type Result, refuse } from '../../../domain/result.ts';
import { signatureProblem } from '../../../slack/receiving/slack-signature.ts';
import type { UnauthenticatedBodies } from '../../../use-cases/people/unauthenticated-bodies.ts';
import type { World } from '../../../use-cases/ports/ports.ts';
import { callWords, type NamedCaller } from '../identify-caller.ts';
import type { Caller } from '../tools/tool.ts';
import { type McpMessage, readMcpMessage } from './mcp-message.ts';
import { isOwnHost } from './own-host.ts';
import { type RefusalStatus, refusalLog } from './refusal-log.ts';

export const mcpPath = '/mcp';

/** Enough for the longest draft: its reason and answers have some thousand characters. */
const bodyLimit = 128 * 1024;

/** Whose body takes longer is asked for its token again: it may have been revoked meanwhile. */
const promptBodyMs = 1_000;

/** Look-ups that wait take less. */
const busySeconds = '5';

/**
 * Who a request is from, or the sentence with which their calls are refused. A class, so that what
 * the SDK hands on is taken for one only if this program made it.
 */
export class CallerOfRequest {
  readonly caller: Result<Caller, string>;

  constructor(caller: Result<Caller, string>) {
    this.caller = caller;
  }
}

/** Answers requests of the protocol, each by itself. */
type AnswerMcp = (request: Request, from: CallerOfRequest) => Promise<Response>;

/** The server behind this endpoint. */
export interface Mcp {
  readonly answer: AnswerMcp;
  readonly close: () => Promise<void>;
}

export interface EndpointDeps extends Pick<Mcp, 'answer'> {
  readonly world: Pick<World, 'log' | 'now'>;
  readonly bodies: UnauthenticatedBodies;
  /** Tells calls of Slackbot from others; null where Slack signs nothing for this bot. */
  readonly signingSecret: string | null;
  readonly publicUrl: string | null;
  /** Whose agent sends this header; null where no good token is in it. */
  readonly agentOfToken: (authorization: string | undefined) => Promise<NamedCaller | null>;
  /** How long the agent has to wait because its person's agents called too often; 0 = not at all. */
  readonly waitSeconds: (agent: NamedCaller) => number;
  readonly take: (tool: string, named: NamedCaller) => Promise<Result<Caller, string>>;
}

/**
 * Takes what agents send, and checks everything that the SDK does not: the size, the host, the page
 * it comes from, and who sent it.
 */
export function createMcpEndpoint(
  deps: EndpointDeps,
): (req: IncomingMessage, res: ServerResponse) => void {
  const note = refusalLog(deps.world);
  return (req, res) => {
    answer({ ...deps, note }, req, res).catch((err: unknown) => {
      // Seldom said, because anybody can cause it with tokens that are not good.
      const isBusy = err instanceof DatabaseFailure;
      if (isBusy) note(503);
      else deps.world.log.error({ err }, 'request of an agent not handled');
      if (res.headersSent) return;
      res.writeHead(isBusy ? 503 : 500, isBusy ? { 'retry-after': busySeconds } : {}).end();
    });
  };
}

/** Nothing is listed, streamed or ended here: each request is answered by itself. */
export function refuseOtherMethods(_req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(405, { allow: 'POST' }).end();
}

async function answer(
  deps: EndpointDeps & { readonly note: (status: RefusalStatus) => void },
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const stop = (
    status: RefusalStatus,
    headers: Readonly<Record<string, string>> = {},
    body = '',
  ): void => {
    deps.note(status);
    res.writeHead(status, headers).end(body);
  };
  const stopUnknown = (): void => {
    if (req.headers.authorization === undefined) stop(401, { 'www-authenticate': 'Bearer' });
    else stop(401, badToken.headers, badToken.body);
  };
  // Browsers say which page a request comes from. No page is to call this.
  if (req.headers.origin !== undefined) return stop(403);
  if (!isOwnHost(req.headers.host, deps.publicUrl)) return stop(421);
  if (Number(req.headers['content-length']) > bodyLimit) return stop(413);
  const isSigned = deps.signingSecret !== null && req.headers['x-slack-signature'] !== undefined;
  // Before the body is read: nobody without a good token has it read.
  const agent = isSigned ? null : await deps.agentOfToken(req.headers.authorization);
  if (!isSigned && agent === null) return stopUnknown();
  const waitSeconds = agent === null ? 0 : deps.waitSeconds(agent);
  if (waitSeconds > 0) return stop(429, { 'retry-after': String(waitSeconds) });
  const checkedAtMs = deps.world.now().getTime();
  const bytes = await deps.bodies.read(req, bodyLimit);
  if (bytes === 'too-long') return stop(413);
  if (bytes === 'cut-off') return void res.destroy();
  const isLate = deps.world.now().getTime() - checkedAtMs > promptBodyMs;
  if (isLate && agent !== null && (await deps.agentOfToken(req.headers.authorization)) === null)
    return stopUnknown();
  const text = bytes.toString();
  if (agent === null && !isSignedBySlack(deps, req, text)) return stopUnknown();
  const message = readMcpMessage(text);
  if (message === null) return stop(400);
  const from = new CallerOfRequest(await callerOf(deps, message, agent));
  await pass(await deps.answer(asRequest(req, text), from), res);
}

/** Whether there ever was such a token is not told. */
const badToken = {
  headers: {
    'www-authenticate': 'Bearer error="invalid_token"',
    'content-type': 'application/json',
    'cache-control': 'no-store',
  },
  body: JSON.stringify({
    error: 'invalid_token',
    error_description:
      'No token that is good now: it has ended, was revoked, was not copied whole, or never was one. /request-access agents in Slack shows those that are good.',
  }),
} as const;

function isSignedBySlack(
  { signingSecret, world }: EndpointDeps,
  { headers }: IncomingMessage,
  text: string,
): boolean {
  if (signingSecret === null) return false;
  const nowMs = world.now().getTime();
  return signatureProblem(headers, text, { signingSecret, nowMs }) === null;
}

/**
 * Whom a call is for. Whatever only describes the server is for nobody: nobody is looked up, and
 * nothing is kept.
 *
 * @param agent whose token was sent; null where Slack signed the request
 */
async function callerOf(
  deps: EndpointDeps,
  { calledTool, slackCaller }: McpMessage,
  agent: NamedCaller | null,
): Promise<Result<Caller, string>> {
  const nobody = refuse(callWords.nobody);
  if (calledTool === null) return nobody;
  if (agent !== null) return deps.take(calledTool, agent);
  if (slackCaller === null) return nobody;
  const client = { kind: 'slackbot', name: 'Slackbot' } as const;
  return deps.take(calledTool, { ...slackCaller, client });
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
