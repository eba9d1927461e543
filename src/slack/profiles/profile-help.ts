import type { CatalogueEntitlement } from '../../domain/catalogue/entitlement.ts';
import type { EntitlementKey } from '../../domain/request/access-request.ts';
import type { ProfileHelp } from '../form/blocks/form-model.ts';
import type { AskingPeople } from '../form/hidden-access.ts';
import type { ListenerDeps } from '../listener-deps.ts';

type ProfileDeps = Pick<ListenerDeps, 'catalogue' | 'visibility'>;

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
