import { ifRefused } from '../../domain/outward/outward-failure.ts';
import type { Unenrolment } from '../../domain/profiles/access-profile.ts';
import type { EntitlementKey } from '../../domain/request/access-request.ts';
import type { TenantClient } from '../../service/capabilities.ts';
import {
  type CatalogView,
  listCatalogAudience,
  listCatalogs,
  readCatalog,
  readCatalogContent,
} from '../../service/client/catalog-operations.ts';
import { answerAboutAnother, orFailure } from '../../service/client/http/service-errors.ts';
import { listApps, searchGrants } from '../../service/client/optional-operations.ts';
import { collect, pageSizeBounds, pages, readPage } from '../../service/client/wire/paging.ts';
import { accessKey } from './rules/visibility.ts';
import type { ListedCatalog, RequestCatalogs } from './tenant-catalogs.ts';

/** The tenant's catalogs, and what people hold of the entitlements that open them. */
export function createRequestCatalogs(client: TenantClient): RequestCatalogs {
  return {
    list: () =>
      collect(pages(client, listCatalogs, { path: {} }), ({ list }) =>
        list.map(({ requestCatalog }) => listed(requestCatalog)),
      ),

    async ownOfApps() {
      const listing = client.having(listApps);
      if (listing === null) return null;
      const all = pages(listing, listApps, { path: {} });
      const apps = await collect(all, ({ list }) => list).catch(ifRefused(() => []));
      if (apps.length === 0) return null;
      return apps.map((app) => app.defaultRequestCatalogId).filter((id) => id !== '');
    },

    async read(id) {
      const answer = await client.call(readCatalog, { path: { id } });
      if (!answer.ok && answer.refusal.kind === 'not-found') return 'none';
      const catalog = orFailure(answer, readCatalog);
      if (catalog.id !== id) throw answerAboutAnother(readCatalog);
      return listed(catalog);
    },

    async content(id) {
      const answer = await client.call(readCatalogContent, { path: { catalog_id: id } });
      const content = orFailure(answer, readCatalogContent);
      if (content === null) return null;
      const byApp = Map.groupBy(content, ({ appId }) => appId);
      const ids = [...byApp].map(([appId, refs]) => [appId, refs.map((ref) => ref.id)] as const);
      return Object.fromEntries(ids);
    },

    audience: (id) =>
      collect(pages(client, listCatalogAudience, { path: { catalog_id: id } }), ({ list }) =>
        list.flatMap(({ appEntitlement }) =>
          appEntitlement === null ? [] : [keyOf(appEntitlement)],
        ),
      ),

    ...holdings(client),
  };
}

function keyOf({ appId, id }: { readonly appId: string; readonly id: string }): EntitlementKey {
  return { appId, entitlementId: id };
}

const unenrolmentWords = new Map<string, Unenrolment>([
  ['LEAVE_ACCESS_AS_IS', 'stays'],
  ['REVOKE_ALL', 'goes'],
  ['REVOKE_UNJUSTIFIED', 'goes-unless-shared'],
]);

function unenrolmentOf(behavior: string): Unenrolment {
  const word = behavior.replace(/^REQUEST_CATALOG_UNENROLLMENT_BEHAVIOR_/, '');
  return unenrolmentWords.get(word) ?? 'unknown';
}

function listed({
  id,
  displayName,
  published,
  visibleToEveryone,
  requestBundle,
  unenrollmentBehavior,
  accessEntitlements,
  deletedAt,
}: CatalogView['requestCatalog']): ListedCatalog {
  return {
    id,
    name: displayName || id,
    visibleToEveryone,
    isProfile: requestBundle,
    unenrolment: unenrolmentOf(unenrollmentBehavior),
    access: accessEntitlements.map(keyOf),
    isOffered: published && deletedAt === null,
  };
}

function holdings(client: TenantClient): Pick<RequestCatalogs, 'heldOf' | 'holdsAnything'> {
  const search = async (
    body: { readonly userId: string; readonly entitlementRefs?: readonly object[] },
    pageSize: number,
  ) => {
    const input = { path: {}, body };
    const page = await readPage(client, searchGrants, input, { pageSize, pageToken: '' });
    const { list, nextPageToken } = orFailure(page, searchGrants);
    const bindings = list.map((one) => one.appEntitlementUserBinding);
    // What others hold says nothing of this person.
    const isOther = bindings.some(
      ({ appUser }) => !['', body.userId].includes(appUser?.appUser?.identityUserId ?? ''),
    );
    if (isOther) throw answerAboutAnother(searchGrants);
    return { bindings, isAll: nextPageToken === '' };
  };
  return {
    async heldOf(userId, among) {
      const entitlementRefs = among.map(({ appId, entitlementId: id }) => ({ appId, id }));
      const { bindings, isAll } = await search({ userId, entitlementRefs }, pageSizeBounds.most);
      const heldKeys = new Set(
        bindings.map(({ appId, appEntitlementId: entitlementId }) =>
          accessKey({ appId, entitlementId }),
        ),
      );
      return { held: among.filter((one) => heldKeys.has(accessKey(one))), isAll };
    },

    async holdsAnything(userId) {
      const { bindings } = await search({ userId }, pageSizeBounds.least);
      return bindings.length > 0;
    },
  };
}
