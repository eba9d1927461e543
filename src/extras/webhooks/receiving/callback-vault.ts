import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** 96 bits, as AES-GCM wants it. */
const nonceBytes = 12;
const tagBytes = 16;

/** What was sealed cannot be opened: with another key, for another delivery, or damaged. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen';
}

/**
 * Seals callback URLs, each of which answers one step, so that a copy of the database answers none.
 * AES-256-GCM; the delivery's id is bound to it, so that a sealed URL cannot be moved to another
 * row.
 */
export interface CallbackVault {
  seal(url: string, webhookId: string): string;
  /** @throws CannotOpen */
  open(sealed: string, webhookId: string): string;
}

/** @param keys the first one seals, all of them open: that is how a key is replaced */
export function createCallbackVault(keys: readonly Buffer[]): CallbackVault {
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  return {
    seal(url, webhookId) {
      const [key] = keys;
      if (key === undefined) throw new Error('there is no key');
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(webhookId));
      const text = Buffer.concat([cipher.update(url, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text]);
      return `${idOf(key)}.${sealed.toString('base64url')}`;
    },
    open(sealed, webhookId) {
      const [id = '', text = ''] = sealed.split('.');
      const key = byId.get(id);
      if (key === undefined) throw new CannotOpen('it was sealed with a key that is not set');
      const bytes = Buffer.from(text, 'base64url');
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce)
        .setAAD(Buffer.from(webhookId))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const opened = decipher.update(bytes.subarray(nonceBytes + tagBytes));
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new CannotOpen('it was sealed for another delivery, or changed since', { cause });
      }
    },
  };
}

/** Names a key without telling it. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('callback key ').update(key).digest('base64url').slice(0, 8);
}
