import type { CatalogueEntitlement } from '../../domain/catalogue/entitlement.ts';
import type { RequestableApp } from '../../domain/settings/access-settings.ts';
import type { OfferedCatalogue } from '../catalogue/catalogue.ts';
import type { World } from '../ports/ports.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

export interface ChoicesDeps {
  readonly usual: StoreTransaction['requests']['usual'];
  readonly world: World;
}

export interface ChoicesAsked {
  readonly typed: string;
  /** Who reads the list. */
  readonly slackUserId: string;
  readonly limit: number;
}

const rememberedMs = 90 * 86_400_000;
/** More than a list shows: some are not in the catalogue any more, and many can be of one app. */
const mostUsual = 500;

const collator = new Intl.Collator('en', { numeric: true });

/**
 * Apps by what somebody typed: those of them that the person asked for lately come first, newest
 * first, then the others, by name where nothing was typed. Never throws: where the store fails,
 * none comes first.
 */
export async function appChoices(
  deps: ChoicesDeps,
  catalogue: OfferedCatalogue,
  { typed, slackUserId, limit }: ChoicesAsked,
): Promise<readonly RequestableApp[]> {
  const matches = catalogue.apps(typed);
  const usual = (await usualOf(deps, slackUserId, null)).map((one) =>
    matches.find((app) => app.id === one.appId),
  );
  const others =
    typed.trim() === '' ? matches.toSorted((a, b) => collator.compare(a.name, b.name)) : matches;
  return eachOnce([...usual, ...others], limit);
}

/**
 * Entitlements of an app, in the same way; of what was typed, among the best that fit on the list.
 */
export async function entitlementChoices(
  deps: ChoicesDeps,
  catalogue: OfferedCatalogue,
  appId: string,
  { typed, slackUserId, limit }: ChoicesAsked,
): Promise<readonly CatalogueEntitlement[]> {
  const matches = catalogue.entitlements(appId, typed, limit);
  if (matches.length === 0) return matches;
  const isFound = (id: string) => typed.trim() === '' || matches.some((one) => one.id === id);
  const usual = (await usualOf(deps, slackUserId, appId)).filter((one) =>
    isFound(one.entitlementId),
  );
  return eachOnce(
    [...usual.map((one) => catalogue.entitlement(appId, one.entitlementId)), ...matches],
    limit,
  );
}

async function usualOf({ usual, world }: ChoicesDeps, slackUserId: string, appId: string | null) {
  try {
    const since = new Date(world.now().getTime() - rememberedMs);
    return await usual({ slackUserId, appId, since, limit: mostUsual });
  } catch (err) {
    world.log.warn({ appId, err }, 'what is asked for usually is not known; the list is by name');
    return [];
  }
}

function eachOnce<Item>(
  items: readonly (Item | null | undefined)[],
  limit: number,
): readonly Item[] {
  return [...new Set(items.filter((one) => one !== null && one !== undefined))].slice(0, limit);
}
