import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { isDeeperThan } from '../../../service/client/wire/nesting.ts';
import type { UnauthenticatedBodies } from '../../../use-cases/people/unauthenticated-bodies.ts';
import type { World } from '../../../use-cases/ports/ports.ts';
import type { DeliveryEvent, NewDelivery } from '../delivery-tables.ts';
import type { CallbackVault } from './callback-vault.ts';
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

/** What the service sends to a webhook (docs/spec/deployments.md#webhooks). */
const deliveryBody = z.object({
  version: z.literal('v1'),
  webhookId: z.string().min(1).max(200),
  event: z.string().max(200),
  callbackUrl: z.string().max(4_000).default(''),
  payload: z.record(z.string(), z.unknown()),
});
type DeliveryBody = z.output<typeof deliveryBody>;

/** null where it is no JSON, or no delivery. */
function readDeliveryBody(bytes: Uint8Array): DeliveryBody | null {
  try {
    return deliveryBody.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    return null;
  }
}

const events: ReadonlyMap<string, DeliveryEvent> = new Map([
  ['PayloadTest', 'test'],
  ['PayloadPolicyApprovalStep', 'approval-step'],
  ['PayloadProvisionStep', 'provision-step'],
]);

/** What happened; null for an event that the bot does nothing with. */
function eventOf({ event }: DeliveryBody): DeliveryEvent | null {
  return events.get(event.replace(/^c1\.webhooks\.v1\./, '')) ?? null;
}

const callbackPath = '/api/v1/webhooks/callback/';

/**
 * Whether an answer may be sent there: the tenant alone takes answers. Another address would learn
 * who decided what, and would let anybody who can change a delivery send requests from here.
 */
function isTenantCallback(url: string, tenantOrigin: string): boolean {
  const callback = URL.parse(url);
  return (
    callback !== null &&
    callback.origin === tenantOrigin &&
    callback.username + callback.password === '' &&
    callback.pathname.startsWith(callbackPath) &&
    callback.pathname.length > callbackPath.length &&
    // A proxy that decodes these would lead elsewhere.
    !/%(2f|5c)/i.test(callback.pathname)
  );
}

/** Tasks have about ten levels; the database takes some thousands. */
const deepestPayload = 100;

/**
 * The payload as it was sent. A payload that is nested deeper than any task is stored as one
 * without a task: if it were refused, the policy of its step would go on without anybody.
 */
function boundedPayload(payload: object): unknown {
  return isDeeperThan(deepestPayload, payload) ? {} : payload;
}

const changed = z.object({
  taskView: z.object({ task: z.object({ updatedAt: z.iso.datetime({ offset: true }) }) }),
});

/** When the task in the payload was last changed; null if it does not say. */
function taskUpdatedAtIn(payload: unknown): Date | null {
  const parsed = changed.safeParse(payload);
  return parsed.success ? new Date(parsed.data.taskView.task.updatedAt) : null;
}
