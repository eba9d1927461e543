import { describe, expect, it } from 'vitest';
import type { RequestableApp } from '../../../src/domain/settings/access-settings.ts';
import {
  isAllHidden,
  understandAsSeen,
  visibleCatalogue,
} from '../../../src/use-cases/catalogue/visible-catalogue.ts';
import { type IsHidden, nothingHidden } from '../../../src/use-cases/ports/visibility-ports.ts';
import { catalogueOf } from '../../support/catalogue-of.ts';
import { entitlement } from '../../support/samples.ts';

const named = (name: string, appId = 'app-github') =>
  entitlement({ id: name, name, appId, alias: '', description: '', resourceName: '' });
const hidden =
  (...names: readonly string[]): IsHidden =>
  ({ entitlementId }) =>
    names.includes(entitlementId);
const names = (list: readonly { readonly name: string }[]) => list.map((one) => one.name);

async function catalogue() {
  return catalogueOf([named('Read'), named('Close the month'), named('Close tickets')]);
}

describe('the catalogue as a person sees it', () => {
  const closed = hidden('Close the month');

  it('offers no entitlement that is hidden, and finds it by its exact name', async () => {
    const seen = visibleCatalogue(await catalogue(), closed);
    expect(names(seen.entitlements('app-github', '', 10))).toEqual(['Close tickets', 'Read']);
    expect(names(seen.entitlements('app-github', 'close', 10))).toEqual(['Close tickets']);
    expect(names(seen.entitlements('app-github', 'close month', 10))).toEqual([]);
    expect(names(seen.entitlements('app-github', 'CLOSE the Month!', 10))).toEqual([
      'Close the month',
    ]);
    expect(seen.entitlement('app-github', 'Close the month')).toBeNull();
    expect(seen.entitlement('app-github', 'Read')?.name).toBe('Read');
  });

  it('puts what is shown before what is hidden', async () => {
    const both = await catalogueOf([named('Close'), named('Close tickets')]);
    const seen = visibleCatalogue(both, hidden('Close'));
    expect(names(seen.entitlements('app-github', 'close', 10))).toEqual(['Close tickets', 'Close']);
  });

  it('offers no app of which everything is hidden, and finds it by its exact name', async () => {
    const whole = await catalogue();
    const all = hidden('Read', 'Close the month', 'Close tickets');
    const [github] = whole.apps('');
    const ids = (apps: readonly RequestableApp[]) => apps.map(({ id }) => id);
    const seen = visibleCatalogue(whole, all);
    expect(ids(seen.apps(''))).not.toContain('app-github');
    expect(ids(seen.apps('git'))).not.toContain('app-github');
    expect(ids(seen.apps(github?.name ?? ''))).toContain('app-github');
    expect(isAllHidden(whole, all, 'app-github')).toBe(true);
    expect(isAllHidden(whole, closed, 'app-github')).toBe(false);
    // Nothing was read of it, so nothing is known of it.
    expect(isAllHidden(whole, all, 'app-aws')).toBe(false);
  });

  it('is the catalogue itself where nothing is hidden', async () => {
    const whole = await catalogue();
    expect(visibleCatalogue(whole, nothingHidden)).toBe(whole);
  });
});

describe('a command as a person means it', () => {
  const closed = hidden('Close the month');

  it.each([
    ['github close the month', 'Close the month'],
    ['close month', 'Close tickets'],
    ['read', 'Read'],
  ])('“%s” finds %s', async (typed, expected) => {
    const { entitlement: found, suggestions } = await understandAsSeen(
      await catalogue(),
      closed,
      typed,
    );
    expect(names([...(found === null ? suggestions : [found])])).toEqual([expected]);
  });
});
