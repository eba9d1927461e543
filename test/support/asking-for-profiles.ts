import type { AccessSettings } from '../../src/domain/settings/access-settings.ts';
import { fieldId, pick } from './asking.ts';
import { type BotWorld, findOption, until } from './bot-world.ts';
import { governanceWith, testApp, testSettings } from './test-settings.ts';

/** A tenant with catalogs, where GitHub and Lantern ID are offered, with the profile of a deckhand. */
export function profileSettings(): AccessSettings {
  const lantern = testApp({
    id: 'app-lantern',
    name: 'Lantern ID',
    resources: [
      { resourceTypeId: 'group', resourceId: 'directory' },
      { resourceTypeId: 'profile', resourceId: 'catalog-deckhand' },
    ],
  });
  return testSettings({
    apps: [testApp(), lantern],
    governance: governanceWith('catalogs', 'grantSearch', 'appList'),
  });
}

export async function catalogsAreRead(world: BotWorld): Promise<void> {
  await until('the catalogs are read', () =>
    world.governance
      .requests()
      .some((call) => call.path.endsWith('/catalog-berth/requestable_entitlementIDs')),
  );
  await world.quiet();
}

const appField = { block: 'app', action: 'request.app' };
const entitlementField = { block: 'entitlement', action: 'request.entitlement' };

/** Opens the form and picks the profile of a deckhand. */
export async function pickProfile(world: BotWorld, person: string): Promise<void> {
  const command = await world.client.runCommand(person, 'C0GENERAL', '/request-access');
  if (!command.ok) throw new Error(command.sentence);
  await until('the form opens', () => world.client.openViews(person).at(-1));
  const app = await findOption(world, person, appField, 'lantern');
  await pick(world, person, appField, app);
  await until('the entitlement field is there', () => fieldId(world, person, 'entitlement'));
  const found = await findOption(world, person, entitlementField, 'new deckhand');
  await pick(world, person, entitlementField, [found]);
}
