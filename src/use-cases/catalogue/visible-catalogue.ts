/** What is offered to a person: what they see of the catalogue, the choices in a form, and what a profile brings. */

import type { CatalogueEntitlement } from '../../domain/catalogue/entitlement.ts';
import type { EntitlementKey } from '../../domain/request/access-request.ts';
import {
  type AccessSettings,
  isConfidential,
  type RequestableApp,
} from '../../domain/settings/access-settings.ts';
import { foldedWords } from '../../domain/text/folded-text.ts';
import type { World } from '../ports/ports.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { type IsHidden, nothingHidden, type Visibility } from '../ports/visibility-ports.ts';
import type { Catalogue, OfferedCatalogue } from './catalogue.ts';
import { type UnderstoodCommand, understandCommand } from './understand-command.ts';

interface HiddenDeps {
  readonly settings: AccessSettings;
  readonly visibility: Pick<Visibility, 'hiddenFrom'>;
}

export interface AskingPeople {
  readonly askerId: string;
  /** Who the access is for. */
  readonly holderId: string;
}

/** What is hidden from the person that a request is for, by what is known now. */
export function hiddenFor(
  { settings, visibility }: HiddenDeps,
  { askerId, holderId }: AskingPeople,
): IsHidden {
  const isHidden = visibility.hiddenFrom(holderId);
  if (askerId === holderId) return isHidden;
  // What somebody sees of a confidential app tells others what they hold.
  return (one) => !isConfidential(settings, one.appId) && isHidden(one);
}

interface FormKind {
  readonly emergency: boolean;
  /** The access, or the request, that it is about; null for a new one. */
  readonly extends: object | null;
  readonly corrects: object | null;
}

/**
 * Whether a form goes by visibility: not in an emergency, and not for access that the service has
 * accepted before.
 */
export function goesByVisibility(form: FormKind): boolean {
  return !form.emergency && form.extends === null && form.corrects === null;
}

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

/** What an access profile brings. */
export interface ProfileHelp {
  /** Names of items that can be asked for here. */
  readonly items: readonly string[];
  readonly others: number;
  /** Names of those that the person who asks for themselves has; null where nothing is known. */
  readonly held: readonly string[] | null;
}

interface ProfileDeps {
  readonly catalogue: Pick<Catalogue, 'appById' | 'entitlement'>;
  readonly visibility: Pick<Visibility, 'profileOf' | 'heldAmong'>;
}

/**
 * What an access profile brings, and what of it the person has who asks for themselves: what others
 * have is not told.
 */
export async function profileHelp(
  deps: ProfileDeps,
  entitlement: CatalogueEntitlement,
  { askerId, holderId }: AskingPeople,
  patience: Promise<null>,
): Promise<ProfileHelp | null> {
  const items = deps.visibility.profileOf(entitlement)?.items ?? null;
  if (items === null) return null;
  const holdings =
    askerId === holderId
      ? await Promise.race([deps.visibility.heldAmong(holderId, items), patience])
      : null;
  const names = namesOf(deps, items);
  return {
    items: names,
    others: items.length - names.length,
    held: holdings === null ? null : namesOf(deps, holdings),
  };
}

function namesOf({ catalogue }: ProfileDeps, items: readonly EntitlementKey[]): readonly string[] {
  return items.flatMap(({ appId, entitlementId }) => {
    const [app, one] = [catalogue.appById(appId), catalogue.entitlement(appId, entitlementId)];
    return app === null || one === null ? [] : `${app.name} · ${one.name}`;
  });
}
