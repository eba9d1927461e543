import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { UnauthenticatedBodies } from '../../../use-cases/people/unauthenticated-bodies.ts';
import type { World } from '../../../use-cases/ports/ports.ts';
import type { NewDelivery } from '../delivery-tables.ts';
import type { CallbackVault } from './callback-vault.ts';
import { type DeliveryBody, eventOf, isTenantCallback, readDeliveryBody } from './delivery-body.ts';
import { boundedPayload, taskUpdatedAtIn } from './delivery-payload.ts';
import { sealCallback } from './step-callbacks.ts';
import { KeysUnavailable } from './tenant-keys.ts';
import {
  type DeliveryVerifier,
  isBodyOf,
  type SignedDelivery,
  verifyToken,
} from './verify-delivery.ts';
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
  readonly bodies: UnauthenticatedBodies;
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
  const { log, bodies } = deps;
  const stop = (status: number, outcome: Parameters<WebhookLog['refuse']>[0]): void => {
    log.refuse(outcome);
    // The rest of the body is not read.
    if (!req.complete) res.setHeader('connection', 'close');
    res.writeHead(status).end();
  };
  if (Number(req.headers['content-length']) > bodyLimit) return stop(413, 'too-long');
  const announced = await signedFor(deps, req.headers.authorization);
  if (announced === 'keys-unavailable') return stop(503, announced);
  if (!announced.ok) return stop(401, announced.refusal);
  const bytes = await bodies.read(req, bodyLimit);
  if (bytes === 'too-long') return stop(413, bytes);
  if (bytes === 'cut-off') return void res.destroy();
  if (!isBodyOf(announced.value, bytes)) return stop(401, 'body');
  const status = await statusFor(deps, announced.value, bytes);
  if (status !== 200) return void res.writeHead(status).end();
  const acknowledgement = JSON.stringify({ version: 'v1' });
  res.writeHead(200, { 'content-type': 'application/json' }).end(acknowledgement);
}

async function signedFor(
  { verifier }: ReceiverDeps,
  authorization: string | undefined,
): Promise<Awaited<ReturnType<typeof verifyToken>> | 'keys-unavailable'> {
  try {
    return await verifyToken(verifier, authorization);
  } catch (error) {
    if (error instanceof KeysUnavailable) return 'keys-unavailable';
    throw error;
  }
}

/**
 * The status of the answer to what the tenant sent. 202: kept, and answered later. 400 and 503: the
 * service sends it again; 410: never again.
 */
async function statusFor(
  deps: ReceiverDeps,
  { signedAt }: SignedDelivery,
  bytes: Buffer,
): Promise<number> {
  const body = readDeliveryBody(bytes);
  if (body === null) {
    deps.log.refuse('unreadable');
    return 400;
  }
  return keepDelivery(deps, body, { bytes, signedAt });
}

async function keepDelivery(
  { log, vault, tenantOrigin, world, keep }: ReceiverDeps,
  body: DeliveryBody,
  { bytes, signedAt }: { readonly bytes: Buffer; readonly signedAt: Date },
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
    payload: isTest ? {} : boundedPayload(payload),
    callback: isTest ? null : sealCallback(vault, webhookId, callbackUrl),
    receivedAt: world.now(),
    signedAt,
    taskUpdatedAt: taskUpdatedAtIn(payload),
  };
  const outcome = await keep(delivery).catch(() => 'not-kept' as const);
  if (outcome === 'not-kept' || outcome === 'other-body') {
    log.refuse(outcome);
    // Two deliveries under one id: one of them is not what it seems, so the first one counts.
    return outcome === 'not-kept' ? 503 : 400;
  }
  if (isTest) log.accept('test');
  else log.accept(outcome === 'new' ? 'kept' : 'repeated');
  return isTest ? 200 : 202;
}
