import type { OptionalOperation } from './access-settings.ts';

/** What is known of an optional operation. It can change while the bot runs. */
export type Capability = 'present' | 'absent' | 'refused' | 'unknown';

/**
 * What a look at an operation showed.
 * - `there`: it answers
 * - `refused`: the credentials may not use it
 * - `missing`: certainly nobody serves it
 * - `unclear`: an answer from which neither follows
 */
export type Look = 'there' | 'refused' | 'missing' | 'unclear';

export interface OperationAnswer {
  readonly look: Look;
  /** The answer in words; empty where it is there. */
  readonly words: string;
}

/** What the bot found out about one operation, kept for all replicas. */
export interface OperationFinding {
  readonly operation: OptionalOperation;
  /** Before `usedFrom`, where that is announced. */
  readonly capability: Capability;
  /** When it answered last; null = it never did. */
  readonly foundAt: Date | null;
  /** It was found later than the first look, and is used from then on; null = nothing is announced. */
  readonly usedFrom: Date | null;
  /** What was answered in the place of an answer; empty where it answered. */
  readonly words: string;
  readonly checkedAt: Date;
}

/** Administrators read of an operation that was found later before the bot uses it. */
const announcedForMs = 15 * 60_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export function capabilityAt({ capability, usedFrom }: OperationFinding, now: Date): Capability {
  return usedFrom !== null && usedFrom <= now ? 'present' : capability;
}

/**
 * What is known after a look. An operation that was there is `unknown` when it fails, never absent:
 * what rests on it is refused until it answers again, so that one 403 loosens no check. What was
 * refused once exists, and is not taken for absent either.
 *
 * @param before null where it was not looked at yet
 */
export function findingAfter(
  before: OperationFinding | null,
  {
    operation,
    answer,
  }: { readonly operation: OptionalOperation; readonly answer: OperationAnswer },
  at: Date,
): OperationFinding {
  const { look, words } = answer;
  const looked = { operation, words, checkedAt: at };
  const foundAt = before?.foundAt ?? null;
  if (look !== 'there') {
    const capability = foundAt === null ? neverFound(before, look) : 'unknown';
    return { ...looked, capability, foundAt, usedFrom: null };
  }
  const isLater = before !== null && foundAt === null;
  if (isLater) {
    const usedFrom = new Date(at.getTime() + announcedForMs);
    return { ...looked, capability: before.capability, foundAt: at, usedFrom };
  }
  if (before !== null && before.usedFrom !== null && before.usedFrom > at)
    return { ...looked, capability: before.capability, foundAt: at, usedFrom: before.usedFrom };
  return { ...looked, capability: 'present', foundAt: at, usedFrom: null };
}

function neverFound(before: OperationFinding | null, look: Exclude<Look, 'there'>): Capability {
  if (before?.capability === 'refused') return 'refused';
  if (look === 'unclear') return before?.capability ?? 'unknown';
  return look === 'refused' ? 'refused' : 'absent';
}

/** Whether this look is the first to find it after others did not. */
export function isFoundLater(before: OperationFinding | null, after: OperationFinding): boolean {
  return before !== null && before.foundAt === null && after.foundAt !== null;
}

/** Whether this look is the first to miss it after it was there. */
export function isLost(before: OperationFinding | null, after: OperationFinding): boolean {
  return after.foundAt !== null && after.words !== '' && before?.words === '';
}

/** Each operation is looked at once a day; what is not known is looked at sooner. */
export function isOld({ checkedAt, capability, foundAt }: OperationFinding, now: Date): boolean {
  const unknownMs = foundAt === null ? hourMs : minuteMs;
  const everyMs = capability === 'unknown' ? unknownMs : dayMs;
  return now.getTime() - checkedAt.getTime() >= everyMs;
}
