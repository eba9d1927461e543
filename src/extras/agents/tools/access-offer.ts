/** What one person may ask for, and what they mean by a name. */
import type { CatalogueEntitlement } from '../../../domain/catalogue/entitlement.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { RequestableApp } from '../../../domain/settings/access-settings.ts';
import { foldedWords } from '../../../domain/text/folded-text.ts';
import { patience, seenBy } from '../../../slack/form/form-views.ts';
import type { ListenerDeps } from '../../../slack/listener-deps.ts';
import { type Texts, textsOfExtra } from '../../../slack/texts.ts';
import {
  emergencyCatalogue,
  type OfferedCatalogue,
} from '../../../use-cases/catalogue/catalogue.ts';
import { hiddenFor, isAllHidden } from '../../../use-cases/catalogue/visible-catalogue.ts';
import { type DraftMistake, plainMistake } from '../drafts/mistake-words.ts';
import { AskAgain } from './tool.ts';

export type OfferPorts = Pick<
  ListenerDeps,
  'catalogue' | 'visibility' | 'settings' | 'identify' | 'world'
>;

/** An emergency goes by what can be had as one, whatever a person sees otherwise. */
export async function offerFor(
  ports: OfferPorts,
  slackUserId: string,
  isEmergency: boolean,
): Promise<OfferedCatalogue> {
  const { catalogue, visibility } = ports;
  if (isEmergency) return emergencyCatalogue(catalogue);
  await seenBy(ports, slackUserId, patience());
  // A form shows everything then. An agent would tell what is hidden.
  if (!visibility.isLearned(slackUserId)) throw new AskAgain();
  const isHidden = hiddenFor(ports, { askerId: slackUserId, holderId: slackUserId });
  const isShown = ({ appId, id }: CatalogueEntitlement) => !isHidden({ appId, entitlementId: id });
  return {
    // The form lists what is hidden where somebody types its exact name; an agent could try names.
    apps: (typed) =>
      catalogue.apps(typed).filter(({ id }) => !isAllHidden(catalogue, isHidden, id)),
    entitlements(appId, typed, limit, isWanted = () => true, spelling = 'any') {
      const isOffered = (one: CatalogueEntitlement) => isWanted(one) && isShown(one);
      return catalogue.entitlements(appId, typed, limit, isOffered, spelling);
    },
    entitlement(appId, id) {
      const one = catalogue.entitlement(appId, id);
      return one === null || !isShown(one) ? null : one;
    },
  };
}

type Meant<Item> = Result<Item, readonly DraftMistake[]>;

/** By id, else by its whole name. */
export function appNamed(
  texts: Texts,
  catalogue: OfferedCatalogue,
  text: string,
): Meant<RequestableApp> {
  const apps = catalogue.apps('');
  const near = catalogue.apps(text);
  return oneNamed(texts, 'app', text, { items: apps, near, namesOf: ({ name }) => [name] });
}

/** By id, else by its whole name or alias. */
export function entitlementNamed(
  texts: Texts,
  catalogue: OfferedCatalogue,
  appId: string,
  text: string,
): Meant<CatalogueEntitlement> {
  const byId = catalogue.entitlement(appId, text);
  if (byId !== null) return ok(byId);
  const near = catalogue.entitlements(appId, text, 50);
  const namesOf = ({ name, alias }: CatalogueEntitlement) => [name, alias];
  return oneNamed(texts, 'access', text, { items: near, near, namesOf });
}

const mostNamed = 5;

function oneNamed<Item extends { readonly id: string; readonly name: string }>(
  texts: Texts,
  field: 'app' | 'access',
  text: string,
  {
    items,
    near,
    namesOf,
  }: {
    readonly items: readonly Item[];
    readonly near: readonly Item[];
    readonly namesOf: (item: Item) => readonly string[];
  },
): Meant<Item> {
  const byId = items.find(({ id }) => id === text);
  if (byId !== undefined) return ok(byId);
  const typed = foldedWords(text).join(' ');
  const isMeant = (name: string) => typed !== '' && foldedWords(name).join(' ') === typed;
  const [item, another] = items.filter((one) => namesOf(one).some(isMeant));
  if (item !== undefined && another === undefined) return ok(item);
  const words = nameWords(texts);
  const says = item === undefined ? words.unknown : words.several;
  const names = near.slice(0, mostNamed).map(({ id, name }) => `${name} (${id})`);
  const all = names.length === 0 ? says : `${says} ${words.near({ names: names.join('; ') })}`;
  return refuse([plainMistake(field, all)]);
}

const nameWords = textsOfExtra({
  several: ['Several have this name: use the id.', 'Mehrere heißen so: nimm die ID.'],
  unknown: [
    'Nothing on offer has this id or this whole name, or not in an emergency. Look with find_access.',
    'Nichts im Angebot hat diese ID oder diesen ganzen Namen, oder nicht im Notfall. Suche mit find_access.',
  ],
  near: ['It could be: {names}', 'Es könnte sein: {names}'],
} as const);
