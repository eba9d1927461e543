/** How the items of an access profile change with what the service tells of them. */
import { namesOf } from '../../../domain/people/identity-person.ts';
import {
  isSettled,
  isThere,
  type ProfileItem,
  type ProfileOutcome,
} from '../../../domain/profiles/access-profile.ts';
import type { EntitlementKey } from '../../../domain/request/access-request.ts';
import { isOpen, type TaskSnapshot } from '../../../domain/task/task-snapshot.ts';

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

export function outcomeOf(items: readonly ProfileItem[]): ProfileOutcome {
  const named = (some: readonly ProfileItem[]) => some.map((one) => one.name);
  return {
    given: items.filter(isThere).length,
    of: items.length,
    refused: named(items.filter(({ state }) => state === 'refused')),
    unknown: named(items.filter((one) => !isSettled(one))),
  };
}

/** What somebody had before is not told to who asked for them. */
export function seenByOthers(items: readonly ProfileItem[]): readonly ProfileItem[] {
  return items.filter(({ state }) => state !== 'had');
}
