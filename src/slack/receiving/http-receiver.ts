import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { App as BoltApp, Receiver } from '@slack/bolt';
import { z } from 'zod';
import { onceAMinute, type UnauthenticatedBodies } from '../../use-cases/people/limiter.ts';
import type { World } from '../../use-cases/ports/ports.ts';
import { readJson } from '../platform/payloads.ts';
import { payloadProblem, signatureProblem } from './within-limits.ts';

/** Slack's payloads are far smaller; a view may have 250 KB (docs/spec/slack.md#limits). */
const bodyLimit = 1024 * 1024;
/** How long Slack waits for an ack (docs/spec/slack.md#limits). */
const ackMs = 3_000;

const fields = z.record(z.string(), z.unknown());
const verification = z.object({ type: z.literal('url_verification'), challenge: z.string() });

/**
 * Takes what Slack sends over HTTP. Bolt's own receiver reads a body to its end however long it is,
 * takes timestamps of the future, and ends the process over a signed `null`
 * (docs/spec/slack.md#bolt): here a body is cut at the limit while it arrives, and Bolt gets only
 * payloads that are signed and whole.
 */
export class HttpReceiver implements Receiver {
  readonly #signingSecret: string;
  readonly #world: World;
  readonly #deliveries: Deliveries;
  readonly #bodies: UnauthenticatedBodies;
  readonly #acked: (durationMs: number) => void;
  #bolt: BoltApp | null = null;

  constructor(
    signingSecret: string,
    deps: {
      readonly world: World;
      readonly deliveries: Deliveries;
      readonly bodies: UnauthenticatedBodies;
      readonly acked: (durationMs: number) => void;
    },
  ) {
    this.#signingSecret = signingSecret;
    this.#world = deps.world;
    this.#deliveries = deps.deliveries;
    this.#bodies = deps.bodies;
    this.#acked = deps.acked;
  }

  init(bolt: BoltApp): void {
    this.#bolt = bolt;
  }

  /** The caller owns the server and passes its requests to `handle`. */
  async start(): Promise<void> {}
  async stop(): Promise<void> {}

  readonly handle = (req: IncomingMessage, res: ServerResponse): void => {
    this.#answer(req, res).catch((err: unknown) => {
      this.#world.log.error({ err }, 'request from Slack not handled');
      if (!res.headersSent) refuse(res, 500);
    });
  };

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const isLong = Number(req.headers['content-length']) > bodyLimit;
    const bytes = isLong ? 'too-long' : await this.#bodies.read(req, bodyLimit);
    if (bytes === 'cut-off') return void res.destroy();
    if (bytes === 'too-long') return this.#refuse(res, 413, 'payload');
    const text = bytes.toString();
    const form = isForm(req) ? parse(text) : null;
    // Slack looks whether the address has a certificate, without a signature.
    if (form?.ssl_check === '1') return void res.writeHead(200).end();
    const wrong = signatureProblem(req.headers, text, {
      signingSecret: this.#signingSecret,
      nowMs: this.#world.now().getTime(),
    });
    if (wrong !== null) return this.#refuse(res, 401, wrong);
    const body = fields.safeParse(readBodyText(text, form));
    if (!body.success) return this.#refuse(res, 400, 'payload');
    const challenge = verification.safeParse(body.data);
    if (challenge.success) return answerJson(res, { challenge: challenge.data.challenge });
    const problem = payloadProblem(body.data);
    if (problem === null) {
      this.#deliveries.accept();
      return this.#process(body.data, res);
    }
    this.#world.log.warn({ problem }, 'payload refused');
    this.#refuse(res, 400, 'payload');
  }

  #refuse(res: ServerResponse, status: number, reason: keyof Deliveries['refused']): void {
    this.#deliveries.refuse(reason);
    refuse(res, status);
  }

  /**
   * Slack gets the ack of a listener. Without one in time it gets 503 for an event, which it sends
   * again, and 404 for what a person waits for.
   */
  async #process(body: Record<string, unknown>, res: ServerResponse): Promise<void> {
    const startedMs = performance.now();
    res.once('close', () => this.#acked(performance.now() - startedMs));
    const unacked = body.type === 'event_callback' ? 503 : 404;
    const late = setTimeout(() => refuse(res, unacked), ackMs);
    let isAcked = false;
    const ack = async (response?: unknown) => {
      if (isAcked) return;
      isAcked = true;
      clearTimeout(late);
      // As over a socket, a late ack is no failure of the listener: its rows are stored.
      if (res.headersSent) this.#world.log.warn({}, 'too late for the ack');
      else if (typeof response === 'string') res.writeHead(200).end(response);
      else if (response === undefined) res.writeHead(200).end();
      else answerJson(res, response);
    };
    try {
      await this.#bolt?.processEvent({ body, ack });
      if (!res.headersSent) refuse(res, unacked);
    } catch (err) {
      // Listeners' failures do not come here: Bolt itself could not read the payload.
      this.#world.log.warn({ err }, 'payload not understood');
      if (!res.headersSent) refuse(res, 400);
    } finally {
      clearTimeout(late);
    }
  }
}

