import type { AccessSettings } from '../domain/access-settings.ts';
import type { Catalogue } from './catalogue.ts';

/** How old the copy that is served is, in whole seconds by app id; null where not one reading has succeeded. */
export function catalogueAges(
  catalogue: Pick<Catalogue, 'freshness'>,
  apps: AccessSettings['apps'],
  now: Date,
): ReadonlyMap<string, number | null> {
  return new Map(
    apps.map(({ id }) => {
      const fresh = catalogue.freshness(id);
      const ageMs = fresh === 'never' ? null : now.getTime() - fresh.fetchedAt.getTime();
      // Another process with another clock may have written the copy.
      return [id, ageMs === null ? null : Math.max(0, Math.floor(ageMs / 1_000))];
    }),
  );
}
