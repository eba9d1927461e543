/** Reads everything that its people are shown of what was asked for in one go, at one moment. */

import { mayNobodyDecide, namedReviewers } from '../../domain/action/authorization.ts';
import { holders } from '../../domain/action/holder-action.ts';
import { watchOfStep } from '../../domain/due/step-watch.ts';
import { namesOf } from '../../domain/people/identity-person.ts';
import { periodOf } from '../../domain/request/granted-by-task.ts';
import { isEmergency } from '../../domain/request/untold.ts';
import { botAccountsOf, decidingPeople, isOpen } from '../../domain/task/task-snapshot.ts';
import { askingPost, type ToldAsking } from '../../domain/telling/asking-post.ts';
import { soonest } from '../../domain/telling/post-parts.ts';
import type { ToldRequest } from '../../domain/telling/told-request.ts';
import { isMoreTimeAsked, lastAskedFor } from '../access/holder-requests.ts';
import { isCorrected, prolongedAccess } from '../card/request-background.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { AskedView, PostRow } from '../ports/rows/post-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

export interface Asking {
  readonly id: string;
  /** Where its people are known. */
  readonly workspaceId: string;
  /** Slack ids of the requester, and of the person that it is for. */
  readonly readerIds: readonly string[];
  readonly views: ReadonlyMap<string, AskedView>;
  readonly asked: ToldAsking;
  readonly first: ToldRequest;
  /** When all of this was so. */
  readonly now: Date;
  readonly posts: readonly PostRow[];
}

/** What is written after this is shown by another job. null where it is gone. */
export async function readAsking(deps: UseCaseDeps, askingId: string): Promise<Asking | null> {
  return deps.store.transaction(async (tx) => {
    await tx.marks.take('asking', askingId, tx.at);
    const views = await tx.views.ofAsking(askingId);
    const requests: ToldRequest[] = [];
    for (const view of views) requests.push(await toldRequest(tx, deps, view));
    const [first] = requests;
    if (first === undefined) return null;
    const readerIds = [...holders(first.request)];
    await lookLater(tx, askingId, requests, readerIds);
    return {
      id: askingId,
      workspaceId: first.request.requester.teamId,
      readerIds,
      views: new Map(views.map((view) => [view.request.id, view])),
      asked: requests,
      first,
      now: tx.at,
      posts: views.flatMap(({ posts }) => posts),
    };
  });
}

async function toldRequest(
  tx: StoreTransaction,
  deps: UseCaseDeps,
  view: AskedView,
): Promise<ToldRequest> {
  const { request, task, grant, deeds, news, warnAt, changedAt, beingEnded } = view;
  const newest = isRepeatable(view) ? await lastAskedFor(tx, request) : null;
  const isMoreTime = newest !== null && isMoreTimeAsked(request, newest);
  const byNames = await deniedBy(tx, deps, view);
  return {
    request,
    task,
    period: periodOf(task, request),
    grant: grant === null ? null : { ...grant, warnAt },
    lapse: (await prolongedAccess(tx, request, task)).lapse,
    watch: task === null ? null : watchOfStep(view.watch, task),
    moreTime: isMoreTime ? newest.task : null,
    isCorrected: await isCorrected(tx, view),
    isAskedAgain: newest !== null && newest.request.createdAt > request.createdAt,
    deeds,
    beingEnded,
    news,
    wait: await waitOf(tx, view),
    hasWaited: view.wait !== null,
    changedAt,
    ...(await ofCards(tx, view, deps.settings.emergency.channel)),
    deniedBy: byNames,
    isUndecided: byNames.length === 0 && (await isUndecided(tx, deps, task)),
    isProfile: grant !== null && (await deps.profiles.isKept(tx, request.id)),
    now: tx.at,
  };
}

/** Whether the same may be asked for again, or more time with it. */
function isRepeatable({ request, task, grant }: AskedView): boolean {
  const isUnderWay = task === null ? request.state === 'submitted' : isOpen(task);
  return grant !== null || !isUnderWay || request.state === 'withdrawn';
}

/** null once it waits no more. */
async function waitOf(
  tx: StoreTransaction,
  { request: { id, state }, wait }: AskedView,
): Promise<ToldRequest['wait']> {
  if (wait === null || state === 'submitted' || state === 'sending') return wait;
  if (state !== 'created') await tx.posts.endWait(id);
  return null;
}

/** Where its cards are, as far as its people are told. */
async function ofCards(
  tx: StoreTransaction,
  { cards, task, request }: AskedView,
  onCallChannel: string | null,
): Promise<Pick<ToldRequest, 'hasCard' | 'isUnreachable' | 'onCallCard'>> {
  const { id, emergency } = request;
  const posted = cards.filter(({ ts }) => ts !== null);
  const isUrgent = task === null ? emergency : isEmergency(task, request);
  const reviewers = task === null ? [] : namedReviewers(task, request);
  const isOwn = reviewers.some(({ id }) => id === request.identityUserId);
  const isCardless = posted.length === 0 && cards.some(({ state }) => state === 'unreachable');
  const onCallCard = posted.find(({ channel }) => isUrgent && channel === onCallChannel);
  return {
    hasCard: posted.length > 0 || isCardless,
    isUnreachable:
      (isCardless && !isOwn && !(await tx.lists.isAnybodyCalled(id))) ||
      (task !== null && isOpen(task) && mayNobodyDecide(task, request)),
    onCallCard: onCallCard ?? null,
  };
}

/**
 * Names of those who decided in the console. Where the bot's account is not told and it may have
 * decided, one of these names is the bot's, so nobody is named.
 */
async function deniedBy(
  tx: StoreTransaction,
  { governance }: UseCaseDeps,
  { task, request }: AskedView,
): Promise<readonly string[]> {
  if (task === null || task.outcome !== 'denied') return [];
  const bots = botAccountsOf(task, request.id, governance.knownOwnUserId());
  const isBotUnknown = bots.length === 0 && (await tx.actions.allowedOn(task.id)).length > 0;
  return isBotUnknown ? [] : namesOf(decidingPeople(task, bots));
}

function isUndecided(
  tx: StoreTransaction,
  { deliveredSteps }: UseCaseDeps,
  task: AskedView['task'],
): Promise<boolean> {
  if (task === null || isOpen(task)) return Promise.resolve(false);
  return deliveredSteps.wasDeniedByBot(tx, task);
}

/** What changes with the clock alone is looked at again then. */
async function lookLater(
  tx: StoreTransaction,
  askingId: string,
  asked: ToldAsking,
  readerIds: readonly string[],
): Promise<void> {
  const lookAt = soonest(
    readerIds.map((readerId) => askingPost(asked, readerId).lookAt),
    tx.at,
  );
  if (lookAt === null || !(await tx.marks.lookAt(askingId, lookAt))) return;
  const afterMs = lookAt.getTime() - tx.at.getTime();
  await tx.enqueue({ kind: 'show-asking', askingId }, { afterMs, evenIfSooner: true });
}
