import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, strengthOf } from '../../../src/domain/text/redactor.ts';

const redact = (secret: string, words: string) => createRedactor([secret])(words);

describe('the redactor', () => {
  it('leaves words of Slack’s settings alone', () => {
    const words = 'copy the signing secret under Basic Information; the bearer of news is welcome';
    expect(redact('xoxb-1234-abcd-5678-efgh', words)).toBe(words);
  });

  it.each([
    ['Authorization: Basic c2VjcmV0', 'Authorization: Basic [redacted]'],
    ['authorization=Bearer abc.def-1', 'authorization=Bearer [redacted]'],
    ['proxy-authorization: Bearer abc', 'proxy-authorization: Bearer [redacted]'],
    [
      String.raw`{\"Authorization\":[\"Bearer abc\"]}`,
      String.raw`{\"Authorization\":[\"Bearer [redacted]\"]}`,
    ],
    ['token eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJib3QifQ.c2lnbmF0dXJl', 'token [redacted]'],
  ])('cuts what follows the scheme in a header: %s', (words, clean) => {
    expect(redact('unused-secret-0000', words)).toBe(clean);
  });

  it('cuts an ordinary word as a password only where it stands as a value', () => {
    const redactWord = (words: string) => redact('access', words);
    const log = '{"msg":"the access service refuses access-request-bot","access":{"ms":3}}';
    expect(redactWord(log)).toBe(log);
    expect(redactWord('{"x":"access"} postgres://bot:access@db/access?a=access&b')).toBe(
      '{"x":"[redacted]"} postgres://bot:[redacted]@db/access?a=[redacted]&b',
    );
    expect(redact('123456', '{"ms":123456,"x":"123456"}')).toBe('{"ms":123456,"x":"[redacted]"}');
  });

  it('cuts a short or wordy secret where it stands by itself', () => {
    expect(redact('hunter2', 'said hunter2, not hunter20 and not xhunter2')).toBe(
      'said [redacted], not hunter20 and not xhunter2',
    );
    expect(redact('sandbox-secret', '{"in":"a\\nsandbox-secret\\n"} %3Dsandbox-secret')).toBe(
      '{"in":"a\\n[redacted]\\n"} %3D[redacted]',
    );
    expect(redact('hunter2', `of ${btoa('hunter2')}`)).toBe('of [redacted]==');
  });

  it.each([
    ['access', 'word'],
    ['123456', 'word'],
    ['hunter2', 'phrase'],
    ['correct-horse-battery', 'phrase'],
    ['aaaaaaaaaaaaaaaa1', 'phrase'],
    ['xoxb-1234-abcd-5678-efgh', 'random'],
    ['8f3a9c1be27d4056', 'random'],
    ['kJ8s-_Zq!x"7/+Lm', 'random'],
  ] as const)('takes %s for a secret of the strength %s', (secret, strength) => {
    expect(strengthOf(secret)).toBe(strength);
  });
});

/** What the words say as they are, and what they say in Base64, wherever it begins. */
function readings(words: string): readonly string[] {
  const decoded = decodedUri(words);
  const base64 = (decoded.match(/[\w+/-]{8,}/g) ?? []).flatMap((run) =>
    [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString()),
  );
  return [words, decoded, ...base64, ...base64.map(decodedUri)];
}

function decodedUri(words: string): string {
  return words.replaceAll(/(?:%[0-9a-f]{2})+/gi, (signs) =>
    Buffer.from(signs.replaceAll('%', ''), 'hex').toString(),
  );
}

const encodings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in JSON': (text) => JSON.stringify({ text }),
  'in JSON in JSON': (text) => JSON.stringify({ text: JSON.stringify({ text }) }),
  'in an address': (text) => `https://x.example/?a=${encodeURIComponent(text)}`,
  'in a form': (text) => new URLSearchParams({ text }).toString(),
  'in small letters': (text) =>
    encodeURIComponent(text).replaceAll(/%../g, (sign) => sign.toLowerCase()),
  'in Base64': (text) => Buffer.from(text).toString('base64'),
  'in Base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
  'in Base64 in an address': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
  'in Base64 of JSON': (text) => Buffer.from(JSON.stringify({ text })).toString('base64'),
};

/** What generators of secrets make: hexadecimal digits, Base64, or anything on a keyboard. */
const secrets = fc
  .oneof(
    fc.string({
      unit: fc.constantFrom(...'0123456789abcdef'.split('')),
      minLength: 16,
      maxLength: 64,
    }),
    fc.string({
      unit: fc.constantFrom(
        ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_'.split(''),
      ),
      minLength: 16,
      maxLength: 88,
    }),
    fc.string({ unit: 'grapheme-ascii', minLength: 16, maxLength: 40 }),
  )
  .filter((secret) => strengthOf(secret) === 'random');

describe('a random secret of 16 characters or more', () => {
  it.each(Object.entries(encodings))('is found %s, whatever stands around it', (_how, encode) => {
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        const clean = redact(secret, encode(`${before}${secret}${after}`));
        for (const reading of readings(clean)) {
          expect(reading).not.toContain(secret);
          expect(reading).not.toContain(JSON.stringify(secret).slice(1, -1));
        }
        expect(clean).toContain('[redacted]');
      }),
      { numRuns: 300 },
    );
  });
});
