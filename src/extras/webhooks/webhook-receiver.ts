/** Receives what the service posts: verified, kept, and only then acknowledged. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { isDeeperThan } from '../../service/client/wire/endpoint.ts';
import { onceAMinute, type UnauthenticatedBodies } from '../../use-cases/people/limiter.ts';
import type { World } from '../../use-cases/ports/ports.ts';
import type { Store } from '../../use-cases/ports/store-ports.ts';
import { type DeliveryEvent, deliveriesIn, type NewDelivery } from './delivery-tables.ts';
import type { CallbackVault } from './step-callbacks.ts';
import { type DeliveryVerifier, isBodyOf, verifyToken } from './verify-delivery.ts';

/** Where the service sends its webhooks, below the public address of the bot. */
export const webhookPath = '/webhooks/governance';

/**
 * What becomes of a request to the address for webhooks, and the status of its answer. 202: kept,
 * and answered later. The service sends what got 400 or 503 again.
 */
const statuses = {
  kept: 202,
  repeated: 202,
  test: 200,
  forged: 401,
  times: 401,
  issuer: 401,
  address: 401,
  'keys-unavailable': 503,
  'too-long': 413,
  unanswerable: 400,
  'other-body': 400,
  'not-kept': 503,
} as const;
type WebhookOutcome = keyof typeof statuses;

const mends: Readonly<Partial<Record<WebhookOutcome, string>>> = {
  address:
    'it is for another address. Set PUBLIC_URL to the address that the webhook has in the tenant.',
  times: 'its time differs from this machine’s. Have this machine set its clock by NTP.',
  issuer: 'another tenant sent it. Look at GOVERNANCE_BASE_URL.',
  'keys-unavailable': 'the keys at /auth/v1/jwks of the tenant cannot be read.',
  unanswerable: 'it names no way back to the tenant. Look at the tenant’s webhook.',
  'not-kept': 'the database did not take it. The tenant sends it again.',
};

/** Counts what comes to the address for webhooks, and says what is wrong with it. */
export class WebhookLog {
  readonly #world: World;
  readonly #isToSay: (outcome: WebhookOutcome) => boolean;
  /** Starts at zero: Prometheus sees a counter grow only if it has seen it before. */
  readonly counts: Record<string, number>;
  /** What was wrong with the last one that was refused, until one is accepted. */
  trouble: string | null = null;

  constructor(world: World) {
    this.#world = world;
    this.#isToSay = onceAMinute(world);
    this.counts = Object.fromEntries(Object.keys(statuses).map((outcome) => [outcome, 0]));
  }

  note(outcome: WebhookOutcome): void {
    this.counts[outcome] = (this.counts[outcome] ?? 0) + 1;
    if (statuses[outcome] < 300) {
      this.trouble = null;
      return;
    }
    const at = this.#world.now();
    const says = mends[outcome] ?? 'it is not from the tenant.';
    this.trouble = `The delivery of ${at.toISOString()} was refused, and none was accepted since: ${says}`;
    if (this.#isToSay(outcome))
      this.#world.log.warn({ outcome, says }, 'delivery of the service refused');
  }
}

/** A task with everything expanded has some tens of kilobytes. */
const bodyLimit = 1024 * 1024;

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
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const outcome = await outcomeOf(deps, req);
    if (outcome === 'cut-off') return void res.destroy();
    deps.log.note(outcome);
    const status = statuses[outcome];
    if (status !== 200) return void res.writeHead(status).end();
    const acknowledgement = JSON.stringify({ version: 'v1' });
    res.writeHead(200, { 'content-type': 'application/json' }).end(acknowledgement);
  };
  return (req, res) => {
    answer(req, res).catch((err: unknown) => {
      // Nothing is quoted: the callback's URL is in the body.
      deps.world.log.error({ what: err instanceof Error ? err.name : '' }, 'delivery not handled');
      if (!res.headersSent) res.writeHead(500).end();
    });
  };
}

