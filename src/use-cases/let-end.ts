import type { SlackActor } from '../domain/access-request.ts';
import { isHolderActing } from '../domain/holder-action.ts';
import type { World } from './ports.ts';
import type { Store } from './store-ports.ts';

/** Somebody needs no more time. Returns when their access ends; null where it is not theirs, does not end, or is over. */
export async function letEnd(
  { store, world }: { readonly store: Store; readonly world: World },
  requestId: string,
  by: SlackActor,
): Promise<Date | null> {
  return store.transaction(async (tx) => {
    const request = await tx.requests.find(requestId);
    const grant = await tx.grants.find(requestId);
    if (request === null || grant === null || grant.endedAt !== null || !isHolderActing(request, by)) return null;
    const at = world.now();
    await tx.audit.append({ kind: 'let-end.done', at, requestId, taskId: request.taskId, actor: by.userId });
    return grant.endsAt;
  });
}
