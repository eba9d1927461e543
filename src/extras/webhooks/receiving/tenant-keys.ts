import { createRemoteJWKSet, customFetch, type FetchImplementation } from 'jose';

/** How long an answer may take, and be. */
const timeoutMs = 5_000;
const answerLimitBytes = 256 * 1024;
/** After a failure the tenant is left alone for so long, however many deliveries come. */
const pauseAfterFailureMs = 10_000;

export type TenantKeys = ReturnType<typeof createRemoteJWKSet>;

/** The tenant's keys could not be read, so nobody can tell whether a delivery is the tenant's. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/**
 * The keys with which the tenant signs deliveries (docs/spec/deployments.md#webhooks). Read from
 * the tenant alone, redirects are not followed; kept for ten minutes. A token that names an unknown
 * key has them read again at most every 30 seconds.
 *
 * @param origin of the tenant, such as https://acme.example
 */
export function createTenantKeys(
  origin: string,
  { now, fetch = globalThis.fetch }: { now: () => number; fetch?: typeof globalThis.fetch },
): TenantKeys {
  let failedAtMs = Number.NEGATIVE_INFINITY;
  const fetchKeys: FetchImplementation = async (url, options) => {
    if (now() - failedAtMs < pauseAfterFailureMs) throw new KeysUnavailable();
    try {
      return await boundedAnswer(await fetch(url, options));
    } catch (cause) {
      failedAtMs = now();
      throw new KeysUnavailable('the tenant’s keys cannot be read', { cause });
    }
  };
  return createRemoteJWKSet(new URL('/auth/v1/jwks', origin), {
    timeoutDuration: timeoutMs,
    [customFetch]: fetchKeys,
  });
}

/** The answer, read up to the limit: an endless one would fill the memory. */
async function boundedAnswer(answer: Response): Promise<Response> {
  if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > answerLimitBytes) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status: 200 });
}
