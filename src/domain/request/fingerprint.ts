import { createHash } from 'node:crypto';
import { type DecidedField, decidedFields } from '../refusals/refusals.ts';
import type { TaskAnswerValue, TaskSnapshot } from '../task/task-snapshot.ts';
import {
  type LateEnd,
  type ShownRequest,
  type ShownTask,
  type TaskPeriod,
  toldPeriod,
} from './task-period.ts';

/** The normalised value of each field; `''` if the service does not tell it. */
type DecidedFacts = Readonly<Record<DecidedField, string>>;

/** Access that lasts until it is revoked; unlike `''`, the service tells this. */
const permanent = 'permanent';
/** That there is no justification; a normalised text never looks like this. */
const noText = '\n';
/** A time that the bot cannot read; it differs from every time on a card. */
const unreadable = 'unreadable';

/** What a card shows. What the service does not tell is shown as it was requested. */
export function shownFacts({ request, task, period }: ShownRequest): DecidedFacts {
  const facts = factsOf(task);
  return {
    ...facts,
    target: facts.target || (request.identityUserId ?? ''),
    duration: durationFact(period),
    account: facts.account || (request.account?.id ?? ''),
  };
}

/** What the service tells now. */
function toldFacts(task: TaskSnapshot): DecidedFacts {
  const period = toldPeriod(task);
  return { ...factsOf(task), duration: period === null ? '' : durationFact(period) };
}

function factsOf(task: ShownTask): Omit<DecidedFacts, 'duration'> {
  const { answers = [] } = task;
  const sortedAnswers = answers
    .map(({ id, value }) => [id, normalisedValue(value)] as const)
    .toSorted(byId);
  const entitlementIds = task.entitlements.map(({ id }) => id).toSorted();
  return {
    target: task.target?.id ?? '',
    app: task.appId,
    entitlements: entitlementIds.length === 0 ? '' : JSON.stringify(entitlementIds),
    justification:
      normalised(task.justification) || (task.hasNoJustification === true ? noText : ''),
    answers: task.answers === undefined ? '' : JSON.stringify(sortedAnswers),
    emergency: emergencyFact(task.emergency),
    account: task.accountId ?? '',
    alsoTaken:
      task.alsoTaken === undefined
        ? ''
        : JSON.stringify(task.alsoTaken.map(({ id }) => id).toSorted()),
    names: namesFact(task),
  };
}

/** What app and entitlements are called; not told where an id stands in for one of the names. */
function namesFact({ appId, appName, entitlements }: ShownTask): string {
  const named = [{ id: appId, name: appName }, ...entitlements];
  const isUntold = named.some(({ id, name }) => ['', id].includes(name.trim()));
  if (isUntold || entitlements.length === 0) return '';
  return JSON.stringify(named.map(({ name }) => normalised(name)).toSorted());
}

function emergencyFact(emergency: boolean | null): string {
  if (emergency === null) return '';
  return emergency ? 'yes' : 'no';
}

function durationFact(period: TaskPeriod): string {
  switch (period.kind) {
    case 'lasts':
      return `${period.seconds}`;
    case 'until-revoked':
      return permanent;
    case 'unreadable':
      return unreadable;
  }
}

function byId([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function normalisedValue(value: TaskAnswerValue['value']): TaskAnswerValue['value'] {
  if (typeof value === 'string') return normalised(value);
  return typeof value === 'object' ? value.map(normalised) : value;
}

/** Services rewrite line ends and trim texts; such a difference is not a change. */
function normalised(text: string): string {
  const lines = text.normalize('NFC').replace(/\r\n?/g, '\n').split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/**
 * The fields that differ between what a card showed and what the service says now. A field that is
 * missing from either reading is not a change: deployments leave out members, and that must not
 * stop every decision.
 *
 * @param expectedDuration the duration that the person chose (*approve for less time*); null if
 *   they chose none
 */
export function changedFields(
  shown: DecidedFacts,
  now: DecidedFacts,
  expectedDuration: string | null,
): readonly DecidedField[] {
  const changed = decidedFields.filter((field) => {
    if (shown[field] === '' || now[field] === '') return false;
    if (field === 'duration' && now.duration === expectedDuration) return false;
    return shown[field] !== now[field];
  });
  // Another app or entitlement has another name, too.
  const isOther = changed.includes('app') || changed.includes('entitlements');
  return changed.filter((field) => field !== 'names' || !isOther);
}

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
