import type { CatalogueEntitlement } from '../../domain/catalogue/entitlement.ts';
import { foldedWords } from '../../domain/text/folded-text.ts';
import type { OfferedCatalogue } from '../catalogue/catalogue.ts';
import { type UnderstoodCommand, understandCommand } from '../catalogue/understand-command.ts';
import { type IsHidden, nothingHidden } from './open-visibility.ts';

interface WholeCatalogue extends OfferedCatalogue {
  readonly all: (appId: string) => readonly CatalogueEntitlement[];
}

/** Whether somebody typed exactly a name; accents, case and punctuation do not count. */
function namedBy(typed: string): (name: string) => boolean {
  const words = foldedWords(typed).join(' ');
  return (name) => words !== '' && words === foldedWords(name).join(' ');
}

const isHiddenOne = (isHidden: IsHidden) => (one: CatalogueEntitlement) =>
  isHidden({ appId: one.appId, entitlementId: one.id });

/** Whether all of a list is hidden, by the list that a reading brought. */
const allHidden = new WeakMap<IsHidden, WeakMap<readonly CatalogueEntitlement[], boolean>>();

/** Whether an app has something, and nothing of it is shown. */
export function isAllHidden(
  catalogue: Pick<WholeCatalogue, 'all'>,
  isHidden: IsHidden,
  appId: string,
): boolean {
  if (isHidden === nothingHidden) return false;
  const all = catalogue.all(appId);
  const byEntitlements =
    allHidden.get(isHidden) ?? new WeakMap<readonly CatalogueEntitlement[], boolean>();
  allHidden.set(isHidden, byEntitlements);
  const isAll = byEntitlements.get(all) ?? (all.length > 0 && all.every(isHiddenOne(isHidden)));
  byEntitlements.set(all, isAll);
  return isAll;
}

/** The catalogue without what is hidden from a person, which is found by its exact name, last. */
export function visibleCatalogue(catalogue: WholeCatalogue, isHidden: IsHidden): OfferedCatalogue {
  if (isHidden === nothingHidden) return catalogue;
  const isKept = isHiddenOne(isHidden);
  return {
    apps(typed) {
      const isHiddenApp = (appId: string) => isAllHidden(catalogue, isHidden, appId);
      const isNamed = namedBy(typed);
      return catalogue.apps(typed).filter(({ id, name }) => isNamed(name) || !isHiddenApp(id));
    },
    entitlements(appId, typed, limit, isWanted = () => true) {
      const isNamed = namedBy(typed);
      const matches = catalogue.entitlements(
        appId,
        typed,
        limit,
        (one) => isWanted(one) && (!isKept(one) || isNamed(one.name)),
      );
      return [...matches.filter((one) => !isKept(one)), ...matches.filter(isKept)];
    },
    entitlement(appId, id) {
      const one = catalogue.entitlement(appId, id);
      return one === null || isKept(one) ? null : one;
    },
  };
}

/**
 * What a command means to a person: what is hidden from them only where they typed its exact name.
 */
export function understandAsSeen(
  catalogue: WholeCatalogue,
  isHidden: IsHidden,
  text: string,
): UnderstoodCommand {
  const meant = understandCommand(catalogue, text);
  if (isHidden === nothingHidden || text.trim() === '') return meant;
  const { app, entitlement } = meant;
  const isNamedIn = (name: string) => {
    const typed = new Set(foldedWords(text));
    return foldedWords(name).every((word) => typed.has(word));
  };
  const isMeant =
    entitlement === null
      ? app !== null && meant.notFound === '' && namedBy(text)(app.name)
      : !isHiddenOne(isHidden)(entitlement) || isNamedIn(entitlement.name);
  return isMeant ? meant : understandCommand(visibleCatalogue(catalogue, isHidden), text);
}
