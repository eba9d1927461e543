/**
 * The hand of a tenant that gives steps of its policies away, written from
 * docs/spec/deployments.md#webhooks alone, by somebody who had not read `sandbox/`: the interface
 * itself has no way to decide.
 */
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';

/** Where deliveries are sent, and by which address the tenant knows that place. */
export interface WebhookTarget {
  readonly url: string;
  readonly publicUrl: string;
}

const callbackPath = '/api/v1/webhooks/callback/';

export class ContractWebhook {
  /** What came back at callbacks, by the id of the task. */
  readonly answers: { readonly taskId: string; readonly document: unknown }[] = [];
  readonly #pair = generateKeyPairSync('ed25519');
  readonly #taskOfToken = new Map<string, string>();

  /** The document of `/auth/v1/jwks`. */
  get keys(): object {
    const key = this.#pair.publicKey.export({ format: 'jwk' });
    return { keys: [{ ...key, kid: 'tenant-key', alg: 'EdDSA', use: 'sig' }] };
  }

  /** Resolves with the status of the answer. */
  async deliver(
    tenantUrl: string,
    { url, publicUrl }: WebhookTarget,
    { taskId, payload }: { readonly taskId: string; readonly payload: object },
  ): Promise<number> {
    const token = randomUUID();
    this.#taskOfToken.set(token, taskId);
    const body = JSON.stringify({
      version: 'v1',
      webhookId: randomUUID(),
      event: 'c1.webhooks.v1.PayloadPolicyApprovalStep',
      callbackUrl: `${tenantUrl}${callbackPath}${token}`,
      payload,
    });
    const authorization = `bearer ${this.#tokenFor(tenantUrl, publicUrl, body)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body })).status;
  }

  /** Takes the answer at a callback, which works once. Returns the status. */
  take(path: string, document: unknown): number {
    const token = path.slice(callbackPath.length);
    const taskId = this.#taskOfToken.get(token);
    if (!path.startsWith(callbackPath) || taskId === undefined) return 400;
    this.#taskOfToken.delete(token);
    this.answers.push({ taskId, document });
    return 200;
  }

  #tokenFor(tenantUrl: string, publicUrl: string, body: string): string {
    const now = Math.floor(Date.now() / 1_000);
    const part = (value: object): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = {
      c1typ: 'wh',
      iss: new URL(tenantUrl).host,
      aud: new URL(publicUrl).host,
      htm: 'POST',
      htu: publicUrl,
      htb_s256: createHash('sha256').update(body).digest('base64'),
      iat: now,
      nbf: now - 60,
      exp: now + 120,
      jti: randomUUID(),
    };
    const signed = `${part({ alg: 'EdDSA', kid: 'tenant-key' })}.${part(claims)}`;
    const signature = sign(null, Buffer.from(signed), this.#pair.privateKey);
    return `${signed}.${signature.toString('base64url')}`;
  }
}
