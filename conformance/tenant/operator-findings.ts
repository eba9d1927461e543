/** What the doctor reads for an operator, and the keys by which deliveries are checked. */

import { z } from 'zod';
import { listWebhooks } from '../../src/extras/webhooks/webhook-checks.ts';
import { searchPolicies } from '../../src/operator/doctor/checks/governance-checks.ts';
import type { AnyEndpoint, CallInput } from '../../src/service/client/wire/endpoint.ts';
import { asked, counted, type Finding, items, seen } from './finding.ts';
import type { TenantListener } from './tenant-listener.ts';
import type { TenantSettings } from './tenant-settings.ts';

export async function readByOperators(
  tenant: TenantListener,
  settings: TenantSettings,
): Promise<readonly Finding[]> {
  const list = async (what: string, one: AnyEndpoint, input: Partial<CallInput<string>> = {}) => {
    const answer = await asked(tenant, one, input);
    const count = items(answer.body).length;
    return seen(what, answer, counted(count, 'item'), count > 0);
  };
  return [
    await list('policies', searchPolicies, { body: { pageSize: 10 } }),
    await list('webhooks', listWebhooks),
    await signingKeys(settings),
  ];
}

const keySet = z.object({ keys: z.array(z.object({ alg: z.string().optional() })) });
/** Algorithms that the bot takes deliveries with. */
const taken = ['RS256', 'ES256', 'EdDSA'];

/** Anybody may read them, so they are read without a token. */
async function signingKeys({ baseUrl, timeoutMs }: TenantSettings): Promise<Finding> {
  const what = 'keys of webhooks';
  const url = new URL('/auth/v1/jwks', baseUrl);
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(url, { signal, redirect: 'manual' }).catch(() => null);
  if (answer === null) return { what, verdict: 'not seen', found: `${url.pathname} is silent` };
  if (answer.status !== 200)
    return { what, verdict: 'not there', found: `it answered ${answer.status}` };
  const read = keySet.safeParse(await answer.json().catch(() => null));
  if (!read.success) return { what, verdict: 'differs', found: 'it is no list of keys' };
  const algorithms = [...new Set(read.data.keys.map(({ alg }) => alg ?? 'none told'))];
  const found = `${counted(read.data.keys.length, 'key')}: ${algorithms.join(', ')}`;
  const isTaken = algorithms.some((one) => taken.includes(one) || one === 'none told');
  return { what, verdict: isTaken ? 'ok' : 'differs', found };
}
