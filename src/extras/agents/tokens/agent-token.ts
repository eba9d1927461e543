import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The log hides what begins so (`domain/text/redactor.ts`); scanners for secrets look for it. */
const prefix = 'accbot_';
const shape = /^accbot_[0-9a-f]{72}$/;

const checksumOf = (secret: string): string => crc32(secret).toString(16).padStart(8, '0');

/** 256 random bits, and a checksum by which a wrong one is told without looking for it. */
export function newToken(): string {
  const secret = randomBytes(32).toString('hex');
  return `${prefix}${secret}${checksumOf(secret)}`;
}

export function isToken(text: string): boolean {
  const secret = text.slice(prefix.length, -8);
  return shape.test(text) && text.endsWith(checksumOf(secret));
}

/** What is kept of it. Nobody can try all values of 256 bits, so no salt and no slow hash is needed. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

/** The token in the header Authorization; null where there is none. */
export function bearerToken(header: string | undefined): string | null {
  const [, token = ''] = /^bearer +(\S+)$/i.exec(header ?? '') ?? [];
  return isToken(token) ? token : null;
}
