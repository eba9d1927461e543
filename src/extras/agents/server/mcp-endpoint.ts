import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { DatabaseFailure } from '../../../domain/outward/outward-failure.ts';
import { type Result, refuse } from '../../../domain/result.ts';
import { readJson } from '../../../slack/platform/payloads.ts';
import { signatureProblem } from '../../../slack/receiving/within-limits.ts';
import { onceAMinute, type UnauthenticatedBodies } from '../../../use-cases/people/limiter.ts';
import type { World } from '../../../use-cases/ports/ports.ts';
import { callWords, type NamedCaller } from '../identify-caller.ts';
import type { Caller } from '../tools/tool.ts';

export const mcpPath = '/mcp';

/** Enough for the longest draft: its reason and answers have some thousand characters. */
const bodyLimit = 128 * 1024;

/** Whose body takes longer is asked for its token again: it may have been revoked meanwhile. */
const promptBodyMs = 1_000;

/** Look-ups that wait take less. */
const busySeconds = '5';

/** What the operator may have to mend, by the status of the answer. */
const remedies = {
  400: 'somebody who may call sends something that is no message of the protocol',
  401: 'neither Slack’s signature nor a good token: if Slackbot gets no answer, look at SLACK_SIGNING_SECRET and at the clock of this machine',
  403: 'a page in a browser tried to call',
  413: 'longer than any message of an agent',
  421: 'for another host: set agents.url to the address at which agents reach this bot, and have the proxy pass on the header Host',
  429: 'more calls than limits.agents allows one person',
  503: 'the database does not answer, or too many tokens are sent that have to be looked up in it',
} as const;

type RefusalStatus = keyof typeof remedies;

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

/** The server behind this endpoint. */
export interface Mcp {
  /** Answers requests of the protocol, each by itself. */
  readonly answer: (request: Request, from: CallerOfRequest) => Promise<Response>;
  readonly close: () => Promise<void>;
}

interface EndpointDeps extends Pick<Mcp, 'answer'> {
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
  const isToSay = onceAMinute(deps.world);
  // Nothing of a request is in the line.
  const note = (status: RefusalStatus): void => {
    if (isToSay(String(status)))
      deps.world.log.warn({ status, says: remedies[status] }, 'requests of agents refused');
  };
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
  const message = mcpMessage.safeParse(readJson(text));
  if (!message.success) return stop(400);
  const from = new CallerOfRequest(await callerOf(deps, message.data, agent));
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
  { calledTool, slackCaller }: z.output<typeof mcpMessage>,
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

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request was meant for this bot: by the public address, or on this machine. A page that
 * a browser shows can have its own name lead to this machine; then the request says that name.
 *
 * @param publicUrl null where the operator named none
 */
export function isOwnHost(host: string | undefined, publicUrl: string | null): boolean {
  const own = URL.parse(publicUrl ?? '');
  // With its scheme, so that a port that goes without saying may be said.
  const address = URL.parse(`${own?.protocol ?? 'http:'}//${host ?? ''}`);
  if (host === undefined || address === null || address.username + address.password !== '')
    return false;
  if (loopback.has(address.hostname)) return true;
  return address.host === own?.host;
}

/** Whom Slack names in a request that it signed. */
const slackCaller = z
  .object({ user_id: z.string().min(1).max(50), team_id: z.string().min(1).max(50) })
  .transform(({ user_id: userId, team_id: teamId }) => ({ userId, teamId }));

/**
 * One message of the protocol, as far as it matters before the SDK reads it. Several in one body
 * are not taken: newer clients do not send them, and each could name another person.
 */
const mcpMessage = z
  .object({
    method: z.string().optional().catch(undefined),
    params: z
      .object({
        name: z.unknown(),
        _meta: z.object({ slack: slackCaller }).optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
  })
  .transform(({ method, params }) => ({
    /** The name of the tool that is called; null where none is. */
    calledTool:
      method !== 'tools/call' ? null : typeof params?.name === 'string' ? params.name : '',
    /** True only of a body that Slack signed; null where it names nobody. */
    slackCaller: params?._meta?.slack ?? null,
  }));