async function outcomeOf(
  { verifier, bodies, keep, ...deps }: ReceiverDeps,
  req: IncomingMessage,
): Promise<WebhookOutcome | 'cut-off'> {
  if (Number(req.headers['content-length']) > bodyLimit) return 'too-long';
  const announced = await verifyToken(verifier, req.headers.authorization);
  if (!announced.ok) return announced.refusal;
  const bytes = await bodies.read(req, bodyLimit);
  if (typeof bytes === 'string') return bytes;
  if (!isBodyOf(announced.value, bytes)) return 'forged';
  const delivery = readDelivery(deps, bytes, announced.value.signedAt);
  if (delivery === null) return 'unanswerable';
  const insertion = await keep(delivery).catch(() => 'not-kept' as const);
  if (insertion === 'not-kept' || insertion === 'other-body') return insertion;
  if (delivery.event === 'test') return 'test';
  return insertion === 'new' ? 'kept' : 'repeated';
}

/** What the service sends to a webhook (docs/spec/deployments.md#webhooks). */
const deliveryBody = z.object({
  version: z.unknown().optional(),
  webhookId: z.string().min(1).max(200),
  event: z.unknown().optional(),
  callbackUrl: z.string().max(4_000).default(''),
  payload: z.record(z.string(), z.unknown()).catch({}),
});

const events: ReadonlyMap<unknown, DeliveryEvent> = new Map([
  ['c1.webhooks.v1.PayloadTest', 'test'],
  ['c1.webhooks.v1.PayloadPolicyApprovalStep', 'approval-step'],
  ['c1.webhooks.v1.PayloadProvisionStep', 'provision-step'],
]);

/**
 * Keeps whatever can be answered, although nothing else of it can be read: if it were refused, the
 * policy of its step would go on without anybody. null where it names no way back.
 */
function readDelivery(
  { vault, tenantOrigin, world }: Pick<ReceiverDeps, 'vault' | 'tenantOrigin' | 'world'>,
  bytes: Buffer,
  signedAt: Date,
): NewDelivery | null {
  const parsed = deliveryBody.safeParse(jsonIn(bytes));
  if (!parsed.success) return null;
  const { version, webhookId, callbackUrl, payload } = parsed.data;
  const event = events.get(parsed.data.event) ?? 'unknown';
  const isTest = event === 'test';
  if (!isTest && !isTenantCallback(callbackUrl, tenantOrigin)) return null;
  // Another version is believed only about the kind of step.
  const isStep = version === 'v1' && event !== 'test' && event !== 'unknown';
  return {
    webhookId,
    bodyHash: createHash('sha256').update(bytes).digest('base64'),
    event,
    payload: isStep && !isDeeperThan(deepestPayload, payload) ? payload : {},
    callback: isTest ? null : vault.seal(callbackUrl, webhookId),
    receivedAt: world.now(),
    signedAt,
    taskUpdatedAt: taskUpdatedAtIn(payload),
  };
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
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

const changed = z.object({
  taskView: z.object({ task: z.object({ updatedAt: z.iso.datetime({ offset: true }) }) }),
});

/** When the task in the payload was last changed; null if it does not say. */
function taskUpdatedAtIn(payload: unknown): Date | null {
  const parsed = changed.safeParse(payload);
  return parsed.success ? new Date(parsed.data.taskView.task.updatedAt) : null;
}

/**
 * Keeps a delivery and the job that shows it, in one transaction: what the service was told to be
 * kept is kept. A repetition changes nothing, because the answer to the first may have been lost.
 */
export function receiveDelivery(
  { store }: { readonly store: Store },
  delivery: NewDelivery,
): Promise<'new' | 'repeated' | 'other-body'> {
  return store.transaction(async (tx) => {
    const insertion = await deliveriesIn(tx).insertOnce(delivery);
    const { webhookId, event } = delivery;
    if (insertion !== 'new') return insertion;
    // A test is kept only so that the operator sees when the tenant was last here.
    if (event === 'test') await deliveriesIn(tx).save(webhookId, { state: 'over' });
    else await tx.enqueue({ kind: 'take-delivery', webhookId });
    return insertion;
  });
}
