import type { TaskAnswerValue, TaskSnapshot } from './task-snapshot.ts';

/**
 * The fields of a request that a decision is about, in the order in which a written fingerprint has them. Names, insights, comments,
 * usage and timestamps are left out: they change without the request becoming another one.
 */
export const decidedFields = [
  'target',
  'app',
  'entitlements',
  'duration',
  'justification',
  'answers',
  'emergency',
] as const;
export type DecidedField = (typeof decidedFields)[number];

/** What each field says, by id and normalised; `''` where the service does not tell it. */
export type DecidedFacts = Readonly<Record<DecidedField, string>>;

/** The duration of access that lasts until it is revoked, which is not the same as a duration that is not told. */
const permanent = 'permanent';

export function decidedFacts(task: TaskSnapshot): DecidedFacts {
  const { answers = [] } = task;
  const sortedAnswers = answers.map(({ id, value }) => [id, normalisedValue(value)] as const).toSorted(byId);
  const entitlementIds = task.entitlements.map(({ id }) => id).toSorted();
  return {
    target: task.target?.id ?? '',
    app: task.appId,
    entitlements: entitlementIds.length === 0 ? '' : JSON.stringify(entitlementIds),
    duration: durationFact(task),
    justification: normalised(task.justification),
    answers: task.answers === undefined ? '' : JSON.stringify(sortedAnswers),
    emergency: task.emergency ? 'yes' : 'no',
  };
}

function durationFact({ grantDurationSeconds, isPermanent }: TaskSnapshot): string {
  if (grantDurationSeconds !== null) return `${grantDurationSeconds}`;
  return isPermanent === true ? permanent : '';
}

function byId([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function normalisedValue(value: TaskAnswerValue['value']): TaskAnswerValue['value'] {
  if (typeof value === 'string') return normalised(value);
  return typeof value === 'object' ? value.map(normalised) : value;
}

/** The same text however it was encoded: services rewrite line ends and trim, and nobody decides on that. */
function normalised(text: string): string {
  const lines = text.normalize('NFC').replace(/\r\n?/g, '\n').split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/**
 * The fields that differ between what a card showed and what the service says now. A field that one of the two readings does not tell is
 * not a change: deployments leave out members, and that must not stop every decision.
 *
 * @param expectedDuration the duration that the person chose themselves (*approve for less time*); null where they chose none
 */
export function changedFields(
  shown: DecidedFacts,
  now: DecidedFacts,
  expectedDuration: string | null,
): readonly DecidedField[] {
  return decidedFields.filter((field) => {
    if (shown[field] === '' || now[field] === '') return false;
    if (field === 'duration' && now.duration === expectedDuration) return false;
    return shown[field] !== now[field];
  });
}
