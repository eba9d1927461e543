const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request was meant for this bot: by the public address, or on this machine. A page that
 * a browser shows can have its own name lead to this machine; then the request says that name.
 *
 * @param publicUrl null where the operator named none
 */
export function isOwnHost(host: string | undefined, publicUrl: string | null): boolean {
  const address = URL.parse(`http://${host ?? ''}`);
  if (host === undefined || address === null || address.username + address.password !== '')
    return false;
  if (loopback.has(address.hostname)) return true;
  return publicUrl !== null && address.host === URL.parse(publicUrl)?.host;
}
