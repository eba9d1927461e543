import { z } from 'zod';
import type { CatalogueEntitlement, ResourceKey } from '../../../domain/catalogue/entitlement.ts';
import type { SnapshotEntitlement } from '../../../domain/task/task-snapshot.ts';
import type { AppEntitlementView } from '../../client/endpoints.ts';
import { type Expanded, firstLocated, locate, typeNameOf } from '../../client/wire/expanded.ts';
import { nameWord, parseDuration, readable, word } from '../../client/wire/wire-fields.ts';

const looseEntitlement = z.object({
  id: z.string().min(1),
  appId: word,
  displayName: nameWord,
  description: nameWord,
  /** null for what is no text: a risk that cannot be read is not taken for none. */
  riskLevelValueId: z
    .string()
    .nullish()
    .transform((value) => value ?? '')
    .nullable()
    .catch(null),
});
/** AppEntitlements come bare or inside a view. */
const looseEntitlementView = z
  .object({ appEntitlement: looseEntitlement })
  .transform((view) => view.appEntitlement);
const located = z.union([looseEntitlementView, looseEntitlement]);

/**
 * The entitlements that a task is about: those located, else the one its type names. Where these
 * differ, the risk is not known.
 */
export function readEntitlements(
  expanded: Expanded,
  path: string,
  grant: AccessType | null,
  appId: string,
): SnapshotEntitlement[] {
  const entitlements = new Map<string, SnapshotEntitlement>();
  for (const value of locate(expanded, path)) {
    const parsed = located.safeParse(value);
    if (
      !parsed.success ||
      !['', 'AppEntitlement', 'AppEntitlementView'].includes(typeNameOf(value))
    )
      continue;
    const one = parsed.data;
    entitlements.set(`${one.appId}\n${one.id}`, {
      appId: one.appId || appId,
      id: one.id,
      name: one.displayName.trim() || one.id,
      description: one.description,
      riskLevel: one.riskLevelValueId,
    });
  }
  const all = [...entitlements.values()];
  const { appEntitlementId = '' } = grant ?? {};
  if (
    appEntitlementId === '' ||
    all.some((one) => one.id === appEntitlementId && one.appId === appId)
  )
    return all;
  if (all.length > 0) return all.map((one) => ({ ...one, riskLevel: null }));
  return [
    { appId, id: appEntitlementId, name: appEntitlementId, description: '', riskLevel: null },
  ];
}

/**
 * What the catalogue keeps of a list item; null for one without an entitlement or an id, or
 * deleted: nobody could ask for it.
 */
export function catalogueEntitlement(
  view: AppEntitlementView,
  expanded: Expanded,
  resource: ResourceKey,
): CatalogueEntitlement | null {
  const one = view.appEntitlement;
  if (one === null || one.id === '' || one.deletedAt !== null) return null;
  return {
    appId: one.appId || resource.appId,
    id: one.id,
    name: [one.displayName, one.alias, one.slug].find((name) => name.trim() !== '') ?? one.id,
    alias: one.alias,
    description: one.description,
    resourceTypeId: one.appResourceTypeId || resource.resourceTypeId,
    resourceId: one.appResourceId || resource.resourceId,
    resourceName: displayNameOf(expanded, view.appResourcePath),
    riskLevel: one.riskLevelValueId,
    emergencyGrantEnabled: one.emergencyGrantEnabled,
    longestSeconds: parseDuration(one.durationGrant),
    mayBePermanent: one.durationUnset,
    requestSchemaId: one.requestSchemaId,
    ...(one.overrideAccessRequestsDefaults && { isLocked: true }),
    ...(one.grantPolicyId === '' ? appPolicyOf(view, expanded) : { policyId: one.grantPolicyId }),
    ...(one.emergencyGrantPolicyId !== '' && { emergencyPolicyId: one.emergencyGrantPolicyId }),
  };
}

const withPolicy = z.object({ grantPolicyId: z.string().min(1) });

/** What decides in an app on what has no policy of its own. */
function appPolicyOf(
  { appPath }: AppEntitlementView,
  expanded: Expanded,
): Pick<CatalogueEntitlement, 'appPolicyId'> {
  const app = firstLocated(expanded, appPath, withPolicy);
  return app === undefined ? {} : { appPolicyId: app.grantPolicyId };
}

const named = z.object({ displayName: readable(z.string().min(1)) });

/** `displayName` of the first located object that has one; empty where there is none. */
export function displayNameOf(expanded: Expanded, path: string): string {
  return firstLocated(expanded, path, named)?.displayName ?? '';
}

/**
 * `task.type` of a task that grants or revokes (docs/spec/deployments.md#task-types). The interface
 * does not show the shape, so every member is read softly.
 */
const accessType = z.object({
  appId: word,
  appEntitlementId: word,
  appUserId: word,
  identityUserId: word,
  outcome: word,
  outcomeTime: z.string().nullable().catch(null),
  /** What is no text is told, too: without an end would be another thing. */
  grantDuration: z.string().nullish().catch('not a text'),
  source: z.object({ requestId: word }).catch({ requestId: '' }),
});
const anyType = z.union([
  z.object({ grant: accessType }).transform(({ grant }) => ({ kind: 'grant' as const, ...grant })),
  z
    .object({ revoke: accessType })
    .transform(({ revoke }) => ({ kind: 'revoke' as const, ...revoke })),
]);
export type AccessType = z.output<typeof anyType>;

/** null for a task of another type, or one whose type says nothing. */
export function readAccessType(type: unknown): AccessType | null {
  return anyType.safeParse(type).data ?? null;
}
