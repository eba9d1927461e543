import type { SlackActor } from '../domain/access-request.ts';
import type { AccessSettings } from '../domain/access-settings.ts';
import {
  type ActDetail,
  type HolderActionKind,
  isHolderActing,
  isOwnAction,
  mayActOn,
} from '../domain/holder-action.ts';
import type { World } from './ports.ts';
import type { Store } from './store-ports.ts';

export interface HolderClick {
  readonly kind: HolderActionKind;
  readonly requestId: string;
  readonly by: SlackActor;
  readonly reason: string;
  /** null for what is done with one's own request. */
  readonly detail?: ActDetail | null;
  /** What is the same in a repetition of the same submission; none for clicks. */
  readonly key?: string;
  /** The conversation of the click, or the person's id for one on Home. */
  readonly channel: string;
}

/**
 * Keeps what somebody wants done with a request, and the job that checks and carries it out, in one transaction. With one's own: only
 * who asked, and the person it is for; a repeated click changes nothing.
 */
export async function acceptHolderAction(
  deps: { readonly store: Store; readonly world: World; readonly settings: Pick<AccessSettings, 'admins'> },
  click: HolderClick,
): Promise<'kept' | 'repeated' | 'not-yours' | 'unknown'> {
  const { kind, by, reason, channel, detail = null } = click;
  return deps.store.transaction(async (tx) => {
    const request = await tx.requests.find(click.requestId);
    if (request === null) return 'unknown';
    const { id: requestId, taskId } = request;
    const at = deps.world.now();
    // Of everything else the job finds out, by a fresh reading.
    if (isOwnAction(kind) && !mayActOn(kind, request, by, deps.settings.admins)) {
      const refused = { refusal: { kind: 'not-yours' } };
      await tx.audit.append({ kind: `${kind}.refused`, at, requestId, taskId, actor: by.userId, detail: refused });
      return 'not-yours';
    }
    const id = click.key ?? deps.world.newId();
    const isNew = await tx.holderActions.insertOnce({ id, requestId, kind, by, reason, detail, channel, at });
    if (!isNew) return 'repeated';
    await tx.enqueue({ kind: 'carry-out-holder-action', holderActionId: id });
    return 'kept';
  });
}

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
