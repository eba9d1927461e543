/** Long because the rows of every subject are kept and read back here. */
import { describe, expect, it } from 'vitest';
import type { Notice } from '../../../src/domain/message/notice.ts';
import { createStore } from '../../../src/store/store.ts';
import { accessRequest, actor, entitlement, noon, person } from '../../support/samples.ts';
import { unique, useStore } from '../../support/store-fixture.ts';

const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);

describe('the store', () => {
  const store = useStore();
  it('confirms a question once, even when several people confirm it', async () => {
    const question = unique('question');
    const confirm = (at: Date) => store.transaction((tx) => tx.confirmations.confirm(question, at));
    const [first, second] = await Promise.all([confirm(noon), confirm(noon)]);
    expect(first).toBe(!second);
    // It is not kept for ever.
    expect(await confirm(later(25 * 3_600))).toBe(true);
  });

  it.each([
    [5_000, 0],
    [0, 5_000],
  ])(
    'adds a job that a transaction wants twice once, with the shorter wait: %d and %d ms',
    async (first, second) => {
      const added: unknown[] = [];
      const adding = createStore(store.kysely, async (_trx, jobs) => void added.push(...jobs));
      const job = { kind: 'send-notice', noticeId: 'notice-1' } as const;
      await adding.transaction(async (tx) => {
        await tx.enqueue(job, { afterMs: first });
        await tx.enqueue(job, { afterMs: second });
      });
      expect(added).toEqual([{ job, afterMs: 0 }]);
    },
  );

  it('adds a job that is wanted sooner and later at both times, if the transaction says so', async () => {
    const added: unknown[] = [];
    const adding = createStore(store.kysely, async (_trx, jobs) => void added.push(...jobs));
    const job = { kind: 'read-held', slackUserId: 'U0BEN' } as const;
    await adding.transaction(async (tx) => {
      for (const afterMs of [0, 20_000]) await tx.enqueue(job, { afterMs, evenIfSooner: true });
    });
    expect(added).toEqual([
      { job, afterMs: 0 },
      { job, afterMs: 20_000 },
    ]);
  });

  describe('a request', () => {
    it('is read back as it was submitted', async () => {
      const access = accessRequest({
        justification: 'Ünïcödé 灯台 👩‍👩‍👧‍👦 \n\t "quoted" \\ \'x\'',
        durationSeconds: null,
        emergency: true,
      });
      const id = await store.kept(access);
      expect(await store.transaction((tx) => tx.requests.find(id))).toEqual({
        ...access,
        id,
        state: 'submitted',
        refusal: null,
        requesterIdentityId: null,
        identityUserId: null,
        taskId: null,
      });
    });

    it('writes one statement by itself, and refuses a second one in its place', async () => {
      const id = await store.kept();
      const refused = { state: 'refused', at: later(1) } as const;
      const twice = store.transaction(
        async (tx) => {
          await tx.requests.save(id, refused);
          await tx.requests.save(id, { state: 'created', at: later(2) });
        },
        { isOneStatement: true },
      );
      await expect(twice).rejects.toThrow('a second statement');
      expect(await store.transaction((tx) => tx.requests.find(id))).toMatchObject({
        state: 'refused',
      });
      const whole = store.transaction(async (tx) => {
        await tx.requests.save(id, { state: 'created', at: later(3) });
        throw new Error('in the middle');
      });
      await expect(whole).rejects.toThrow('in the middle');
      expect(await store.transaction((tx) => tx.requests.find(id))).toMatchObject({
        state: 'refused',
      });
    });

    it('has the identity that its requester was last resolved to', async () => {
      const requester = actor(unique('U0'));
      const resolve = (identityUserId: string, checkedAt: Date) =>
        store.transaction((tx) =>
          tx.identities.saveResolved({
            slackUserId: requester.userId,
            person: person(identityUserId),
            checkedAt,
          }),
        );
      await resolve('user-ben', noon);
      await resolve('user-benedict', later(1));
      const id = await store.kept({ requester });
      const kept = await store.transaction((tx) => tx.requests.find(id));
      expect(kept).toMatchObject({ requesterIdentityId: 'user-benedict' });
      const changeOf = (since: Date, noted: string | null = null) =>
        store.transaction((tx) => tx.identities.changeOf(requester.userId, since, noted));
      const change = { was: 'user-ben', is: 'user-benedict' };
      expect([await changeOf(noon), await changeOf(later(1))]).toEqual([change, null]);
      expect(await changeOf(later(1), 'user-ben')).toEqual(change);
      expect(await changeOf(noon, 'user-benedict')).toBeNull();
      await resolve('user-benedict', later(9));
      expect(await changeOf(later(1))).toBeNull();
    });

    it('is stored once when two write the same key at the same time', async () => {
      const key = unique('key');
      const insert = () =>
        store.transaction((tx) =>
          tx.requests.insertOnce({ id: unique('request'), key, access: accessRequest(), at: noon }),
        );
      expect((await Promise.all([insert(), insert(), insert()])).filter(Boolean)).toHaveLength(1);
    });

    it('accepts very long durations and characters that the database cannot store', async () => {
      const id = await store.kept({ durationSeconds: 3_155_760_000, justification: 'a\0b\uD83Dc' });
      expect(await store.transaction((tx) => tx.requests.find(id))).toMatchObject({
        durationSeconds: 3_155_760_000,
        justification: 'a\uFFFDb\uFFFDc',
      });
    });
  });

  it('a notice is stored once per occasion and is read back unchanged', async () => {
    const requestId = await store.kept();
    const notice = {
      id: unique('notice'),
      key: unique('occasion'),
      requestId,
      target: { kind: 'beside-card', channel: 'C1', slackUserId: 'U1' },
      body: { kind: 'action-refused', refusal: { code: 'expired' }, typed: 'a\0b' },
    } as const;
    const other = { ...notice, id: unique('notice'), key: unique('occasion') };
    const again = { ...notice, id: unique('notice') };
    const insert = async (...notices: readonly Notice[]) => {
      const made = await store.transaction((tx) => tx.notices.insertNew(notices, noon));
      return made.map(({ id }) => id);
    };
    expect(await insert()).toEqual([]);
    expect(await insert(notice)).toEqual([notice.id]);
    expect(await insert(again, other)).toEqual([other.id]);
    const asKept = { ...notice, body: { ...notice.body, typed: 'a\uFFFDb' } };
    expect(await store.transaction((tx) => tx.notices.find(notice.id))).toEqual({
      ...asKept,
      sentAt: null,
    });
    await store.transaction((tx) => tx.notices.markSent(notice.id, later(3)));
    const found = await store.transaction((tx) => tx.notices.find(notice.id));
    expect(found).toEqual({ ...asKept, sentAt: later(3) });
    expect(await store.transaction((tx) => tx.notices.find('x'))).toBeNull();
  });

  it('the catalogue is read back part by part, the newest reading of each', async () => {
    const key = { appId: 'app-github', resourceTypeId: 'team', resourceId: 'platform' };
    const other = { ...key, resourceId: 'ferry' };
    const begun = { ...key, resourceId: 'begun' };
    const [write, read] = [entitlement(), entitlement({ id: 'ent-read\0', longestSeconds: null })];
    await store.transaction(async (tx) => {
      await tx.catalogue.put(key, [
        write,
        entitlement({ id: 'ent-gone' }),
        entitlement({ id: 'ent-gone-too\0' }),
      ]);
      await tx.catalogue.complete(key, noon);
      await tx.catalogue.complete(other, later(1));
      await tx.catalogue.put(key, [{ ...write, name: 'a\uD83D' }, read]);
      await tx.catalogue.put(other, []);
      await tx.catalogue.drop(key, ['ent-gone', 'ent-gone-too\0', 'ent-of-nobody']);
      await tx.catalogue.drop(other, []);
      await tx.catalogue.complete(key, later(2));
      await tx.catalogue.put(begun, [write]);
    });
    expect(
      await store.transaction((tx) =>
        Promise.all([key, begun].map((one) => tx.catalogue.has(one))),
      ),
    ).toEqual([true, false]);
    const parts = await store.transaction((tx) => tx.catalogue.load());
    expect(parts).toHaveLength(2);
    expect(parts).toContainEqual({ key: other, entitlements: [], fetchedAt: later(1) });
    expect(parts).toContainEqual({
      key,
      entitlements: expect.arrayContaining([
        { ...write, name: 'a\uFFFD' },
        { ...read, id: 'ent-read\uFFFD' },
      ]),
      fetchedAt: later(2),
    });
  });
});
