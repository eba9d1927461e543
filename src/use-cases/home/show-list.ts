/**
 * Brings the message that tells a reviewer what waits for them to what is stored. Long because what is
 * read for it, its post and what may become of that are told in one place.
 */

import { createHash } from 'node:crypto';
import { namedReviewers } from '../../domain/action/authorization.ts';
import type { Reminded } from '../../domain/due/calls.ts';
import type { StepWatch } from '../../domain/due/step-watch.ts';
import type { NoticeDetail } from '../../domain/message/kinds/facts-without-messages.ts';
import type { Place } from '../../domain/message/place.ts';
import type { NotYet } from '../../domain/outward/job.ts';
import { ifUnlistedFor, NotTaken } from '../../domain/outward/outward-failure.ts';
import type { Refusal } from '../../domain/refusals/refusals.ts';
import { isEmergency } from '../../domain/request/untold.ts';
import { ok } from '../../domain/result.ts';
import { linkToCard, reviewOf, waitingSubject } from '../card/request-cards.ts';
import { tellUndelivered } from '../card/tell-undelivered.ts';
import type { UseCaseDeps } from '../deps.ts';
import { resolveIdentity } from '../people/resolve-identity.ts';
import type { ListContent, ListedReview } from '../ports/contents/list-chat.ts';
import type { RenderedPost } from '../ports/contents/post-chat.ts';
import type { ListCall, WaitingListRow } from '../ports/rows/post-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { recordDelivery } from '../record/record.ts';
import { shownReviews } from './sync-home.ts';

/** What waits for somebody, and what their message shows of it. */
interface WaitingList {
  readonly slackUserId: string;
  readonly known: WaitingListRow | null;
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
  if (reader === 'unknown') return 'not-yet';
  const list = await readList(deps, slackUserId, reader.identityUserId);
  if (list.calls.length === 0) await retireLost(deps, list);
  if (list.calls.length === 0 && (list.known?.place ?? null) === null) return;
  const content = await contentOf(deps, list);
  if (content.reviews.length === 0 && list.requestIds.length > 0) return 'not-yet';
  const rendered = await deps.chat.renderList(content);
  if (list.calls.length > 0) return postAnew(deps, list, rendered, slackFailedForMs);
  await bringUpToDate(deps, list, rendered);
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
): Promise<{ readonly identityUserId: string | null } | 'unknown'> {
  if (!(await deps.store.transaction((tx) => tx.tasks.isAnyAwaited())))
    return { identityUserId: null };
  const identity = await resolveIdentity(deps, slackUserId, 'in-turn');
  if (identity.ok) return { identityUserId: identity.value.id };
  return barred.includes(identity.refusal.code) ? { identityUserId: null } : 'unknown';
}

const hashOf = (rendered: RenderedPost): string =>
  createHash('sha256').update(JSON.stringify(rendered)).digest('base64url');

/** What is written after this is shown by another job. */
async function readList(
  { store }: UseCaseDeps,
  slackUserId: string,
  identityUserId: string | null,
): Promise<WaitingList> {
  return store.transaction(async (tx) => {
    await tx.marks.take('list', slackUserId, tx.at);
    const row = await tx.lists.find(slackUserId);
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
        : await tx.tasks.waitingFor({ identityUserId, slackUserId }, { limit: mostRead });
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
      await tx.lists.keepShown(slackUserId, requestIds);
    const { reminded, isUrgent } = await remindersOf(tx, requestIds, slackUserId);
    const total = Math.max(waiting.total, ordered.size);
    const list = { slackUserId, known: row, calls, requestIds, reminded, isUrgent };
    return { ...list, left: total - requestIds.length };
  });
}

/** Beyond those, only what somebody was called for is found; the window has all of them. */
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
  slackUserId: string,
): Promise<Pick<WaitingList, 'reminded' | 'isUrgent'>> {
  const reminded = new Map<string, Reminded>();
  let isUrgent = false;
  for (const requestId of requestIds) {
    const row = await tx.subjects.standing(requestId);
    if (row === null || row.task === null || !isEmergency(row.task, row.request)) continue;
    isUrgent = true;
    const watch = await tx.dueTimes.watchOf(requestId);
    const last = watch === null ? null : remindedIn(watch, slackUserId);
    if (last !== null) reminded.set(requestId, last);
  }
  return { reminded, isUrgent };
}

/** How often a reviewer was reminded of an emergency; null before that. */
function remindedIn(
  { emergency, beganMs, reviewers, calls }: StepWatch,
  slackUserId: string,
): Reminded | null {
  const reviewer = reviewers[slackUserId];
  const last = calls?.made.findLast(({ kind }) => kind === 'reminded');
  if (!emergency || reviewer === undefined || reviewer.sent === 0 || last === undefined)
    return null;
  return {
    count: reviewer.sent,
    waitedSeconds: Math.round((last.atMs - beganMs) / 1_000),
    isLast: reviewer.dueMs === null,
    next: calls?.next ?? null,
  };
}

async function contentOf(
  deps: UseCaseDeps,
  { slackUserId, requestIds, left, reminded }: WaitingList,
): Promise<ListContent> {
  const reviews: ListedReview[] = [];
  for (const requestId of requestIds) {
    const review = await reviewOf(deps, requestId, slackUserId, (card) => linkToCard(deps, card));
    if (review !== null) reviews.push({ ...review, reminded: reminded.get(requestId) ?? null });
  }
  return { readerId: slackUserId, emergency: deps.settings.emergency, reviews, left };
}

/**
 * Posts once, whoever posts: a process that was frozen meanwhile finds that another one has claimed
 * it, and takes its own copy away. The list before it is deleted: nothing of it is worth keeping.
 */
