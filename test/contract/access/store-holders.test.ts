/** Long because everything that is looked up for people and their requests is here. */
import { describe, expect, it } from 'vitest';
import { standings } from '../../../src/domain/action/holder-action.ts';
import type { EntitlementKey } from '../../../src/domain/request/access-request.ts';
import type { NewAction } from '../../../src/use-cases/ports/rows/action-rows.ts';
import type { StoreTransaction } from '../../../src/use-cases/ports/store-ports.ts';
import { actor, closedSnapshot, newAction, noon, person, snapshot } from '../../support/samples.ts';
import { unique, useStore } from '../../support/store-fixture.ts';

const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);

describe('holders, groups and reviewers in the store', () => {
  const store = useStore();

  describe('a request', () => {
    it('is listed for requester and target; by entitlement, for the target alone', async () => {
      const [ben, dee, ent] = [unique('U0BEN'), unique('U0DEE'), unique('ent')];
      const requester = actor(ben);
      const own = await store.kept({ requester, entitlementId: ent });
      const forDee = await store.kept({
        requester,
        targetSlackId: dee,
        entitlementId: ent,
        createdAt: later(1),
      });
      const ofDee = await store.kept({
        requester: actor(dee),
        entitlementId: ent,
        createdAt: later(2),
      });
      const ids = async (
        work: (tx: StoreTransaction) => Promise<readonly { readonly id: string }[]>,
      ) => (await store.transaction(work)).map((one) => one.id);
      const ofHolder = async (tx: StoreTransaction, slackUserId: string) =>
        (await tx.requests.ofHolder(slackUserId, { standings, limit: 9 })).rows.map(
          (row) => row.request,
        );
      expect(await ids((tx) => ofHolder(tx, ben))).toEqual([forDee, own]);
      expect(await ids((tx) => ofHolder(tx, dee))).toEqual([ofDee, forDee]);
      const asked = { appId: 'app-github', entitlementId: ent };
      const forEntitlement = async (
        slackUserId: string,
        limit: number,
        change: Partial<EntitlementKey> = {},
      ) => {
        const find = (tx: StoreTransaction) =>
          tx.requests.forEntitlement(
            { slackUserId, isPassedOn: false },
            { ...asked, ...change },
            limit,
          );
        return ids(async (tx) => (await find(tx)).map(({ request }) => request));
      };
      expect(await forEntitlement(ben, 9)).toEqual([own]);
      expect(await forEntitlement(dee, 9)).toEqual([ofDee, forDee]);
      expect(await forEntitlement(dee, 1)).toEqual([ofDee]);
      expect(await forEntitlement(ben, 9, { appId: 'app-aws' })).toEqual([]);
    });
  });

  describe('an action of a holder', () => {
    const action = (requestId: string, change: Partial<NewAction> = {}): NewAction =>
      newAction({
        id: unique('action'),
        requestId,
        taskId: null,
        verb: 'escalate',
        stepId: '',
        by: actor('U0BEN'),
        reason: 'the ferry\0 waits 灯台',
        channel: 'C0GENERAL',
        ...change,
      });
    const insert = (row: NewAction) => store.transaction((tx) => tx.actions.insertOnce(row));
    const find = (id: string) => store.transaction((tx) => tx.actions.find(id));

    it('is stored once per kind and request, for all people, until it is refused', async () => {
      const requestId = await store.kept();
      const first = action(requestId);
      expect(await insert(first)).toBe(true);
      expect(await insert(action(requestId, { by: actor('U0DEE') }))).toBe(false);
      expect(await insert(action(requestId, { verb: 'give-back' }))).toBe(true);
      expect(await insert(action(await store.kept()))).toBe(true);
      await store.transaction((tx) => tx.actions.save(first.id, { state: 'done', at: later(1) }));
      expect(await insert(action(requestId))).toBe(false);
      const refusal = { code: 'failed', reference: 'ref\0' } as const;
      await store.transaction((tx) =>
        tx.actions.save(first.id, { state: 'refused', refusal, at: later(2) }),
      );
      expect(await find(first.id)).toMatchObject({
        state: 'refused',
        refusal: { reference: 'ref\uFFFD' },
        at: later(2),
      });
      const atOnce = await Promise.all([insert(action(requestId)), insert(action(requestId))]);
      expect(atOnce.filter(Boolean)).toHaveLength(1);
    });
  });

  describe('a grant', () => {
    it('is due from its end on, the oldest first, unless it has ended or has no end', async () => {
      const [late, early, ended, forever, future] = [
        await store.kept(),
        await store.kept(),
        await store.kept(),
        await store.kept(),
        await store.kept(),
      ];
      await store.transaction(async (tx) => {
        for (const [id, endsAt] of [
          [late, later(60)],
          [early, later(30)],
          [ended, later(10)],
          [forever, null],
          [future, new Date(later(60).getTime() + 1)],
        ] as const)
          await tx.grants.begin(id, { startedAt: noon, endsAt });
        await tx.grants.end(ended, 'given-back', later(5));
      });
      const due = async (limit: number) =>
        (await store.transaction((tx) => tx.grants.due(later(60), limit))).map(
          (one) => one.requestId,
        );
      expect(await due(10)).toEqual([early, late]);
      expect(await due(1)).toEqual([early]);
    });
  });

  it.each([`O'Neil "the" \\ {lighthouse} %_$1 灯台`])(
    'lists the steps that %s may decide, oldest first',
    async (who) => {
      const identity = person(who);
      const oldest = await store.kept({ createdAt: later(1) });
      const newest = await store.kept({ createdAt: later(2) });
      const stepApprovers = [person('user-ana'), identity];
      const ids = [unique('z'), unique('a'), unique('c'), unique('d')];
      const tasks = [
        [oldest, snapshot({ id: ids[0] ?? '', stepApprovers })],
        [newest, snapshot({ id: ids[1] ?? '', stepApprovers })],
        [oldest, closedSnapshot({ id: ids[2] ?? '', stepApprovers })],
        [newest, snapshot({ id: ids[3] ?? '', approvers: [identity], target: identity })],
        // One that takes the access away is decided in the service.
        [newest, snapshot({ id: unique('revoke'), stepApprovers })],
      ] as const;
      await store.transaction(async (tx) => {
        for (const [requestId, task] of tasks) await tx.tasks.save(requestId, task, noon);
        await tx.requests.save(oldest, { state: 'created', taskId: ids[0] ?? '', at: noon });
        await tx.requests.save(newest, { state: 'created', taskId: ids[1] ?? '', at: noon });
      });
      const waiting = (limit: number) =>
        store.transaction((tx) =>
          tx.tasks.waitingFor({ identityUserId: identity.id, slackUserId: 'U0EVE' }, limit),
        );
      expect((await waiting(9)).rows.map((row) => [row.requestId, row.snapshot.id])).toEqual([
        [oldest, ids[0]],
        [newest, ids[1]],
      ]);
      expect((await waiting(1)).rows).toHaveLength(1);
      expect((await waiting(1)).total).toBe(2);
    },
  );

  it('a person’s own requests are not counted among those that wait for them', async () => {
    const [identity, own] = [person(unique('user-own')), unique('U0OWN')];
    const cases = [
      [{ requester: actor(own) }, 'user-else'],
      [{ targetSlackId: own }, 'user-else'],
      [{}, identity.id],
      [{ requester: actor('U0OTHER'), targetSlackId: 'U0DEE' }, 'user-dee', identity.id],
      [{ targetSlackId: 'U0DEE' }, null],
      [{}, 'user-else'],
    ] as const;
    const ids: string[] = [];
    for (const [index, [change, identityUserId, requesterIdentityId]] of cases.entries()) {
      const id = await store.kept({ ...change, createdAt: later(index) });
      ids.push(id);
      await store.transaction(async (tx) => {
        const asked = requesterIdentityId === undefined ? {} : { requesterIdentityId };
        if (identityUserId !== null)
          await tx.requests.save(id, { state: 'created', identityUserId, ...asked, at: noon });
        await tx.tasks.save(id, snapshot({ id: `task of ${id}`, stepApprovers: [identity] }), noon);
        await tx.requests.save(id, { state: 'created', taskId: `task of ${id}`, at: noon });
      });
    }
    const waiting = async (limit: number) => {
      const reviewer = { identityUserId: identity.id, slackUserId: own };
      const { rows, total } = await store.transaction((tx) => tx.tasks.waitingFor(reviewer, limit));
      return [rows.map((row) => row.requestId), total];
    };
    expect(await waiting(2)).toEqual([ids.slice(4), 2]);
    expect(await waiting(1)).toEqual([ids.slice(4, 5), 2]);
  });

  it('the Slack account of an identity is the one that was checked last', async () => {
    const known = person(`O'Neil "x"`);
    const [first, second, third] = [unique('U0'), unique('U0'), unique('U0')];
    const other = person(unique('user'));
    const find = (...people: readonly { readonly id: string }[]) =>
      store.transaction((tx) => tx.identities.slackIdsOf(people.map(({ id }) => id)));
    expect([await find(known), await find()]).toEqual([[], []]);
    await store.transaction(async (tx) => {
      await tx.identities.saveResolved({ slackUserId: first, person: known, checkedAt: later(2) });
      await tx.identities.saveResolved({ slackUserId: second, person: known, checkedAt: later(1) });
      await tx.identities.saveResolved({ slackUserId: third, person: other, checkedAt: later(3) });
    });
    expect(await find(known, known)).toEqual([first]);
    expect(new Set(await find(other, known, person('user-unknown')))).toEqual(
      new Set([first, third]),
    );
    await store.transaction((tx) => tx.identities.forget(first));
    expect(await find(known)).toEqual([second]);
  });
});
