/** Which app and which entitlement are meant by the names or the ids that somebody typed. */
import { unlessFailing } from '../../../domain/outward/outward-failure.ts';
import type { Result } from '../../../domain/result.ts';
import type { RequestableApp } from '../../../domain/settings/access-settings.ts';
import { quotedName } from '../../../domain/text/foreign-text.ts';
import { onlyWith, type TenantCapabilities } from '../../../service/capabilities.ts';
import type { GovernanceClient } from '../../../service/client/client.ts';
import { listCatalogueEntitlements } from '../../../service/client/endpoints.ts';
import { listApps, searchAppEntitlements } from '../../../service/client/optional-operations.ts';
import { pages } from '../../../service/client/wire/paging.ts';
import { type Listing, listingOf, meant, type Unclear, type WhoOrWhat } from './named.ts';

interface KnownThing {
  readonly id: string;
  readonly name: string;
  readonly alias?: string;
}

export interface NamingDeps {
  readonly client: GovernanceClient;
  readonly capabilities: TenantCapabilities;
  /** What can be asked for, as far as this process knows. */
  readonly apps: readonly (KnownThing & Pick<RequestableApp, 'resources'>)[];
  entitlements(appId: string): readonly KnownThing[];
}

/** So many entitlements of an app are read to find a name. */
const mostRead = 5_000;

export function namedThing({ id, name, alias = '' }: KnownThing): WhoOrWhat {
  const title = name === '' || name === id ? id : `${quotedName(name)} (${id})`;
  return { id, title, names: [name, alias] };
}

const unlisted = (id: string) => namedThing({ id, name: '' });

/** What this process knows is shown also where the service does not answer. */
const orNothing = (reading: Promise<Listing>) =>
  unlessFailing(reading, (): Listing => ({ list: [], isWhole: false }));

export function appMeant(typed: string, deps: NamingDeps): Promise<Result<WhoOrWhat, Unclear>> {
  const { client, capabilities, apps } = deps;
  const isListed = capabilities.mayCall(listApps);
  const tenant = onlyWith(capabilities, client);
  return meant(typed, {
    what: ['app', 'App'],
    here: apps.map(namedThing),
    unlisted,
    read: () => {
      const readings = isListed ? [pages(tenant, listApps, { path: {} })] : [];
      return orNothing(
        listingOf(readings, mostRead, ({ id, displayName: name, deletedAt }) =>
          id === '' || deletedAt !== null ? null : namedThing({ id, name }),
        ),
      );
    },
  });
}

export function entitlementMeant(
  appId: string,
  typed: string,
  deps: NamingDeps,
): Promise<Result<WhoOrWhat, Unclear>> {
  return meant(typed, {
    what: ['entitlement', 'Berechtigung'],
    here: deps.entitlements(appId).map(namedThing),
    unlisted,
    read: (word) => orNothing(entitlementsOfApp(appId, word, deps)),
  });
}

/**
 * Lists the entitlements of the resources that access.yaml names, and what has the typed word for
 * its id; for an app without resources, what the search has.
 */
function entitlementsOfApp(
  appId: string,
  word: string,
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
    return pages(tenant, listCatalogueEntitlements, { path });
  });
  const canBeId = word !== '' && !/\s/.test(word);
  if (capabilities.mayCall(searchAppEntitlements) && (readings.length === 0 || canBeId)) {
    const refs = readings.length === 0 ? {} : { refs: [{ appId, id: word }] };
    const body = { appIds: [appId], ...refs };
    readings.push(pages(tenant, searchAppEntitlements, { path: {}, body }));
  }
  return listingOf(readings, mostRead, ({ appEntitlement: one }) =>
    one === null || one.id === '' || one.deletedAt !== null
      ? null
      : namedThing({ id: one.id, name: one.displayName, alias: one.alias }),
  );
}
