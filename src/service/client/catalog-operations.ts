/** The optional operation `catalogs`: what people may ask for, by who sees it. */
import { z } from 'zod';
import { pageOf } from './endpoints.ts';
import { endpoint } from './wire/endpoint.ts';
import { dateTime, flag, list, nameWord, nested, text, word } from './wire/wire-fields.ts';

const entitlementRef = z.object({ appId: text, id: text });

/** Who sees a catalog (docs/spec/deployments.md#request-catalogs). */
const requestCatalog = z.object({
  id: z.string().min(1, 'expected an id'),
  displayName: nameWord,
  published: flag,
  visibleToEveryone: flag,
  requestBundle: flag,
  unenrollmentBehavior: word,
  /** Empty where they are not told with the catalog. */
  accessEntitlements: list(entitlementRef).catch([]),
  deletedAt: dateTime.catch(null),
});
const catalogView = z.object({ requestCatalog });
export type CatalogView = z.output<typeof catalogView>;

/** The catalogs of the tenant. */
export const listCatalogs = endpoint('GET', '/api/v1/catalogs', pageOf(catalogView), {
  operation: 'catalogs',
});

export const readCatalog = endpoint(
  'GET',
  '/api/v1/catalogs/{id}',
  z
    .object({ requestCatalogView: catalogView })
    .transform((answer) => answer.requestCatalogView.requestCatalog),
  { operation: 'catalogs' },
);

/** Everything that a catalog holds, unpaged. null where the answer has no list. */
export const readCatalogContent = endpoint(
  'GET',
  '/api/v1/catalogs/{catalog_id}/requestable_entitlementIDs',
  z
    .object({ refs: z.array(entitlementRef).nullish() })
    .transform(({ refs }) => (refs === undefined ? null : (refs ?? []))),
  { operation: 'catalogs' },
);

/** The entitlements whose holders see a catalog. */
export const listCatalogAudience = endpoint(
  'GET',
  '/api/v1/catalogs/{catalog_id}/visibility_entitlements',
  pageOf(z.object({ appEntitlement: nested(entitlementRef) })),
  { operation: 'catalogs' },
);
