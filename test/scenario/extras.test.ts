import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { heldAccess } from '../../src/extras/held/index.ts';
import { worklist } from '../../src/extras/worklist/index.ts';
import { ServiceClient, tokenOf } from '../conformance/service-client.ts';
import { ask, cardIn, clickCard, filledIn, fillForm, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { postgresEngine } from '../support/database.ts';
import { settingsWithGrants } from '../support/held-elsewhere.ts';
import { openWorld } from '../support/open-world.ts';
import { startBot } from '../support/stand-ins.ts';
import { testApp, testSettings } from '../support/test-settings.ts';

const titles = ['Waiting for me in the console', 'Granted elsewhere'];
/** Who have something that an extra would show. */
const people = ['U0ANA', 'U0GORAN'] as const;

function homeOf(world: BotWorld, person: string): string {
  return wordsOf({ text: '', blocks: world.client.home(person)?.blocks ?? [] });
}

function titlesShown(world: BotWorld): readonly string[] {
  const words = people.map((person) => homeOf(world, person)).join('\n');
  return titles.filter((title) => words.includes(title));
}

async function openHomes(world: BotWorld): Promise<void> {
  for (const person of people) await world.client.openHome(person);
  await until('both are published', () => people.every((person) => homeOf(world, person) !== ''));
}

describe('the bot without any extra', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ extras: [], settings: settingsWithGrants(), consoleTasks: true });
  });
  afterAll(() => world?.close());

  it('shows nothing of them on Home', async () => {
    await openHomes(world);
    await world.quiet();
    expect(titlesShown(world)).toEqual([]);
  });

  // Each extra alone: extras-alone.test.ts; every other scenario has them all.
  it('takes a request to its end', async () => {
    await ask(world, { person: 'U0BEN' });
    const card = await cardIn(world, 'U0ANA');
    expect(await clickCard(world, 'U0ANA', card, 'review.approve')).toEqual({ ok: true });
    expect(await world.told('U0BEN', 'You have')).toContain('GitHub');
  });

  it('promises to tell no end of a request in the console that nobody would follow', async () => {
    const service = new ServiceClient(world.governance.url, await tokenOf(world.governance.url));
    await service.granted({ appEntitlementId: 'ent-platform-write', grantDuration: '3600s' });
    await fillForm(world, { person: 'U0BEN', entitlement: 'platform write' });
    const form = () => filledIn(world, 'U0BEN');
    await until('the form says it', () => form().includes('It was made in the'));
    expect(form()).not.toContain('You will hear here how it ends.');
  });
});

it('Home shows what each extra has', async () => {
  const extras = [worklist, heldAccess];
  const world = await openWorld({ extras, settings: settingsWithGrants(), consoleTasks: true });
  onTestFinished(() => world.close());
  await openHomes(world);
  const shown = await until('the titles are there', () => {
    const found = titlesShown(world);
    return found.length === titles.length && found;
  });
  expect(shown).toEqual(titles);
});

it('does not start without an extra that has something to do', async () => {
  const place = await postgresEngine.open();
  onTestFinished(() => place.close());
  const apps = [testApp({ tasks: 'all' })];
  const nowhere = 'http://127.0.0.1:9';
  const environment = { database: place.settings, slackApiUrl: nowhere, governanceUrl: nowhere };
  await expect(
    startBot(environment, { settings: testSettings({ apps }), extras: [] }),
  ).rejects.toThrow('The bot cannot start: the extra elsewhere is not mounted');
});
