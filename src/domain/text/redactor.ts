/**
 * Takes secrets out of words, wherever they come from: proxies quote the headers and forms that
 * they were sent. What is no secret stays readable: a log without its words tells nobody anything.
 */

/**
 * Tokens that are not known beforehand: by how they look, and by the name of the header, field or
 * member that holds them, however deep.
 */
const looksSecret: readonly (readonly [RegExp, string])[] = [
  // Only in a header: "under Basic Information" is a place in Slack's settings.
  [
    /\b(authorization\b[\s"'`\\:=,[]{1,12}(?:bearer|basic|dpop|digest)\s+)[\w.~+/-]+=*/gi,
    '$1[redacted]',
  ],
  // A token of OAuth, which says what it is.
  [/\beyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]+)*/g, '[redacted]'],
  // Tokens of people's own agents.
  [/\baccbot_\w+/g, '[redacted]'],
  [/\bxox[a-z](?:\.[a-z]+)?-[\w-]+|\bxapp-[\w-]+/g, '[redacted]'],
  [
    /"((?:access_|refresh_)?token|authorization|client_?secret|signing_?secret|password|cookie|response_url)":"(?:[^"\\]|\\.)*"/gi,
    '"$1":"[redacted]"',
  ],
  [/\b((?:client_secret|access_token|password)=)[^&\s"\\]+/gi, '$1[redacted]'],
  [/(https:\/\/hooks\.slack\.com\/)[^\s"\\]+/g, '$1[redacted]'],
];

/** From this length on, what looks random stands in no text by chance. */
const strongLength = 16;
/** A repeated character is long and says nothing. */
const strongVariety = 8;
/** Shorter ones are not looked for: single letters stand everywhere. */
const shortestSecret = 3;

/**
 * How sure it is that a text which has the secret in it has it because of the secret. `random`: it
 * is. `phrase`: where it stands as a word of its own. `word`: only where it stands as a value, as
 * sentences use it too.
 */
export type SecretStrength = 'random' | 'phrase' | 'word';

export function strengthOf(secret: string): SecretStrength {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/].filter((kind) => kind.test(secret)).length;
  const isLong = secret.length >= strongLength;
  if (isLong && kinds > 1 && new Set(secret).size >= strongVariety) return 'random';
  return !isLong && /^(?:\p{L}+|\d+)$/u.test(secret) ? 'word' : 'phrase';
}

/**
 * @param secrets those that are known; anything that looks like one goes too
 */
export function createRedactor(secrets: readonly string[]): (words: string) => string {
  const patterns = [...new Set(secrets)]
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap(patternsOf)
    .sort((a, b) => b.length - a.length);
  return (words) => {
    let clean = words;
    for (const { pattern } of patterns) clean = clean.replaceAll(pattern, '[redacted]');
    for (const [pattern, censored] of looksSecret) clean = clean.replace(pattern, censored);
    return clean;
  };
}

interface SecretPattern {
  readonly pattern: string | RegExp;
  /** The longest is replaced first: one secret may be a part of another. */
  readonly length: number;
}

/** A line break in JSON and a sign in an address end in a letter or a digit that is not theirs. */
const wordBegins = String.raw`(?<=^|[^\p{L}\p{N}_]|\\[bfnrt]|%[0-9A-Fa-f]{2})`;
const wordEnds = String.raw`(?=$|[^\p{L}\p{N}_])`;

function patternsOf(secret: string): readonly SecretPattern[] {
  const strength = strengthOf(secret);
  const forms = strength === 'random' ? formsAnywhere(secret) : formsByThemselves(secret);
  return [...new Set(forms)].map((form) => {
    const { length } = form;
    if (strength === 'random') return { pattern: form, length };
    const literal = form.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    const source = strength === 'phrase' ? `${wordBegins}${literal}${wordEnds}` : asValue(literal);
    return { pattern: new RegExp(source, 'gu'), length };
  });
}

/**
 * In quotes (but not as the name of a member), behind an equals sign, or between the name of a user
 * and a host.
 */
function asValue(literal: string): string {
  return [
    String.raw`(?<=["'])${literal}(?=\\*["'](?!\s*:))`,
    String.raw`(?<==)${literal}(?=$|[\s&;,"'\\)])`,
    `(?<=:)${literal}(?=@)`,
  ].join('|');
}

function formsAnywhere(secret: string): readonly string[] {
  const written = writtenForms(secret);
  return [...written, ...written.flatMap(insideBase64).flatMap(base64Forms)];
}

function formsByThemselves(secret: string): readonly string[] {
  const written = writtenForms(secret);
  return [...written, ...written.map(base64Of).flatMap(base64Forms)];
}

/** A secret as it is, inside JSON, and inside an address or a form. */
function writtenForms(secret: string): readonly string[] {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
  const forms = [
    secret,
    inJson(secret),
    // JSON that is quoted in JSON.
    inJson(inJson(secret)),
    // Other programs escape the slash, too.
    inJson(secret).replaceAll('/', String.raw`\/`),
    encodeURIComponent(secret),
    inForm,
  ];
  const inSmallLetters = (form: string) =>
    form.replaceAll(/%[0-9A-F]{2}/g, (sign) => sign.toLowerCase());
  return [...new Set(forms.flatMap((form) => [form, inSmallLetters(form)]))];
}

function base64Of(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text))).replace(/=+$/, '');
}

/**
 * What only this text can have made of a longer one in Base64, which depends on how many bytes
 * stand before it: `user:secret` in a header. At each end, the bits that neighbours share are left.
 */
function insideBase64(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text).length;
  return [0, 1, 2].map((before) => {
    const first = before === 0 ? 0 : before + 1;
    const end = Math.floor(((before + bytes) * 8) / 6);
    return base64Of('\0'.repeat(before) + text).slice(first, end);
  });
}

/** In the usual alphabet, in that of addresses, and in the usual one inside an address. */
function base64Forms(base64: string): readonly string[] {
  const forUrl = base64.replaceAll('+', '-').replaceAll('/', '_');
  return [base64, forUrl, encodeURIComponent(base64)];
}
