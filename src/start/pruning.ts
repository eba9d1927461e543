/** Removes rows that are over and older than they are kept. */
import type { AccessSettings } from '../domain/settings/access-settings.ts';
import { repeat } from '../queue/repeat.ts';
import { pruneOldRows } from '../use-cases/due/prune-old-rows.ts';
import type { Context } from './app-context.ts';
import type { OpenedStores } from './open-stores.ts';

const shortestPruneMs = 2_000;
const longestPruneMs = 3_600_000;

export function startPruning(
  { settings, world, onStop }: Context,
  { background: store, trail, sign }: Pick<OpenedStores, 'background' | 'trail' | 'sign'>,
): void {
  const deps = { store, trail, settings, world, sign };
  onStop(repeat(pruneMs(settings), () => pruneOldRows(deps), world.log));
}

/** As often as the shortest time for which something is kept, within limits. */
function pruneMs({ retention }: Pick<AccessSettings, 'retention'>): number {
  const { requestsSeconds, noticesSeconds, auditSeconds } = retention;
  const shortestSeconds = Math.min(
    requestsSeconds,
    noticesSeconds,
    auditSeconds ?? Number.POSITIVE_INFINITY,
  );
  return Math.min(longestPruneMs, Math.max(shortestPruneMs, shortestSeconds * 1_000));
}
