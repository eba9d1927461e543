import { beforeEach, describe, expect, it } from 'vitest';
import type { AccessProfile } from '../../src/domain/access-profile.ts';
import type { HeldAccess } from '../../src/domain/held-access.ts';
import { heldOnHome } from '../../src/use-cases/held-on-home.ts';
import { readHeld } from '../../src/use-cases/read-held.ts';
import { heldElsewhere } from '../support/held-elsewhere.ts';
import { openingHomes } from '../support/opening-homes.ts';
import { closedSnapshot, entitlement, noon } from '../support/samples.ts';
import { useCaseDesk } from '../support/use-case-desk.ts';

const desk = useCaseDesk();
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

  it('is not told to who asked for somebody else', async () => {
    const id = await asked(closedSnapshot(), { ...enrolment, targetSlackId: 'U0DEE' });
    await desk().store.transaction((tx) => tx.grants.begin(id, { startedAt: noon, endsAt: null }));
    await holding(vpn);
    const { requests } = await home('U0BEN');
    expect(requests.shown.map(({ leaving }) => leaving)).toEqual([null]);
  });
});
