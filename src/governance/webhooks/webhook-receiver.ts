import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import getRawBody from 'raw-body';
import type { NewDelivery } from '../../use-cases/delivery-rows.ts';
import type { World } from '../../use-cases/ports.ts';
import type { CallbackVault } from './callback-vault.ts';
import { type DeliveryBody, eventOf, isTenantCallback, readDeliveryBody } from './delivery-body.ts';
import { sealCallback } from './step-callbacks.ts';
import { KeysUnavailable } from './tenant-keys.ts';
import { type DeliveryVerifier, verifyDelivery } from './verify-delivery.ts';
import type { WebhookLog } from './webhook-log.ts';

/** Where the service sends its webhooks, below the public address of the bot. */
export const webhookPath = '/webhooks/governance';

/** A task with everything expanded has some tens of kilobytes. */
const bodyLimit = 1024 * 1024;
/** How many events that are not handled are told apart in the log. */
const longestEvent = 100;

export interface ReceiverDeps {
  readonly verifier: DeliveryVerifier;
  readonly vault: CallbackVault;
  readonly tenantOrigin: string;
  readonly log: WebhookLog;
  readonly world: World;
  /** Throws where the database does not take it. */
  readonly keep: (delivery: NewDelivery) => Promise<'new' | 'repeated' | 'other-body'>;
}

/** Answers one request of the service, or of anybody in its name. */
export function createWebhookReceiver(
  deps: ReceiverDeps,
): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    answer(deps, req, res).catch((err: unknown) => {
      // Nothing is quoted: the callback's URL is in the body.
      deps.world.log.error({ what: err instanceof Error ? err.name : '' }, 'delivery not handled');
      if (!res.headersSent) res.writeHead(500).end();
    });
  };
}

async function answer(
  deps: ReceiverDeps,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const bytes = await bodyOf(req);
  if (bytes === 'too-long') {
    deps.log.refuse('too-long');
    // The rest of the body is not read.
    return void res.setHeader('connection', 'close').writeHead(413).end();
  }
  if (bytes === 'cut-off') return void res.destroy();
  const status = await statusFor(deps, req.headers.authorization, bytes);
  if (status !== 200) return void res.writeHead(status).end();
  const done = JSON.stringify({ version: 'v1' });
  res.writeHead(200, { 'content-type': 'application/json' }).end(done);
}

async function bodyOf(req: IncomingMessage): Promise<Buffer | 'too-long' | 'cut-off'> {
  try {
    return await getRawBody(req, {
      length: req.headers['content-length'] ?? null,
      limit: bodyLimit,
    });
  } catch (error) {
    const isLong = error instanceof Error && 'status' in error && error.status === 413;
    return isLong ? 'too-long' : 'cut-off';
  }
}

/**
 * The status of the answer. 202: kept, and answered later. 401, 400 and 503: the service sends it
 * again; 410: never again.
 */
async function statusFor(
  deps: ReceiverDeps,
  authorization: string | undefined,
  bytes: Buffer,
): Promise<number> {
  const { log } = deps;
  try {
    const verified = await verifyDelivery(deps.verifier, authorization, bytes);
    if (!verified.ok) {
      log.refuse(verified.refusal);
      return 401;
    }
  } catch (error) {
    if (!(error instanceof KeysUnavailable)) throw error;
    log.refuse('keys-unavailable');
    return 503;
  }
  const body = readDeliveryBody(bytes);
  if (body === null) {
    log.refuse('unreadable');
    return 400;
  }
  return keepDelivery(deps, body, bytes);
}

async function keepDelivery(
  { log, vault, tenantOrigin, world, keep }: ReceiverDeps,
  body: DeliveryBody,
  bytes: Buffer,
): Promise<number> {
  const { webhookId, callbackUrl, payload } = body;
  const event = eventOf(body);
  if (event === null) {
    log.refuse('not-handled', body.event.slice(0, longestEvent));
    return 410;
  }
  const isTest = event === 'test';
  if (!isTest && !isTenantCallback(callbackUrl, tenantOrigin)) {
    log.refuse('callback-elsewhere');
    return 400;
  }
  const delivery = {
    webhookId,
    bodyHash: createHash('sha256').update(bytes).digest('base64'),
    event,
    payload: isTest ? {} : payload,
    callback: isTest ? null : sealCallback(vault, webhookId, callbackUrl),
    receivedAt: world.now(),
  };
  const kept = await keep(delivery).catch(() => 'not-kept' as const);
  if (kept === 'not-kept' || kept === 'other-body') {
    log.refuse(kept);
    // Two deliveries under one id: one of them is not what it seems, so the first one counts.
    return kept === 'not-kept' ? 503 : 400;
  }
  if (isTest) log.accept('test');
  else log.accept(kept === 'new' ? 'kept' : 'repeated');
  return isTest ? 200 : 202;
}
