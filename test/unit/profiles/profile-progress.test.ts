import { describe, expect, it } from 'vitest';
import type { ProfileItem } from '../../../src/domain/profiles/access-profile.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import {
  followedForMs,
  newItem,
  nextProfileLookMs,
  outcomeOf,
  seenByOthers,
  taskOf,
  withTask,
} from '../../../src/extras/profiles/rules/item-progress.ts';
import { person, snapshot } from '../../support/samples.ts';

const vpn = newItem({ appId: 'app-github', entitlementId: 'ent-write' }, '');
const task = (change: Partial<TaskSnapshot> = {}) =>
  snapshot({ stepApprovers: [person('user-ana')], ...change });
const closed = (outcome: string, change: Partial<TaskSnapshot> = {}) =>
  task({ state: 'closed', outcome, ...change });

describe('an item of a profile', () => {
  it('is named by its task, and waits for those who decide on it', () => {
    expect(withTask(vpn, task())).toMatchObject({
      name: 'GitHub · Platform: write',
      state: 'open',
      taskId: 'task-1',
      waitingFor: ['Ana'],
    });
    expect(withTask({ ...vpn, name: 'VPN' }, task()).name).toBe('VPN');
  });

  it.each([
    ['granted', 'given'],
    ['denied', 'refused'],
    ['cancelled', 'refused'],
    ['something new', 'refused'],
  ])('whose task ended as %s is %s', (outcome, state) => {
    const item = withTask(withTask(vpn, task()), closed(outcome));
    expect(item).toMatchObject({ state, outcome, waitingFor: [] });
  });

  it('is open where the task failed and did not end', () => {
    expect(withTask(vpn, task({ outcome: 'error' })).state).toBe('open');
  });

  it('stays as it ended, and is not changed by another task', () => {
    const given = withTask(vpn, closed('granted'));
    expect(withTask(given, task())).toBe(given);
    const open = withTask(vpn, task());
    expect(withTask(open, closed('denied', { id: 'task-2' }))).toBe(open);
  });

  it('has the task that is known, else one that gave it, else one that is open', () => {
    const all = [
      closed('denied', { id: 'denied' }),
      task({ id: 'open' }),
      closed('granted', { id: 'given' }),
      closed('granted', { id: 'other', entitlements: [] }),
    ];
    expect(taskOf(vpn, all)?.id).toBe('given');
    expect(taskOf(vpn, all.slice(0, 2))?.id).toBe('open');
    expect(taskOf(vpn, all.slice(0, 1))?.id).toBe('denied');
    expect(taskOf({ ...vpn, taskId: 'open' }, all)?.id).toBe('open');
    expect(taskOf({ ...vpn, taskId: 'gone' }, all)).toBeNull();
    // Ids of entitlements are unique within an app only.
    expect(taskOf({ ...vpn, appId: 'app-else' }, all)).toBeNull();
  });
});

describe('following a profile', () => {
  it('looks often at first, and fewer than a hundred times in all', () => {
    const looks: number[] = [];
    for (let at = 0; at < followedForMs; at += nextProfileLookMs(at)) looks.push(at);
    expect(looks.length).toBeLessThan(100);
    expect(looks.filter((at) => at <= 10 * 60_000).length).toBeGreaterThan(5);
    const gaps = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
    expect(Math.max(...gaps)).toBe(6 * 3_600_000);
  });

  it('ends with what was given, what was not, and what nobody knows', () => {
    const items: readonly ProfileItem[] = [
      { ...vpn, name: 'A', state: 'given' },
      { ...vpn, name: 'B', state: 'had' },
      { ...vpn, name: 'C', state: 'refused' },
      { ...vpn, name: 'D', state: 'open' },
      { ...vpn, name: '', state: 'unseen' },
    ];
    expect(outcomeOf(items)).toEqual({
      given: 2,
      of: 5,
      refused: ['C'],
      unknown: ['D', ''],
    });
    expect(seenByOthers(items).map(({ name }) => name)).toEqual(['A', 'C', 'D', '']);
  });
});
