import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { foldedWords } from '../domain/folded-text.ts';
import type { OfferedCatalogue } from './catalogue.ts';
import { type UnderstoodCommand, understandCommand } from './understand-command.ts';
import { type IsHidden, nothingHidden } from './visibility.ts';

interface WholeCatalogue extends OfferedCatalogue {
  readonly all: (appId: string) => readonly CatalogueEntitlement[];
}

/** Whether somebody typed exactly this name; accents, case and punctuation do not count. */
function isNamed(name: string, typed: string): boolean {
  const words = foldedWords(typed).join(' ');
  return words !== '' && words === foldedWords(name).join(' ');
}

const isHiddenOne = (isHidden: IsHidden) => (one: CatalogueEntitlement) =>
  isHidden({ appId: one.appId, entitlementId: one.id });

/** Whether an app has something, and nothing of it is shown. */
export function isAllHidden(
  catalogue: Pick<WholeCatalogue, 'all'>,
  isHidden: IsHidden,
  appId: string,
): boolean {
  if (isHidden === nothingHidden) return false;
  const all = catalogue.all(appId);
  return all.length > 0 && all.every(isHiddenOne(isHidden));
}

/** The catalogue without what is hidden from a person, which is found by its exact name, last. */
export function visibleCatalogue(catalogue: WholeCatalogue, isHidden: IsHidden): OfferedCatalogue {
  if (isHidden === nothingHidden) return catalogue;
  const isKept = isHiddenOne(isHidden);
  return {
    apps(typed) {
      const kept = (appId: string) => isAllHidden(catalogue, isHidden, appId);
      return catalogue.apps(typed).filter(({ id, name }) => isNamed(name, typed) || !kept(id));
    },
    entitlements(appId, typed, limit, isWanted = () => true) {
      const found = catalogue.entitlements(
        appId,
        typed,
        limit,
        (one) => isWanted(one) && (!isKept(one) || isNamed(one.name, typed)),
      );
      return [...found.filter((one) => !isKept(one)), ...found.filter(isKept)];
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
  if (isHidden === nothingHidden) return meant;
  const { app, entitlement } = meant;
  const isNamedIn = (name: string) => {
    const typed = new Set(foldedWords(text));
    return foldedWords(name).every((word) => typed.has(word));
  };
  const isMeant =
    entitlement === null
      ? app !== null && meant.notFound === '' && isNamed(app.name, text)
      : !isHiddenOne(isHidden)(entitlement) || isNamedIn(entitlement.name);
  return isMeant ? meant : understandCommand(visibleCatalogue(catalogue, isHidden), text);
}
