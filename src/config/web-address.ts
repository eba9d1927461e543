import { z } from 'zod';

/**
 * The address of a web service. Every call carries credentials, so in production plain http is
 * accepted only on loopback.
 */
export function webAddress(example: string, production: boolean): z.ZodType<URL, string> {
  const wrong = (what: string) => `${what}: set it to an address like ${example}.`;
  const isBare = (url: URL) => url.username + url.password === '' && !/[?#]/.test(url.href);
  const surplus = wrong(
    'has a query or a fragment, or holds a user name or a password, which do not belong there',
  );
  const isSafe = ({ protocol, hostname }: URL) =>
    !production || protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return z
    .url({ protocol: /^https?$/, error: wrong('is not an http or https URL') })
    .refine((text) => !hasEmptyUser(text), surplus)
    .transform((text) => new URL(text))
    .refine(isBare, surplus)
    .refine(isSafe, wrong('is plain http, over which secrets can be read on the way'));
}

/** `http://@acme.example`: the URL parser drops the `@`, so only the text shows it. */
function hasEmptyUser(text: string): boolean {
  return /^\s*https?:[/\\]*[^/\\?#]*@/i.test(text);
}

/** The address without a slash at its end, so that a path can be appended. */
export function withoutEndSlash(url: URL): string {
  return url.href.replace(/\/+$/, '');
}
