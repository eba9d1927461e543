import { namesOf } from '../people/identity-person.ts';
import type { EntitlementKey } from '../request/access-request.ts';
import { type GrantOutcome, isOpen, type TaskSnapshot } from '../task/task-snapshot.ts';

/**
 * How far an item of an access profile has come since somebody joined.
 * - `unseen`: the service shows neither a task for it nor that the person has it
 * - `had`: the person has it, and no task tells how
 * - `open`: its task is under way
 * - `given`, `refused`: its task has ended
 */
export type ItemState = 'unseen' | 'had' | 'open' | 'given' | 'refused';

export interface ProfileItem extends EntitlementKey {
  /** Empty where nobody told it. */
  readonly name: string;
  readonly state: ItemState;
  /** The task that the service opened for it; null before one was seen. */
  readonly taskId: string | null;
  /** How the task ended; null before. */
  readonly outcome: GrantOutcome | null;
  /** Names of those who decide on its task, by the last reading. */
  readonly waitingFor: readonly string[];
}

/** What came of an access profile that was asked for here. */
export interface ProfileProgress {
  readonly name: string;
  readonly items: readonly ProfileItem[];
  /** When the service told of them last; null before. */
  readonly readAt: Date | null;
  /** From when on nobody looks any more; null while it is followed. */
  readonly endedAt: Date | null;
}

export function newItem(key: EntitlementKey, name: string): ProfileItem {
  const { appId, entitlementId } = key;
  return {
    appId,
    entitlementId,
    name,
    state: 'unseen',
    taskId: null,
    outcome: null,
    waitingFor: [],
  };
}

export function isSettled({ state }: Pick<ProfileItem, 'state'>): boolean {
  return state !== 'unseen' && state !== 'open';
}

/** An item after a reading of its task. What has ended stays as it ended. */
export function withTask(item: ProfileItem, task: TaskSnapshot): ProfileItem {
  const isOther = item.taskId !== null && item.taskId !== task.id;
  if (isOther || item.state === 'given' || item.state === 'refused') return item;
  const entitlement = task.entitlements.find((one) => isItem(item, one));
  const name =
    item.name || (entitlement === undefined ? '' : `${task.appName} · ${entitlement.name}`);
  const itemWithTask = { ...item, name, taskId: task.id };
  if (isOpen(task))
    return {
      ...itemWithTask,
      state: 'open',
      outcome: null,
      waitingFor: namesOf(task.stepApprovers),
    };
  const state = task.outcome === 'granted' ? 'given' : 'refused';
  return { ...itemWithTask, state, outcome: task.outcome, waitingFor: [] };
}

/**
 * The task of an item among those that were opened for its person: the one that is known, else one
 * that gave it, else one that is open.
 */
export function taskOf(item: ProfileItem, tasks: readonly TaskSnapshot[]): TaskSnapshot | null {
  const ofIt = tasks.filter((task) => task.entitlements.some((one) => isItem(item, one)));
  const ownTask = ofIt.find(({ id }) => id === item.taskId);
  if (item.taskId !== null) return ownTask ?? null;
  const grantTask = ofIt.find((task) => !isOpen(task) && task.outcome === 'granted');
  return grantTask ?? ofIt.find(isOpen) ?? ofIt[0] ?? null;
}

function isItem(
  { appId, entitlementId }: EntitlementKey,
  one: { readonly appId: string; readonly id: string },
): boolean {
  return one.appId === appId && one.id === entitlementId;
}

const minuteMs = 60_000;

/** After this, what is not settled is called unknown. */
export const followedForMs = 14 * 86_400_000;

/**
 * How long until the next look: a quarter of the time since the person joined, a minute at least
 * and six hours at most. In two weeks these are fewer than a hundred looks.
 */
export function nextProfileLookMs(sinceMs: number): number {
  return Math.min(6 * 60 * minuteMs, Math.max(minuteMs, Math.round(sinceMs / 4)));
}

/**
 * What is said of a profile once nobody looks any more: how many of how many, and names, which are
 * empty where nobody told them.
 */
export interface ProfileOutcome {
  readonly given: number;
  readonly of: number;
  readonly refused: readonly string[];
  /** Of these nobody knows whether they come. */
  readonly unknown: readonly string[];
}

export function outcomeOf(items: readonly ProfileItem[]): ProfileOutcome {
  const named = (some: readonly ProfileItem[]) => some.map((one) => one.name);
  return {
    given: items.filter(isThere).length,
    of: items.length,
    refused: named(items.filter(({ state }) => state === 'refused')),
    unknown: named(items.filter((one) => !isSettled(one))),
  };
}

export function isThere({ state }: Pick<ProfileItem, 'state'>): boolean {
  return state === 'given' || state === 'had';
}

/** What somebody had before is not told to who asked for them. */
export function seenByOthers(items: readonly ProfileItem[]): readonly ProfileItem[] {
  return items.filter(({ state }) => state !== 'had');
}
