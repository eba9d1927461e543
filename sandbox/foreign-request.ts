import type { MiddlewareHandler } from 'hono';

const loopback = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/;
const everywhere: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * Whether a browser was led here by a page of somebody else: under a name that only points here
 * (DNS rebinding), or from another origin. Names of this machine, the configured one and, where
 * every address is listened at, addresses are our own.
 */
export function isForeign(
  headers: { readonly host?: string | undefined; readonly origin?: string | undefined },
  listensOn: string,
): boolean {
  const host = URL.parse(`http://${headers.host ?? ''}`);
  if (host === null) return true;
  const isOwn =
    loopback.test(host.hostname) ||
    host.hostname ===
      URL.parse(`http://${listensOn.includes(':') ? `[${listensOn}]` : listensOn}`)?.hostname ||
    (everywhere.has(listensOn) && address.test(host.hostname));
  return !isOwn || (headers.origin !== undefined && URL.parse(headers.origin)?.host !== host.host);
}

/** 403 to what a page of somebody else makes a browser send. */
export function refuseForeign(listensOn: string): MiddlewareHandler {
  return async (context, next) => {
    const headers = { host: context.req.header('Host'), origin: context.req.header('Origin') };
    if (!isForeign(headers, listensOn)) return next();
    return context.text('The sandbox answers only under an address of this machine.', 403);
  };
}
