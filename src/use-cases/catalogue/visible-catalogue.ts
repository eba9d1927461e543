import type { CatalogueEntitlement } from '../../domain/catalogue/entitlement.ts';
import { foldedWords } from '../../domain/text/folded-text.ts';
import { type IsHidden, nothingHidden } from '../ports/visibility-ports.ts';
import type { OfferedCatalogue } from './catalogue.ts';
import { type UnderstoodCommand, understandCommand } from './understand-command.ts';

interface WholeCatalogue extends OfferedCatalogue {
  readonly all: (appId: string) => readonly CatalogueEntitlement[];
}

/** Whether somebody typed exactly a name; accents, case and punctuation do not count. */
function namedBy(typed: string): (name: string) => boolean {
  const words = foldedWords(typed).join(' ');
  return (name) => words !== '' && words === foldedWords(name).join(' ');
}

const hidesEntitlement = (isHidden: IsHidden) => (one: CatalogueEntitlement) =>
  isHidden({ appId: one.appId, entitlementId: one.id });

/** Whether all of a list is hidden, remembered by the list because it can be long. */
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
  const isAll =
    byEntitlements.get(all) ?? (all.length > 0 && all.every(hidesEntitlement(isHidden)));
  byEntitlements.set(all, isAll);
  return isAll;
}

/** What a person sees of the catalogue. Hidden entries are listed last, and only if named exactly. */
export function visibleCatalogue(catalogue: WholeCatalogue, isHidden: IsHidden): OfferedCatalogue {
  if (isHidden === nothingHidden) return catalogue;
  const isHiddenOne = hidesEntitlement(isHidden);
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
        (one) => isWanted(one) && (!isHiddenOne(one) || isNamed(one.name)),
      );
      return [...matches.filter((one) => !isHiddenOne(one)), ...matches.filter(isHiddenOne)];
    },
    entitlement(appId, id) {
      const one = catalogue.entitlement(appId, id);
      return one === null || isHiddenOne(one) ? null : one;
    },
  };
}

/**
 * What a command means to a person. It means something hidden only if they typed its exact name.
 */
export async function understandAsSeen(
  catalogue: WholeCatalogue,
  isHidden: IsHidden,
  text: string,
): Promise<UnderstoodCommand> {
  const meant = await understandCommand(catalogue, text);
  if (isHidden === nothingHidden || text.trim() === '') return meant;
  const { app, entitlement } = meant;
  const isNamedIn = (name: string) => {
    const typed = new Set(foldedWords(text));
    return foldedWords(name).every((word) => typed.has(word));
  };
  const isMeant =
    entitlement === null
      ? app !== null && meant.notFound === '' && namedBy(text)(app.name)
      : !hidesEntitlement(isHidden)(entitlement) || isNamedIn(entitlement.name);
  return isMeant ? meant : understandCommand(visibleCatalogue(catalogue, isHidden), text);
}
