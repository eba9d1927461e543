/** Every table with a person in it has an end. */
import { describe, expect, it } from 'vitest';
import { createAuditTrail } from '../../../src/store/record/audit-trail.ts';
import { pruneOldRows } from '../../../src/use-cases/due/prune-old-rows.ts';
import { unsigned } from '../../../src/use-cases/trail/audit-chain.ts';
import { elsewhereAtDesk } from '../../support/extras-at-desk.ts';
import { person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const day = 86_400_000;
const closedTask = { state: 'closed', outcome: 'denied', actions: [] } as const;
const desk = useCaseDesk(elsewhereAtDesk);

const prune = () =>
  pruneOldRows({ ...desk().deps, trail: createAuditTrail(desk().kysely), sign: unsigned });

async function accountsIn(
  table: 'homes' | 'identities' | 'resolvedIdentities',
): Promise<readonly string[]> {
  const rows = desk().kysely.selectFrom(table).select('slackUserId').orderBy('slackUserId');
  return (await rows.execute()).map(({ slackUserId }) => slackUserId);
}

/** Somebody of whom the bot knows who they are. */
async function meet(slackUserId: string, id: string): Promise<void> {
  await desk().store.transaction(async (tx) => {
    await tx.identities.saveResolved({ slackUserId, person: person(id), checkedAt: tx.at });
  });
}

describe('what is kept of people', () => {
  it('goes with their Home, once nobody opens it for as long as requests are kept', async () => {
    await meet('U0ANA', 'user-ana');
    desk().world.pass(399 * day);
    await meet('U0BEN', 'user-ben');
    await desk().store.transaction((tx) => tx.homes.markOpened('U0BEN', tx.at));
    await prune();
    expect(await accountsIn('homes')).toEqual(['U0ANA', 'U0BEN', 'U0CHO', 'U0DEE']);
    desk().world.pass(2 * day);
    await prune();
    for (const table of ['homes', 'identities', 'resolvedIdentities'] as const)
      expect(await accountsIn(table)).toEqual(['U0BEN']);
  });

  it.each([
    ['asked for something that is kept', () => desk().opened()],
    [
      'follows a request that is kept',
      async () => {
        const task = { ...snapshot({ id: 'task-9' }), sourceRequestId: null };
        const target = person('user-ben');
        const follow = { slackUserId: 'U0BEN', task: { ...task, target } };
        expect(await desk().deps.followTask(desk().deps, follow)).toBe(true);
      },
    ],
  ])('stays while somebody %s', async (_what, keep) => {
    await meet('U0BEN', 'user-ben');
    await keep();
    desk().world.pass(401 * day);
    await prune();
    expect(await accountsIn('homes')).toEqual([]);
    expect(await accountsIn('identities')).toEqual(['U0BEN']);
    expect(await accountsIn('resolvedIdentities')).toEqual(['U0BEN']);
  });

  it('stays by the identity, if the account is known by no request', async () => {
    await desk().opened();
    await meet('U0NEW', 'user-ben');
    desk().world.pass(401 * day);
    await prune();
    expect(await accountsIn('identities')).toEqual(['U0NEW']);
  });

  it('forgets which person an account was before only with the account', async () => {
    await meet('U0BEN', 'user-ben');
    desk().world.pass(day);
    await meet('U0BEN', 'user-dee');
    await desk().store.transaction((tx) => tx.identities.forget('U0BEN'));
    await desk().opened();
    desk().world.pass(401 * day);
    await prune();
    const row = desk().kysely.selectFrom('resolvedIdentities').select('formerId');
    expect(await row.execute()).toEqual([{ formerId: 'user-ben' }]);
  });

  it('of a confirmed question goes after a day', async () => {
    const confirm = () =>
      desk().store.transaction((tx) => tx.confirmations.confirm('a question', tx.at));
    await confirm();
    desk().world.pass(day);
    await prune();
    expect(await desk().kysely.selectFrom('confirmations').select('question').execute()).toEqual([
      { question: 'a question' },
    ]);
    desk().world.pass(1);
    await prune();
    expect(await desk().kysely.selectFrom('confirmations').select('question').execute()).toEqual(
      [],
    );
  });
});

describe('what is kept of requests', () => {
  it('goes together where they were asked for in one go, because one post tells of all', async () => {
    for (const number of [1, 2]) {
      const id = await desk().ask({ id: `request-${number}`, groupId: 'group-1' });
      const taskId = `task-${number}`;
      await desk().store.transaction((tx) =>
        tx.requests.save(id, { state: 'created', taskId, identityUserId: 'user-ben', at: tx.at }),
      );
    }
    const reads = (number: number, change = {}) =>
      desk().store.transaction((tx) =>
        tx.tasks.save(
          `request-${number}`,
          snapshot({ id: `task-${number}`, numericId: `104${number}`, ...change }),
          tx.at,
        ),
      );
    const kept = async () =>
      (await desk().kysely.selectFrom('requests').select('id').execute()).length;
    await reads(1, closedTask);
    await reads(2);
    desk().world.pass(401 * day);
    await prune();
    expect(await kept()).toBe(2);
    await reads(2, closedTask);
    await prune();
    expect(await kept()).toBe(0);
  });
});
