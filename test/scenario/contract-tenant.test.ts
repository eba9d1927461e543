import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGovernanceClient } from '../../src/service/client/client.ts';
import { typeLine } from '../support/admin-line.ts';
import { actionsBlockOf, ask, fillForm, pick, wordsOf } from '../support/asking.ts';
import { type Mood, moods } from '../support/contract-tenant.ts';
import { type ContractWorld, openContractWorld } from '../support/open-world.ts';

/**
 * From the command to the card on a tenant that was written from docs/spec/interface.md alone,
 * however little it says.
 */
describe.each(moods)('on a tenant that knows only the interface, in the mood “%s”', (mood) => {
  let world: ContractWorld;
  beforeAll(async () => {
    world = await openContractWorld({ mood });
  });
  afterAll(() => world?.close());

  it('shows who asked, what for, why and for how long, and what can be done', async () => {
    const { people, tenant } = world;
    await ask(people, { person: 'U0BEN', app: 'wiki', entitlement: 'read' });
    const card = await people.cardOf('U0BEN');
    const words = wordsOf(card);
    expect(words).toContain('Read the wiki');
    expect(words).toContain('INC-42: the timetable build is red');
    expect(words).toContain('1 hour');
    expect(words).not.toContain('🚨');
    expect(words).not.toContain('No justification');
    expect(words.includes('*Waiting for* <@U0ANA>')).toBe(tellsReviewers(mood));
    expect(linksOn(card)).toEqual(expectedLinks(mood));
    expect(tenant.grants[0]?.body).toMatchObject({
      appId: 'wiki',
      appEntitlementId: 'wiki-read',
      identityUserId: 'person-2',
      grantDuration: '3600s',
      source: { isExtension: false },
    });
  });

  it('calls for help with an emergency, whatever the answer says of it', async () => {
    const { people, tenant } = world;
    const form = await fillForm(people, { person: 'U0EMIL', app: 'wiki', entitlement: 'edit' });
    const emergency = { block: 'emergency', action: 'request.emergency' };
    await pick(people, 'U0EMIL', emergency, 'emergency');
    expect(await people.client.submitView('U0EMIL', form.viewId, form.values)).toEqual({
      ok: true,
    });
    await people.client.closeView('U0EMIL', people.form('U0EMIL').id);
    const incident = wordsOf(await people.cardOf('U0EMIL', 'C0INCIDENTS'));
    expect(incident).toContain('🚨 Emergency: ');
    expect(incident).toContain('<!subteam^S0ONCALL>');
    expect(incident).toContain('INC-42: the timetable build is red');
    expect(tenant.grants.at(-1)?.body).toMatchObject({ emergencyAccess: true });
    await people.told('U0EMIL', 'Edit the wiki');
  });

  it('makes one task of each request, and calls nothing that the interface does not have', () => {
    expect(world.tenant.grants).toHaveLength(2);
    expect(world.tenant.strayCalls).toEqual([]);
  });
});

/** Words of the buttons on a card's face that lead into the console. */
function linksOn(card: Parameters<typeof actionsBlockOf>[0]): readonly string[] {
  return actionsBlockOf(card).elements.flatMap((element) =>
    element.type === 'button' && 'url' in element && element.url !== undefined
      ? [element.text.text]
      : [],
  );
}

function tellsReviewers(mood: Mood): boolean {
  return mood === 'full' || mood === 'unknown';
}

function expectedLinks(mood: Mood): readonly string[] {
  switch (mood) {
    case 'full':
      return ['Approve in the console', 'Deny in the console'];
    case 'unknown':
      return ['Approve in the console', 'Ask the oracle in the console'];
    case 'nulls':
    case 'ids':
      return [];
  }
}

describe('on a tenant that takes the interface’s spelling only', () => {
  let world: ContractWorld;
  beforeAll(async () => {
    world = await openContractWorld({
      mood: 'full',
      strictQueries: true,
      pathsStartAtExpanded: true,
    });
  });
  afterAll(() => world?.close());

  it('reads every page of a list', async () => {
    const client = createGovernanceClient({
      baseUrl: world.tenant.url,
      clientId: 'bot',
      clientSecret: 'secret',
      queryCase: 'both',
      now: () => new Date(),
    });
    const { out } = await typeLine(['executions', '--json'], client);
    await client.close();
    const json: { list: readonly { id: string }[] } = JSON.parse(out);
    expect(json.list.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('names the reviewers where paths start at the array of the objects', async () => {
    await ask(world.people, { person: 'U0BEN', app: 'wiki', entitlement: 'read' });
    expect(wordsOf(await world.people.cardOf('U0BEN'))).toContain('*Waiting for* <@U0ANA>');
  });
});