async function postAnew(
  { store, chat, world, settings }: UseCaseDeps,
  list: WaitingList,
  rendered: RenderedPost,
  slackFailedForMs: number,
): Promise<void> {
  const { slackUserId, known, calls, isUrgent } = list;
  const claim = world.newId();
  // Looked for before the claim: the earlier one is all that it can be found by.
  const lost = await lostPost(chat, known, calls[0]?.at ?? world.now());
  const isNews = await store.transaction(
    (tx) => tx.lists.claim(slackUserId, claim, known?.place ?? null),
    { isOneStatement: true },
  );
  // Another process posted it meanwhile, perhaps without the last of the calls.
  if (!isNews) return store.transaction((tx) => tx.enqueue({ kind: 'show-list', slackUserId }));
  const to = { askingId: 'list', readerId: slackUserId, isUrgent, claim };
  const answer =
    lost === null
      ? await chat.sendPost(to, rendered).catch(ifUnlistedFor(slackFailedForMs))
      : ok(lost);
  const refusal = answer.ok ? null : answer.refusal;
  if (refusal !== null) world.log.warn({ slackUserId, refusal }, 'list not deliverable');
  const place = answer.ok ? answer.value : null;
  await store.transaction(
    async (tx) => {
      // What was found shows what was so when it was posted.
      const hash = lost === null ? hashOf(rendered) : '';
      const posted = { hash, place, at: tx.at };
      const isLast = await tx.lists.markPosted(slackUserId, claim, posted);
      if (lost !== null) await tx.enqueue({ kind: 'show-list', slackUserId });
      // Another process may have found this very post, and noted it.
      const isCopy = !isLast && place !== null && !(await isAt(tx, slackUserId, place));
      const over = isLast && place !== null ? (known?.place ?? null) : isCopy ? place : null;
      if (over !== null) await tx.enqueue({ kind: 'retire-copy', ...over });
      if (!isLast) return;
      await tx.lists.markTold(slackUserId, calls, tx.at);
      await noteDelivery(tx, settings, list, { noticeId: claim, refusal });
    },
    { isRecorded: true },
  );
}

/** In the trail under the first of the requests for which it was posted. */
async function noteDelivery(
  tx: StoreTransaction,
  settings: UseCaseDeps['settings'],
  { slackUserId, calls }: WaitingList,
  { noticeId, refusal }: Pick<NoticeDetail, 'noticeId' | 'refusal'>,
): Promise<void> {
  const [first] = calls;
  const request = first === undefined ? null : await tx.subjects.find(first.requestId);
  if (request === null) return;
  if (refusal !== null)
    await tellUndelivered(tx, { settings }, { requestId: request.id, channel: slackUserId });
  const target = { kind: 'direct', slackUserId } as const;
  await recordDelivery(tx, request, { noticeId, notice: 'list', target, refusal });
}

/** A click on a message that is not the known one closes it: a crash can leave a second copy. */
export async function closeListCopy(
  { store }: Pick<UseCaseDeps, 'store'>,
  slackUserId: string,
  clicked: Place,
): Promise<void> {
  await store.transaction(async (tx) => {
    if (await tx.lists.isCopy(slackUserId, clicked))
      await tx.enqueue({ kind: 'retire-copy', ...clicked });
  });
}

async function isAt(tx: StoreTransaction, slackUserId: string, { ts }: Place): Promise<boolean> {
  return (await tx.lists.find(slackUserId))?.place?.ts === ts;
}

/** What was posted and never noted offers what is over by now. */
async function retireLost({ store, chat }: UseCaseDeps, list: WaitingList): Promise<void> {
  const { slackUserId, known } = list;
  const claim = known?.claim ?? null;
  if (known === null || claim === null) return;
  const lost = await lostPost(chat, known, known.postedAt ?? new Date(0));
  await store.transaction(async (tx) => {
    await tx.lists.dropClaim(slackUserId, claim);
    if (lost !== null) await tx.enqueue({ kind: 'retire-copy', ...lost });
  });
}

/** One that was sent, and whose process ended before that was noted; null where nobody can look. */
async function lostPost(
  chat: UseCaseDeps['chat'],
  known: WaitingListRow | null,
  since: Date,
): Promise<Place | null> {
  if (known === null || known.claim === null || known.channel === null) return null;
  const place = await chat.findPost({ channel: known.channel, claim: known.claim, since });
  return typeof place === 'string' ? null : place;
}

async function bringUpToDate(
  { store, chat }: UseCaseDeps,
  { slackUserId, known, isUrgent, requestIds }: WaitingList,
  rendered: RenderedPost,
): Promise<void> {
  const place = known?.place ?? null;
  const hash = hashOf(rendered);
  if (known === null || place === null || known.hash === hash) return;
  const answer = await chat.updatePost(place, rendered, isUrgent);
  const kind = answer.ok ? null : answer.refusal.kind;
  // What Slack did not take is not shown, and is tried again.
  if (!answer.ok && kind === 'rejected') throw new NotTaken('chat.update', answer.refusal.code);
  await store.transaction(async (tx) => {
    if (answer.ok) {
      // What this process was about to show may be older than what another one shows.
      const edit = { before: known.hash, hash };
      const isLast = await tx.lists.markUpdated(slackUserId, place, edit);
      if (!isLast) await tx.enqueue({ kind: 'show-list', slackUserId });
      return;
    }
    await tx.lists.markGone(slackUserId, place);
    if (kind !== 'message-fixed') return;
    // One that cannot be changed must not go on offering what is over; another one has the rest.
    await tx.enqueue({ kind: 'retire-copy', ...place });
    const [requestId] = requestIds;
    if (requestId !== undefined)
      await tx.lists.call([slackUserId], { requestId, occasion: `after ${place.ts}`, at: tx.at });
  });
}
