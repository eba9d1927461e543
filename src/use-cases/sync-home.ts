import { canEscalate, isHolder } from '../domain/holder-action.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import { isOpen } from '../domain/task-snapshot.ts';
import type { Chat, HomeModel, HomeRequest } from './chat-ports.ts';
import type { AccessGovernance } from './ports.ts';
import { type IdentityDeps, resolveIdentity } from './resolve-identity.ts';
import type { StoreTransaction } from './store-ports.ts';

export interface SyncHomeDeps extends IdentityDeps {
  readonly chat: Chat;
}

/** As many requests, and as many reviews, as Home shows: with their buttons they fit Slack's 100 blocks. */
const shownRequests = 20;
const shownReviews = 10;

/** Publishes somebody's Home from the store. */
export async function syncHome(deps: SyncHomeDeps, slackUserId: string): Promise<void> {
  const identityUserId = await identityOf(deps, slackUserId);
  const kept = await deps.store.transaction(async (tx) => {
    const requests: HomeRequest[] = [];
    for (const request of await tx.requests.ofHolder(slackUserId, shownRequests)) {
      requests.push(await homeRequest(deps, tx, slackUserId, request));
    }
    const waiting = identityUserId === null ? [] : await tx.tasks.waitingFor(identityUserId, shownReviews);
    const reviews = [];
    for (const { requestId, snapshot } of waiting) {
      const request = await tx.requests.find(requestId);
      const card = (await tx.cards.ofRequest(requestId)).find((one) => one.ts !== null);
      if (request !== null) reviews.push({ request, task: snapshot, card });
    }
    return { requests, reviews };
  });
  const reviews: HomeModel['reviews'][number][] = [];
  for (const { request, task, card } of kept.reviews) {
    const { postedChannel, ts } = card ?? { postedChannel: null, ts: null };
    const cardUrl =
      postedChannel === null || ts === null ? null : await deps.chat.permalink({ channel: postedChannel, ts });
    reviews.push({ request, task, cardUrl });
  }
  await deps.chat.publishHome(slackUserId, { slackUserId, requests: kept.requests, reviews });
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

async function homeRequest(
  deps: { readonly governance: Pick<AccessGovernance, 'operations'> },
  tx: StoreTransaction,
  slackUserId: string,
  request: HomeRequest['request'],
): Promise<HomeRequest> {
  const { operations } = deps.governance;
  const task = request.taskId === null ? null : ((await tx.tasks.find(request.taskId))?.snapshot ?? null);
  const grant = await tx.grants.find(request.id);
  const isActive = grant !== null && grant.endedAt === null;
  const canRead = operations.has('taskSearch') || operations.has('taskRead');
  const isUnderWay = task === null ? request.state !== 'refused' && request.state !== 'abandoned' : isOpen(task);
  const isTheirs = isHolder(request, slackUserId);
  return {
    request,
    task,
    grant,
    can: {
      escalate: isTheirs && operations.has('taskActions') && canRead && task !== null && canEscalate(task),
      extend: isTheirs && isActive && grant.endsAt !== null,
      giveBack: isTheirs && isActive && operations.has('taskRevoke'),
      again: isTheirs && !isUnderWay && !isActive,
    },
  };
}
