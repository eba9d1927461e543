/** Brings the message that tells a reviewer what waits for them to what is stored. */

import { namedReviewers } from '../../domain/action/authorization.ts';
import type { Reminded } from '../../domain/due/calls.ts';
import type { StepWatch } from '../../domain/due/step-watch.ts';
import type { Place } from '../../domain/message/place.ts';
import type { NotYet } from '../../domain/outward/job.ts';
import type { Refusal } from '../../domain/refusals/refusals.ts';
import { isEmergency } from '../../domain/request/untold.ts';
import { reviewOf, waitingSubject } from '../card/request-cards.ts';
import type { UseCaseDeps } from '../deps.ts';
import { resolveIdentity } from '../people/resolve-identity.ts';
import type { ListContent, ListedReview } from '../ports/contents/list-chat.ts';
import type { ListCall, PostRow, ToldTo } from '../ports/rows/post-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { tellUndelivered } from '../record/record.ts';
import { bringUpToDate, closeEarlier, type News, postAnew, retireLost } from './one-post.ts';

/** What waits for somebody, and what their message shows of it. */
interface WaitingList {
  readonly slackUserId: string;
  readonly to: ToldTo;
  readonly known: PostRow | null;
  /** Those that have it posted anew. */
  readonly calls: readonly ListCall[];
  /** Ids of the requests, in the order in which they are shown. */
  readonly requestIds: readonly string[];
  readonly left: number;
  readonly reminded: ReadonlyMap<string, Reminded>;
  readonly isUrgent: boolean;
}

/**
 * Can be done again at any time: a list that says what is stored is left alone. `not-yet` while nobody
 * can say who its reader is, or before there is a card to show.
 */
export async function showList(
  deps: UseCaseDeps,
  slackUserId: string,
  slackFailedForMs = 0,
): Promise<NotYet | void> {
  // Looked up first: the account may be somebody else's by now.
  const reader = await readerOf(deps, slackUserId);
  if (reader === 'unknown' || reader.isBarred === true)
    await deps.store.transaction((tx) => tellUnread(tx, deps, slackUserId));
  if (reader === 'unknown') return 'not-yet';
  const list = await readList(deps, slackUserId, reader.identityUserId);
  const { to, known, calls, isUrgent } = list;
  const { place = null, toClose = [] } = known ?? {};
  if (calls.length === 0) await retireLost(deps, to, known);
  if (calls.length === 0 && place === null && toClose.length === 0) return;
  const content = await contentOf(deps, list);
  if (content.reviews.length === 0 && list.requestIds.length > 0) return 'not-yet';
  const rendered = await deps.chat.renderList(content);
  const one = { to, known, rendered, isUrgent, slackFailedForMs };
  const news = await newsOf(deps, list);
  const earlier =
    news === null
      ? await bringUpToDate(deps, one, callAgain(list))
      : await postAnew(deps, one, news);
  // Nothing of a list is worth keeping.
  for (const former of earlier) await closeEarlier(deps, to, former, null);
}

/** The administrators hear of each call that its reader cannot be shown: others may not know that they wait. */
async function tellUnread(
  tx: StoreTransaction,
  { settings, world }: Pick<UseCaseDeps, 'settings' | 'world'>,
  slackUserId: string,
): Promise<void> {
  for (const { requestId } of await tx.lists.callsToTell(slackUserId)) {
    if ((await waitingSubject(tx, requestId)) === null) continue;
    const isNews = await tellUndelivered(tx, { settings }, { requestId, channel: slackUserId });
    if (isNews)
      world.log.warn({ requestId, slackUserId }, 'list not shown: its reader is not known');
  }
}

/** In the trail it stands under the first of the requests that it is posted for. */
async function newsOf(
  { store }: UseCaseDeps,
  { slackUserId, calls }: WaitingList,
): Promise<News | null> {
  const [first] = calls;
  const request =
    first === undefined ? null : await store.transaction((tx) => tx.subjects.find(first.requestId));
  if (request === null) return null;
  const whenTold = (tx: StoreTransaction) => tx.lists.markTold(slackUserId, calls, tx.at);
  return { headlines: [], name: 'list', request, whenTold };
}

/** Has what a list offered that cannot be edited any more offered by another one. */
function callAgain({ slackUserId, requestIds: [requestId] }: WaitingList) {
  return async (tx: StoreTransaction, { ts }: Place): Promise<void> => {
    if (requestId !== undefined)
      await tx.lists.call([slackUserId], { requestId, occasion: `after ${ts}`, at: tx.at });
  };
}

/** The bars of an account that do not pass by themselves. */
const barred: readonly Refusal['code'][] = ['deactivated', 'guest', 'external', 'bot', 'inactive'];

/**
 * Who reads it; an identity of null = nobody whom anything waits for. `unknown` where nobody can say:
 * then nothing is shown, and no call is lost. Throws where the service or Slack does not answer.
 */
