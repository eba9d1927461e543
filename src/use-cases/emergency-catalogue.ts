import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import type { Catalogue } from './catalogue.ts';

/** What the form and the command line of words look things up in. */
export type SearchableCatalogue = Pick<Catalogue, 'apps' | 'find' | 'entitlements'>;

/** What the form's lists are made of. */
export type OfferedCatalogue = SearchableCatalogue & Pick<Catalogue, 'entitlement'>;

const canBeHad = (entitlement: CatalogueEntitlement) => entitlement.emergencyGrantEnabled;

/** Only what can be had as an emergency (`emergencyGrantEnabled`), and the apps that have such a thing. */
export function emergencyCatalogue(catalogue: Catalogue): OfferedCatalogue {
  return {
    // Of an app that was not read yet nobody knows.
    apps: (typed) =>
      catalogue.apps(typed).filter(({ id }) => !catalogue.isRead(id) || catalogue.all(id).some(canBeHad)),
    entitlements: (appId, typed, limit) => catalogue.entitlements(appId, typed, limit, canBeHad),
    entitlement(appId, id) {
      const one = catalogue.entitlement(appId, id);
      return one !== null && canBeHad(one) ? one : null;
    },
    find: (words, limit) => catalogue.find(words, limit, canBeHad),
  };
}
