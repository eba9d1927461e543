import { type DecidedField, decidedFields } from '../refusals/refusals.ts';
import type { TaskAnswerValue, TaskSnapshot } from '../task/task-snapshot.ts';
import {
  type ShownRequest,
  type ShownTask,
  type TaskPeriod,
  toldPeriod,
} from './granted-by-task.ts';

/** The normalised value of each field; `''` if the service does not tell it. */
export type DecidedFacts = Readonly<Record<DecidedField, string>>;

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
export function toldFacts(task: TaskSnapshot): DecidedFacts {
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
