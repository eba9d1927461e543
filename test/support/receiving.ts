/** A receiver of webhooks with a server before it, and the tenant that signs for it. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, request } from 'node:http';
import { afterEach, beforeEach } from 'vitest';
import type { NewDelivery } from '../../src/extras/webhooks/delivery-tables.ts';
import {
  type CallbackVault,
  createCallbackVault,
} from '../../src/extras/webhooks/step-callbacks.ts';
import { createTenantKeys } from '../../src/extras/webhooks/verify-delivery.ts';
import {
  createWebhookReceiver,
  WebhookLog,
  webhookPath,
} from '../../src/extras/webhooks/webhook-receiver.ts';
import {
  mostUnauthenticatedBytes,
  UnauthenticatedBodies,
} from '../../src/use-cases/people/limiter.ts';
import { FakeWorld } from './fakes.ts';
import { portOf } from './port-of.ts';

export const tenantOrigin = 'https://acme.example';

/** What one test sees and decides; made anew for each. */
export class ReceiverRig {
  readonly world = new FakeWorld();
  readonly log = new WebhookLog(this.world);
  readonly vault: CallbackVault = createCallbackVault([Buffer.alloc(32, 1)]);
  readonly bodies = new UnauthenticatedBodies(this.world, mostUnauthenticatedBytes);
  readonly kept: NewDelivery[] = [];
  /** What the database says to a delivery. */
  keeping: 'new' | 'repeated' | 'other-body' | 'fails' = 'new';
  /** The clock of the tenant's keys. */
  clockMs = 0;
  /** How often the tenant's keys were read. */
  keyReads = 0;
  keyAnswer: () => Response = () => Response.json({ keys: [tenantKey] });
  /** The bot's address as the operator wrote it. */
  publicUrl = 'https://bot.acme.example';

  get target(): URL {
    return new URL(`${this.publicUrl}${webhookPath}`);
  }
}

const pair = generateKeyPairSync('ed25519');
export const tenantKey = {
  ...pair.publicKey.export({ format: 'jwk' }),
  kid: 'key-1',
  alg: 'EdDSA',
};

/** The rig of the running test. */
export function receiving() {
  let rig = new ReceiverRig();
  let port = 0;
  let close: () => void = () => undefined;

  beforeEach(async () => {
    rig = new ReceiverRig();
    const server = createServer((req, res) => handlerOf(rig)(req, res));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = portOf(server);
    close = () => server.close();
  });
  afterEach(() => close());

  function post(body: string | Buffer, headers: Readonly<Record<string, string>>): Promise<number> {
    return new Promise((resolve, reject) => {
      const call = request({ port, path: webhookPath, method: 'POST', headers }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      });
      call.on('error', reject);
      call.end(body);
    });
  }
  return {
    rig: () => rig,
    post,
    /** Sends it with a true token; claims and header can be changed. */
    signed: (body: string, claims: object = {}, header: object = {}, scheme = 'bearer') =>
      post(body, { authorization: `${scheme} ${tokenFor(rig, body, { claims, header })}` }),
  };
}

const handlers = new WeakMap<ReceiverRig, ReturnType<typeof createWebhookReceiver>>();

/** Its receiver. Made with the first delivery, so that a test can change the rig before. */
export function handlerOf(rig: ReceiverRig): ReturnType<typeof createWebhookReceiver> {
  const known = handlers.get(rig);
  if (known !== undefined) return known;
  const { world, vault, log, target } = rig;
  const keys = createTenantKeys(tenantOrigin, {
    now: () => rig.clockMs,
    fetch: async () => {
      rig.keyReads += 1;
      return rig.keyAnswer();
    },
  });
  const made = createWebhookReceiver({
    verifier: { tenant: new URL(tenantOrigin), target, keys, now: world.now },
    vault,
    log,
    world,
    bodies: rig.bodies,
    tenantOrigin,
    async keep(delivery) {
      if (rig.keeping === 'fails') throw new Error('the database is down');
      rig.kept.push(delivery);
      return rig.keeping;
    },
  });
  handlers.set(rig, made);
  return made;
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export interface TokenChange {
  readonly claims?: object;
  readonly header?: object;
  /** Signs in the place of the tenant's key. */
  readonly signature?: (input: Buffer) => Buffer;
}

/** A token for this body; made without the library that checks it. */
export function tokenFor(
  { world, target }: ReceiverRig,
  body: string | Buffer,
  { claims = {}, header = {}, signature = signedWith(pair.privateKey) }: TokenChange = {},
): string {
  const now = Math.floor(world.now().getTime() / 1_000);
  const said = {
    c1typ: 'wh',
    iss: 'acme.example',
    aud: target.hostname,
    htm: 'POST',
    htu: target.href,
    htb_s256: createHash('sha256').update(body).digest('base64'),
    iat: now,
    nbf: now - 60,
    exp: now + 120,
    jti: 'token-1',
    ...claims,
  };
  const input = `${part({ alg: 'EdDSA', kid: 'key-1', ...header })}.${part(said)}`;
  return `${input}.${signature(Buffer.from(input)).toString('base64url')}`;
}

function signedWith(key: KeyObject): (input: Buffer) => Buffer {
  return (input) => sign(null, input, key);
}

/** A delivery as the service sends it, with other members. */
export function deliveryBody(change: object = {}): string {
  return JSON.stringify({
    version: 'v1',
    webhookId: 'hook-1',
    event: 'c1.webhooks.v1.PayloadPolicyApprovalStep',
    callbackUrl: `${tenantOrigin}/api/v1/webhooks/callback/secret-token`,
    payload: { taskView: {} },
    ...change,
  });
}
