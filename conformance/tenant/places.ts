import { z } from 'zod';
import { searchAppEntitlements } from '../../src/service/client/optional-operations.ts';
import { readPage } from '../../src/service/client/wire/paging.ts';
import type { DeclaredEndpoint } from '../interface.ts';
import type { TenantListener } from './tenant-listener.ts';
import type { KnownIds } from './tenant-settings.ts';

/** Path parameters to try; a guess that does not exist says nothing about the service. */
export interface Candidate {
  readonly isGuess: boolean;
  readonly path: Readonly<Record<string, string>>;
}

/** Enough to come upon one that has something; each costs a call. */
const mostCandidates = 12;

const text = z.string().catch('');
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ list: z.array(item).catch([]) }).catch({ list: [] });
const entitlementPage = listOf(
  z.object({
    appEntitlement: z.object({
      appId: text,
      id: text,
      appResourceTypeId: text,
      appResourceId: text,
    }),
  }),
);
const serverPage = listOf(z.object({ mcpServerCatalogId: text }));
const ownerPage = listOf(z.object({ appId: text, roleSlug: text, user: z.object({ id: text }) }));
const suggestionPage = listOf(
  z.object({ entitlements: z.array(z.object({ appId: text })).catch([]) }),
);

/** Where things are at the tenant: what the operator gave, and what answers told. */
export class Places {
  readonly #ids: KnownIds;
  readonly #apps = new Set<string>();
  readonly #resources = new Map<string, readonly [appId: string, typeId: string, id: string]>();
  readonly #entitlements = new Map<string, readonly [appId: string, id: string]>();
  readonly #owners = new Map<string, readonly [appId: string, roleSlug: string, userId: string]>();
  readonly #catalog = new Set<string>();

  constructor(ids: KnownIds) {
    this.#ids = ids;
    if (ids.appId !== undefined) this.#apps.add(ids.appId);
  }

  /**
   * Asks the one optional search that tells where entitlements are. A tenant without it says so
   * with an error; that is fine.
   */
  async discover(tenant: TenantListener): Promise<void> {
    const page = { pageSize: 100, pageToken: '' };
    const { status, body } = await tenant.hear((client) =>
      readPage(client, searchAppEntitlements, { path: {} }, page),
    );
    if (status === 200) this.#learnEntitlements(body);
  }

  /** Takes ids out of answers. */
  learn(
    endpoint: number,
    path: Readonly<Record<string, string>>,
    bodies: readonly unknown[],
  ): void {
    for (const body of bodies) {
      if (endpoint === 6) this.#learnEntitlements(body);
      if (endpoint === 8)
        for (const one of serverPage.parse(body).list) this.#catalog.add(one.mcpServerCatalogId);
      if (endpoint === 15) {
        for (const { entitlements } of suggestionPage.parse(body).list) {
          for (const { appId } of entitlements) this.#apps.add(appId);
        }
      }
      if (endpoint !== 10) continue;
      for (const { roleSlug, user } of ownerPage.parse(body).list) {
        this.#owners.set(`${roleSlug} ${user.id}`, [path.app_id ?? '', roleSlug, user.id]);
      }
    }
  }

  #learnEntitlements(body: unknown): void {
    for (const { appEntitlement: one } of entitlementPage.parse(body).list) {
      this.#apps.add(one.appId);
      this.#entitlements.set(`${one.appId} ${one.id}`, [one.appId, one.id]);
      const resource = [one.appId, one.appResourceTypeId, one.appResourceId] as const;
      if (!resource.includes('')) this.#resources.set(resource.join(' '), resource);
    }
  }

  /** What to fill an endpoint's path with, the operator's ids first. */
  candidates(one: DeclaredEndpoint): readonly Candidate[] {
    return this.#all(one)
      .filter(({ path }) =>
        Object.values(path).every((id) => id !== '' && id !== '.' && id !== '..'),
      )
      .slice(0, mostCandidates);
  }

  #all(one: DeclaredEndpoint): readonly Candidate[] {
    const { appId, catalogId, ruleId } = this.#ids;
    switch (one.number) {
      case 6:
        return this.#resourceCandidates('app_resource_type_id', 'app_resource_id');
      case 10:
      case 12:
        return this.#resourceCandidates('resource_type_id', 'resource_id');
      case 8:
        return appId === undefined
          ? [...this.#apps].map((id) => ({ isGuess: false, path: { app_id: id } }))
          : [{ isGuess: false, path: { app_id: appId } }];
      case 7:
        return catalogId === undefined
          ? [...this.#catalog].map((id) => ({ isGuess: false, path: { catalog_id: id } }))
          : [{ isGuess: false, path: { catalog_id: catalogId } }];
      case 9:
        return ruleId === undefined ? [] : [{ isGuess: false, path: { id: ruleId } }];
      case 13:
        return this.#ownerCandidates();
      default:
        return [];
    }
  }

  #resourceCandidates(typeName: string, idName: string): readonly Candidate[] {
    const { appId, resourceTypeId, resourceId } = this.#ids;
    const isGiven = appId !== undefined && resourceTypeId !== undefined && resourceId !== undefined;
    const resources = isGiven
      ? [[appId, resourceTypeId, resourceId] as const]
      : [...this.#resources.values()];
    return resources.map(([app, type, id]) => ({
      isGuess: false,
      path: { app_id: app, [typeName]: type, [idName]: id },
    }));
  }

  /**
   * Owners of resources may own entitlements, too; nothing tells which, so pairs within an app are
   * tried.
   */
  #ownerCandidates(): readonly Candidate[] {
    const { appId, entitlementId, roleSlug, userId } = this.#ids;
    const given = {
      app_id: appId,
      entitlement_id: entitlementId,
      role_slug: roleSlug,
      user_ref_id: userId,
    };
    if (
      appId !== undefined &&
      entitlementId !== undefined &&
      roleSlug !== undefined &&
      userId !== undefined
    ) {
      return [
        {
          isGuess: false,
          path: {
            ...given,
            app_id: appId,
            entitlement_id: entitlementId,
            role_slug: roleSlug,
            user_ref_id: userId,
          },
        },
      ];
    }
    return [...this.#owners.values()].flatMap(([app, role, user]) =>
      [...this.#entitlements.values()]
        .filter(([entitlementApp]) => entitlementApp === app)
        .map(([, id]) => ({
          isGuess: true,
          path: {
            app_id: app,
            entitlement_id: entitlementId ?? id,
            role_slug: roleSlug ?? role,
            user_ref_id: userId ?? user,
          },
        })),
    );
  }
}
