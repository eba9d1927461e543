/** All of 127.0.0.0/8, as the URL parser writes it, and the two other names of this machine. */
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * What is wrong with an address that the client's secret and its token are sent to, to go on after
 * the option's name, `takes an http or https address.`; null where nothing is. Plain http is taken
 * only where it does not leave this machine.
 */
export function addressProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return 'takes an http or https address.';
  // The parser drops the sign of an empty user name: `http://@acme.example`.
  const hasUserPart = /^[^/?#]*\/\/[^/?#]*@/.test(text);
  if (hasUserPart || url.username !== '' || url.password !== '')
    return 'takes no user name and no password in the address.';
  if (url.search !== '' || url.hash !== '') return 'takes no query and no fragment in the address.';
  if (url.protocol === 'http:' && !loopbackHost.test(url.hostname)) {
    return 'takes plain http only for this machine (localhost), because the secret could be read on the way: use https.';
  }
  return null;
}
