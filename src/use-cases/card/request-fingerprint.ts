import { createHash } from 'node:crypto';
import { type DecidedField, decidedFields } from '../../domain/refusals/refusals.ts';
import {
  changedFields,
  type DecidedFacts,
  shownFacts,
  toldFacts,
} from '../../domain/request/fingerprint.ts';
import type { LateEnd, ShownRequest } from '../../domain/request/granted-by-task.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';

/**
 * How many base64url characters (6 bits each) of a SHA-256 are kept. The requester writes
 * justification and answers and could search for two texts with the same hash, which takes
 * 2^(bits/2) attempts: 2^66 for 132 bits. The other hashed fields are ids that the service assigns.
 * Duration and emergency are written out: they are short, and the requester, who chooses the
 * duration, could find another one with the same short hash.
 */
const hashLengths: Readonly<Partial<Record<DecidedField, number>>> = {
  target: 10,
  app: 10,
  entitlements: 10,
  justification: 22,
  answers: 22,
  account: 10,
  alsoTaken: 10,
  names: 10,
};
const longestWritten = 200;

/**
 * The fingerprint of what a card shows, as its buttons carry it. Each field has its own value, so a
 * refusal can name the field that changed. It is not signed: Slack returns buttons as they were
 * sent, and the fingerprint grants no right.
 */
export function requestFingerprint(request: ShownRequest): string {
  const written = writtenFacts(shownFacts(request));
  const { endsAt } = request.change?.late ?? {};
  const end = endsAt === undefined ? '' : `${endMark}${minutesOf(endsAt)}`;
  return decidedFields.map((field) => written[field]).join('.') + end;
}

/** Before the end that the buttons ask about, in minutes since 1970. */
const endMark = '~';
/** An approval on a card that asked about one end counts for another that is so close. */
const sameEndMinutes = 60;

/** Whether the buttons asked about this end: whoever clicked them has read it. */
export function asksAbout(shown: string | null, { endsAt }: LateEnd): boolean {
  const minutes = Number(shown?.split(endMark)[1] ?? Number.NaN);
  return Math.abs(minutesOf(endsAt) - minutes) <= sameEndMinutes;
}

function minutesOf(time: string): number {
  return Math.round(Date.parse(time) / 60_000);
}

/**
 * What changed since a card was rendered; `unknown-card` if the button has no fingerprint of these
 * fields.
 *
 * @param shown the fingerprint of the button
 * @param shortenedTo the duration in seconds that the person chose with the approval, whether or
 *   not it is set yet
 */
export function changedSince(
  shown: string | null,
  task: TaskSnapshot,
  shortenedTo: number | null,
): readonly DecidedField[] | 'unknown-card' {
  const values = valuesOf(shown ?? '');
  if (values === null) return 'unknown-card';
  const factsNow = toldFacts(task);
  const before: Record<DecidedField, string> = { ...factsNow };
  for (const [index, field] of decidedFields.entries()) before[field] = values[index] ?? '';
  const changed = changedFields(
    before,
    writtenFacts(factsNow),
    shortenedTo === null ? null : `${shortenedTo}`,
  );
  // Nobody has seen answers that were told after the card was shown.
  const areNew = before.answers === '' && factsNow.answers !== '' && factsNow.answers !== noAnswers;
  return areNew ? [...changed, 'answers'] : changed;
}

/** The fact of a request that has no answers. */
const noAnswers = '[]';

/** The time that a card showed, in whole seconds; null where it showed another time, or none. */
export function shownSeconds(fingerprint: string | null): number | null {
  const duration = valuesOf(fingerprint ?? '')?.[decidedFields.indexOf('duration')] ?? '';
  return /^\d{1,10}$/.test(duration) ? Number(duration) : null;
}

function writtenFacts(facts: DecidedFacts): DecidedFacts {
  const written: Record<DecidedField, string> = { ...facts };
  for (const field of decidedFields) {
    const length = hashLengths[field];
    if (length !== undefined) written[field] = shortHash(facts[field], length);
  }
  // A fraction of a second would add a point, which separates the fields.
  return { ...written, duration: facts.duration.replace('.', '_') };
}

/** `''`, a field that is not told, stays so. */
function shortHash(text: string, length: number): string {
  return text === '' ? '' : createHash('sha256').update(text).digest('base64url').slice(0, length);
}

/** As many as there are fields; null where the text is no fingerprint of these. */
function valuesOf(text: string): readonly string[] | null {
  const values = (text.split(endMark)[0] ?? '').split('.');
  return text.length > longestWritten || values.length !== decidedFields.length ? null : values;
}
