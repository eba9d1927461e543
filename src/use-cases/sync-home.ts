import { type AccessSettings, tasksAreRead } from '../domain/access-settings.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import { cardFor } from './card-model.ts';
import type { Chat, HomeModel, HomeReview } from './chat-ports.ts';
import { holderRequests, shownRequests } from './holder-requests.ts';
import { postedCard } from './request-cards.ts';
import { type IdentityDeps, resolveIdentity } from './resolve-identity.ts';

export interface SyncHomeDeps extends IdentityDeps {
  readonly chat: Chat;
  readonly settings: IdentityDeps['settings'] & Pick<AccessSettings, 'governance' | 'emergency'>;
}

/** As many reviews as Home shows. */
const shownReviews = 10;

/** Publishes somebody's Home from the store. */
export async function syncHome(deps: SyncHomeDeps, slackUserId: string): Promise<void> {
  const reviews = await reviewsOf(deps, slackUserId);
  const requests = await holderRequests(deps, slackUserId, shownRequests.home);
  await deps.chat.publishHome(slackUserId, { slackUserId, onCall: deps.settings.emergency.onCall, requests, reviews });
}

/** What waits for this person; nothing where no task is read again: it would wait for ever. */
async function reviewsOf(deps: SyncHomeDeps, slackUserId: string): Promise<HomeModel['reviews']> {
  const identityUserId = tasksAreRead(deps.governance.operations) ? await identityOf(deps, slackUserId) : null;
  if (identityUserId === null) return { shown: [], left: 0 };
  const { found, total } = await deps.store.transaction(async (tx) => {
    const waiting = await tx.tasks.waitingFor({ identityUserId, slackUserId }, shownReviews);
    const kept = [];
    for (const { requestId, snapshot } of waiting.rows) {
      const request = await tx.requests.find(requestId);
      if (request === null) continue;
      kept.push({ request, task: snapshot, card: cardFor(await tx.cards.ofRequest(requestId), slackUserId) });
    }
    return { found: kept, total: waiting.total };
  });
  const shown: HomeReview[] = [];
  for (const { request, task, card } of found) {
    shown.push({ request, task, cardUrl: (await postedCard(deps, card))?.permalink ?? null });
  }
  return { shown, left: total - found.length };
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
