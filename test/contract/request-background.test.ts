import { describe, expect, it } from 'vitest';
import type { IdentityPerson } from '../../src/domain/identity-person.ts';
import { requestBackground } from '../../src/use-cases/request-background.ts';
import { accessRequest, noon, person, snapshot } from '../support/samples.ts';
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
