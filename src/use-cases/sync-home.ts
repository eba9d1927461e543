import type { AccessRequest } from '../domain/access-request.ts';
import type { AccessSettings } from '../domain/access-settings.ts';
import { isHolder } from '../domain/holder-action.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import { cardFor } from './card-model.ts';
import type { Chat, HomeModel } from './chat-ports.ts';
import { holderRequests } from './holder-requests.ts';
import { type IdentityDeps, resolveIdentity } from './resolve-identity.ts';

export interface SyncHomeDeps extends IdentityDeps {
  readonly chat: Chat;
  readonly settings: IdentityDeps['settings'] & Pick<AccessSettings, 'review'>;
}

/** As many reviews as Home shows. */
const shownReviews = 10;

/** Publishes somebody's Home from the store. */
export async function syncHome(deps: SyncHomeDeps, slackUserId: string): Promise<void> {
  const { allowOwnRequests } = deps.settings.review;
  const identityUserId = await identityOf(deps, slackUserId);
  const requests = await holderRequests(deps, slackUserId);
  const kept = await deps.store.transaction(async (tx) => {
    const waiting = identityUserId === null ? [] : await tx.tasks.waitingFor(identityUserId, shownReviews);
    const found = [];
    for (const { requestId, snapshot } of waiting) {
      const request = await tx.requests.find(requestId);
      const card = cardFor(await tx.cards.ofRequest(requestId), slackUserId);
      if (request === null || (!allowOwnRequests && isOwn(request, slackUserId, identityUserId))) continue;
      found.push({ request, task: snapshot, card });
    }
    return found;
  });
  const reviews: HomeModel['reviews'][number][] = [];
  for (const { request, task, card } of kept) {
    const { postedChannel, ts } = card ?? { postedChannel: null, ts: null };
    const cardUrl =
      postedChannel === null || ts === null ? null : await deps.chat.permalink({ channel: postedChannel, ts });
    reviews.push({ request, task, cardUrl });
  }
  await deps.chat.publishHome(slackUserId, { slackUserId, requests, reviews });
}

/** What somebody asked for, or is to have, is not theirs to decide. */
function isOwn(request: AccessRequest, slackUserId: string, identityUserId: string | null): boolean {
  return request.identityUserId === identityUserId || isHolder(request, slackUserId);
}

/** Who this is to the service; null for strangers, who have nothing to review, and where the service is down. */
async function identityOf(deps: SyncHomeDeps, slackUserId: string): Promise<string | null> {
  try {
    const identity = await resolveIdentity(deps, { userId: slackUserId }, { fresh: false });
    return identity.ok ? identity.value.id : null;
  } catch (error) {
    if (!(error instanceof OutwardFailure)) throw error;
    const kept = await deps.store.transaction((tx) => tx.identities.find(slackUserId));
    return kept?.person.id ?? null;
  }
}
