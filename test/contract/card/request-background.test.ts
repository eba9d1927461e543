import { describe, expect, it } from 'vitest';
import type { IdentityPerson } from '../../../src/domain/people/identity-person.ts';
import { involvedPeople } from '../../../src/use-cases/card/request-background.ts';
import { accessRequest, noon, person, snapshot } from '../../support/samples.ts';
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
    const people = await involvedPeople(desk().deps, { request: accessRequest(), task });
    expect(people).toEqual([
      { name: 'Ben', jobTitle: 'Engineer', managers: ['Mia Baker'] },
      { name: 'Dee', department: 'Bakery', managers: [] },
    ]);
    const byMia = snapshot({
      target: person('user-ben'),
      stepApprovers: [person('user-mia', { name: 'Mia B.' })],
    });
    const own = await involvedPeople(desk().deps, { request: accessRequest(), task: byMia });
    expect(own).toEqual([{ name: 'Ben', jobTitle: 'Engineer', managers: ['Mia B.'] }]);
  });
});
