import { Agent, type Dispatcher, EnvHttpProxyAgent, request, setGlobalDispatcher } from 'undici';
import type { OutboundProxy } from '../../../domain/outward/outbound-proxy.ts';

/** Absent = everything is reached directly. */
let proxy: OutboundProxy | null = null;

/**
 * Has everything that this process reaches by https go through the proxy, and each call of `fetch`.
 */
export function goThrough(through: OutboundProxy): void {
  proxy = through;
  setGlobalDispatcher(wayOut({}));
}

/** Connections to where the bot calls, through the proxy where there is one. */
export function wayOut(options: Agent.Options): Dispatcher {
  // HTTP/2 would send other calls over the connection of one.
  const all = { ...options, allowH2: false };
  if (proxy === null) return new Agent(all);
  const noProxy = `${proxy.noProxy},localhost,127.0.0.1,::1`;
  return new EnvHttpProxyAgent({ ...all, httpProxy: '', httpsProxy: proxy.url, noProxy });
}

/** What the proxy answered instead of opening the way; null where an error tells no such answer. */
export function proxyStatusIn(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  const [, status] = /^Proxy response \((\d+)\)/.exec(error.message) ?? [];
  if (status !== undefined) return Number(status);
  return proxyStatusIn('original' in error ? error.original : error.cause);
}

const longestLookMs = 3_000;

/** What the proxy answers instead of opening the way to one of the addresses; null if it opens. */
export async function refusalOfProxy(addresses: readonly string[]): Promise<number | null> {
  for (const address of addresses) {
    const options = { method: 'HEAD', signal: AbortSignal.timeout(longestLookMs) } as const;
    const look = request(address, options).then(({ body }) => body.dump());
    const status = await look.then(() => null, proxyStatusIn);
    if (status !== null) return status;
  }
  return null;
}

/** What the operator reads of it, with what mends it. */
export function proxyWords(status: number): string {
  return status === 407
    ? 'The proxy refuses the user name and password in HTTPS_PROXY (407): correct them.'
    : `The proxy in HTTPS_PROXY answers ${status}: have it let the bot through, or name the address in NO_PROXY.`;
}
