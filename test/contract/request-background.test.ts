import { describe, expect, it } from 'vitest';
import type { IdentityPerson } from '../../src/domain/identity-person.ts';
import { requestBackground } from '../../src/use-cases/request-background.ts';
import { accessRequest, newAction, noon, person, snapshot } from '../support/samples.ts';
import { testSettings } from '../support/test-settings.ts';
import { useCaseDesk } from '../support/use-case-desk.ts';

const desk = useCaseDesk();

const remember = (slackUserId: string, one: IdentityPerson) =>
  desk().store.transaction((tx) =>
    tx.identities.save({ slackUserId, person: one, checkedAt: noon }),
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

  it('are named once where they ask for themselves, and the reading counts', async () => {
    await remember('U0BEN', ben);
    const task = snapshot({ targetAtWork: { jobTitle: 'Lead' } });
    const { people } = await requestBackground(desk().deps, { request: accessRequest(), task });
    expect(people).toEqual([{ name: 'Ben', jobTitle: 'Lead', managers: [] }]);
  });

  it('are left out where nothing is known of them', async () => {
    const request = accessRequest({ requesterIdentityId: null });
    const { people } = await requestBackground(desk().deps, { request, task: snapshot() });
    expect(people).toEqual([]);
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
