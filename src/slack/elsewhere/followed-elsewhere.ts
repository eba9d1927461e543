import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { followElsewhere } from '../../use-cases/elsewhere/follow-elsewhere.ts';
import type { EntitlementHelp } from '../../use-cases/form/entitlement-help.ts';
import type { ListenerDeps } from '../listener-deps.ts';

/**
 * For each entitlement: whether it has an open request that was made elsewhere, of whose end the
 * person now hears. If that cannot be stored, the form promises nothing.
 */
export function followedBy(
  deps: ListenerDeps,
  slackUserId: string,
  helps: readonly EntitlementHelp[],
): Promise<readonly boolean[]> {
  return Promise.all(
    helps.map(async ({ openElsewhere }) => {
      if (openElsewhere === null) return false;
      const following = followElsewhere(deps, { slackUserId, task: openElsewhere.task });
      return unlessFailing(following, (err) => {
        deps.world.log.warn({ err, slackUserId }, 'a request made elsewhere is not followed');
        return false;
      });
    }),
  );
}
