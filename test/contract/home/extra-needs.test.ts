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

/** What an extra brings where these operations are there. */
async function brought(present: ReadonlySet<OptionalOperation>) {
  const tenant = new TenantCapabilities(present);
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
    readonly home: readonly unknown[];
    readonly isShownByIt: boolean;
  }>([
    { present: ['catalogs', 'taskRead'], home: all, isShownByIt: true },
    { present: ['catalogs', 'taskSearch'], home: all, isShownByIt: true },
    { present: ['catalogs'], home: nothing, isShownByIt: false },
    { present: ['taskSearch', 'taskRead'], home: nothing, isShownByIt: false },
  ])('with $present', async ({ present, home, isShownByIt }) => {
    const { isOnHome, shown } = await brought(new Set(present));
    expect(await isOnHome()).toEqual(home);
    expect(shown).toBe(isShownByIt ? ownVisibility : everythingShown);
  });

  it('leaves what the extra has besides as it is', () => {
    const tenant = new TenantCapabilities(new Set());
    expect(whileNeedsAreThere({ needs }, opened, tenant).repeated).toBe(opened.repeated);
  });
});
