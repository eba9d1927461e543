import { createHash } from 'node:crypto';
import {
  changedFields,
  type DecidedFacts,
  type DecidedField,
  decidedFacts,
  decidedFields,
} from '../domain/fingerprint.ts';
import type { TaskSnapshot } from '../domain/task-snapshot.ts';

/**
 * Characters of base64url that are kept of a SHA-256, 6 bits each. The requester writes justification and answers and could look for two
 * texts with one hash, which takes 2^(bits/2) attempts: 132 bits make that 2^66. The others are ids that the service gives out. Duration
 * and emergency are short, so they are kept as they are: a number that the requester chooses would be found among few.
 */
const hashLengths: Readonly<Partial<Record<DecidedField, number>>> = {
  target: 10,
  app: 10,
  entitlements: 10,
  justification: 22,
  answers: 22,
};
const longestWritten = 200;

/**
 * The fingerprint of what a card shows, as its buttons carry it: one short hash a field, so that a refusal can name the field that
 * changed. It is not signed: buttons come back from Slack as they were sent, and it grants no right, because the person is checked.
 */
export function requestFingerprint(task: TaskSnapshot): string {
  const written = writtenFacts(task);
  return decidedFields.map((field) => written[field]).join('.');
}

/**
 * What changed since a card was rendered; `unknown-card` where the button does not say what its card showed, because an earlier version
 * of the bot made it.
 *
 * @param shown the fingerprint that the button carried
 * @param shortenedTo the duration that the person chose with the approval, in seconds: whether it is set already does not matter
 */
export function changedSince(
  shown: string | null,
  task: TaskSnapshot,
  shortenedTo: number | null,
): readonly DecidedField[] | 'unknown-card' {
  const before = readFingerprint(shown ?? '');
  if (before === null) return 'unknown-card';
  return changedFields(before, writtenFacts(task), shortenedTo === null ? null : `${shortenedTo}`);
}

function writtenFacts(task: TaskSnapshot): DecidedFacts {
  const facts = decidedFacts(task);
  const written = (field: DecidedField): string => shortHash(facts[field], hashLengths[field]);
  return {
    target: written('target'),
    app: written('app'),
    entitlements: written('entitlements'),
    // A fraction of a second would add a point, which separates the fields.
    duration: facts.duration.replace('.', '_'),
    justification: written('justification'),
    answers: written('answers'),
    emergency: facts.emergency,
  };
}

/** `''`, a field that is not told, stays so. */
function shortHash(text: string, length: number | undefined): string {
  return text === '' ? '' : createHash('sha256').update(text).digest('base64url').slice(0, length);
}

function readFingerprint(text: string): DecidedFacts | null {
  const [target, app, entitlements, duration, justification, answers, emergency, ...rest] = text.split('.');
  if (text.length > longestWritten || rest.length > 0 || emergency === undefined) return null;
  if (target === undefined || app === undefined || entitlements === undefined) return null;
  if (duration === undefined || justification === undefined || answers === undefined) return null;
  return { target, app, entitlements, duration, justification, answers, emergency };
}
