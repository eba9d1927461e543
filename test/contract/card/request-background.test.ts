import { describe, expect, it } from 'vitest';
import type { IdentityPerson } from '../../../src/domain/people/identity-person.ts';
import type { AccessRequest } from '../../../src/domain/request/access-request.ts';
import { requestBackground } from '../../../src/use-cases/card/request-background.ts';
import {
  accessRequest,
  closedSnapshot,
  newAction,
  noon,
  person,
  snapshot,
} from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();

const remember = (slackUserId: string, one: IdentityPerson) =>
  desk().store.transaction((tx) =>
    tx.identities.saveResolved({ slackUserId, person: one, checkedAt: noon }),
  );

describe('the people of a request that is shown whole', () => {
  const manager = { id: 'user-mia', name: 'user-mia' };
  const ben = person('user-ben', { atWork: { jobTitle: 'Engineer', managers: [manager] } });

  it('are the requester as remembered and the target as read, with managers who have names', async () => {
    await remember('U0BEN', ben);
    await remember('U0MIA', person('user-mia', { name: 'Mia Baker' }));
    const task = snapshot({
      target: person('user-dee'),
      targetAtWork: { department: 'Bakery', managers: [{ id: 'user-x', name: 'user-x' }] },
    });
    const { people } = await requestBackground(desk().deps, { request: accessRequest(), task });
    expect(people).toEqual([
      { name: 'Ben', jobTitle: 'Engineer', managers: ['Mia Baker'] },
      { name: 'Dee', department: 'Bakery', managers: [] },
    ]);
  });
});

describe('earlier decisions on the same access', () => {
  it('are at most three, and none where the app is confidential', async () => {
    await desk().opened();
    for (const id of ['a', 'b', 'c', 'd']) {
      await desk().ask({ id });
      await desk().store.transaction(async (tx) => {
        await tx.actions.insertOnce(
          newAction({ id: `decision on ${id}`, requestId: id, taskId: id }),
        );
        await tx.actions.save(`decision on ${id}`, { state: 'done' });
      });
    }
    const card = { request: accessRequest(), task: snapshot() };
    const made = { verb: 'approve', by: 'U0ANA', holder: 'U0BEN' };
    const { earlier } = await requestBackground(desk().deps, card);
    expect(earlier).toMatchObject([made, made, made]);
    const apps = testSettings().apps.map((one) => ({ ...one, confidential: true }));
    desk().settings = testSettings({ apps });
    expect(await requestBackground(desk().deps, card)).toMatchObject({ earlier: [] });
  });
});

describe('what somebody has already of the access', () => {
  it('is the longest grant under way of theirs, while the request is open', async () => {
    const later = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);
    const granted = async (id: string, change: Partial<AccessRequest>, endsAt: Date | null) => {
      await desk().ask({ id, ...change });
      await desk().store.transaction((tx) => tx.grants.begin(id, { startedAt: noon, endsAt }));
    };
    await desk().ask();
    const held = async (change: Partial<AccessRequest> = {}, task = snapshot()) =>
      (await requestBackground(desk().deps, { request: accessRequest(change), task })).held;
    await granted('other person', { targetSlackId: 'U0DEE' }, null);
    await granted('other access', { entitlementId: 'ent-other' }, null);
    await granted('ended', {}, null);
    await desk().store.transaction((tx) => tx.grants.end('ended', 'given-back', noon));
    expect(await held()).toBeNull();
    await granted('short', {}, later(1));
    await granted('long', {}, later(2));
    expect(await held()).toEqual({ endsAt: later(2) });
    expect(await held({}, closedSnapshot())).toBeNull();
    expect(await held({ extendsRequestId: 'long' })).toBeNull();
    await granted('unbounded', {}, null);
    expect(await held()).toEqual({ endsAt: null });
  });
});
