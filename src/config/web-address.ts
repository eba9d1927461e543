import type { VariableReader } from './variables.ts';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * A variable that holds the address of a web service, or null where it is missing or wrong (then a mistake is noted, except
 * for one that is missing). Credentials go along with every call, so in production plain http is taken only on loopback.
 */
export function webAddress(
  variables: VariableReader,
  name: string,
  rules: { readonly production: boolean; readonly example: string },
): URL | null {
  const value = variables.optional(name);
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const problem = url === null ? 'is not a URL' : problemOf(url, rules.production);
  if (problem === null) return url;
  variables.note(`${name} ${problem}: set it to an address like ${rules.example}.`);
  return null;
}

function problemOf(url: URL, production: boolean): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'is not an http or https URL';
  if (url.username !== '' || url.password !== '') return 'holds a user name or a password, which do not belong there';
  if (url.search !== '' || url.hash !== '') return 'has a query or a fragment, which do not belong there';
  if (production && url.protocol === 'http:' && !loopbackHosts.has(url.hostname)) {
    return 'is plain http, over which secrets can be read on the way';
  }
  return null;
}

/** The address without a slash at its end, so that a path can be put behind it. */
export function withoutEndSlash(url: URL): string {
  return url.href.replace(/\/+$/, '');
}
