import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import type { Catalogue } from './catalogue.ts';

/** What the form and the command line of words look things up in. */
export type SearchableCatalogue = Pick<Catalogue, 'apps' | 'find' | 'entitlements'>;

/** What the form's lists are made of. */
export type OfferedCatalogue = SearchableCatalogue & Pick<Catalogue, 'entitlement'>;

/** So many are looked through for those that can be had as an emergency. */
const lookedThrough = 2_000;

const canBeHad = (entitlement: CatalogueEntitlement) => entitlement.emergencyGrantEnabled;

/** Only what can be had as an emergency (`emergencyGrantEnabled`), and the apps that have such a thing. */
export function emergencyCatalogue(catalogue: Catalogue): OfferedCatalogue {
  return {
    apps: (typed) => catalogue.apps(typed).filter((app) => catalogue.all(app.id).some(canBeHad)),
    entitlements: (appId, typed, limit) =>
      catalogue.entitlements(appId, typed, lookedThrough).filter(canBeHad).slice(0, limit),
    entitlement(appId, id) {
      const one = catalogue.entitlement(appId, id);
      return one !== null && canBeHad(one) ? one : null;
    },
    find: (typed, limit) =>
      catalogue
        .find(typed, lookedThrough)
        .filter((hit) => canBeHad(hit.entitlement))
        .slice(0, limit),
  };
}
