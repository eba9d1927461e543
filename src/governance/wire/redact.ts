/**
 * Takes secrets out of words that somebody else wrote: proxies quote the headers and forms they were sent. Every message that
 * leaves this room passes through here.
 */
export function redact(words: string, secrets: readonly string[]): string {
  let clean = words.replaceAll(/\b(Bearer|Basic)\s+[\w.~+/=-]{4,}/gi, '$1 [redacted]');
  for (const secret of secrets) {
    if (secret.length >= 4) clean = clean.replaceAll(secret, '[redacted]');
  }
  return clean;
}
