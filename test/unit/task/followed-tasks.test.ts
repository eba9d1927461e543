import { expect, it } from 'vitest';
import { followedNow } from '../../../src/domain/task/followed-tasks.ts';

const people = Array.from({ length: 450 }, (_, at) => `user-${at}`);
const minuteMs = 60_000;

it('looks for the tasks of very many people in turn, two searches a round and all within a minute', () => {
  const followed = { by: 'person', appIds: ['app-1'], identityUserIds: people } as const;
  const seen = new Set<string>();
  for (let ms = 0; ms < minuteMs; ms += 15_000) {
    const now = followedNow(followed, new Date(ms));
    const named = now.by === 'person' ? now.identityUserIds : [];
    expect(named.length).toBeLessThanOrEqual(200);
    for (const one of named) seen.add(one);
  }
  expect(seen.size).toBe(450);
});

it.each([
  { by: 'id', ids: ['task-1'] },
  { by: 'entitlement', appIds: ['app-1'], entitlementIds: ['ent-1', 'ent-2'] },
] as const)('looks for all of them in each round where there are few: $by', (followed) => {
  expect(followedNow(followed, new Date(17_000))).toEqual(followed);
});
