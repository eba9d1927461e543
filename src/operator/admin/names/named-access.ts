/** Which app and which entitlement are meant by the names or the ids that somebody typed. */

import { unlessFailing } from '../../../domain/outward/outward-failure.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { RequestableApp } from '../../../domain/settings/access-settings.ts';
import { foldedText } from '../../../domain/text/folded-text.ts';
import { isBlank, quotedName } from '../../../domain/text/foreign-text.ts';
import { onlyWith, type TenantCapabilities } from '../../../service/capabilities.ts';
import type { GovernanceClient } from '../../../service/client/client.ts';
import { listCatalogueEntitlements } from '../../../service/client/endpoints.ts';
import { listApps, searchAppEntitlements } from '../../../service/client/optional-operations.ts';
import { pagesOrFailure } from '../../../service/client/wire/paging.ts';
import { idMark, mostChoices, type Unclear } from './unclear.ts';

/** Something with an id; the name is empty where nobody knows it. */
export interface NamedThing {
  readonly id: string;
  readonly name: string;
  readonly alias?: string;
}

export interface NamingDeps {
  readonly client: GovernanceClient;
  readonly capabilities: TenantCapabilities;
  /** What can be asked for, as far as this process knows. */
  readonly apps: readonly (NamedThing & Pick<RequestableApp, 'resources'>)[];
  entitlements(appId: string): readonly NamedThing[];
}

/** What was read of a list to find a name. */
interface Listing {
  readonly list: readonly NamedThing[];
  readonly isWhole: boolean;
}

/** So many entitlements of an app are read to find a name. */
const mostRead = 5_000;

export function titleOf({ id, name }: NamedThing): string {
  return name === '' || name === id ? id : `${quotedName(name)} (${id})`;
}

export function appMeant(typed: string, deps: NamingDeps): Promise<Result<NamedThing, Unclear>> {
  return meant(typed, ['app', 'App'], deps.apps, () => appsOfTenant(deps));
}

export function entitlementMeant(
  appId: string,
  typed: string,
  deps: NamingDeps,
): Promise<Result<NamedThing, Unclear>> {
  const here = deps.entitlements(appId);
  return meant(typed, ['entitlement', 'Berechtigung'], here, () =>
    entitlementsOfApp(appId, typed, deps),
  );
}

/**
 * An id that this process knows is meant without a call. For anything else the service is asked:
 * another one may have the same name, or the name for its id, which people can give. What nothing is
 * called may be an id.
 */
async function meant(
  typed: string,
  [what, was]: readonly [string, string],
  here: readonly NamedThing[],
  read: () => Promise<Listing>,
): Promise<Result<NamedThing, Unclear>> {
  const word = typed.replace(idMark, '').trim();
  if (typed.startsWith(idMark) && !isBlank(word))
    return ok(here.find(({ id }) => id === word) ?? { id: word, name: '' });
  const [own, ...others] = calledSo(word, here);
  if (own?.id === word && others.length === 0) return ok(own);
  const untold: Listing = { list: [], isWhole: false };
  const { list, isWhole } = await unlessFailing(read(), () => untold);
  // The own names first: each is shown once.
  const all = [...here, ...list.filter(({ id }) => here.every((one) => one.id !== id))];
  const matches = calledSo(word, all);
  const [only] = matches;
  if (only !== undefined && matches.length === 1 && (isWhole || only.id === word)) return ok(only);
  const choices = only === undefined ? containing(word, all) : matches;
  if (choices.length === 0 && !isBlank(word)) return ok({ id: word, name: '' });
  const name = quotedName(word);
  return refuse({
    kind: 'unclear',
    says:
      only === undefined
        ? [`No ${what} is called ${name}.`, `Keine ${was} heißt ${name}.`]
        : [
            `More than one ${what} may be meant by ${name}.`,
            `Mit ${name} kann mehr als eine ${was} gemeint sein.`,
          ],
    choices: choices.slice(0, mostChoices).map((one) => ({ id: one.id, title: titleOf(one) })),
  });
}

/** All with this id or this name. */
export function calledSo<One extends NamedThing>(
  typed: string,
  all: readonly One[],
): readonly One[] {
  const folded = foldedText(typed.trim());
  const isName = (name = ''): boolean => name.trim() !== '' && foldedText(name.trim()) === folded;
  return all.filter(({ id, name, alias }) => id === typed || isName(name) || isName(alias));
}

/** What somebody types who knows a part of the name; everything where nothing was typed. */
function containing(typed: string, all: readonly NamedThing[]): readonly NamedThing[] {
  const folded = foldedText(typed);
  return all.filter(({ name, alias = '' }) =>
    [name, alias].some((one) => foldedText(one).includes(folded)),
  );
}

async function appsOfTenant({ client, capabilities }: NamingDeps): Promise<Listing> {
  const list: NamedThing[] = [];
  if (!capabilities.mayCall(listApps)) return { list, isWhole: true };
  const tenant = onlyWith(capabilities, client);
  for await (const page of pagesOrFailure(tenant, listApps, { path: {} })) {
    if (list.length >= mostRead) return { list, isWhole: false };
    for (const { id, displayName: name, deletedAt } of page.list)
      if (id !== '' && deletedAt === null) list.push({ id, name });
  }
  return { list, isWhole: true };
}

/**
 * Of the resources that access.yaml names, and what has the typed word for its id; of an app without
 * resources, as the search has them.
 */
async function entitlementsOfApp(
  appId: string,
  typed: string,
  { client, capabilities, apps }: NamingDeps,
): Promise<Listing> {
  const tenant = onlyWith(capabilities, client);
  const resources = apps.find(({ id }) => id === appId)?.resources ?? [];
  const readings = resources.map(({ resourceTypeId, resourceId }) => {
    const path = {
      app_id: appId,
      app_resource_type_id: resourceTypeId,
      app_resource_id: resourceId,
    };
    return pagesOrFailure(tenant, listCatalogueEntitlements, { path });
  });
  const canBeId = typed !== '' && !/\s/.test(typed);
  if (capabilities.mayCall(searchAppEntitlements) && (readings.length === 0 || canBeId)) {
    const refs = readings.length === 0 ? {} : { refs: [{ appId, id: typed }] };
    const body = { appIds: [appId], ...refs };
    readings.push(pagesOrFailure(tenant, searchAppEntitlements, { path: {}, body }));
  }
  const list = new Map<string, NamedThing>();
  for (const pages of readings) {
    for await (const page of pages) {
      if (list.size >= mostRead) return { list: [...list.values()], isWhole: false };
      for (const { appEntitlement: one } of page.list)
        if (one !== null && one.id !== '' && one.deletedAt === null)
          list.set(one.id, { id: one.id, name: one.displayName, alias: one.alias });
    }
  }
  return { list: [...list.values()], isWhole: true };
}
