import type { AccessSettings } from '../domain/access-settings.ts';
import { warningAt } from '../domain/grant.ts';
import { holderOf } from '../domain/holder-action.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import type { ChatDirectory } from './chat-ports.ts';
import { isHeldAfter } from './end-grants.ts';
import type { FollowedGrant } from './grant-rows.ts';
import { notifyPeople } from './notices.ts';
import type { World } from './ports.ts';
import type { Store } from './store-ports.ts';

export interface WarnOfEndsDeps {
  readonly store: Store;
  readonly directory: Pick<ChatDirectory, 'person'>;
  readonly settings: Pick<AccessSettings, 'workingHours'>;
  readonly world: World;
}

/** Grants looked at in one round; the next round comes by itself. */
const grantsPerRound = 100;
/** Slack lets about a hundred people be looked up in a minute; others need some of them. */
const lookupsPerRound = 3;

/** Tells holders that their access is going to end, once for each end, in their working hours where that can be. */
export async function warnOfEnds(deps: WarnOfEndsDeps): Promise<void> {
  const { store, world } = deps;
  const now = world.now();
  let lookups = 0;
  for (const grant of await store.transaction((tx) => tx.grants.toWarn(now, grantsPerRound))) {
    const { request, requestId, endsAt, warnAt } = grant;
    if (warnAt === null) lookups += 1;
    if (endsAt === null || (warnAt === null && lookups > lookupsPerRound)) continue;
    const at = warnAt ?? (await timeFor(deps, { ...grant, endsAt }));
    await store.transaction(async (tx) => {
      if (at > now) return tx.grants.follow(requestId, { warnAt: at });
      await tx.grants.follow(requestId, { warnAt: at, isWarned: true });
      // Whoever has it by another request for longer loses nothing.
      if (endsAt <= now || (await isHeldAfter(tx, request, endsAt))) return;
      const body = { kind: 'ending-soon', endsAt: endsAt.toISOString() } as const;
      await notifyPeople(tx, world, requestId, [holderOf(request)], {
        key: `ending:${requestId}:${body.endsAt}`,
        body,
      });
    });
  }
}

async function timeFor(
  { directory, settings, world }: WarnOfEndsDeps,
  grant: FollowedGrant & { readonly endsAt: Date },
): Promise<Date> {
  let timeZone = 'Etc/UTC';
  try {
    timeZone = (await directory.person(holderOf(grant.request)))?.timeZone ?? timeZone;
  } catch (err) {
    if (!(err instanceof OutwardFailure)) throw err;
    world.log.warn({ err, requestId: grant.requestId }, 'time zone not known; the message before the end goes by UTC');
  }
  return warningAt(grant, timeZone, settings.workingHours);
}