function isForm(req: IncomingMessage): boolean {
  const [mediaType = ''] = (req.headers['content-type'] ?? '').split(';', 1);
  return mediaType.trim().toLowerCase() === 'application/x-www-form-urlencoded';
}

/** A form holds the payload itself, or JSON in its only field. */
function readBodyText(text: string, form: ReturnType<typeof parse> | null): unknown {
  if (form === null) return readJson(text);
  // As JSON, so that both are read alike.
  if (form.payload === undefined) return readJson(JSON.stringify(form));
  return typeof form.payload === 'string' ? readJson(form.payload) : undefined;
}

function answerJson(res: ServerResponse, body: unknown): void {
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuse(res: ServerResponse, status: number): void {
  res.writeHead(status).end();
}

/**
 * Why a request was refused. `unsigned`: anybody who finds the address can send such. `payload`:
 * too long, or nothing that Slack sends.
 */
type Refusal = keyof Deliveries['refused'];

const mends: Readonly<Record<Exclude<Refusal, 'payload'>, string>> = {
  unsigned:
    'it has no signature. If it is Slack’s, have the proxy in front of the bot pass on x-slack-signature and x-slack-request-timestamp.',
  signature:
    'its signature was not made with SLACK_SIGNING_SECRET. Set SLACK_SIGNING_SECRET to the Signing Secret under Basic Information of the Slack app, and start the bot again.',
  timestamp:
    'its time differs by over five minutes from this machine’s. Have this machine set its clock by NTP.',
};

/** Counts the accepted and refused requests over HTTP, from Slack and from others in its name. */
export class Deliveries {
  readonly #world: World;
  readonly #isToSay: (reason: Refusal) => boolean;
  accepted = 0;
  /** Starts at zero: Prometheus sees a counter grow only if it has seen it before. */
  readonly refused = { unsigned: 0, signature: 0, timestamp: 0, payload: 0 };
  /** The time of the last accepted request; null if there was none since the start. */
  lastAcceptedAt: Date | null = null;
  /**
   * The trouble and its remedy, after refusing a request that looks like Slack's and until the next
   * one is accepted.
   */
  trouble: string | null = null;

  constructor(world: World) {
    this.#world = world;
    this.#isToSay = onceAMinute(world);
  }

  accept(): void {
    this.accepted += 1;
    this.lastAcceptedAt = this.#world.now();
    this.trouble = null;
  }

  refuse(reason: Refusal): void {
    this.refused[reason] += 1;
    if (reason === 'payload') return;
    const at = this.#world.now();
    const says = mends[reason];
    if (reason !== 'unsigned')
      this.trouble = `The request of ${at.toISOString()} was refused, and none was accepted since: ${says}`;
    if (this.#isToSay(reason)) this.#world.log.warn({ reason, says }, 'request from Slack refused');
  }
}
