/** Reads everything that its people are shown of what was asked for in one go, at one moment. */

import { holders } from '../../domain/action/holder-action.ts';
import { maybeSameAccount } from '../../domain/catalogue/app-account.ts';
import { watchOfStep } from '../../domain/due/step-watch.ts';
import { isPersonal } from '../../domain/message/place.ts';
import { namesOf } from '../../domain/people/identity-person.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import { periodOf } from '../../domain/request/task-period.ts';
import { isEmergency } from '../../domain/request/untold.ts';
import { isConfidential } from '../../domain/settings/access-settings.ts';
import { botAccountsOf, decidingPeople, isOpen } from '../../domain/task/task-snapshot.ts';
import { askingPost, type ToldAsking } from '../../domain/telling/asking-post.ts';
import { soonest } from '../../domain/telling/post-parts.ts';
import type { ToldRequest } from '../../domain/telling/told-request.ts';
import { askedAlike, isMoreTimeAsked } from '../access/holder-requests.ts';
import { lateGrant, prolongedAccess } from '../card/request-background.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { CardRow } from '../ports/rows/card-rows.ts';
import type { AskedView, PostRow } from '../ports/rows/post-rows.ts';
import type { HolderRow } from '../ports/rows/subject-rows.ts';
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
  const { request, task, grant, deeds, warnAt, changedAt, cards } = view;
  const { emergency } = deps.settings;
  const alike = isRepeatable(view) ? await askedAlike(tx, request) : [];
  const newest = alike[0] ?? null;
  const byNames = await deniedBy(tx, deps, view);
  const isMoreTime = newest !== null && isMoreTimeAsked(request, newest);
  return {
    request,
    task,
    period: periodOf(task, request),
    grant: grant === null ? null : { ...grant, warnAt },
    lapse: (await prolongedAccess(tx, request, task)).lapse,
    late: await lateGrant(tx, view),
    moreTime: isMoreTime ? newest.task : null,
    isCorrected: await isCorrected(tx, request, deeds),
    isToldWithLater: alike.some((one) => endsTogether(one, view)),
    handedTo: await handedTo(tx, deeds),
    isAskedAgain: newest !== null && newest.request.createdAt > request.createdAt,
    deeds,
    watch: task === null ? null : watchOfStep(view.watch, task),
    news: view.news,
    ...(await waitOf(tx, view)),
    changedAt,
    ...ofCards(cards, request),
    onCallCard: onCallCardIn(view, emergency.channel),
    deniedBy: byNames,
    isUndecided: byNames.length === 0 && (await isUndecided(tx, deps, task)),
    fillers: await fillersOf(tx, view),
    isConfidential: isConfidential(deps.settings, request.appId),
    isProfile: grant !== null && (await deps.profiles.isKept(tx, request.id)),
    now: tx.at,
  };
}

/** Whether the same may be asked for again, or more time with it. */
function isRepeatable({ request, task, grant }: AskedView): boolean {
  const isUnderWay = task === null ? request.state === 'submitted' : isOpen(task);
  return grant !== null || !isUnderWay || request.state === 'withdrawn';
}

/** Whether a later request gave the same access, and both ended at once. */
function endsTogether({ request, grant }: HolderRow, of: AskedView): boolean {
  if (!isLater(request, of.request) || grant === null || of.grant === null) return false;
  const isSame = maybeSameAccount(request, of.request) && grant.endedBy === of.grant.endedBy;
  return (
    isSame && grant.endedAt !== null && grant.endedAt.getTime() === of.grant.endedAt?.getTime()
  );
}

function isLater(one: AccessRequest, other: AccessRequest): boolean {
  const afterMs = one.createdAt.getTime() - other.createdAt.getTime();
  return afterMs === 0 ? one.id > other.id : afterMs > 0;
}

async function handedTo(
  tx: StoreTransaction,
  deeds: AskedView['deeds'],
): Promise<ReadonlySet<string>> {
  const last = deeds.findLast(({ verb }) => verb === 'reassign');
  const ids = new Set<string>();
  for (const slackUserId of last?.input?.people ?? []) {
    const identity = await tx.identities.find(slackUserId);
    if (identity !== null) ids.add(identity.person.id);
  }
  return ids;
}

async function isCorrected(
  tx: StoreTransaction,
  request: AccessRequest,
  deeds: AskedView['deeds'],
): Promise<boolean> {
  const isWithdrawn = deeds.some(({ verb }) => verb === 'withdraw');
  return isWithdrawn && (await tx.requests.correctionOf(request)) !== null;
}

async function waitOf(
  tx: StoreTransaction,
  { request, wait }: AskedView,
): Promise<Pick<ToldRequest, 'wait' | 'hasWaited' | 'correctedNumber'>> {
  const none = { wait: null, hasWaited: wait !== null, correctedNumber: '' };
  if (wait === null || request.state === 'created') return none;
  if (request.state !== 'submitted' && request.state !== 'sending') {
    await tx.posts.endWait(request.id);
    return none;
  }
  const { correctsRequestId } = request;
  const isOfFirst = wait.cause === 'correction' && correctsRequestId !== null;
  const first = isOfFirst ? await tx.requests.standing(correctsRequestId) : null;
  return { ...none, wait, correctedNumber: first?.task?.numericId ?? '' };
}

/** Where its cards are, as far as its people are told. */
function ofCards(
  cards: readonly CardRow[],
  { requester, conversationId }: AccessRequest,
): Pick<ToldRequest, 'hasCard' | 'reachedDirectly'> {
  const own = [requester.userId, conversationId];
  const direct = cards.filter(({ channel }) => isPersonal(channel) && !own.includes(channel));
  const isElsewhere = cards.some(
    ({ state, channel }) =>
      state === 'unreachable' && !direct.some((one) => one.channel === channel),
  );
  return {
    hasCard: cards.some(({ ts }) => ts !== null),
    reachedDirectly: isElsewhere ? direct.length : null,
  };
}

function onCallCardIn({ cards, task, request }: AskedView, channel: string | null) {
  const isUrgent = task === null ? request.emergency : isEmergency(task, request);
  const card = cards.find((one) => one.channel === channel && one.ts !== null);
  return isUrgent && card !== undefined ? { channel: card.channel } : null;
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

/** Those whom the form's step names and who are known in Slack, else the parties. */
async function fillersOf(
  tx: StoreTransaction,
  { task, request }: AskedView,
): Promise<ReadonlySet<string>> {
  if (task?.otherStep?.kind !== 'form') return new Set();
  const ids = await tx.identities.slackIdsOf(task.otherStep.people.map(({ id }) => id));
  return ids.length > 0 ? new Set(ids) : holders(request);
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
