/** Identifiers in Slack's form: opaque, unique, and their first letter tells the kind. */
import { randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet.charAt(byte % alphabet.length)).join(
    '',
  );
}

/** For example `V0A1B2C3D4E` for the prefix `V0`. */
export function newId(prefix: string): string {
  return `${prefix}${randomText(9)}`;
}

/** For a `block_id` or `action_id` that the app left out. */
export function generatedId(): string {
  return randomText(6);
}

/** `1700000000.AbCd1234`: changes with each update of a view. */
export function newHash(now: Date): string {
  return `${Math.floor(now.getTime() / 1000)}.${randomText(8)}`;
}

/** `13345224609.738474920.8088930838d88f008e0`. */
export function newTriggerId(): string {
  const [first, second] = [randomBytes(5).readUIntBE(0, 5), randomBytes(4).readUInt32BE(0)];
  return `${first}.${second}.${randomBytes(10).toString('hex')}`;
}
