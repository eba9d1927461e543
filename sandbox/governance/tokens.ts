import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Caller, GovernanceCallerOptions } from './caller.ts';
import { isAssertionOf } from './client-assertions.ts';
import { ServiceError } from './errors.ts';

/** How the token endpoint may differ from what a client hopes for. */
export interface TokenLies {
  /** It knows the secret alone. */
  readonly refusesAssertions?: boolean;
  /** The credentials are bound to a key: said with the token, or by asking for a nonce. */
  readonly bound?: 'token' | 'nonce';
}

/**
 * What the token endpoint answers: RFC 6749 bodies, because it is an OAuth endpoint and not one of
 * the interface's.
 */
export interface TokenAnswer {
  readonly status: 200 | 400 | 401;
  readonly body: object;
}

function refusal(status: 400 | 401, error: string, description: string): TokenAnswer {
  return { status, body: { error, error_description: description } };
}

function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

function unauthenticated(message: string, challenge: string): ServiceError {
  return new ServiceError(16, message, { headers: { 'WWW-Authenticate': challenge } });
}

/**
 * Client credentials in, expiring bearer tokens out (docs/spec/interface.md#authentication). Tokens
 * live in memory only.
 */
export class TokenEndpoint {
  readonly #clients: readonly GovernanceCallerOptions[];
  readonly #lifetimeSeconds: number;
  readonly #now: () => Date;
  #lies: TokenLies = {};
  readonly #tokens = new Map<string, { readonly caller: Caller; readonly expiresAtMs: number }>();

  constructor(
    clients: readonly GovernanceCallerOptions[],
    lifetimeSeconds: number,
    now: () => Date,
  ) {
    this.#clients = clients;
    this.#lifetimeSeconds = lifetimeSeconds;
    this.#now = now;
  }

  /**
   * The token endpoint: a form in the body, and nothing but the body, may carry the credentials.
   */
  issue(contentType: string, authorization: string | undefined, bodyText: string): TokenAnswer {
    if (authorization !== undefined) {
      return refusal(
        401,
        'invalid_client',
        'client credentials must be sent in the request body, not in headers',
      );
    }
    if (contentType.split(';')[0]?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
      return refusal(
        400,
        'invalid_request',
        'content type must be application/x-www-form-urlencoded',
      );
    }
    const form = new URLSearchParams(bodyText);
    const proof = form.has('client_assertion') ? 'client_assertion' : 'client_secret';
    for (const name of ['grant_type', 'client_id', proof]) {
      if (form.getAll(name).length !== 1)
        return refusal(400, 'invalid_request', `${name} must be given exactly once`);
    }
    if (form.get('grant_type') !== 'client_credentials') {
      return refusal(400, 'unsupported_grant_type', 'only client_credentials is supported');
    }
    const { bound, refusesAssertions = false } = this.#lies;
    if (bound === 'nonce') return refusal(400, 'use_dpop_nonce', 'a DPoP proof is required');
    const client = this.#clients.find((one) => one.clientId === form.get('client_id'));
    if (client === undefined || !this.#isProven(client, form))
      return refusal(401, 'invalid_client', 'unknown client or wrong secret');
    if (refusesAssertions && proof === 'client_assertion')
      return refusal(400, 'invalid_request', 'assertions are not supported');
    return {
      status: 200,
      body: {
        access_token: this.#mint(client),
        token_type: bound === 'token' ? 'DPoP' : 'Bearer',
        expires_in: this.#lifetimeSeconds,
      },
    };
  }

  /** What is untrue, or otherwise than usual, from now on. */
  lie(lies: TokenLies): void {
    this.#lies = lies;
  }

  #isProven({ clientId, clientSecret }: GovernanceCallerOptions, form: URLSearchParams): boolean {
    const assertion = form.get('client_assertion');
    if (assertion === null) return sameText(clientSecret, form.get('client_secret') ?? '');
    return isAssertionOf({ clientId, clientSecret }, assertion, this.#now());
  }

  /**
   * Who calls, from the Authorization header.
   * @throws ServiceError 401 with `WWW-Authenticate`
   */
  callerOf(authorization: string | undefined): Caller {
    const token = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) throw unauthenticated('missing bearer token', 'Bearer');
    const known = this.#tokens.get(token);
    if (known === undefined)
      throw unauthenticated('unknown access token', 'Bearer error="invalid_token"');
    if (known.expiresAtMs <= this.#now().getTime()) {
      this.#tokens.delete(token);
      throw unauthenticated(
        'access token expired',
        'Bearer error="invalid_token", error_description="the access token expired"',
      );
    }
    return known.caller;
  }

  #mint(client: GovernanceCallerOptions): string {
    const nowMs = this.#now().getTime();
    for (const [token, { expiresAtMs }] of this.#tokens)
      if (expiresAtMs <= nowMs) this.#tokens.delete(token);
    const token = randomBytes(32).toString('base64url');
    const caller = {
      clientId: client.clientId,
      userId: client.userId,
      permissions: new Set(client.permissions),
    } satisfies Caller;
    this.#tokens.set(token, { caller, expiresAtMs: nowMs + this.#lifetimeSeconds * 1000 });
    return token;
  }
}
