const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request was meant for this bot: by the public address, or on this machine. A page that
 * a browser shows can have its own name lead to this machine; then the request says that name.
 *
 * @param publicUrl null where the operator named none
 */
export function isOwnHost(host: string | undefined, publicUrl: string | null): boolean {
  const own = URL.parse(publicUrl ?? '');
  // With its scheme, so that a port that goes without saying may be said.
  const address = URL.parse(`${own?.protocol ?? 'http:'}//${host ?? ''}`);
  if (host === undefined || address === null || address.username + address.password !== '')
    return false;
  if (loopback.has(address.hostname)) return true;
  return address.host === own?.host;
}
