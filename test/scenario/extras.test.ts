import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
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

describe('the bot', () => {
  let world: BotWorld | undefined;
  afterEach(() => world?.close());

  // Each extra alone: extras-alone.test.ts; every other scenario has them all.
  it('takes a request to its end without any extra', async () => {
    world = await openWorld({ extras: [] });
    await ask(world, { person: 'U0BEN' });
    const card = await cardIn(world, 'U0ANA');
    expect(await clickCard(world, 'U0ANA', card, 'review.approve')).toEqual({ ok: true });
    expect(await world.told('U0BEN', 'You have')).toContain('GitHub');
  });
});

describe('Home', () => {
  let world: BotWorld | undefined;
  afterEach(() => world?.close());

  const homeOf = (person: string) =>
    wordsOf({ text: '', blocks: world?.client.home(person)?.blocks ?? [] });

  it.each([
    ['nothing of extras that are not mounted', [], []],
    ['both', [worklist, heldAccess], ['Waiting for me in the console', 'Granted elsewhere']],
  ])('shows %s', async (_what, extras, titles) => {
    world = await openWorld({ extras, settings: settingsWithGrants(), consoleTasks: true });
    const people = ['U0ANA', 'U0GORAN'];
    for (const person of people) await world.client.openHome(person);
    const words = () => people.map(homeOf).join('\n');
    await until('both are published', () => people.every((person) => homeOf(person) !== ''));
    await until('the titles are there', () => titles.every((title) => words().includes(title)));
    await world.quiet();
    const seen = ['Waiting for me in the console', 'Granted elsewhere'].filter((title) =>
      words().includes(title),
    );
    expect(seen).toEqual(titles);
  });
});

it('the form promises to tell no end of a request in the console that nobody would follow', async () => {
  const world = await openWorld({ extras: [] });
  onTestFinished(() => world.close());
  const service = new ServiceClient(world.governance.url, await tokenOf(world.governance.url));
  await service.granted({ appEntitlementId: 'ent-platform-write', grantDuration: '3600s' });
  await fillForm(world, { person: 'U0BEN', entitlement: 'platform write' });
  const form = () => filledIn(world, 'U0BEN');
  await until('the form says it', () => form().includes('It was made in the'));
  expect(form()).not.toContain('You will hear here how it ends.');
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
