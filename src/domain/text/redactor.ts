/**
 * Tokens that are not known beforehand: by how they look, and by the name of the member that holds
 * them, however deep.
 */
const looksSecret: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/-]{8,}=*/gi, '$1 [redacted]'],
  [/\bxox[a-z](?:\.[a-z]+)?-[\w-]+|\bxapp-[\w-]+/g, '[redacted]'],
  [
    /"((?:access_|refresh_)?token|authorization|client_?secret|signing_?secret|password|cookie|response_url)":"(?:[^"\\]|\\.)*"/gi,
    '"$1":"[redacted]"',
  ],
  [/\b((?:client_secret|access_token|password)=)[^&\s"\\]+/gi, '$1[redacted]'],
  [/(https:\/\/hooks\.slack\.com\/)[^\s"\\]+/g, '$1[redacted]'],
];

/** Shorter ones are not looked for: they would blot out ordinary words. */
const shortestSecret = 6;

/**
 * Takes secrets out of words, wherever they come from: proxies quote the headers and forms that
 * they were sent.
 *
 * @param secrets those that are known; anything that looks like one goes too
 */
export function createRedactor(secrets: readonly string[]): (words: string) => string {
  const secretForms = formsOf(secrets);
  return (words) => {
    let clean = words;
    for (const secret of secretForms) clean = clean.replaceAll(secret, '[redacted]');
    for (const [pattern, censored] of looksSecret) clean = clean.replace(pattern, censored);
    return clean;
  };
}

/**
 * A secret as it is, inside a JSON string (once, and once more where JSON is quoted in JSON), and
 * inside an address; longest first.
 */
function formsOf(secrets: readonly string[]): readonly string[] {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const forms = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [
      secret,
      inJson(secret),
      inJson(inJson(secret)),
      encodeURIComponent(secret),
    ]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}
