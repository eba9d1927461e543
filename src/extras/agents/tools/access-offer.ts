/** What one person may ask for, and what they mean by a name. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CatalogueEntitlement } from '../../../domain/catalogue/entitlement.ts';
import type { RequestableApp } from '../../../domain/settings/access-settings.ts';
import { foldedWords } from '../../../domain/text/folded-text.ts';
import { hiddenFor } from '../../../slack/form/hidden-access.ts';
import { refusalOf } from '../../../slack/form/open-form.ts';
import type { ListenerDeps } from '../../../slack/listener-deps.ts';
import { cut, oneLine } from '../../../slack/platform/text.ts';
import {
  emergencyCatalogue,
  type OfferedCatalogue,
} from '../../../use-cases/catalogue/catalogue.ts';
import { visibleCatalogue } from '../../../use-cases/catalogue/visible-catalogue.ts';
import type { IsHidden } from '../../../use-cases/ports/visibility-ports.ts';
import { AskAgain } from './tool.ts';

export type OfferPorts = Pick<
  ListenerDeps,
  'catalogue' | 'visibility' | 'settings' | 'identify' | 'world'
>;

export interface AccessOffer {
  /** As the lists of the form have it. */
  readonly catalogue: OfferedCatalogue;
  readonly isHidden: IsHidden;
}

/** The most characters of an id or a name that an agent may send. */
export const longestName = 500;

/** How long an answer waits for what the person sees. */
const patienceMs = 700;

/** An emergency goes by what can be had as one, whatever a person sees otherwise. */
export async function offerFor(
  ports: OfferPorts,
  slackUserId: string,
  isEmergency: boolean,
): Promise<AccessOffer> {
  const { catalogue, visibility } = ports;
  if (isEmergency) return { catalogue: emergencyCatalogue(catalogue), isHidden: () => false };
  const patience = sleep(patienceMs, undefined, { ref: false });
  if (!visibility.isLearned(slackUserId))
    await Promise.race([refusalOf(ports, slackUserId), patience]);
  await visibility.settled(slackUserId, patience);
  // A form shows everything then. An agent would tell what is hidden.
  if (!visibility.isLearned(slackUserId)) throw new AskAgain();
  const isHidden = hiddenFor(ports, { askerId: slackUserId, holderId: slackUserId });
  const visible = visibleCatalogue(catalogue, isHidden);
  const isShown = ({ appId, id }: CatalogueEntitlement) => !isHidden({ appId, entitlementId: id });
  return {
    isHidden,
    catalogue: {
      ...visible,
      // The form lists what is hidden where somebody types its exact name; an agent could try names.
      entitlements(appId, typed, limit, isWanted = () => true, spelling = 'any') {
        const isOffered = (one: CatalogueEntitlement) => isWanted(one) && isShown(one);
        return catalogue.entitlements(appId, typed, limit, isOffered, spelling);
      },
      entitlement: (appId, id) => visible.entitlement(appId, id),
      apps(typed) {
        const shownIds = new Set(visible.apps('').map(({ id }) => id));
        return catalogue.apps(typed).filter(({ id }) => shownIds.has(id));
      },
    },
  };
}

/** `several`: more than one has this name. `unknown`: nothing has it. */
export type MeantItem<Item> =
  | { readonly kind: 'one'; readonly item: Item }
  | { readonly kind: 'several' | 'unknown'; readonly names: readonly string[] };

/** By id, else by its whole name. */
export function appNamed(catalogue: OfferedCatalogue, text: string): MeantItem<RequestableApp> {
  const apps = catalogue.apps('');
  const near = catalogue.apps(text).map(({ id, name }) => `${name} (${id})`);
  return oneNamed(apps, text, near, ({ name }) => [name]);
}

/** By id, else by its whole name or alias. */
export function entitlementNamed(
  catalogue: OfferedCatalogue,
  app: RequestableApp,
  text: string,
): MeantItem<CatalogueEntitlement> {
  const byId = catalogue.entitlement(app.id, text);
  if (byId !== null) return { kind: 'one', item: byId };
  const matches = catalogue.entitlements(app.id, text, 50);
  const near = matches.map(({ id, name }) => `${name} (${id})`);
  return oneNamed(matches, text, near, ({ name, alias }) => [name, alias]);
}

/**
 * What an answer names first: the names of what is meant where they are clear, else what was typed.
 * null where nothing was.
 */
export async function accessNames(
  ports: OfferPorts,
  slackUserId: string,
  { app: appText = '', access = '' }: { readonly app?: string; readonly access?: string },
): Promise<string | null> {
  const { catalogue } = await offerFor(ports, slackUserId, false);
  const app = appNamed(catalogue, appText);
  if (app.kind !== 'one') return joined(appText, access);
  const entitlement = entitlementNamed(catalogue, app.item, access);
  return joined(app.item.name, entitlement.kind === 'one' ? entitlement.item.name : access);
}

function joined(...names: readonly string[]): string | null {
  const typed = names.filter((one) => one.trim() !== '');
  return typed.length === 0 ? null : cut(oneLine(typed.join(' · ')), 200);
}

const mostNamed = 5;

function oneNamed<Item extends { readonly id: string }>(
  items: readonly Item[],
  text: string,
  near: readonly string[],
  namesOf: (item: Item) => readonly string[],
): MeantItem<Item> {
  const byId = items.find(({ id }) => id === text);
  if (byId !== undefined) return { kind: 'one', item: byId };
  const typed = foldedWords(text).join(' ');
  const namesakes = items.filter((item) =>
    namesOf(item).some((name) => typed !== '' && foldedWords(name).join(' ') === typed),
  );
  const [item, another] = namesakes;
  if (item !== undefined && another === undefined) return { kind: 'one', item };
  const names = near.slice(0, mostNamed);
  return { kind: item === undefined ? 'unknown' : 'several', names };
}
