import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { HeldAccess } from '../../../src/domain/access/held-access.ts';
import type { AccessProfile } from '../../../src/domain/profiles/access-profile.ts';
import { openVisibility } from '../../../src/extras/catalogs/open-visibility.ts';
import { heldOnHome } from '../../../src/extras/held/held-on-home.ts';
import { readHeld } from '../../../src/extras/held/read-held.ts';
import { profileRows } from '../../../src/extras/profiles/profile-tables.ts';
import { rowsOfExtra } from '../../../src/store/transaction.ts';
import { heldAtDesk, profilesAtDesk } from '../../support/extras-at-desk.ts';
import { FakeCatalogs } from '../../support/fake-catalogs.ts';
import { heldElsewhere } from '../../support/held-elsewhere.ts';
import { openingHomes } from '../../support/opening-homes.ts';
import { closedSnapshot, entitlement, noon } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk(profilesAtDesk, heldAtDesk);
const { asked, home } = openingHomes(desk);

const enrolment = { appId: 'app-aws', entitlementId: 'ent-enrol' };
const profile: AccessProfile = {
  id: 'catalog-deckhand',
  name: 'New deckhand',
  items: [{ appId: 'app-aws', entitlementId: 'ent-vpn' }],
  unenrolment: 'stays',
};
const vpn = heldElsewhere({ entitlementId: 'ent-vpn', entitlementName: 'VPN' });

beforeEach(() => {
  for (const one of ['grantSearch', 'taskRevoke', 'userSearch'] as const)
    desk().governance.operations.add(one);
  desk().settings = {
    ...desk().settings,
    apps: desk().settings.apps.map((app) => ({ ...app, id: 'app-aws' })),
  };
  desk().profiles = [profile];
  desk().entitlements = [
    entitlement({ appId: 'app-aws', id: 'ent-enrol', resourceId: 'catalog-deckhand' }),
  ];
});

async function holding(...held: readonly HeldAccess[]): Promise<void> {
  desk().governance.heldGrants = held;
  desk().world.pass(60_000);
  await readHeld(desk().deps, 'U0BEN');
}

/** What the button of the message to Ben says now, and how often it was changed. */
function watched() {
  const rendered = vi.spyOn(desk().chat, 'renderPost');
  return async () => {
    await desk().said();
    const [content] = rendered.mock.lastCall ?? [];
    return [content?.sections[0]?.leaving, desk().chat.shown.at(-1)?.edits];
  };
}

describe('what leaving a profile does', () => {
  it('is told of one that was requested here, with what its holder has of it', async () => {
    const id = await asked(closedSnapshot(), enrolment);
    await desk().store.transaction((tx) => tx.grants.begin(id, { startedAt: noon, endsAt: null }));
    await holding(vpn, heldElsewhere());
    const { requests } = await home('U0BEN');
    expect(requests.shown.map(({ leaving }) => leaving)).toEqual([
      { unenrolment: 'stays', held: ['VPN'] },
    ]);
  });

  it('is told of one that was granted elsewhere', async () => {
    await holding(heldElsewhere(enrolment), vpn);
    const shown = (await heldOnHome(desk().deps, 'U0BEN'))?.shown ?? [];
    expect(shown.map(({ entitlementId, leaving }) => [entitlementId, leaving])).toEqual([
      ['ent-enrol', { unenrolment: 'stays', held: ['VPN'] }],
      ['ent-vpn', null],
    ]);
  });

  it('is not known where items are inherited through it alone, whatever the profile says', async () => {
    await holding(heldElsewhere(enrolment), { ...vpn, sources: [enrolment] });
    const [shown] = (await heldOnHome(desk().deps, 'U0BEN'))?.shown ?? [];
    expect(shown?.leaving).toEqual({ unenrolment: 'unknown', held: ['VPN'] });
  });

  it('is told with the message of the grant, and brought up to date', async () => {
    const said = watched();
    const id = await asked(closedSnapshot(), enrolment);
    const { store } = desk();
    await store.transaction(async (tx) => {
      await tx.grants.begin(id, { startedAt: noon, endsAt: null });
      await rowsOfExtra(tx, profileRows).keep({
        requestId: id,
        catalogId: profile.id,
        name: profile.name,
        items: [],
      });
    });
    expect(await said()).toEqual([{ unenrolment: 'stays', held: [] }, 0]);
    const catalogs = new FakeCatalogs();
    const listed = { ...profile, visibleToEveryone: true, isProfile: true, access: [] };
    const content = { 'app-aws': ['ent-vpn'] };
    catalogs.catalogs.set(profile.id, { ...listed, content });
    const visibility = await openVisibility({ ...desk().deps, catalogs });
    await visibility.refresh();
    catalogs.catalogs.set(profile.id, { ...listed, content, unenrolment: 'goes' });
    await visibility.refresh();
    desk().profiles = [{ ...profile, unenrolment: 'goes' }];
    expect(await said()).toEqual([{ unenrolment: 'goes', held: [] }, 1]);
    catalogs.catalogs.set('other', { ...listed, id: 'other', isProfile: false, content });
    catalogs.catalogs.delete(profile.id);
    await visibility.refresh();
    desk().profiles = [];
    expect(await said()).toEqual([{ unenrolment: 'unknown', held: [] }, 2]);
  });

  it('is not told to who asked for somebody else', async () => {
    const id = await asked(closedSnapshot(), { ...enrolment, targetSlackId: 'U0DEE' });
    await desk().store.transaction((tx) => tx.grants.begin(id, { startedAt: noon, endsAt: null }));
    await holding(vpn);
    const { requests } = await home('U0BEN');
    expect(requests.shown.map(({ leaving }) => leaving)).toEqual([null]);
  });
});