async function readerOf(
  deps: UseCaseDeps,
  slackUserId: string,
): Promise<{ readonly identityUserId: string | null; readonly isBarred?: true } | 'unknown'> {
  if (!(await deps.store.transaction((tx) => tx.tasks.isAnyAwaited())))
    return { identityUserId: null };
  const identity = await resolveIdentity(deps, slackUserId, 'in-turn');
  if (identity.ok) return { identityUserId: identity.value.id };
  return barred.includes(identity.refusal.code)
    ? { identityUserId: null, isBarred: true }
    : 'unknown';
}

/** What is written after this is shown by another job. */
async function readList(
  { store }: UseCaseDeps,
  slackUserId: string,
  identityUserId: string | null,
): Promise<WaitingList> {
  return store.transaction(async (tx) => {
    await tx.marks.take('list', slackUserId, tx.at);
    const to = { askingId: null, workspaceId: '', readerId: slackUserId };
    const row = await tx.posts.find(to);
    const calls: ListCall[] = [];
    const over: ListCall[] = [];
    const all = await tx.lists.callsToTell(slackUserId);
    for (const call of all) {
      const waits = await waitsFor(tx, call.requestId, identityUserId);
      if (waits === 'no') over.push(call);
      // The decision may come to nothing.
      if (waits === 'yes') calls.push(call);
    }
    await tx.lists.markTold(slackUserId, over, tx.at);
    const none = { rows: [], total: 0 };
    const waiting =
      identityUserId === null
        ? none
        : await tx.tasks.waitingFor({ identityUserId, slackUserId }, mostRead);
    const waitingIds = waiting.rows.map(({ requestId }) => requestId);
    const before = new Set(row?.shown);
    // What it was posted for stays above the others, but for emergencies.
    const first = calls.length > 0 ? calls.map(({ requestId }) => requestId) : [...before];
    const isStill = new Set([...waitingIds, ...calls.map(({ requestId }) => requestId)]);
    const ordered = new Set([...first.filter((id) => isStill.has(id)), ...waitingIds]);
    const urgent = waiting.rows.filter((one) => one.isUrgent);
    const urgentIds = new Set(urgent.map(({ requestId }) => requestId));
    const byUrgency = [...ordered].toSorted(
      (one, other) => Number(urgentIds.has(other)) - Number(urgentIds.has(one)),
    );
    const requestIds = byUrgency.slice(0, shownReviews);
    if (all.length > over.length || (row?.place ?? null) !== null)
      await tx.posts.keepShown(to, requestIds);
    const { reminded, isUrgent } = await remindersOf(tx, requestIds);
    const total = Math.max(waiting.total, ordered.size);
    const list = { slackUserId, to, known: row, calls, requestIds, reminded, isUrgent };
    return { ...list, left: total - requestIds.length };
  });
}

/** So many reviews a list shows. */
const shownReviews = 10;

/** Beyond those, only what somebody was called for is found. */
const mostRead = 50;

async function waitsFor(
  tx: StoreTransaction,
  requestId: string,
  identityUserId: string | null,
): Promise<'yes' | 'no' | 'while decided'> {
  const waiting = await waitingSubject(tx, requestId);
  if (waiting === null) return 'no';
  const reviewers = namedReviewers(waiting.task, waiting.request);
  if (!reviewers.some(({ id }) => id === identityUserId)) return 'no';
  return waiting.isDecided ? 'while decided' : 'yes';
}

async function remindersOf(
  tx: StoreTransaction,
  requestIds: readonly string[],
): Promise<Pick<WaitingList, 'reminded' | 'isUrgent'>> {
  const reminded = new Map<string, Reminded>();
  let isUrgent = false;
  for (const requestId of requestIds) {
    const row = await tx.subjects.standing(requestId);
    if (row === null || row.task === null || !isEmergency(row.task, row.request)) continue;
    isUrgent = true;
    const watch = await tx.dueTimes.watchOf(requestId);
    const last = watch === null ? null : remindedIn(watch);
    if (last !== null) reminded.set(requestId, last);
  }
  return { reminded, isUrgent };
}

/** How often the reviewers of an emergency were reminded; null before that. */
function remindedIn({ emergency, beganMs, calls }: StepWatch): Reminded | null {
  const last = calls?.made.findLast((one) => one.kind === 'reminded');
  if (!emergency || last === undefined) return null;
  return { count: last.times, waitedSeconds: Math.round((last.atMs - beganMs) / 1_000) };
}

async function contentOf(
  deps: UseCaseDeps,
  { slackUserId, requestIds, left, reminded }: WaitingList,
): Promise<ListContent> {
  const reviews: ListedReview[] = [];
  for (const requestId of requestIds) {
    const review = await reviewOf(deps, requestId);
    if (review !== null) reviews.push({ ...review, reminded: reminded.get(requestId) ?? null });
  }
  return { readerId: slackUserId, emergency: deps.settings.emergency, reviews, left };
}
