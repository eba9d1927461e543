import { describe, expect, it } from 'vitest';
import type { OptionalOperation } from '../../../src/domain/settings/access-settings.ts';
import type { OpenedExtra } from '../../../src/extra.ts';
import { TenantCapabilities } from '../../../src/service/capabilities.ts';
import { whileNeedsAreThere } from '../../../src/start/open-extras.ts';
import { everythingShown } from '../../../src/use-cases/ports/visibility-ports.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const needs = ['catalogs', { anyOf: ['taskSearch', 'taskRead'] }] as const;
const ownVisibility = { ...everythingShown };
const opened: Partial<OpenedExtra> = {
  homeSections: () => [
    {
      reading: (slackUserId) => ({ kind: 'read-work', slackUserId }),
      show: async () => ({ place: 'open', blocks: () => [] }),
    },
  ],
  visibility: async () => ownVisibility,
  repeated: [],
};

/** What an extra brings where these operations are there, and these may be. */
async function brought(
  present: ReadonlySet<OptionalOperation>,
  unsure: readonly OptionalOperation[] = [],
) {
  const tenant = new TenantCapabilities(present, {
    of: (one) => (unsure.includes(one) ? 'unknown' : 'absent'),
    doubt: () => undefined,
  });
  const { homeSections, visibility } = whileNeedsAreThere({ needs }, opened, tenant);
  const { deps } = desk();
  const part = homeSections?.(deps)[0];
  const isOnHome = async () => [part?.reading('U0ANA'), await part?.show('U0ANA')];
  return { isOnHome, shown: await visibility?.(deps.store) };
}

const nothing = [null, null];
const all = [
  { kind: 'read-work', slackUserId: 'U0ANA' },
  { place: 'open', blocks: expect.any(Function) },
];

describe('what an extra needs of the tenant', () => {
  it.each<{
    readonly present: readonly OptionalOperation[];
    readonly unsure: readonly OptionalOperation[];
    readonly home: readonly unknown[];
    readonly isShownByIt: boolean;
  }>([
    { present: ['catalogs', 'taskRead'], unsure: [], home: all, isShownByIt: true },
    { present: ['catalogs', 'taskSearch'], unsure: [], home: all, isShownByIt: true },
    { present: ['catalogs'], unsure: [], home: nothing, isShownByIt: false },
    { present: ['taskSearch', 'taskRead'], unsure: [], home: nothing, isShownByIt: false },
    { present: ['catalogs'], unsure: ['taskRead'], home: nothing, isShownByIt: true },
  ])('with $present, and $unsure unsure', async ({ present, unsure, home, isShownByIt }) => {
    const { isOnHome, shown } = await brought(new Set(present), unsure);
    expect(await isOnHome()).toEqual(home);
    expect(shown).toBe(isShownByIt ? ownVisibility : everythingShown);
  });

  it('is looked at each time', async () => {
    const present = new Set<OptionalOperation>(['catalogs']);
    const { isOnHome } = await brought(present);
    expect(await isOnHome()).toEqual(nothing);
    present.add('taskRead');
    expect(await isOnHome()).toEqual(all);
  });

  it('leaves what the extra has besides as it is', () => {
    const tenant = new TenantCapabilities(new Set());
    expect(whileNeedsAreThere({ needs }, opened, tenant).repeated).toBe(opened.repeated);
  });
});
